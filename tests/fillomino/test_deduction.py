"""Deduction never rules out a number of a filling, nor finds contradictions where there is a filling."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from fillomino import formats
from fillomino.board import rectangle
from fillomino.deduction.engine import Candidates, Level, deduce
from fillomino.puzzle import Puzzle
from fillomino.rules import violations
from tests.support import corpus
from tests.support.random_puzzles import BOARDS, puzzles, solutions_of


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
