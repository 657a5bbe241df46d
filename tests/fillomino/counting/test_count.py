"""Counts by the frontier method: golden values, other methods, brute force on odd boards."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product

import pytest

from fillomino.board import Board, from_links, rectangle
from fillomino.counting.frontier import EMPTY, State, advance
from fillomino.counting.means import Means, Moment
from fillomino.counting.methods import METHODS, count
from fillomino.counting.order import ORDERS
from fillomino.counting.schedule import schedule
from fillomino.counting.sweep import sweep
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

PLAIN = Means(plain=True)


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
    assert count(bare(rectangle(height, width), largest)) == wanted


@pytest.mark.slow
@pytest.mark.parametrize(("height", "width", "largest", "wanted"), cases(LONG))
def test_golden_values_that_take_longer(height: int, width: int, largest: int, wanted: int) -> None:
    assert count(bare(rectangle(height, width), largest)) == wanted


@pytest.mark.slow
@pytest.mark.parametrize("order", ["rows", "diagonals"])
def test_5x5_by_two_orders(order: str) -> None:
    """By rows mirrored states are joined, along diagonals they are not: minutes, and up to 2.3 GiB."""
    assert count(bare(rectangle(5, 5)), order=order) == 1315801245


def test_rows_of_one_and_two_cells_are_in_the_oeis() -> None:
    assert tuple(count(bare(rectangle(1, n))) for n in range(1, 13)) == ROWS_OF_ONE
    assert tuple(count(bare(rectangle(2, n))) for n in range(1, 11)) == ROWS_OF_TWO


@pytest.mark.parametrize("method", [method.name for method in METHODS])
@pytest.mark.parametrize("cells", range(1, 7))
def test_methods_agree_on_small_rectangles(method: str, cells: int) -> None:
    for board in rectangles(cells):
        for largest in range(1, cells + 1):
            wanted = sum(max(filling) <= largest for filling in by_placing(board))
            assert count(bare(board, largest), method) == wanted


@pytest.mark.parametrize("name", ODD)
@pytest.mark.parametrize("order", ["best", "greedy"])
def test_odd_boards(name: str, order: str) -> None:
    board = ODD[name]
    wanted = len(by_placing(board))
    if board.size < 6:
        assert wanted == len(by_every_grid(Puzzle(board, {})))
    assert count(bare(board), order=order) == wanted
    assert count(bare(board), order=order, means=PLAIN) == wanted
    assert count(bare(board), "placements") == wanted


@pytest.mark.parametrize("name", ODD_LARGE)
def test_larger_odd_boards(name: str) -> None:
    board = ODD_LARGE[name]
    wanted = len(by_placing(board))
    assert wanted >= 25
    assert count(bare(board)) == wanted
    assert count(bare(board), means=PLAIN) == wanted


@pytest.mark.parametrize("order", ORDERS)
def test_every_order_gives_the_same_count(order: str) -> None:
    assert count(bare(rectangle(3, 4)), order=order) == 6426
    assert count(bare(rectangle(4, 4), 5), order=order) == 59951


@pytest.mark.parametrize("order", ["rows", "diagonals"])
def test_packed_layers_hold_the_ways_of_the_plain_ones(order: str) -> None:
    """Without the joining of states that only a bare board allows, layers are the same state by state."""
    np = pytest.importorskip("numpy")
    from fillomino.counting import limbs
    from fillomino.counting.packed import Layers

    task = replace(bare(rectangle(3, 4), 7), bare=False)
    steps = schedule(task, order)
    layers = Layers(steps)
    layer: dict[State, int] = {EMPTY: 1}
    keys, ways, slots = np.zeros(1, np.uint64), limbs.ones(1), 0
    for step in steps.steps:
        layer = advance(step, layer)
        rows, _, after = layers.expand(step, slots, keys)
        rows_alive, settled = layers.settle(step, after)
        keys, ways = limbs.merge(settled, limbs.take(ways, rows[rows_alive]))
        slots = len(step.kept)
        packed = dict(zip(keys.tolist(), limbs.integers(ways), strict=True))
        plain = {layers.words.of_state(state): number for state, number in layer.items()}
        # Each prunes a little that the other does not; what both have they must agree on.
        assert packed.keys() & plain.keys()
        assert all(packed[key] == plain[key] for key in packed.keys() & plain.keys())
    assert sum(layer.values()) == limbs.total(ways)


def test_many_small_blocks_and_threads_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numpy")
    from fillomino.counting import blocks

    monkeypatch.setattr(blocks, "BLOCK", 100)
    monkeypatch.setattr(blocks, "GATHER", 250)
    assert count(bare(rectangle(4, 4), 5)) == 59951
    assert count(bare(rectangle(4, 4), 5), means=Means(jobs=3)) == 59951


def test_counts_beyond_64_bits() -> None:
    """A long strip: the number of fillings of 2 rows grows fivefold with each column."""
    board = rectangle(2, 40)
    exact = count(bare(board, 4), means=PLAIN)
    assert exact > 2**64
    assert count(bare(board, 4)) == exact


def puzzles(seed: int) -> list[tuple[Board, Puzzle]]:
    """Random puzzles on small boards: clues from a filling, sometimes one changed, and walls."""
    chance = random.Random(seed)
    found = []
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
            found.append((board, Puzzle(board, clues, walls=walls, largest_region=largest)))
    return found


@pytest.mark.parametrize("seed", range(4))
def test_puzzles_against_brute_force(seed: int) -> None:
    some = False
    for board, puzzle in puzzles(seed):
        wanted = [filling for filling in by_placing(board) if keeps(puzzle, filling)]
        some |= bool(wanted)
        for level in (Level.NONE, Level.FULL):
            candidates = deduce(puzzle, level)
            if not candidates.consistent:
                assert not wanted
            task = of_puzzle(puzzle, candidates)
            assert count(task) == len(wanted)
            assert count(task, means=PLAIN) == len(wanted)
            assert count(task, "placements") == len(wanted)
    assert some


def test_packed_states_count_puzzles_too(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numpy")
    from fillomino.counting import sweep as module

    monkeypatch.setattr(module, "PACK_FROM", 1)
    for board, puzzle in puzzles(9):
        task = of_puzzle(puzzle, deduce(puzzle, Level.NONE))
        assert count(task) == sum(keeps(puzzle, filling) for filling in by_placing(board))


def test_a_board_where_no_number_is_allowed_has_no_filling() -> None:
    board = rectangle(2, 2)
    assert count(of_puzzle(Puzzle(board, {}), Candidates((0,) * 4, consistent=False))) == 0
    assert count(Task(board, (2, 4, 0, 4))) == 0


def test_too_little_memory_stops_the_count() -> None:
    for means in (Means(memory=1 << 20), Means(memory=1 << 20, plain=True)):
        with pytest.raises(CountError, match=r"outgrow the memory allowed, 1 MiB.*--memory"):
            sweep(schedule(bare(rectangle(5, 5), 5)), means)


def test_progress_is_told() -> None:
    moments: list[Moment] = []
    sweep(schedule(bare(rectangle(4, 4), 4)), Means(watch=moments.append))
    assert [moment.done for moment in moments if not moment.part] == sorted({m.done for m in moments})
    assert moments[-1].done == moments[-1].cells == 16
    assert moments[0].seconds_left is None
    assert moments[-1].seconds_left == 0
