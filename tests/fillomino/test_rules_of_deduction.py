"""Each rule, alone and with the easier ones: every step it takes is true of every filling."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from fillomino import formats
from fillomino.board import rectangle
from fillomino.deduction.engine import Candidates
from fillomino.deduction.fast.propagation import Propagation
from fillomino.deduction.premises import Kind, Step, regions_holding
from fillomino.deduction.reason import Reasoner, reasoner
from fillomino.deduction.rules import table
from fillomino.deduction.rules.rule import Rule
from fillomino.deduction.state import ContradictionError, State
from fillomino.graph import bits
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import violations
from tests.support import corpus
from tests.support.random_puzzles import BOARDS, puzzles, solutions_of

RULES = table.levels()
EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.txt"))


def mixed(seed: int, count: int) -> Iterator[Puzzle]:
    for index, board in enumerate(BOARDS):
        yield from puzzles(board, seed=seed + index, count=count)


def assert_true(puzzle: Puzzle, step: Step, fillings: Sequence[Filling]) -> None:
    told = table.find(step.rule).describe(step, puzzle.board)
    if step.kind is Kind.STOP:
        assert not fillings, f"{puzzle}: {told} But there is {fillings[0]}"
    for filling in fillings:
        for cell in bits(step.cells):
            holds = filling[cell] == step.number
            assert holds is (step.kind is Kind.FIX), f"{puzzle}: {told} But there is {filling}"


def taken(puzzle: Puzzle, rules: Sequence[Rule]) -> Counter[tuple[str, Kind]]:
    """Apply rules and compare each step with all fillings; how often each rule did what."""
    fillings = solutions_of(puzzle)
    count: Counter[tuple[str, Kind]] = Counter()
    try:
        state = State(puzzle)
    except ContradictionError:
        assert not fillings
        return count
    reasoning = Reasoner(state, rules)
    for step in reasoning.steps():
        assert_true(puzzle, step, fillings)
        count[step.rule, step.kind] += 1
    assert reasoning.finished or not reasoning.consistent
    left = reasoning.candidates()
    for filling in fillings:
        for cell, number in enumerate(filling):
            assert left.masks[cell] >> number & 1, f"{puzzle}: {number} at {cell} was ruled out"
    if reasoning.solved:
        assert fillings == [left.filling()]
    return count


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
@pytest.mark.parametrize("per_board", [15, pytest.param(10_000 // len(BOARDS) + 1, marks=pytest.mark.slow)])
def test_a_rule_alone_is_sound(rule: Rule, per_board: int) -> None:
    level = table.level(rule.name)
    count: Counter[tuple[str, Kind]] = Counter()
    for puzzle in mixed(level, per_board):
        count += taken(puzzle, [rule])
        if per_board > 100:
            taken(puzzle, table.up_to(level, puzzle))
    for puzzle in mixed(level, per_board // 3):
        count += taken(replace(puzzle, basic=True), [rule])
    assert sum(count.values()) > 20
    for kind in Kind:
        if str(kind) in inspect.getsource(inspect.getmodule(rule.find) or rule.find):
            assert (rule.name, kind) in count


@pytest.mark.parametrize("basic", [False, True], ids=["hidden", "basic"])
def test_all_rules_together_are_sound(basic: bool) -> None:
    # On boards so small the easy rules leave little, but each has to have had its turn.
    hardest = table.level("bottleneck") if basic else table.hardest()
    waiting = {rule.name for rule in RULES[: hardest + 1]}
    for seed in range(50, 60):
        for puzzle in mixed(seed, 25):
            waiting -= {rule for rule, _ in taken(replace(puzzle, basic=basic), RULES)}
        if not waiting:
            break
    assert not waiting


def with_a_fast_form(puzzle: Puzzle) -> Reasoner:
    """The reasoner of the rules that have a fast form."""
    rules = [rule for rule in table.RULES if rule.fast and rule.applies(puzzle)]
    try:
        return Reasoner(State(puzzle), rules)
    except ContradictionError:
        return reasoner(puzzle)  # which has found that, too


def test_the_rules_do_what_their_fast_form_does() -> None:
    for given in mixed(100, 25):
        for puzzle in (given, replace(given, basic=True)):
            explained = with_a_fast_form(puzzle)
            explained.run()
            assert explained.candidates() == _fast(puzzle), puzzle


@pytest.mark.parametrize("rule", [rule for rule in table.RULES if rule.fast], ids=lambda rule: rule.name)
def test_what_a_rule_rules_out_its_fast_form_rules_out(rule: Rule) -> None:
    """Alone, and with all easier ones; bottleneck is left out of the light form, and nothing else."""
    examples = [formats.read_bytes(path.read_bytes(), source=path.name).puzzle for path in EXAMPLES]
    puzzles = [puzzle for puzzle in examples if puzzle.board.size <= 100] + list(mixed(500, 6))
    found = 0
    for given in puzzles:
        for puzzle in (given, replace(given, basic=True), replace(given, checkered=True)):
            fast = _fast(puzzle, light=rule.name != "bottleneck")
            for rules in ((rule,), table.up_to(table.level(rule.name), puzzle)):
                try:
                    explained = Reasoner(State(puzzle), rules)
                except ContradictionError:
                    continue
                if rule.applies(puzzle):
                    explained.run()
                left = explained.candidates()
                assert all(not mine & ~theirs for mine, theirs in zip(fast.masks, left.masks, strict=True))
                found += left.masks != Reasoner(State(puzzle), ()).candidates().masks
    assert found > 20


def _fast(puzzle: Puzzle, *, light: bool = False) -> Candidates:
    """The fast form of the rules, without the cells that `deduce` counts beside."""
    try:
        propagation = Propagation(State(puzzle))
        propagation.run(light=light)
    except ContradictionError:
        return Candidates((0,) * puzzle.board.size, consistent=False)
    return Candidates(tuple(propagation.state.candidates()))


def test_a_copy_goes_its_own_way() -> None:
    for puzzle in mixed(200, 2):
        reasoning = reasoner(puzzle)
        if not reasoning.consistent:
            continue
        twin = reasoning.copy()
        fresh = reasoning.candidates()
        twin.run()
        assert reasoning.candidates() == fresh
        reasoning.run()
        assert reasoning.candidates() == twin.candidates()


def test_it_stops_when_time_is_up_and_when_the_wanted_is_known() -> None:
    puzzle = Puzzle(rectangle(1, 7), {0: 2, 4: 3})
    early = reasoner(puzzle)
    early.run(until=0.0)
    assert (early.finished, early.consistent, early.solved) == (False, True, False)
    wanted = reasoner(puzzle)
    wanted.run(wanted=1 << 1)
    assert wanted.candidates().filling()[1] == 2
    assert not wanted.finished


def test_clues_that_contradict_each_other_at_once() -> None:
    broken = reasoner(Puzzle(rectangle(1, 3), {0: 3}, largest_region=2))
    assert list(broken.steps()) == []
    assert not broken.consistent
    assert broken.candidates().consistent is False


# The corpus, where it is at hand.

FILES = corpus.files()


@pytest.mark.skipif(not FILES, reason=f"there is no corpus at {corpus.CORPUS}")
@pytest.mark.slow
def test_the_corpus_is_solved_as_far_as_the_design_says() -> None:
    """Janko: 31 % by S0 to S5, 56 % by S0 to S7, 78 % by all; and never a wrong number."""
    solved: Counter[int] = Counter()
    janko = [path for path in FILES if path.parent.name == "janko"]
    for path in janko:
        puzzle = formats.read_bytes(path.read_bytes(), source=path.name).puzzle
        for level in (5, 7, 8):
            reasoning = reasoner(puzzle, level)
            reasoning.run()
            assert reasoning.consistent, path
            if reasoning.solved:
                assert violations(puzzle, reasoning.candidates().filling()) == ()
                solved.update(higher for higher in (5, 7, 8) if higher >= level)
                break
    assert solved[5] >= 0.31 * len(janko)
    assert solved[7] >= 0.56 * len(janko)
    assert solved[8] >= 0.78 * len(janko)


def test_regions_found_once_are_filtered_to_those_there_still_are() -> None:
    filtered = 0
    for puzzle in mixed(seed=11, count=4):
        try:
            reasoning = Reasoner(State(puzzle), table.RULES)
        except ContradictionError:
            continue
        for _ in reasoning.steps():
            if not reasoning.consistent:
                break
            premises, state = reasoning.premises, reasoning.state
            asked = [(number, 1 << x) for x in bits(state.unfixed) for number in state.numbers(x) or ()]
            asked += [(number, group.cells) for number in state.fixed for group in premises.groups(number)]
            for number, start in asked:
                left = premises.regions(number, start)
                anew = regions_holding(state, premises.groups(number), number, start).sets
                assert set(left or ()) == set(anew or ())
                filtered += 1
    assert filtered > 1000


def test_assumptions_that_survived_go_on_as_if_made_anew() -> None:
    """Look-ahead finds the same steps whether it remembers what survived or not."""
    compared = 0
    for puzzle in [*mixed(seed=5, count=4), Puzzle(rectangle(4, 4), {0: 7, 4: 3, 6: 1, 12: 1, 15: 3})]:
        try:
            remembering, forgetful = reasoner(puzzle), reasoner(puzzle)
        except ContradictionError:
            continue
        steps = []
        for step in forgetful.steps():
            forgetful.premises.survived.clear()
            steps.append(step)
        assert list(remembering.steps()) == steps
        compared += any(step.rule == "look_ahead" for step in steps)
    assert compared > 3
