"""Counting and listing: golden values, brute force on small boards and puzzles; drawing by windows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import islice
from math import comb
from random import Random

import pytest

from fillomino.board import Board, rectangle
from fillomino.boards import from_spec
from fillomino.counting import methods, placements, regions, windows
from fillomino.counting.frontier import EMPTY, PlainTable, State, advance
from fillomino.counting.methods import (
    METHODS,
    arrangement_count,
    count,
    every_arrangement,
    every_grid,
    grid_count,
    keeps_rules,
)
from fillomino.counting.schedule import ORDERS, schedule
from fillomino.counting.settings import CountProgress, Settings
from fillomino.counting.task import Task, bare, of_puzzle, with_prefix
from fillomino.deduction.engine import Candidates, Level, deduce
from fillomino.errors import CountError, PuzzleError
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import violations
from tests.support.boards import ODD, rectangles
from tests.support.brute import by_every_grid, by_placing
from tests.support.random_puzzles import puzzles, solutions_of
from tests.support.refused import refused
from tests.support.where import brief

GOLDEN = {
    (2, 2): {4: 5, 3: 4},
    (3, 3): {3: 38, 4: 178, 5: 323, 6: 403, 7: 435, 8: 444, 9: 445},
    (3, 4): {12: 6426},
    (3, 5): {15: 91880},
    (4, 4): {3: 152, 4: 10783, 5: 59951, 6: 124929, 7: 179501, 8: 216813, 9: 239273, 16: 259728},
    (5, 5): {3: 4460},
}
LONG = {
    (3, 6): {18: 1320145},
    (4, 5): {20: 10833138},
    (5, 5): {4: 2913478, 5: 52088410, 6: 217026608},
    (6, 6): {3: 118164, 4: 2729851087, 5: 233242257709},
    (7, 7): {3: 3444259, 4: 8440358198530},
    (8, 8): {3: 280700180},
}
ROWS_OF_ONE = (1, 1, 3, 4, 7, 14, 23, 39, 71, 124, 214, 378)  # OEIS A003242, from 1
ROWS_OF_TWO = (1, 5, 33, 138, 715, 3524, 17119, 84655, 416723, 2047650)  # OEIS A359703, from 1 column


def plain_count(task: Task) -> int:
    """The frontier method in plain Python."""
    layer: dict[State, int] = {EMPTY: 1}
    for step in schedule(task).steps:
        layer = advance(step, layer)
    return sum(layer.values())


COUNTERS: dict[str, Callable[[Task], int]] = {
    "frontier": count,
    "frontier, plain": plain_count,
    "frontier:greedy": lambda task: count(task, order="greedy"),
    "regions": regions.count,
    "placements": lambda task: count(task, "placements"),
}


ODD_LARGE = {
    **{spec: from_spec(spec) for spec in ("torus:3x3", "rhombus:3x3", "rhombus:2x4")},
    "frame": rectangle(3, 4, {(1, 1), (1, 2)}),
    "comb": rectangle(3, 4, {(2, 0), (2, 2)}),
    "two islands": rectangle(2, 5, {(0, 2), (1, 2)}),
}


def cases(table: dict[tuple[int, int], dict[int, int]]) -> list[tuple[int, int, int, int]]:
    return [(*size, largest, wanted) for size, row in table.items() for largest, wanted in row.items()]


@pytest.mark.parametrize(("height", "width", "largest", "wanted"), cases(GOLDEN))
@brief(lambda height, largest: height != 4 or largest in (3, 5, 16))
def test_golden_values(height: int, width: int, largest: int, wanted: int) -> None:
    task = bare(rectangle(height, width), largest)
    assert count(task) == wanted
    if height < 4 or (height == 4 and largest == 5):
        assert regions.count(task) == wanted


@pytest.mark.slow
@pytest.mark.parametrize(("height", "width", "largest", "wanted"), cases(LONG))
def test_golden_values_that_take_longer(height: int, width: int, largest: int, wanted: int) -> None:
    assert count(bare(rectangle(height, width), largest)) == wanted


@pytest.mark.slow
@pytest.mark.parametrize("order", ["rows", "diagonals"])
def test_5x5_by_two_orders(order: str) -> None:
    """By rows mirrored states are joined, along diagonals they are not: minutes, and up to 2.3 GiB."""
    assert count(bare(rectangle(5, 5)), order=order) == 1315801245


@pytest.mark.parametrize(("method", "longest"), [("frontier", 8), ("frontier", 10), ("regions", 8)])
@brief(lambda longest: longest == 8)
def test_rows_of_one_and_two_cells_are_in_the_oeis(method: str, longest: int) -> None:
    assert tuple(count(bare(rectangle(1, n)), method) for n in range(1, 13)) == ROWS_OF_ONE
    rows = tuple(count(bare(rectangle(2, n)), method) for n in range(1, longest + 1))
    assert rows == ROWS_OF_TWO[:longest]


@pytest.mark.parametrize("method", [method.name for method in METHODS])
@pytest.mark.parametrize("cells", range(1, 7))
def test_methods_agree_on_small_rectangles(method: str, cells: int) -> None:
    for board in rectangles(cells):
        for largest in range(1, cells + 1):
            wanted = sum(max(filling) <= largest for filling in by_placing(board))
            assert count(bare(board, largest), method) == wanted


@pytest.mark.parametrize("name", [*ODD, *ODD_LARGE])
def test_odd_boards(name: str) -> None:
    board = (ODD | ODD_LARGE)[name]
    wanted = len(by_placing(board))
    if board.size < 6:
        assert wanted == len(by_every_grid(Puzzle(board, {})))
    assert {counter: by(bare(board)) for counter, by in COUNTERS.items()} == dict.fromkeys(COUNTERS, wanted)


@pytest.mark.parametrize("order", ORDERS)
def test_every_order_gives_the_same_count(order: str) -> None:
    assert count(bare(rectangle(3, 4)), order=order) == 6426
    assert count(bare(rectangle(4, 4), 5), order=order) == 59951


def test_counts_beyond_64_bits() -> None:
    """A long strip: the number of fillings of 2 rows grows fivefold with each column."""
    task = bare(rectangle(2, 40), 4)
    exact = plain_count(task)
    assert exact > 2**64
    assert count(task) == exact


@pytest.mark.parametrize("seed", range(4))
@brief(lambda seed: seed == 0)
def test_puzzles_against_brute_force(seed: int) -> None:
    solvable = 0
    for board in (rectangle(2, 4), rectangle(3, 3), ODD["ring"], ODD_LARGE["rhombus:2x4"]):
        for puzzle in puzzles(board, seed, count=6):
            wanted = len(solutions_of(puzzle))
            solvable += wanted > 0
            for level in (Level.NONE, Level.FULL):
                candidates = deduce(puzzle, level)
                assert candidates.consistent or not wanted
                task = of_puzzle(puzzle, candidates)
                assert {name: by(task) for name, by in COUNTERS.items()} == dict.fromkeys(COUNTERS, wanted)
    assert solvable > 5


@pytest.mark.parametrize("counter", COUNTERS.values(), ids=COUNTERS)
def test_a_board_where_no_number_is_allowed_has_no_filling(counter: Callable[[Task], int]) -> None:
    board = rectangle(2, 2)
    assert counter(of_puzzle(Puzzle(board, {}), Candidates((0,) * 4, consistent=False))) == 0
    assert counter(Task(board, (2, 4, 0, 4))) == 0


@pytest.mark.parametrize("method", ["frontier", "regions"])
def test_too_little_memory_stops_the_count(monkeypatch: pytest.MonkeyPatch, method: str) -> None:
    monkeypatch.setattr(methods, "packable", lambda _: False)
    with refused(CountError, "count-stopped"):
        count(bare(rectangle(5, 5), 5), method, settings=Settings(memory=1 << 20))


def test_regions_counts_no_large_boards() -> None:
    with refused(CountError, "count-stopped"):
        regions.count(bare(rectangle(30, 30), 2))


def test_progress_is_reported() -> None:
    reports: list[CountProgress] = []
    count(bare(rectangle(4, 4), 4), "frontier", settings=Settings(watch=reports.append))
    assert [report.done for report in reports if not report.part] == sorted({r.done for r in reports})
    assert reports[-1].done == reports[-1].cells == 16
    assert reports[0].seconds_left is None
    assert reports[-1].seconds_left == 0


NINE = bare(rectangle(3, 3))


@pytest.mark.parametrize("board", [rectangle(3, 3), rectangle(2, 4), *ODD.values()])
def test_fillings_come_in_lexicographic_order(board: Board) -> None:
    assert list(placements.fillings(bare(board))) == by_placing(board)


def test_each_method_that_lists_yields_the_same() -> None:
    for method in METHODS:
        if method.grids is not None:
            for board in rectangles(6):
                task = bare(board, 4)
                fillings = [grid for grid in method.grids(task) if keeps_rules(task, grid)]
                assert sorted(fillings) == [f for f in by_placing(board) if max(f) < 5]


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
    with refused(PuzzleError, "bad-filling"):
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


def test_a_large_board_is_drawn_by_windows() -> None:
    board = rectangle(8, 8)
    begin = windows.start(bare(board), Random(2))
    assert begin is not None
    drawn = windows.draw(bare(board), begin, Random(2), 2, rounds=1)
    assert drawn[0] != drawn[1] != begin
    assert not any(violations(Puzzle(board, {}), filling) for filling in drawn)


def test_all_445_are_drawn_uniformly() -> None:
    completions = PlainTable(schedule(NINE))
    assert completions.fillings == 445
    drawn = completions.draw(Random(7), 4450)
    assert set(drawn) == set(by_placing(rectangle(3, 3)))
    # 444 degrees of freedom: mean 444, standard deviation 30; these bounds are 4 deviations away.
    assert 325 < spread(drawn, 445) < 563
