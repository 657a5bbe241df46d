"""Deduction never rules out a number of a filling, nor finds contradictions where there is a filling."""

from __future__ import annotations

from itertools import pairwise

import pytest

from fillomino import formats
from fillomino.board import rectangle
from fillomino.deduction.engine import Candidates, Level, deduce
from fillomino.puzzle import Puzzle
from fillomino.rules import violations
from tests.support import corpus
from tests.support.brute import keeps
from tests.support.random_puzzles import BOARDS, fillings_of, puzzles

PUZZLES_PER_BOARD = 150


def assert_sound(puzzle: Puzzle, found: Candidates) -> bool:
    """Whether the puzzle has a filling; fails if the candidates deny one."""
    wanted = [filling for filling in fillings_of(puzzle.board) if keeps(puzzle, filling)]
    if not found.consistent:
        assert not wanted, f"{puzzle} has the filling {wanted[0]}, but deduction says it has none"
        assert not any(found.masks)
    for filling in wanted:
        for cell, number in enumerate(filling):
            assert found.masks[cell] >> number & 1, f"{puzzle}: {number} at cell {cell} was ruled out"
    if found.consistent:
        known = found.filling()
        for cell, number in enumerate(known):
            assert found.masks[cell] & 1 == 0
            assert set(found.numbers(cell)) <= set(range(1, puzzle.board.size + 1))
            assert number == (found.numbers(cell)[0] if len(found.numbers(cell)) == 1 else 0)
    return bool(wanted)


@pytest.mark.parametrize("level", Level)
def test_sound_on_random_puzzles(level: Level) -> None:
    solvable = 0
    for index, board in enumerate(BOARDS):
        for puzzle in puzzles(board, seed=index, count=PUZZLES_PER_BOARD):
            found = deduce(puzzle, level)
            solvable += assert_sound(puzzle, found)
            # Who only knows the clues, or runs out of time, may leave a cell with nothing and not see it.
            assert not found.consistent or all(found.masks) or level is Level.NONE
    # The puzzles have to be a mixture, or this would test little.
    total = PUZZLES_PER_BOARD * len(BOARDS)
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


@pytest.mark.slow
@pytest.mark.parametrize("level", Level)
def test_sound_on_many_random_puzzles(level: Level) -> None:
    for index, board in enumerate(BOARDS):
        for puzzle in puzzles(board, seed=1000 + index, count=PUZZLES_PER_BOARD * 20):
            assert_sound(puzzle, deduce(puzzle, level))


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

CORPUS_FILES = corpus.files()
needs_corpus = pytest.mark.skipif(not CORPUS_FILES, reason=f"there is no corpus at {corpus.CORPUS}")


def deduced_file(name: str) -> tuple[Puzzle, Candidates]:
    path = corpus.CORPUS / name
    puzzle = formats.read_bytes(path.read_bytes(), source=name).puzzle
    return puzzle, deduce(puzzle, seconds=20)


def named(files: list[str]) -> list[str]:
    return files or ["no corpus"]


BARON = [str(file.relative_to(corpus.CORPUS)) for file in CORPUS_FILES if file.parent.name == "baron"]
ALL = [str(file.relative_to(corpus.CORPUS)) for file in CORPUS_FILES]


def assert_solved(name: str) -> None:
    puzzle, found = deduced_file(name)
    assert found.consistent
    assert violations(puzzle, found.filling()) == ()


@needs_corpus
@pytest.mark.parametrize("name", named(BARON[::14]))
def test_baron_puzzles_need_no_guess(name: str) -> None:
    assert_solved(name)


@needs_corpus
@pytest.mark.slow
@pytest.mark.parametrize("name", named(BARON))
def test_all_baron_puzzles_need_no_guess(name: str) -> None:
    assert_solved(name)


@needs_corpus
@pytest.mark.parametrize("name", named(ALL[::61]))
def test_corpus_puzzles_are_consistent(name: str) -> None:
    assert deduced_file(name)[1].consistent


@needs_corpus
@pytest.mark.slow
@pytest.mark.parametrize("name", named(ALL))
def test_all_corpus_puzzles_are_consistent(name: str) -> None:
    assert deduced_file(name)[1].consistent
