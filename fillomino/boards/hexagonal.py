"""Boards of hexagonal cells: each has up to six neighbours. Outlines: a hexagon, a rhombus."""

from __future__ import annotations

from fillomino.board import Board
from fillomino.boards.family import BoardFamily, check_size, dimensions, numbers


def rows_of_hexagons(rows: list[tuple[int, int]]) -> Board:
    """Rows of hexagons, from the top.

    Args:
        rows: for each row where its first cell lies, in half cells from the left, and its length.
            The first cells of rows that follow each other are an odd number of halves apart.
    """
    at: dict[tuple[int, int], int] = {}
    names = []
    for row, (start, length) in enumerate(rows):
        for i in range(length):
            at[start + 2 * i, row] = len(at)
            names.append(f"r{row + 1}c{i + 1}")
    around = [
        tuple(
            at[x + right, row + down]
            for right, down in ((-1, -1), (1, -1), (-2, 0), (2, 0), (-1, 1), (1, 1))
            if (x + right, row + down) in at
        )
        for x, row in at
    ]
    positions = tuple((x / 2, float(row)) for x, row in at)
    return Board(tuple(around), tuple(names), tuple(range(len(at))), positions=positions, hexagonal=True)


def _hexagon(sizes: str) -> Board:
    (side,) = numbers(sizes, ("cells a side",), (1,))
    check_size(3 * side * (side - 1) + 1)
    rows = range(1 - side, side)
    return rows_of_hexagons([(abs(row), 2 * side - 1 - abs(row)) for row in rows])


def _rhombus(sizes: str) -> Board:
    height, width = dimensions(sizes, ("rows", "columns"), (1, 1))
    return rows_of_hexagons([(row, width) for row in range(height)])


HEXAGON = BoardFamily(
    name="hexagon",
    grammar="hexagon:SIDE",
    title="hexagonal cells in the outline of a hexagon",
    example="hexagon:3",
    build=_hexagon,
)
RHOMBUS = BoardFamily(
    name="rhombus",
    grammar="rhombus:ROWSxCOLUMNS",
    title="hexagonal cells in the outline of a rhombus: each row half a cell further to the right",
    example="rhombus:3x4",
    build=_rhombus,
)
