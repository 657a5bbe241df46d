"""Rectangles whose sides are joined: cylinder, torus and Möbius strip.

Each is built from one function: where a step beyond the rim leads. At least three cells
lie along every side that is joined with its opposite, for with two a cell would meet its
neighbour twice.
"""

from __future__ import annotations

from collections.abc import Callable

from fillomino.board import Board, Grid
from fillomino.boards.family import BoardFamily, dimensions

_STEPS = ((-1, 0), (0, -1), (0, 1), (1, 0))


def wrapped(height: int, width: int, glue: Callable[[int, int], tuple[int, int] | None]) -> Board:
    """A rectangle with joined sides.

    Args:
        height: number of rows.
        width: number of columns.
        glue: maps a place one step outside the rectangle to the place it leads to, ``None`` for a rim.
    """
    around: list[set[int]] = [set() for _ in range(height * width)]
    images = []
    for cell in range(height * width):
        row, column = divmod(cell, width)
        for down, right in _STEPS:
            r, c = row + down, column + right
            place = (r, c) if 0 <= r < height and 0 <= c < width else glue(r, c)
            if place is None:
                continue
            other = place[0] * width + place[1]
            around[cell].add(other)
            if place != (r, c):
                images.append((other, r, c))
    names = tuple(f"r{place // width + 1}c{place % width + 1}" for place in range(height * width))
    cells = tuple(range(height * width))
    return Board(
        tuple(tuple(sorted(near)) for near in around),
        names,
        cells,
        grid=Grid(height, width, cells),
        images=tuple(images),
    )


def _cylinder(sizes: str) -> Board:
    height, width = dimensions(sizes, ("rows", "columns"), (1, 3))

    def glue(row: int, column: int) -> tuple[int, int] | None:
        return (row, column % width) if 0 <= row < height else None

    return wrapped(height, width, glue)


def _torus(sizes: str) -> Board:
    height, width = dimensions(sizes, ("rows", "columns"), (3, 3))
    return wrapped(height, width, lambda row, column: (row % height, column % width))


def _moebius(sizes: str) -> Board:
    height, width = dimensions(sizes, ("rows", "columns"), (1, 3))

    def glue(row: int, column: int) -> tuple[int, int] | None:
        return (height - 1 - row, column % width) if 0 <= row < height else None

    return wrapped(height, width, glue)


CYLINDER = BoardFamily(
    name="cylinder",
    grammar="cylinder:ROWSxCOLUMNS",
    title="a rectangle whose left and right sides are joined",
    example="cylinder:3x4",
    build=_cylinder,
)
TORUS = BoardFamily(
    name="torus",
    grammar="torus:ROWSxCOLUMNS",
    title="a rectangle whose left and right sides are joined, and its top and bottom too",
    example="torus:3x4",
    build=_torus,
)
MOEBIUS = BoardFamily(
    name="moebius",
    grammar="moebius:ROWSxCOLUMNS",
    title="a rectangle whose left and right sides are joined with a half twist: the top row meets the bottom",
    example="moebius:3x4",
    build=_moebius,
)
