"""Puzzles and the rules: what may be given, every violation by its name, and brute force."""

from __future__ import annotations

from itertools import pairwise, product
from typing import Any

import pytest

from fillomino.board import Board, rectangle
from fillomino.boards import from_spec
from fillomino.checkered import odd_ring, two_colours
from fillomino.errors import FillominoError, InputError, PuzzleError
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import regions, violations
from tests.support.boards import ODD, rectangles
from tests.support.brute import by_every_grid, by_placing, keeps
from tests.support.refused import refused
from tests.support.where import brief


@pytest.mark.parametrize(
    ("given", "code"),
    [
        *(({"clues": {cell: 1}}, "unknown-cell") for cell in (4, -1)),
        *(({"clues": {1: clue}}, "clue-range") for clue in (0, -2, 5)),
        *(
            ({"walls": frozenset({wall})}, "wall-between")
            for wall in ((0, 3), (1, 0), (0, 0), (0, 4), (-1, 0))
        ),
        *(({"clues": {0: 1}, "unknown": frozenset({cell})}, "bad-puzzle") for cell in (0, 4, -1)),
        ({"largest_region": 0}, "largest-region"),
    ],
)
def test_what_does_not_fit_the_board_is_refused(given: dict[str, Any], code: str) -> None:
    assert Puzzle(rectangle(2, 2), {0: 4}).empty_cells == 3
    with refused(PuzzleError, code):
        Puzzle(rectangle(2, 2), **{"clues": {}, **given})


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (InputError("no"), "no"),
        (InputError("no", source="a.txt"), "a.txt: no"),
        (InputError("no", line=3, column=7), "3:7: no"),
        (InputError("no", line=3, column=7, source="a.txt"), "a.txt:3:7: no"),
    ],
)
def test_input_errors_tell_as_much_of_their_place_as_is_known(error: InputError, text: str) -> None:
    assert str(error) == text
    assert isinstance(error, FillominoError)


SMALL = {
    **{
        f"{board.grid.height}x{board.grid.width}": board
        for cells in range(1, 7)
        for board in rectangles(cells)
        if board.grid is not None and board.grid.height <= board.grid.width < 6
    },
    **{name: board for name, board in ODD.items() if board.size <= 6},
}
NAMES = {
    "cell-empty",
    "number-not-positive",
    "clue-changed",
    "region-too-large",
    "region-too-small",
    "wall-inside-region",
    "region-over-limit",
    "region-without-clue",
    "two-colours-do-not-do",
}


@pytest.mark.parametrize("name", SMALL)
def test_every_grid_judged_by_the_rules_equals_every_placing_of_regions(name: str) -> None:
    board = SMALL[name]
    assert by_every_grid(Puzzle(board, {})) == by_placing(board)


@pytest.mark.parametrize(
    ("height", "width", "count"),
    [(1, 1, 1), (1, 2, 1), (1, 3, 3), (1, 4, 4), (1, 5, 7), (1, 6, 14), (2, 2, 5), (2, 3, 33), (3, 3, 445)],
)
def test_number_of_fillings(height: int, width: int, count: int) -> None:
    """1xn is OEIS A003242, 2xn is A359703; a square of three has 445."""
    assert len(by_placing(rectangle(height, width))) == count
    assert len(by_placing(rectangle(width, height))) == count


@pytest.mark.parametrize("name", ["2x2", "1x4", "corner hole", "triangle with a tail", "star"])
@brief(lambda name: name not in ("corner hole", "star"))
def test_clues_walls_and_largest_region_keep_what_they_say(name: str) -> None:
    board = SMALL[name]
    fillings = by_placing(board)
    first, last = next(board.links()), board.size - 1
    for puzzle in (
        Puzzle(board, {0: 2}),
        Puzzle(board, {last: 1}, walls=frozenset({first})),
        Puzzle(board, {}, walls=frozenset(board.links())),
        Puzzle(board, {}, largest_region=2),
        Puzzle(board, {0: board.size}, largest_region=board.size - 1),
        Puzzle(board, {}, checkered=True),
        Puzzle(board, {0: 2}, basic=True),
        Puzzle(board, {0: 1, last: 2}, unknown=frozenset({1}), basic=True, checkered=True),
    ):
        assert by_every_grid(puzzle) == [filling for filling in fillings if keeps(puzzle, filling)]


def flooded(board: Board, filling: Filling) -> set[frozenset[int]]:
    """Regions by merging along links until nothing changes: slow, and unlike the code under test."""
    of = {cell: frozenset([cell]) for cell in range(board.size)}
    for _ in range(board.size):
        for x, y in board.links():
            if filling[x] == filling[y]:
                merged = of[x] | of[y]
                of.update(dict.fromkeys(merged, merged))
    return set(of.values())


@pytest.mark.parametrize("board", [rectangle(2, 3), ODD["ring"], ODD["star"]], ids=["2x3", "ring", "star"])
def test_regions_of_every_grid_of_two_numbers(board: Board) -> None:
    for filling in product((1, 2), repeat=board.size):
        found = regions(board, filling)
        assert set(map(frozenset, found)) == flooded(board, filling)
        assert found == sorted(found)
        assert all(list(region) == sorted(region) for region in found)


ROW = rectangle(1, 4)
PLAIN = Puzzle(ROW, {})


WALLED = Puzzle(ROW, {}, walls=frozenset({(1, 2)}))
CHECKERED = Puzzle(rectangle(2, 3), {}, checkered=True)


@pytest.mark.parametrize(
    ("puzzle", "filling", "expected"),
    [
        (PLAIN, (1, 3, 3, 3), []),
        (PLAIN, (1, 0, 2, 2), [("cell-empty", (1,), ())]),
        (PLAIN, (1, -3, 2, 2), [("number-not-positive", (1,), (-3,))]),
        (Puzzle(ROW, {0: 3}), (1, 3, 3, 3), [("clue-changed", (0,), (1, 3))]),
        (PLAIN, (1, 2, 2, 2), [("region-too-large", (1, 2, 3), (2, 3))]),
        (PLAIN, (1, 2, 2, 4), [("region-too-small", (3,), (4, 1))]),
        (WALLED, (1, 3, 3, 3), [("wall-inside-region", (1, 2), (3,))]),
        (Puzzle(ROW, {}, largest_region=2), (1, 3, 3, 3), [("region-over-limit", (1, 2, 3), (3, 2))]),
        (
            Puzzle(ROW, {1: 3}, unknown=frozenset({0}), basic=True),
            (1, 3, 3, 3),
            [("region-without-clue", (0,), (1,))],
        ),
        (Puzzle(rectangle(2, 2), {}, checkered=True), (1, 3, 3, 3), []),
        (CHECKERED, (1, 3, 3, 2, 2, 3), [("two-colours-do-not-do", (0, 1, 2, 3, 4, 5), (3,))]),
        (
            Puzzle(from_spec("cylinder:1x5"), {}, checkered=True),
            (2, 2, 1, 2, 0),
            [("cell-empty", (4,), ()), ("region-too-small", (3,), (2, 1))],
        ),
    ],
)
def test_each_violation_alone(
    puzzle: Puzzle, filling: Filling, expected: list[tuple[str, tuple[int, ...], tuple[int, ...]]]
) -> None:
    found = violations(puzzle, filling)
    assert [(broken.name, broken.cells, broken.numbers) for broken in found] == expected
    assert all(puzzle.board.names[violation.cells[0]] in violation.text for violation in found)


def test_violations_come_together_and_no_name_is_forgotten() -> None:
    puzzle = Puzzle(
        rectangle(2, 4),
        {0: 2, 1: 2},
        walls=frozenset({(2, 3)}),
        largest_region=4,
        checkered=True,
        basic=True,
    )
    found = violations(puzzle, (0, 3, 5, 5, -1, 1, 1, 5))
    assert {violation.name for violation in found} == NAMES
    assert [v.cells for v in found if v.name == "region-too-large"] == [(5, 6)]
    # An empty clue cell is empty and no more.
    assert [v.name for v in found if v.cells == (0,)] == ["cell-empty"]


def test_a_filling_has_one_number_for_each_cell() -> None:
    with refused(PuzzleError, "bad-filling"):
        violations(PLAIN, (1, 2, 2))


@pytest.mark.parametrize(
    "board", [*ODD.values(), *map(from_spec, ("hexagon:2", "moebius:2x3", "cylinder:2x3"))]
)
def test_two_ways_to_judge_two_colours_agree(board: Board) -> None:
    seen = set()
    for filling in by_placing(board):
        found = regions(board, filling)
        ring = odd_ring(board, found)
        colours = two_colours(board, filling)
        assert (colours is None) == bool(ring)
        seen.add(bool(ring))
        if colours is not None:
            assert all((colours[x] == colours[y]) == (filling[x] == filling[y]) for x, y in board.links())
        assert len(ring) % 2 == (1 if ring else 0)
        for one, other in pairwise([*ring, *ring[:1]]):
            assert any(y in other for x in one for y in board.neighbours[x])
    assert False in seen
