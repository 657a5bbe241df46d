"""The method regions: golden values, brute force on odd boards and puzzles, limits."""

from __future__ import annotations

import pytest

from fillomino.board import rectangle
from fillomino.counting import regions
from fillomino.counting.methods import suitable
from fillomino.counting.task import Task, bare, of_puzzle
from fillomino.deduction.engine import Level, deduce
from fillomino.errors import CountError
from tests.fillomino.counting.test_count import GOLDEN, ODD_LARGE, ROWS_OF_ONE, ROWS_OF_TWO, puzzles
from tests.support.brute import by_placing, keeps


def test_golden_values_of_squares() -> None:
    for (height, width), wanted in GOLDEN.items():
        for largest, fillings in wanted.items():
            if height < 4 or (largest in (3, 5) and height == 4):
                assert regions.count(bare(rectangle(height, width), largest)) == fillings


def test_golden_values_of_strips() -> None:
    assert tuple(regions.count(bare(rectangle(1, n))) for n in range(1, 13)) == ROWS_OF_ONE
    assert tuple(regions.count(bare(rectangle(2, n))) for n in range(1, 9)) == ROWS_OF_TWO[:8]


@pytest.mark.parametrize("name", ODD_LARGE)
def test_odd_boards(name: str) -> None:
    board = ODD_LARGE[name]
    assert regions.count(bare(board)) == len(by_placing(board))


def test_puzzles_with_walls_against_brute_force() -> None:
    some = 0
    for board, puzzle in puzzles(5):
        wanted = sum(keeps(puzzle, filling) for filling in by_placing(board))
        some += wanted > 0
        for level in (Level.NONE, Level.FULL):
            assert regions.count(of_puzzle(puzzle, deduce(puzzle, level))) == wanted
    assert some > 5
    assert regions.count(Task(rectangle(2, 2), (2, 4, 0, 4))) == 0


def test_limits() -> None:
    with pytest.raises(CountError, match=r"outgrow the memory allowed, 1 MiB.*--memory"):
        regions.count(bare(rectangle(4, 4)), memory=1 << 20)
    with pytest.raises(CountError, match=r"at most 500 cells: use frontier"):
        regions.count(bare(rectangle(30, 30), 2))


def test_the_frontier_method_counts_where_numpy_is_installed() -> None:
    pytest.importorskip("numpy")
    assert suitable(bare(rectangle(4, 4))) == "frontier"
