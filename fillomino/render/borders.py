"""Borders of a drawing."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from fillomino.board import Board, Grid
from fillomino.puzzle import Filling, Puzzle

Place = tuple[int, int]
"""A row and a column; images may lie one outside the grid."""


class Line(Enum):
    """A line between two places next to each other."""

    THIN = "thin"
    SEAM = "seam"
    BORDER = "border"


def has_border(puzzle: Puzzle, filling: Filling | None, a: int | None, b: int | None) -> bool:
    """Return whether a border lies between two places next to each other (``None``: no cell there).

    It does at the edge of the board, between cells that are not neighbours, at a wall, and between
    different numbers of a filling.
    """
    if a is None or b is None:
        return a is not b
    return (
        b not in puzzle.board.neighbours[a]
        or (filling is not None and filling[a] != filling[b])
        or (min(a, b), max(a, b)) in puzzle.walls
    )


class Sight(NamedTuple):
    """The cells seen at the places of a board with a grid.

    Attributes:
        cells: the cell that lies at a place.
        seen: the cell seen at a place: the one that lies there, else the image of one.
        rows: the rows to draw: those of the grid, one more on each side where images lie there.
        columns: the same for columns.
    """

    cells: dict[Place, int]
    seen: dict[Place, int]
    rows: range
    columns: range


def sight(board: Board, grid: Grid) -> Sight:
    """Look at a board with a grid."""
    cells = {divmod(place, grid.width): cell for place, cell in enumerate(grid.cells) if cell is not None}
    images = {(row, column): cell for cell, row, column in board.images}
    rows, columns = ([0, grid.height - 1], [0, grid.width - 1])
    rows += [row for row, _ in images]
    columns += [column for _, column in images]
    extent = range(min(rows), max(rows) + 1), range(min(columns), max(columns) + 1)
    return Sight(cells, images | cells, *extent)


class Edge(NamedTuple):
    """The side of a place above it, or to its left, with a cell itself on one side at least.

    Attributes:
        place: the place.
        above: whether it is the side above.
        one: the cell seen on one side of it.
        other: the cell seen on the other side, ``None`` beyond the board.
        seam: whether one of the two is an image, seen there once more because sides are joined.
    """

    place: Place
    above: bool
    one: int
    other: int | None
    seam: bool


def edges(sight: Sight) -> Iterator[Edge]:
    """Yield the sides of places between which a line may be drawn."""
    cells, seen = sight.cells, sight.seen
    for row in range(sight.rows.start, sight.rows.stop + 1):
        for column in range(sight.columns.start, sight.columns.stop + 1):
            place = row, column
            for above, beside in ((True, (row - 1, column)), (False, (row, column - 1))):
                if place in cells or beside in cells:
                    one, other = seen.get(place), seen.get(beside)
                    seam = not (place in cells and beside in cells)
                    if one is None:
                        one, other = other, one
                    if one is not None:
                        yield Edge(place, above, one, other, seam and other is not None)


def line_kind(puzzle: Puzzle, filling: Filling | None, one: int, other: int | None, *, seam: bool) -> Line:
    """Return the line between two cells; that of a seam is drawn only where no border lies."""
    if has_border(puzzle, filling, one, other):
        return Line.BORDER
    return Line.SEAM if seam else Line.THIN


def unseen(board: Board, grid: Grid) -> list[tuple[int, int]]:
    """The pairs of neighbours that no drawing in rows and columns shows side by side: between layers."""
    sighted = sight(board, grid)
    shown = {
        (cell, other)
        for (row, column), cell in sighted.cells.items()
        for place in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
        if (other := sighted.seen.get(place)) is not None
    }
    return [(x, y) for x, y in board.links() if (x, y) not in shown]
