"""Where everything lies in a drawing of a board, whatever is then written into it.

The same for a picture, which is drawn here, and for a page, which draws itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Literal, NamedTuple

from fillomino.board import Board, Grid
from fillomino.render.borders import sight, unseen
from fillomino.render.pen import SIDE
from fillomino.render.svg_circles import places
from fillomino.render.svg_hexagons import ACROSS, CORNERS, RADIUS

Point = tuple[float, float]


class Side(NamedTuple):
    """A line between two places next to each other.

    Attributes:
        one: the cell seen on one side of it.
        other: the cell on the other side, ``None`` beyond the board.
        seam: whether one of the two is an image, seen there once more because sides are joined.
        ends: where the line begins and ends.
    """

    one: int
    other: int | None
    seam: bool
    ends: tuple[Point, Point]


@dataclass(frozen=True, slots=True)
class Scene:
    """The places of a board's drawing, in pixels.

    Attributes:
        shape: what a cell looks like.
        box: left, top, width and height of the drawing.
        outline: the corners of a cell around its centre; none for circles.
        centres: for each cell where its number stands.
        images: cells seen once more across a seam, and where.
        sides: the lines between places; none for circles.
        unseen: the neighbours that no line shows: all of them between circles, those of different layers
            between squares.
    """

    shape: Literal["squares", "hexagons", "circles"]
    box: tuple[float, float, float, float]
    outline: tuple[Point, ...]
    centres: tuple[Point, ...]
    images: tuple[tuple[int, Point], ...]
    sides: tuple[Side, ...]
    unseen: tuple[tuple[int, int], ...]


def scene(board: Board) -> Scene:
    """Lay out a board: squares if it has a grid, hexagons for a board of hexagons, else circles."""
    if board.grid is not None:
        return _squares(board, board.grid)
    if board.hexagonal and board.positions is not None:
        return _hexagons(board.positions)
    centres = tuple(places(board))
    box = (0, 0, max(x for x, _ in centres) + SIDE, max(y for _, y in centres) + SIDE)
    return Scene("circles", box, (), centres, (), (), tuple(board.links()))


def _squares(board: Board, grid: Grid) -> Scene:
    seen = sight(board, grid)
    half = SIDE / 2
    centres = {
        cell: ((place % grid.width) * SIDE + half, (place // grid.width) * SIDE + half)
        for place, cell in enumerate(grid.cells)
        if cell is not None
    }
    images = tuple(
        (cell, (column * SIDE + half, row * SIDE + half)) for (row, column), cell in seen.images.items()
    )
    sides = []
    for row in range(seen.rows.start, seen.rows.stop + 1):
        for column in range(seen.columns.start, seen.columns.stop + 1):
            x, y = column * SIDE, row * SIDE
            for other, end in (((row - 1, column), (x + SIDE, y)), ((row, column - 1), (x, y + SIDE))):
                real = grid.at(row, column), grid.at(*other)
                if real == (None, None):
                    continue
                a, b = seen.at(row, column), seen.at(*other)
                one, two = (b, None) if a is None else (a, b)
                if one is not None:
                    seam = two is not None and None in real
                    sides.append(Side(one, two, seam, ((x, y), end)))
    return Scene(
        "squares",
        (
            seen.columns.start * SIDE,
            seen.rows.start * SIDE,
            len(seen.columns) * SIDE,
            len(seen.rows) * SIDE,
        ),
        ((-half, -half), (half, -half), (half, half), (-half, half)),
        tuple(centres[cell] for cell in range(board.size)),
        images,
        tuple(sides),
        tuple(unseen(board, grid)),
    )


def _hexagons(positions: tuple[Point, ...]) -> Scene:
    left, top = min(x for x, _ in positions) - 0.5, min(y for _, y in positions)
    at = {place: cell for cell, place in enumerate(positions)}
    outline = tuple((right * SIDE, down * RADIUS) for right, down in CORNERS)
    centres, sides = [], []
    for cell, (column, row) in enumerate(positions):
        x, y = (column - left) * SIDE, (row - top) * 1.5 * RADIUS + RADIUS
        centres.append((x, y))
        corners = [(x + right, y + down) for right, down in outline]
        for side, (right, down) in enumerate(ACROSS):
            other = at.get((column + right, row + down))
            if other is None or other > cell:  # else it is drawn from the other side
                sides.append(Side(cell, other, False, (corners[side], corners[(side + 1) % 6])))
    width = ceil((max(x for x, _ in positions) + 0.5 - left) * SIDE)
    height = ceil((max(y for _, y in positions) - top) * 1.5 * RADIUS + 2 * RADIUS)
    return Scene("hexagons", (0, 0, width, height), outline, tuple(centres), (), tuple(sides), ())
