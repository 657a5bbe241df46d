"""Deduction: never rules out a number of a filling; its fast form, look-ahead and map of reach."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import chain, pairwise
from pathlib import Path
from time import process_time

import pytest

from fillomino import formats
from fillomino.board import rectangle
from fillomino.boards import from_spec
from fillomino.deduction.engine import Candidates, Level, deduce
from fillomino.deduction.fast import propagation as ahead
from fillomino.deduction.fast.groups import Group, Record, expand, indispensable
from fillomino.deduction.fast.propagation import Propagation, look_ahead, open_cases
from fillomino.deduction.reach_map import reach_map
from fillomino.deduction.state import ContradictionError, State
from fillomino.errors import NoSolutionError
from fillomino.graph import bits
from fillomino.puzzle import Puzzle
from fillomino.render.reach import reach_svg, reach_text
from fillomino.rules import violations
from scripts.large_boards import large_board
from tests.support import corpus
from tests.support.random_puzzles import BOARDS, puzzles, solutions_of
from tests.support.refused import refused
from tests.support.where import brief


def assert_sound(puzzle: Puzzle, left: Candidates) -> bool:
    """Whether the puzzle has a filling; fails if the candidates deny one."""
    wanted = solutions_of(puzzle)
    if not left.consistent:
        assert not wanted, f"{puzzle} has the filling {wanted[0]}, but deduction says it has none"
        assert not any(left.masks)
    for filling in wanted:
        for cell, number in enumerate(filling):
            assert left.masks[cell] >> number & 1, f"{puzzle}: {number} at cell {cell} was ruled out"
    if left.consistent:
        known = left.filling()
        for cell, number in enumerate(known):
            assert left.masks[cell] & 1 == 0
            assert set(left.numbers(cell)) <= set(range(1, puzzle.board.size + 1))
            assert number == (left.numbers(cell)[0] if len(left.numbers(cell)) == 1 else 0)
    return bool(wanted)


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("count", [80, pytest.param(3000, marks=pytest.mark.slow)])
@brief(lambda level: level in (Level.FULL, Level.AHEAD))
def test_sound_on_random_puzzles(level: Level, count: int) -> None:
    solvable = 0
    for index, board in enumerate(BOARDS):
        for puzzle in puzzles(board, seed=index, count=count):
            candidates = deduce(puzzle, level)
            solvable += assert_sound(puzzle, candidates)
            # Who only knows the clues, or runs out of time, may leave a cell with nothing and not see it.
            assert not candidates.consistent or all(candidates.masks) or level is Level.NONE
    # The puzzles have to be a mixture, or this would test little.
    total = count * len(BOARDS)
    assert total / 4 < solvable < total * 3 / 4


@pytest.mark.parametrize("seconds", [0.0, 0.0002])
def test_sound_when_time_runs_out(seconds: float) -> None:
    for index, board in enumerate(BOARDS[::3]):
        for puzzle in puzzles(board, seed=100 + index, count=20):
            assert_sound(puzzle, deduce(puzzle, seconds=seconds))


def test_a_higher_level_rules_out_no_less() -> None:
    for index, board in enumerate(BOARDS):
        for puzzle in puzzles(board, seed=200 + index, count=10):
            levels = [deduce(puzzle, level) for level in Level if level <= Level.AHEAD]
            for cell in range(board.size):
                for lower, higher in pairwise(levels):
                    assert higher.masks[cell] & ~lower.masks[cell] == 0


def test_what_the_levels_know() -> None:
    row = Puzzle(rectangle(1, 5), {1: 3})
    assert deduce(row, Level.NONE).numbers(1) == [3]
    full = deduce(row, Level.FULL)
    assert full.filling() == (0, 3, 3, 0, 0)
    assert 3 not in full.numbers(4)


def test_contradictions() -> None:
    for clues in ({0: 1, 1: 1}, {0: 5, 1: 2}, {0: 3, 1: 1}):
        assert not deduce(Puzzle(rectangle(1, 5), clues)).consistent


def test_one_cell() -> None:
    assert deduce(Puzzle(rectangle(1, 1), {})) == Candidates((2,))


# The corpus, where it is at hand.

FILES = corpus.files()
BARON = [file for file in FILES if file.parent.name == "baron"]
needs_corpus = pytest.mark.skipif(not FILES, reason=f"there is no corpus at {corpus.CORPUS}")


def sample(files: list[Path], step: int) -> list[object]:
    """Parameters of a test: every so many of the files, and the others where slow tests run."""
    return [
        pytest.param(file, id=file.name, marks=[] if index % step == 0 else [pytest.mark.slow])
        for index, file in enumerate(files)
    ] or ["no corpus"]


@needs_corpus
@pytest.mark.parametrize("file", sample(BARON, 14))
def test_baron_puzzles_need_no_guess(file: Path) -> None:
    puzzle = formats.read_bytes(file.read_bytes(), source=file.name).puzzle
    assert violations(puzzle, deduce(puzzle, seconds=20).filling()) == ()


@needs_corpus
@pytest.mark.parametrize("file", sample(FILES, 61))
def test_corpus_puzzles_are_consistent(file: Path) -> None:
    assert deduce(formats.read_bytes(file.read_bytes(), source=file.name).puzzle, seconds=20).consistent


NEEDS_A_LOOK_AHEAD = """4 4
0 0 0 0
5 3 5 3
0 0 0 0
0 0 0 2
"""
SOLVED = (5, 5, 5, 3, 5, 3, 5, 3, 2, 3, 1, 3, 2, 3, 2, 2)


def puzzle_ahead() -> Puzzle:
    return formats.read(NEEDS_A_LOOK_AHEAD).puzzle


def test_what_the_rules_leave_open_is_solved() -> None:
    assert deduce(puzzle_ahead(), Level.FULL).filling().count(0) == 11
    assert deduce(puzzle_ahead(), Level.AHEAD).filling() == SOLVED


def test_exactly_one_case_is_so_in_every_filling() -> None:
    of_groups = of_cells = 0
    for index, board in enumerate(BOARDS):
        for puzzle in puzzles(board, seed=700 + index, count=40):
            try:
                propagation = Propagation(State(puzzle))
                propagation.run()
            except ContradictionError:
                continue
            fillings = solutions_of(puzzle)
            for _, cases in open_cases(propagation):
                assert 2 <= len(cases) <= ahead.MOST_CASES
                of_groups += len({case.number for case in cases}) == 1
                of_cells += len({case.cell for case in cases}) == 1
                for filling in fillings:
                    so = [
                        case
                        for case in cases
                        if filling[case.cell.bit_length() - 1] == case.number
                        and all(filling[cell] != case.number for cell in bits(case.without))
                    ]
                    assert len(so) == 1, f"{puzzle}: {cases} in {filling}"
    assert of_groups > 100
    assert of_cells > 500


def test_it_ends_when_it_is_fruitless(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "FRUITLESS", 0)
    assert deduce(puzzle_ahead(), Level.AHEAD) == deduce(puzzle_ahead(), Level.FULL)


def test_it_ends_when_time_is_over() -> None:
    propagation = Propagation(State(puzzle_ahead()))
    propagation.run()
    before = propagation.state.candidates()
    assert look_ahead(propagation, until=process_time()).state.candidates() == before
    assert look_ahead(propagation).state.candidates() != before


def test_where_no_case_is_left_there_is_no_filling() -> None:
    """The puzzle with one more clue, which is wrong."""
    found = 0
    for cell, right in enumerate(SOLVED):
        for number in range(1, 9):
            clues = puzzle_ahead().clues
            if cell in clues or number == right:
                continue
            puzzle = Puzzle(puzzle_ahead().board, {**clues, cell: number})
            if deduce(puzzle).consistent:
                assert not deduce(puzzle, Level.AHEAD).consistent
                found += 1
    assert found > 5


def test_a_large_board_is_given_up_where_it_closes_too_few_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    """On real puzzles the limit changes nothing; with random clues most cases on large boards are in vain."""
    puzzle = large_board(50, 0.6, 1)

    def cases_and_closed() -> tuple[int, int]:
        propagation = Propagation(State(puzzle))
        propagation.run_and_count()
        before = propagation.state.unfixed.bit_count()
        followed = []
        after = look_ahead(propagation, watch=lambda _, cases, __: followed.append(len(cases)))
        return sum(followed), before - after.state.unfixed.bit_count()

    cases, closed = cases_and_closed()
    assert 0 < cases <= ahead.ADVANCE * 50 + closed * ahead.WORTH / 2500 + ahead.MOST_CASES
    monkeypatch.setattr(ahead, "WORTH", 10**9)
    more, all_closed = cases_and_closed()
    assert more > 1.5 * cases
    assert all_closed >= closed


def groups_after(light: bool) -> Iterator[tuple[State, Record, Group]]:
    """The open groups of many puzzles after S0 to S4, and after S5 too unless that is left out.

    Some of the puzzles are large enough for groups that need each other; these may have no filling.
    """
    small = (puzzle for seed, board in enumerate(BOARDS) for puzzle in puzzles(board, seed=seed, count=40))
    rng, large = random.Random(5), rectangle(6, 6)
    clued = (
        Puzzle(large, {cell: rng.randint(3, 9) for cell in rng.sample(range(36), rng.randint(4, 12))})
        for _ in range(400)
    )
    for puzzle in chain(small, clued):
        try:
            propagation = Propagation(State(puzzle))
            propagation.run(light=light)
        except ContradictionError:
            continue
        for record in propagation.records.values():
            for group in record.groups:
                yield propagation.state, record, group


def missed(state: State, record: Record, group: Group, allowed: int) -> int:
    """The cells without each of which the group can't grow to its number through those allowed."""
    found = 0
    for cell in bits(state.admits[record.number] & ~record.opened):
        grown = expand(state, record, group, allowed & ~(1 << cell))[0]
        if grown.bit_count() < record.number:
            found |= 1 << cell
    return found


def test_it_finds_just_the_cells_that_a_group_can_not_do_without() -> None:
    seen: Counter[bool] = Counter()
    for state, record, group in groups_after(light=True):
        forced, support = indispensable(state, record, group)
        expected = missed(state, record, group, state.admits[record.number])
        assert forced == expected, state.puzzle
        assert forced or support
        seen[bool(forced)] += 1
    assert min(seen[False], seen[True]) > 10, seen


def test_with_its_support_alone_a_group_can_do_without_any_cell() -> None:
    seen = 0
    for state, record, group in groups_after(light=False):
        assert group.support
        assert not missed(state, record, group, group.support | group.cells), state.puzzle
        seen += 1
    assert seen > 100


def test_a_way_around_may_be_too_long_to_join_another_group() -> None:
    """Without r2c2 the 9 at r2c1 still has a way to the six others, but then they are too many."""
    clues = dict(enumerate([0, 0, 0, 3, 3, 3, 2, 2, 9, 0, 9, 9, 9, 9, 9, 9]))
    state = State(Puzzle(rectangle(2, 8), {cell: number for cell, number in clues.items() if number}))
    propagation = Propagation(state.copy())
    cells, others = 1 << 8, sum(1 << cell for cell in range(10, 16))
    alone, met = (Group(its, its.bit_count(), state.near(its) & ~its) for its in (cells, others))
    record = Record(9, [alone, met], cells | others)
    ball, _, early, _ = expand(state, record, alone, state.admits[9], 10)
    group = alone.knowing(ball, early, 0, 0)
    assert not state.pinch(9, ball)
    assert indispensable(state, record, group)[0] >> 9 & 1
    propagation.run()
    assert propagation.state.fixed[9] >> 9 & 1


def grown(puzzle: Puzzle, number: int, group: frozenset[int]) -> set[int]:
    """Every cell of a connected set of no more than so many cells around the group."""
    board, clues = puzzle.board, puzzle.clues

    def near(cells: frozenset[int]) -> set[int]:
        return {y for x in cells for y in board.neighbours[x]} - cells

    seen, new = {group}, {group}
    while new:
        larger = set()
        for cells in new:
            for y in near(cells):
                if clues.get(y, number) == number:
                    whole = cells | {y}
                    while more := {z for z in near(whole) if clues.get(z) == number}:
                        whole |= more
                    if len(whole) <= number:
                        larger.add(frozenset(whole))
        new = larger - seen
        seen |= new
    return set().union(*seen) - group


@pytest.mark.parametrize("spec", ["3x3", "2x4", "king:3x3"])
def test_a_group_reaches_what_it_can_grow_to(spec: str) -> None:
    board = from_spec(spec)
    checked = 0
    for given in puzzles(board, seed=4, count=25):
        puzzle = Puzzle(board, given.clues)
        for reach in reach_map(puzzle):
            wanted = grown(puzzle, reach.number, frozenset(bits(reach.cells)))
            assert wanted <= set(bits(reach.reached)), puzzle.clues
            # A walk is no more than its distance: where two ways meet a group each, it may be too long.
            same = [cell for cell, number in puzzle.clues.items() if number == reach.number]
            if len(same) == 1:
                assert wanted == set(bits(reach.reached)), puzzle.clues
                checked += 1
    assert checked > 10


def test_text() -> None:
    puzzle = Puzzle(rectangle(1, 5), {0: 2, 3: 1, 4: 1})
    assert reach_text(puzzle, reach_map(puzzle)) == (
        "┌────────────────────────┐\n│ 2a   a    ·    1    1  │\n└────────────────────────┘\n"
        "a: the 2 at r1c1 has 1 cell, lacks 1, and reaches 1\n1 cell of 5 that no group reaches (·)\n"
    )


def test_many_groups_are_counted_in_text_and_all_drawn_in_the_picture() -> None:
    board, chance = rectangle(9, 9), random.Random(2)
    puzzle = Puzzle(board, {cell: 30 + cell // 2 for cell in chance.sample(range(81), 20)})
    found = reach_map(puzzle)
    text = reach_text(puzzle, found)
    assert re.search("×[0-9]{2}", text)
    assert "×N: N groups reach the cell; a picture (-o FILE.svg) has the letters of all\n" in text
    picture = reach_svg(puzzle, found)
    assert ">abcd</text>" in picture
    assert picture.count("<text") > 4 * 61


def test_a_contradiction_is_no_map() -> None:
    with refused(NoSolutionError, "no-solution"):
        reach_map(Puzzle(rectangle(1, 3), {0: 3}, largest_region=2))
