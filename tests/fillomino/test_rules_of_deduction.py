"""Rules of deduction: every step is true of every filling; orders, refutations, and a new rule."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from html import escape
from pathlib import Path
from random import Random

import pytest

from fillomino import formats
from fillomino.backtracking import search
from fillomino.board import Board, from_links, rectangle
from fillomino.boards import from_spec
from fillomino.deduction.engine import Candidates, Level, deduce
from fillomino.deduction.fast.propagation import Propagation
from fillomino.deduction.premises import Premises
from fillomino.deduction.reason import NearbyReasoner, Reasoner, _replay, reasoner, refutation
from fillomino.deduction.rules import registry
from fillomino.deduction.rules.groups import TWO_COLOURS as COLOURS
from fillomino.deduction.rules.reach import FROM_CELLS, REACH
from fillomino.deduction.rules.regions import COMPLETIONS
from fillomino.deduction.rules.rule import Rule
from fillomino.deduction.state import ContradictionError, State
from fillomino.deduction.step import Kind, Step
from fillomino.deduction.strategies import STRATEGIES, rules_of
from fillomino.graph import bits
from fillomino.laboratories import part
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import violations
from scripts import draw
from scripts.tables import TABLES
from tests.support import as_printed, corpus
from tests.support.boards import ODD
from tests.support.brute import by_placing, keeps
from tests.support.random_puzzles import BOARDS, fillings_of, puzzles, solutions_of
from tests.workbench.conftest import Runner
from workbench.fillomino.deduction_steps import explained_steps

RULES = registry.levels()
EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name: str) -> Puzzle:
    return formats.read_bytes((EXAMPLES / name).read_bytes(), source=name).puzzle


def mixed(seed: int, count: int) -> Iterator[Puzzle]:
    for index, board in enumerate(BOARDS):
        yield from puzzles(board, seed=seed + index, count=count)


def assert_true(puzzle: Puzzle, step: Step, fillings: Sequence[Filling]) -> None:
    told = registry.find(step.rule).describe(step, puzzle.board)
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


EFFECTS = {
    **{name: {Kind.FIX, Kind.STOP} for name in ("single_candidate", "single_exit", "bottleneck")},
    **{name: set(Kind) - {Kind.GUESS} for name in ("completions", "cases")},
}
"""What steps of a rule do; those of the others rule numbers out, or stop."""


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
@pytest.mark.parametrize("per_board", [15, pytest.param(10_000 // len(BOARDS) + 1, marks=pytest.mark.slow)])
def test_a_rule_alone_is_sound(rule: Rule, per_board: int) -> None:
    level = registry.level(rule.name)
    count: Counter[tuple[str, Kind]] = Counter()
    for puzzle in mixed(level, per_board):
        count += taken(puzzle, [rule])
        if per_board > 100:
            taken(puzzle, registry.up_to(level, puzzle))
    for puzzle in mixed(level, per_board // 3):
        count += taken(puzzle.replace(basic=True), [rule])
    assert sum(count.values()) > 20
    assert EFFECTS.get(rule.name, {Kind.STRIKE, Kind.STOP}) <= {kind for _, kind in count}


@pytest.mark.parametrize("basic", [False, True], ids=["hidden", "basic"])
def test_all_rules_together_are_sound(basic: bool) -> None:
    # On boards so small the easy rules leave little, but each has to have had its turn.
    hardest = registry.level("bottleneck") if basic else registry.hardest()
    waiting = {rule.name for rule in RULES[: hardest + 1]}
    for seed in range(50, 60):
        for puzzle in mixed(seed, 25):
            waiting -= {rule for rule, _ in taken(puzzle.replace(basic=basic), RULES)}
        if not waiting:
            break
    assert not waiting


def with_a_fast_form(puzzle: Puzzle, *, light: bool = False) -> Reasoner:
    """The reasoner of the rules that have a fast form; bottleneck is not in the light one."""
    rules = [rule for rule in registry.RULES if rule.fast and rule.applies(puzzle)]
    if light:
        rules.remove(registry.find("bottleneck"))
    try:
        return Reasoner(State(puzzle), rules)
    except ContradictionError:
        return reasoner(puzzle)  # which has found that, too


@pytest.mark.parametrize("light", [False, True])
def test_the_rules_do_what_their_fast_form_does(light: bool) -> None:
    """The light form sees some bottlenecks besides; on a few boards its groups then reach farther."""
    found = 0
    examples = [example(path.name) for path in sorted(EXAMPLES.glob("*.txt"))]
    small = [puzzle for puzzle in examples if puzzle.board.size <= 100]
    random_ones = mixed(500, 6) if light else mixed(100, 25)
    for given in [*random_ones, *small, *checkered_puzzles(30, 2)]:
        for puzzle in (given, given.replace(basic=True), given.replace(checkered=True)):
            explained = with_a_fast_form(puzzle, light=light)
            before = explained.candidates()
            explained.run()
            left, fast = explained.candidates().masks, _fast(puzzle, light=light).masks
            assert all(not few & ~many for few, many in zip(fast, left, strict=True)), puzzle
            assert light or fast == left, puzzle
            found += left != before.masks
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


SMALL = [board for board in BOARDS if 3 < board.size < 9] + [from_spec("torus:3x3"), from_spec("hexagon:2")]


def checkered_puzzles(seed: int, count: int) -> Iterator[Puzzle]:
    """Checkered puzzles: clues of one filling, some wrong, some with walls or basic."""
    chance = Random(seed)
    for board in SMALL:
        for _ in range(count):
            filling = chance.choice(fillings_of(board, checkered=chance.random() < 0.4))
            cells = chance.sample(range(board.size), chance.randint(1, board.size - 1))
            borders = [(x, y) for x, y in board.links() if filling[x] != filling[y]]
            walls = frozenset(chance.sample(borders, min(len(borders), chance.randrange(3))))
            clues = {x: filling[x] for x in cells}
            yield Puzzle(board, clues, walls, checkered=True, basic=chance.random() < 0.2)


def kinds(count: Counter[tuple[str, Kind]]) -> list[int]:
    """How often the colours fixed a number, ruled one out, and found a contradiction."""
    return [count[COLOURS.name, kind] for kind in (Kind.FIX, Kind.STRIKE, Kind.STOP)]


UP_TO_COMPLETIONS = registry.RULES[: registry.RULES.index(COMPLETIONS) + 1]


@pytest.mark.parametrize(
    "rules",
    [[COLOURS], [registry.RULES[0], COLOURS], UP_TO_COMPLETIONS],
    ids=["alone", "with one", "with more"],
)
def test_what_the_colours_say_is_sound(rules: Sequence[Rule]) -> None:
    count = sum((taken(puzzle, rules) for puzzle in checkered_puzzles(min(len(rules), 8), 12)), Counter())
    assert min(kinds(count)) >= 2, count


@pytest.mark.slow
def test_what_the_colours_say_is_sound_on_ten_thousand_puzzles() -> None:
    count: Counter[tuple[str, Kind]] = Counter()
    for puzzle in checkered_puzzles(7, 10_000 // len(SMALL) + 1):
        count += taken(puzzle, [COLOURS])
        count += taken(puzzle, registry.RULES)
    assert min(kinds(count)) > 300, count


def test_deduction_and_search_of_checkered_puzzles_agree_with_all_fillings() -> None:
    for puzzle in checkered_puzzles(30, 2):
        fillings = solutions_of(puzzle)
        for level in (Level.LIGHT, Level.FULL):
            left = deduce(puzzle, level)
            assert left.consistent or not fillings
            for filling in fillings:
                assert all(left.masks[cell] >> number & 1 for cell, number in enumerate(filling))
        assert sorted(search(puzzle, limit=1000).fillings) == sorted(fillings)


def test_a_level_has_the_colours_from_border_on() -> None:
    puzzle = Puzzle(rectangle(2, 2), {0: 2, 1: 1}, checkered=True)
    for highest in range(registry.hardest() + 1):
        assert (COLOURS in reasoner(puzzle, highest)._rules) is (highest >= registry.level("border"))
        assert COLOURS not in reasoner(puzzle.replace(checkered=False), highest)._rules


TRIANGLE = Puzzle(from_links("ABC", [(0, 1), (1, 2), (0, 2)]), {0: 1, 1: 2, 2: 3})
TIED_BY_WALLS = Puzzle(rectangle(2, 3), {3: 4, 4: 4}, walls=frozenset({(0, 1), (1, 4)}))


@pytest.mark.parametrize(
    ("puzzle", "kind", "number", "cells", "looked_at"),
    [
        (TRIANGLE, Kind.STOP, 0, [1], [0, 1, 2]),
        (Puzzle(rectangle(2, 2), {0: 3, 1: 2, 3: 1}), Kind.FIX, 2, [2], [0, 1, 3]),
        (Puzzle(rectangle(2, 3), {0: 4, 1: 1, 2: 5, 3: 4}), Kind.STRIKE, 2, [4], [0, 1, 3]),
        (Puzzle(rectangle(3, 3), {0: 3, 1: 2, 3: 5}), Kind.STRIKE, 2, [4], [0, 1, 3]),
        (TIED_BY_WALLS, Kind.FIX, 4, [0], [1, 3, 4]),
    ],
)
def test_the_first_step_and_the_borders_it_needs(
    puzzle: Puzzle, kind: Kind, number: int, cells: list[int], looked_at: list[int]
) -> None:
    step = next(iter(Reasoner(State(puzzle.replace(checkered=True)), [COLOURS]).steps()))
    seen = (step.kind, step.number, list(bits(step.cells)), list(bits(step.because)))
    assert seen == (kind, number, cells, looked_at)


def test_a_large_board_with_few_clues_is_no_burden() -> None:
    # A wall of blocks, which two colours do for; most numbers stand nowhere.
    sides = [3, 3, 3, 2, 2] * 4
    blocks = tuple(sides[x // 20] * sides[x % 20] for x in range(400))
    chance = Random(1)
    clues = {cell: number for cell, number in enumerate(blocks) if chance.random() < 0.3}
    puzzle = Puzzle(rectangle(20, 20), clues, checkered=True)
    left, without = deduce(puzzle, seconds=5), deduce(puzzle.replace(checkered=False))
    assert all(mask >> number & 1 for mask, number in zip(left.masks, blocks, strict=True))
    assert left.filling().count(0) < without.filling().count(0)


def fixed_by(strategy: str, puzzle: Puzzle) -> set[tuple[int, int]]:
    """What our version of a strategy alone fills in, at its first go."""
    rule = STRATEGIES[strategy]
    premises = Reasoner(State(puzzle), [rule]).premises
    steps = [step for number in premises.state.admits for step in rule.find(premises, number)]
    return {(cell, step.number) for step in steps if step.kind is Kind.FIX for cell in bits(step.cells)}


def numbers_left(puzzle: Puzzle, cell: int, *, basic: bool) -> list[int]:
    reasoning = Reasoner(State(puzzle.replace(basic=basic)), [STRATEGIES["reachability"]])
    reasoning.run()
    return reasoning.candidates().numbers(cell)


def wrong(filled: set[tuple[int, int]], puzzle: Puzzle) -> set[tuple[int, int]]:
    """What was filled in that is not so in some filling."""
    return {(x, v) for x, v in filled for filling in solutions_of(puzzle) if filling[x] != v}


def test_single_exit_as_printed_takes_several_exits_for_one() -> None:
    puzzle = Puzzle(rectangle(1, 3), {1: 2})
    assert wrong(as_printed.single_exits(puzzle.board, dict(puzzle.clues)), puzzle) == {(2, 2)}
    assert fixed_by("single-exit", puzzle) == set()
    assert fixed_by("single-exit", Puzzle(rectangle(1, 3), {0: 2})) == {(1, 2)}


def test_single_exit_counts_a_cell_once_that_is_beside_two_of_the_group() -> None:
    corner = Puzzle(rectangle(2, 2), {0: 4, 1: 4, 2: 4})
    assert fixed_by("single-exit", corner) == {(3, 4)}


def test_forced_cells_as_printed_misses_growth_in_two_places() -> None:
    # ". 4 4 . ." is "4 4 4 4 1" or "1 4 4 4 4"; grown from one of the two, only the latter is seen.
    puzzle = Puzzle(rectangle(1, 5), {1: 4, 2: 4})
    printed = as_printed.forced_cells(puzzle.board, dict(puzzle.clues))
    assert wrong(printed, puzzle) == {(4, 4)}
    assert solutions_of(puzzle) == [(1, 4, 4, 4, 4), (4, 4, 4, 4, 1)]
    assert wrong(fixed_by("forced-cells", puzzle), puzzle) == set()
    assert fixed_by("forced-cells", puzzle) == {(3, 4)}


def test_reachability_as_printed_denies_hidden_regions() -> None:
    puzzle = Puzzle(rectangle(1, 3), {0: 2})
    assert solutions_of(puzzle) == [(2, 2, 1)]
    assert as_printed.reachable(puzzle.board, dict(puzzle.clues))[2] == set()
    assert 1 in numbers_left(puzzle, 2, basic=False)
    assert numbers_left(puzzle, 2, basic=True) == []


def test_reachability_as_printed_walks_through_groups_for_nothing() -> None:
    # Row 3 of five is "6 . 6 . x", and the 6 in its middle is a column of five: 1 + 1 + 5 are too many
    # for the left 6 to get to x, and x is two cells from the column, which needs but one.
    board = rectangle(5, 5)
    clues = {10: 6, **dict.fromkeys(range(2, 25, 5), 6)}
    assert 6 in as_printed.reachable(board, clues)[14]
    assert 6 not in numbers_left(Puzzle(board, clues), 14, basic=True)
    assert 6 in numbers_left(Puzzle(board, clues), 13, basic=True)


@pytest.mark.parametrize(
    "printed", [as_printed.single_exits, as_printed.forced_cells], ids=lambda function: function.__name__
)
def test_what_is_printed_is_wrong_on_many_puzzles_and_ours_on_none(
    printed: Callable[[Board, dict[int, int]], set[tuple[int, int]]],
) -> None:
    ours = "single-exit" if printed is as_printed.single_exits else "forced-cells"
    failures = 0
    for index, board in enumerate(BOARDS):
        for puzzle in puzzles(board, seed=index, count=30):
            if puzzle.walls or puzzle.largest_region or board.size > 7:
                continue
            failures += bool(wrong(printed(board, dict(puzzle.clues)), puzzle))
            assert wrong(fixed_by(ours, puzzle), puzzle) == set()
    assert failures > 5


def struck(rule: Rule, puzzle: Puzzle) -> dict[int, int]:
    """The cells at which a rule alone rules each number out, at its first go."""
    premises = Reasoner(State(puzzle), [rule]).premises
    steps = [step for number in premises.state.admits for step in rule.find(premises, number)]
    return {step.number: step.cells for step in steps if step.kind is Kind.STRIKE}


def test_both_searches_of_reachability_rule_out_the_same() -> None:
    compared = 0
    for index, board in enumerate(BOARDS):
        for puzzle in puzzles(board, seed=index, count=40):
            for given in (puzzle, puzzle.replace(basic=True)):
                try:
                    by_groups, by_cells = (struck(rule, given) for rule in (REACH, FROM_CELLS))
                except ContradictionError:
                    continue
                assert by_groups == by_cells, given
                compared += bool(by_groups)
    assert compared > 100


def test_the_strategies_are_a_level_of_deduction() -> None:
    found = deduce(Puzzle(rectangle(1, 5), {1: 3}), Level.THESIS)
    assert found.filling() == (0, 3, 3, 0, 0)
    assert 3 not in found.numbers(4)


def test_every_strategy_is_a_rule() -> None:
    assert set(rules_of(STRATEGIES)) == {*registry.levels()[:2], *STRATEGIES.values()}
    assert rules_of(()) == registry.levels()[:2]


def hardest_of(steps: list[Step]) -> int:
    return max((registry.level(step.rule) for step in steps), default=0)


def test_it_finds_the_same_by_the_same_hardest_rule() -> None:
    chance = random.Random(3)
    boards = [rectangle(2, 4), rectangle(3, 3), rectangle(4, 4), *ODD.values()]
    puzzles = [example("first.txt"), example("ten.janko")]
    for index in range(40):
        board = chance.choice(boards)
        clues = {x: min(board.size, chance.randint(1, 5)) for x in range(board.size) if chance.random() < 0.3}
        puzzles.append(Puzzle(board, clues, basic=index % 5 == 0, checkered=index % 7 == 0))
    other = 0
    for puzzle in puzzles:
        for rule in ("room", "bottleneck", "cases"):  # below room the order decides what is looked at
            level = registry.level(rule)
            easiest, nearby = reasoner(puzzle, level), reasoner(puzzle, level, NearbyReasoner)
            first, second = list(easiest.steps()), list(nearby.steps())
            assert easiest.consistent == nearby.consistent, (puzzle, level)
            assert easiest.finished == nearby.finished
            if easiest.consistent:
                assert easiest.candidates() == nearby.candidates(), (puzzle, level)
                assert hardest_of(first) == hardest_of(second)
                other += first != second
    assert other > 10


def test_the_nearest_single_exit_comes_before_a_naked_single_and_further_ones() -> None:
    puzzle = formats.read("1 12\n2 0 1 0 2 1 3 0 0 1 0 2\n").puzzle
    steps = [step for step in reasoner(puzzle, kind=NearbyReasoner).steps() if step.kind is Kind.FIX]
    assert [step.cells.bit_length() - 1 for step in steps] == [1, 3, 7, 8, 10]
    last = Step("single_exit", Kind.FIX, 2, 1 << 10)
    from_the_end = reasoner(puzzle, kind=NearbyReasoner)
    from_the_end.take(last)
    rest = [step.cells.bit_length() - 1 for step in from_the_end.steps() if step.kind is Kind.FIX]
    assert rest == [7, 8, 3, 1]


def test_a_copy_goes_on_in_the_same_order() -> None:
    puzzle = example("first.txt")
    one = reasoner(puzzle, kind=NearbyReasoner)
    steps = one.steps()
    for _ in range(5):
        next(steps)
    twin = one.copy()
    assert isinstance(twin, NearbyReasoner)
    rest = list(twin.steps())
    assert list(one.steps()) == rest


LEVEL = 7
"""Looking ahead takes most of the time, and its steps are replayed like any other."""


def essence(step: Step) -> tuple[str, Kind, int, int]:
    return step.rule, step.kind, step.number, step.cells


def test_there_is_one_just_if_the_rules_find_a_contradiction_and_no_step_can_be_spared() -> None:
    chance = random.Random(11)
    boards = [rectangle(2, 4), rectangle(3, 3), *ODD.values()]
    every_filling = {id(board): by_placing(board) for board in boards}
    shorter = long = 0
    for index in range(150):
        board = chance.choice(boards)
        clues = {
            x: min(board.size, chance.randint(2, 5)) for x in range(board.size) if chance.random() < 0.25
        }
        puzzle = Puzzle(board, clues, basic=index % 5 == 0)
        reasoning = reasoner(puzzle, LEVEL)
        every = list(reasoning.steps())
        found = refutation(puzzle, LEVEL)
        assert (found is None) is reasoning.consistent
        if not found:
            continue
        assert not any(keeps(puzzle, filling) for filling in every_filling[id(board)])
        assert [step.kind is Kind.STOP for step in found] == [False] * (len(found) - 1) + [True]
        replayed = _replay(Premises(State(puzzle)), list(found))  # maybe for other reasons
        assert replayed is not None
        assert list(map(essence, replayed)) == list(map(essence, found))
        for place in range(len(found) - 1):
            rest = [*found[:place], *found[place + 1 :]]
            assert _replay(Premises(State(puzzle)), rest) is None, (puzzle, found)
        shorter += len(found) < len(every)
        long += len(found) > 2
    assert shorter > 10
    assert long > 10


def test_what_is_found_elsewhere_is_left_out() -> None:
    clues = {0: 2, 1: 4, 6: 3, 24: 3, 23: 1, 14: 2, 19: 1, 10: 2}
    puzzle = Puzzle(rectangle(5, 5), clues)
    found = refutation(puzzle)
    assert found is not None
    said = [registry.find(step.rule).describe(step, puzzle.board) for step in found]
    assert len(list(reasoner(puzzle).steps())) > len(found)
    near = {0, 1, 5, 6, 10, 11}
    assert {cell for step in found for cell in bits(step.cells)} <= near, said


def test_clues_that_no_board_can_hold_need_no_step() -> None:
    assert refutation(Puzzle(rectangle(1, 2), {0: 2}, largest_region=1)) == ()


def test_no_time_no_steps() -> None:
    assert refutation(Puzzle(rectangle(2, 2), {0: 2, 1: 1, 2: 1}), seconds=0.0) is None


NAME_OF_RULE = "too_far"


def find_too_far(premises: Premises, number: int) -> Iterator[Step]:
    """Yield what reach finds, as a rule of its own."""
    return (step.replace(rule=NAME_OF_RULE) for step in REACH.find(premises, number))


TOO_FAR = REACH.replace(
    name=NAME_OF_RULE, title="too far", idea="what is too far", weight=1000, find=find_too_far
)
BEFORE = registry.levels()
PLACE = registry.level("room") + 1
LABEL = f"S{PLACE}"
AFTER = BEFORE[PLACE]
"""The rule that it is inserted before; it comes after room."""


def insert() -> tuple[Rule, ...]:
    """Return the table with the rule after room."""
    place = [rule.name for rule in registry.RULES].index("room") + 1
    return (*registry.RULES[:place], TOO_FAR, *registry.RULES[place:])


@pytest.fixture
def inserted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "RULES", insert())


@pytest.mark.usefixtures("inserted")
def test_its_place_is_its_level() -> None:
    names = ("border", "two_colours", "room", NAME_OF_RULE, AFTER.name, BEFORE[-1].name)
    hardest = len(BEFORE)
    assert [registry.label(name) for name in names] == [
        *("S1", "S1", f"S{PLACE - 1}", LABEL, f"S{PLACE + 1}", f"S{hardest}")
    ]
    assert (registry.hardest(), registry.beyond()) == (hardest, hardest + 1)
    fast = 1 + max(place for place, rule in enumerate(BEFORE) if rule.fast)
    assert registry.fast_level() == fast
    puzzle = formats.read(TOO_FAR.example).puzzle
    assert [TOO_FAR in registry.up_to(level, puzzle) for level in (PLACE - 1, PLACE)] == [False, True]


def test_its_steps_are_taken_explained_and_rated(monkeypatch: pytest.MonkeyPatch) -> None:
    rate = part("deduce", "rating:rate", "this test")
    puzzle = formats.read(TOO_FAR.example).puzzle
    before, level = rate(puzzle, depth_seconds=0), registry.level("reach")
    monkeypatch.setattr(registry, "RULES", insert())
    steps = [one for one in explained_steps(reasoner(puzzle)) if one.step.rule == NAME_OF_RULE]
    assert steps[0].sentence == f"{LABEL} too far: {REACH.describe(steps[0].step, puzzle.board)}"
    assert steps[0].to_json(puzzle.board.names).rule == LABEL
    after = rate(puzzle, depth_seconds=0)
    assert after.steps == {**before.steps, NAME_OF_RULE: len(steps), "reach": 0}
    assert list(after.steps)[PLACE - 1 : PLACE + 2] == ["room", NAME_OF_RULE, AFTER.name]
    assert after.score == before.score + len(steps) * (1000 - REACH.weight)
    assert (before.level, after.level) == (level, registry.level(NAME_OF_RULE))


@pytest.mark.usefixtures("inserted")
def test_its_picture_is_drawn_and_its_line_written() -> None:
    picture, one = draw.example(TOO_FAR)
    assert escape(one.sentence) in picture
    line = f"| {LABEL} | too far | what is too far | 1,000 | ![](rules/too_far.svg) |\n"
    assert line in TABLES["rules of deduction"]()


@pytest.mark.usefixtures("inserted")
def test_commands_know_it() -> None:
    def run(*words: str) -> str:
        return Runner()(*words, stdin=TOO_FAR.example).ended(0).out

    steps = run("deduce", "-", "--steps", "--level", str(PLACE))
    assert f"{LABEL} too far: " in steps
    rating = run("rate", "-", "--json", "--depth", "0")
    assert f'"{LABEL}": ' in rating
    assert f'"{LABEL}": 0' not in rating
