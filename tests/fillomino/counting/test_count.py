"""Counts by all methods: golden values, and brute force on small boards and puzzles."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import product

import pytest

from fillomino.board import Board, from_links, rectangle
from fillomino.counting import regions, sweep
from fillomino.counting.frontier import EMPTY, State, advance
from fillomino.counting.methods import METHODS, count, suitable
from fillomino.counting.schedule import ORDERS, schedule
from fillomino.counting.settings import CountProgress, Settings
from fillomino.counting.task import Task, bare, of_puzzle
from fillomino.deduction.engine import Candidates, Level, deduce
from fillomino.errors import CountError
from fillomino.puzzle import Puzzle
from tests.support.boards import ODD, rectangles
from tests.support.brute import by_every_grid, by_placing, keeps

GOLDEN = {
    (2, 2): {4: 5, 3: 4},
    (3, 3): {3: 38, 4: 178, 5: 323, 6: 403, 7: 435, 8: 444, 9: 445},
    (3, 4): {12: 6426},
    (3, 5): {15: 91880},
    (4, 4): {3: 152, 4: 10783, 5: 59951, 6: 124929, 7: 179501, 8: 216813, 9: 239273, 16: 259728},
    (5, 5): {3: 4460, 4: 2913478},
    (6, 6): {3: 118164},
}
LONG = {
    (3, 6): {18: 1320145},
    (4, 5): {20: 10833138},
    (5, 5): {5: 52088410, 6: 217026608},
    (6, 6): {4: 2729851087, 5: 233242257709},
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


def packed_count(task: Task) -> int:
    """The frontier method with every layer packed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sweep, "PACK_FROM", 1)
        return count(task, "frontier")


COUNTERS: dict[str, Callable[[Task], int]] = {
    "frontier": count,
    "frontier, plain": plain_count,
    "frontier, packed": packed_count,
    "frontier:greedy": lambda task: count(task, order="greedy"),
    "regions": regions.count,
    "placements": lambda task: count(task, "placements"),
}


def torus(height: int, width: int) -> Board:
    """A torus; each side has at least three cells."""
    links = []
    for row, column in product(range(height), range(width)):
        links.append((row * width + column, row * width + (column + 1) % width))
        links.append((row * width + column, (row + 1) % height * width + column))
    return from_links([f"t{x}" for x in range(height * width)], links)


def hexagons(height: int, width: int) -> Board:
    """Rows of hexagons: each has two neighbours in the row below, to the left and straight."""
    links = []
    for row, column in product(range(height), range(width)):
        here = row * width + column
        if column + 1 < width:
            links.append((here, here + 1))
        if row + 1 < height:
            links.append((here, here + width))
            if column:
                links.append((here, here + width - 1))
    return from_links([f"h{x}" for x in range(height * width)], links)


ODD_LARGE = {
    "torus 3x3": torus(3, 3),
    "hexagons 3x3": hexagons(3, 3),
    "hexagons 2x4": hexagons(2, 4),
    "frame": rectangle(3, 4, {(1, 1), (1, 2)}),
    "comb": rectangle(3, 4, {(2, 0), (2, 2)}),
    "two islands": rectangle(2, 5, {(0, 2), (1, 2)}),
}


def cases(table: dict[tuple[int, int], dict[int, int]]) -> list[tuple[int, int, int, int]]:
    return [(*size, largest, wanted) for size, row in table.items() for largest, wanted in row.items()]


@pytest.mark.parametrize(("height", "width", "largest", "wanted"), cases(GOLDEN))
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


@pytest.mark.parametrize(("method", "longest"), [("frontier", 10), ("regions", 8)])
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


@pytest.mark.parametrize("order", ["rows", "diagonals"])
def test_packed_layers_hold_the_ways_of_the_plain_ones(order: str) -> None:
    """Without the joining of states that only a bare board allows, layers are the same state by state."""
    np = pytest.importorskip("numpy")
    from fillomino.counting import blocks, packing
    from fillomino.counting.packed import PackedSteps

    task = replace(bare(rectangle(3, 4), 7), bare=False)
    steps = schedule(task, order)
    packed_steps = PackedSteps(steps)
    layer: dict[State, int] = {EMPTY: 1}
    keys, ways = np.zeros(1, np.uint64), packing.from_integers([1])
    for step in steps.steps:
        layer = advance(step, layer)
        keys, ways = blocks.advance_block(packed_steps, step, keys, ways)
        packed = dict(zip(keys.tolist(), packing.integers(ways), strict=True))
        plain = {packed_steps.words.of_state(state): number for state, number in layer.items()}
        # Each prunes a little that the other does not; what both have they must agree on.
        assert packed.keys() & plain.keys()
        assert all(packed[key] == plain[key] for key in packed.keys() & plain.keys())
    assert sum(layer.values()) == sum(packing.integers(ways))


def test_many_small_blocks_and_threads_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numpy")
    from fillomino.counting import blocks

    monkeypatch.setattr(blocks, "BLOCK", 100)
    monkeypatch.setattr(blocks, "GATHER", 250)
    assert count(bare(rectangle(4, 4), 5)) == 59951
    assert count(bare(rectangle(4, 4), 5), settings=Settings(jobs=3)) == 59951


def test_counts_beyond_64_bits() -> None:
    """A long strip: the number of fillings of 2 rows grows fivefold with each column."""
    task = bare(rectangle(2, 40), 4)
    exact = plain_count(task)
    assert exact > 2**64
    assert count(task) == exact


def puzzles(seed: int) -> list[Puzzle]:
    """Random puzzles on small boards: clues from a filling, sometimes one changed, and walls."""
    chance = random.Random(seed)
    made = []
    for board in (rectangle(2, 4), rectangle(3, 3), ODD["ring"], ODD_LARGE["hexagons 2x4"]):
        fillings = by_placing(board)
        for _ in range(6):
            filling = chance.choice(fillings)
            clues = {x: filling[x] for x in range(board.size) if chance.random() < 0.3}
            if clues and chance.random() < 0.3:
                clues[chance.choice(sorted(clues))] = chance.randint(1, 4)
            walls = frozenset(link for link in board.links() if chance.random() < 0.15)
            largest = chance.choice((None, 4, 5))
            if largest is not None:
                clues = {x: v for x, v in clues.items() if v <= largest}
            made.append(Puzzle(board, clues, walls=walls, largest_region=largest))
    return made


@pytest.mark.parametrize("seed", range(4))
def test_puzzles_against_brute_force(seed: int) -> None:
    solvable = 0
    for puzzle in puzzles(seed):
        wanted = sum(keeps(puzzle, filling) for filling in by_placing(puzzle.board))
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
@pytest.mark.parametrize("numpy", [True, False])
def test_too_little_memory_stops_the_count(
    monkeypatch: pytest.MonkeyPatch, method: str, *, numpy: bool
) -> None:
    if not numpy:
        monkeypatch.setattr(sweep, "packable", lambda _: False)
    with pytest.raises(CountError, match=r"outgrow the memory allowed, 1 MiB.*--memory"):
        count(bare(rectangle(5, 5), 5), method, settings=Settings(memory=1 << 20))


def test_regions_counts_no_large_boards() -> None:
    with pytest.raises(CountError, match=r"at most 500 cells: use frontier"):
        regions.count(bare(rectangle(30, 30), 2))


def test_progress_is_reported() -> None:
    reports: list[CountProgress] = []
    count(bare(rectangle(4, 4), 4), settings=Settings(watch=reports.append))
    assert [report.done for report in reports if not report.part] == sorted({r.done for r in reports})
    assert reports[-1].done == reports[-1].cells == 16
    assert reports[0].seconds_left is None
    assert reports[-1].seconds_left == 0


def test_the_frontier_method_counts_where_numpy_is_installed() -> None:
    pytest.importorskip("numpy")
    assert suitable(bare(rectangle(4, 4))) == "frontier"
