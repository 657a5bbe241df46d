"""The geometry of a drawing of a board, whatever is then written into it.

The same for a picture, which is drawn here, and for a page, which draws itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, cos, pi, sin, sqrt
from typing import Literal, NamedTuple

from fillomino.board import Board, Grid
from fillomino.render.borders import edges, sight, unseen
from fillomino.render.pen import SIDE

Point = tuple[float, float]

_RADIUS = SIDE / sqrt(3)
_CORNERS = ((0.5, 0.5), (0.0, 1.0), (-0.5, 0.5), (-0.5, -0.5), (0.0, -1.0), (0.5, -0.5))
"""Around a hexagon from the lower right, as parts of a row's step and of the radius."""
_ACROSS = ((0.5, 1.0), (-0.5, 1.0), (-1.0, 0.0), (-0.5, -1.0), (0.5, -1.0), (1.0, 0.0))
"""From a hexagon to the one across the side that begins at each corner."""


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
    return _circles(board)


def _squares(board: Board, grid: Grid) -> Scene:
    view = sight(board, grid)
    half = SIDE / 2
    centres = {cell: (x * SIDE + half, y * SIDE + half) for (y, x), cell in view.cells.items()}
    images = tuple((cell, (column * SIDE + half, row * SIDE + half)) for cell, row, column in board.images)
    sides = []
    for (row, column), above, one, other, seam in edges(view):
        x, y = column * SIDE, row * SIDE
        sides.append(Side(one, other, seam, ((x, y), (x + SIDE, y) if above else (x, y + SIDE))))
    rows, columns = view.rows, view.columns
    return Scene(
        "squares",
        (columns.start * SIDE, rows.start * SIDE, len(columns) * SIDE, len(rows) * SIDE),
        ((-half, -half), (half, -half), (half, half), (-half, half)),
        tuple(centres[cell] for cell in range(board.size)),
        images,
        tuple(sides),
        tuple(unseen(board, grid)),
    )


def _hexagons(positions: tuple[Point, ...]) -> Scene:
    left, top = min(x for x, _ in positions) - 0.5, min(y for _, y in positions)
    at = {place: cell for cell, place in enumerate(positions)}
    outline = tuple((right * SIDE, down * _RADIUS) for right, down in _CORNERS)
    centres, sides = [], []
    for cell, (column, row) in enumerate(positions):
        x, y = (column - left) * SIDE, (row - top) * 1.5 * _RADIUS + _RADIUS
        centres.append((x, y))
        corners = [(x + right, y + down) for right, down in outline]
        for side, (right, down) in enumerate(_ACROSS):
            other = at.get((column + right, row + down))
            if other is None or other > cell:  # else it is drawn from the other side
                sides.append(Side(cell, other, False, (corners[side], corners[(side + 1) % 6])))
    width = ceil((max(x for x, _ in positions) + 0.5 - left) * SIDE)
    height = ceil((max(y for _, y in positions) - top) * 1.5 * _RADIUS + 2 * _RADIUS)
    return Scene("hexagons", (0, 0, width, height), outline, tuple(centres), (), tuple(sides), ())


def _circles(board: Board) -> Scene:
    """The board's positions, scaled so that links are nearly two cells long; else around a circle."""
    if board.positions is None:
        radius = max(SIDE, SIDE * board.size / 4)
        angles = [2 * pi * cell / board.size for cell in range(board.size)]
        centres = [(radius * (1 + sin(a)) + SIDE, radius * (1 - cos(a)) + SIDE) for a in angles]
    else:
        left, top = (min(place) for place in zip(*board.positions, strict=True))
        ends = [(board.positions[a], board.positions[b]) for a, b in board.links()]
        spans = [span for a, b in ends if (span := max(abs(a[0] - b[0]), abs(a[1] - b[1]))) > 0]
        scale = 1.6 * SIDE / min(spans, default=1)
        centres = [((x - left) * scale + SIDE, (y - top) * scale + SIDE) for x, y in board.positions]
    width, height = (round(max(place) + SIDE) for place in zip(*centres, strict=True))
    return Scene("circles", (0, 0, width, height), (), tuple(centres), (), (), tuple(board.links()))
