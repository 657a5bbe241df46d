"""The fillings themselves: listed in order, and drawn uniformly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import islice
from math import comb
from random import Random

import pytest

from fillomino.board import Board, rectangle
from fillomino.counting import placements, windows
from fillomino.counting.grids import every_arrangement, every_grid
from fillomino.counting.methods import METHODS, arrangement_count, grid_count
from fillomino.counting.sampling import sample, table
from fillomino.counting.schedule import Schedule, schedule
from fillomino.counting.sweep import CompletionTable, PlainTable
from fillomino.counting.task import Task, bare, of_puzzle, with_prefix
from fillomino.deduction.engine import deduce
from fillomino.errors import CountError, InputError, NoSolutionError, PuzzleError
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import violations
from tests.support.boards import ODD, rectangles
from tests.support.brute import by_placing

NINE = bare(rectangle(3, 3))


@pytest.mark.parametrize("board", [rectangle(3, 3), rectangle(2, 4), *ODD.values()])
def test_fillings_come_in_lexicographic_order(board: Board) -> None:
    assert list(placements.fillings(bare(board))) == by_placing(board)


def test_each_method_that_lists_yields_the_same() -> None:
    for method in METHODS:
        if method.fillings is not None:
            for board in rectangles(6):
                assert sorted(method.fillings(bare(board, 4))) == [f for f in by_placing(board) if max(f) < 5]


def test_listing_goes_on_after_any_grid() -> None:
    everything = by_placing(rectangle(2, 3))
    task = bare(rectangle(2, 3))
    starts: list[Filling] = [*everything, (1,) * 6, (2, 1, 1, 1, 1, 1), (6, 6, 6, 6, 6, 1), (6,) * 6]
    for start in starts:
        wanted = [filling for filling in everything if filling > start]
        assert list(placements.fillings(task, after=start)) == wanted


def test_a_prefix_lists_its_part() -> None:
    everything = by_placing(rectangle(3, 3))
    for prefix in ((1,), (4, 4), (9,), (2, 2, 1, 3), (1, 1), (0, 3)):
        wanted = [
            filling for filling in everything if all(p == v for p, v in zip(prefix, filling, strict=False))
        ]
        assert list(placements.fillings(with_prefix(NINE, prefix))) == wanted
    with pytest.raises(PuzzleError, match="a prefix of 10 numbers for a board of 9 cells"):
        with_prefix(NINE, (1,) * 10)


def test_a_large_board_lists_its_first_fillings_at_once() -> None:
    board = rectangle(6, 6)
    first = list(islice(placements.fillings(bare(board)), 20))
    assert len(set(first)) == 20
    assert first == sorted(first)
    assert not any(violations(Puzzle(board, {}), filling) for filling in first)


def test_the_space_of_a_method_is_what_it_tries() -> None:
    for board in (rectangle(2, 3), rectangle(1, 7), rectangle(2, 2)):
        for largest in (2, 3, board.size):
            task = bare(board, largest)
            assert arrangement_count(task) == sum(1 for _ in every_arrangement(task))
            if board.size < 7:
                assert grid_count(task) == sum(1 for _ in every_grid(task))


def test_the_space_of_partitions_where_it_is_known() -> None:
    """The number of words in which letter v stands 0, v, 2v, … times, by the plain convolution."""
    for size, largest in ((36, 36), (40, 7), (31, 1), (30, 50)):
        ways = [1] + [0] * size
        for number in range(1, min(size, largest) + 1):
            ways = [
                sum(ways[cells - used] * comb(cells, used) for used in range(0, cells + 1, number))
                for cells in range(size + 1)
            ]
        assert arrangement_count(bare(rectangle(1, size), largest)) == ways[size]


def spread(drawn: list[Filling], among: int) -> float:
    """Chi-squared of a sample against the uniform distribution."""
    wanted = len(drawn) / among
    seen = Counter(drawn)
    return sum((n - wanted) ** 2 / wanted for n in seen.values()) + (among - len(seen)) * wanted


@pytest.mark.parametrize("make", [PlainTable, table])
def test_all_445_are_drawn_uniformly(make: Callable[[Schedule], CompletionTable]) -> None:
    completions = make(schedule(NINE))
    assert completions.fillings == 445
    drawn = completions.draw(Random(7), 4450)
    assert set(drawn) == set(by_placing(rectangle(3, 3)))
    # 444 degrees of freedom: mean 444, standard deviation 30; these bounds are 4 deviations away.
    assert 325 < spread(drawn, 445) < 563


def test_windows_reach_every_filling_uniformly() -> None:
    """On five cells in a row each window can hold everything, so the draws are independent."""
    board = rectangle(2, 3)
    task = bare(board)
    begin = windows.start(task, Random(1))
    assert begin in by_placing(board)
    drawn = windows.draw(task, begin, Random(3), 3300, rounds=1)
    assert set(drawn) == set(by_placing(board))
    assert spread(drawn, 33) < 32 + 4 * 8


def test_windows_smaller_than_the_board_stay_uniform(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(windows, "WINDOW", 4)
    board = rectangle(2, 3)
    task = bare(board, 3)
    wanted = {filling for filling in by_placing(board) if max(filling) <= 3}
    drawn = windows.draw(task, min(wanted), Random(5), 1200, rounds=8)
    assert set(drawn) == wanted
    assert spread(drawn, len(wanted)) < len(wanted) + 5 * (2 * len(wanted)) ** 0.5


@pytest.mark.parametrize("method", ["exact", "windows"])
def test_samples_keep_the_rules_and_the_seed(method: str) -> None:
    board = rectangle(4, 4)
    puzzle = Puzzle(board, {0: 3, 15: 2}, walls=frozenset({(0, 1)}), largest_region=6)
    task = of_puzzle(puzzle, deduce(puzzle))
    one = sample(task, Random(1), 3, method=method)
    two = sample(task, Random(1), 3, method=method)
    assert one.fillings == two.fillings
    assert one.exact is (method == "exact")
    assert not any(violations(puzzle, filling) for filling in one.fillings)


def test_a_large_board_is_drawn_by_windows() -> None:
    board = rectangle(8, 8)
    begin = windows.start(bare(board), Random(2))
    assert begin is not None
    drawn = windows.draw(bare(board), begin, Random(2), 2, rounds=1)
    assert drawn[0] != drawn[1] != begin
    assert not any(violations(Puzzle(board, {}), filling) for filling in drawn)


def test_what_cannot_be_drawn() -> None:
    nothing = Task(rectangle(2, 2), (2, 2, 2, 2))
    for method in ("exact", "windows", "auto"):
        with pytest.raises(NoSolutionError, match="no solution to draw"):
            sample(nothing, Random(1), 1, method=method)
    with pytest.raises(CountError, match="outgrows the memory allowed, 1 MiB"):
        sample(bare(rectangle(5, 5)), Random(1), 1, method="exact", memory=1 << 20)
    with pytest.raises(InputError, match="no sampling method 'x'"):
        sample(NINE, Random(1), 1, method="x")
