"""Borders of a drawing."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from fillomino.board import Board, Grid
from fillomino.puzzle import Filling, Puzzle

Place = tuple[int, int]
"""A row and a column; images may lie one outside the grid."""


class Line(Enum):
    """The line between two places next to each other."""

    NOTHING = 0
    THIN = 1
    SEAM = 2
    BORDER = 3


def parted(puzzle: Puzzle, filling: Filling | None, a: int | None, b: int | None) -> bool:
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
        grid: its rows and columns.
        images: the cell seen once more at a place, where no cell lies.
        rows: the rows to draw: those of the grid, one more on each side where images lie there.
        columns: the same for columns.
    """

    grid: Grid
    images: dict[Place, int]
    rows: range
    columns: range

    def at(self, row: int, column: int) -> int | None:
        """The cell seen at a place, itself or its image."""
        cell = self.grid.at(row, column)
        return self.images.get((row, column)) if cell is None else cell

    def line(self, puzzle: Puzzle, filling: Filling | None, one: Place, other: Place) -> Line:
        """Return the line between two places next to each other: none where no cell itself lies on either.

        A seam is where a cell meets the image of one, and no border lies between them.
        """
        here, there = self.grid.at(*one), self.grid.at(*other)
        if here is None and there is None:
            return Line.NOTHING
        if parted(puzzle, filling, self.at(*one), self.at(*other)):
            return Line.BORDER
        return Line.SEAM if here is None or there is None else Line.THIN


def sight(board: Board, grid: Grid) -> Sight:
    """Look at a board with a grid."""
    images = {(row, column): cell for cell, row, column in board.images}
    rows, columns = ([0, grid.height - 1], [0, grid.width - 1])
    rows += [row for row, _ in images]
    columns += [column for _, column in images]
    return Sight(grid, images, range(min(rows), max(rows) + 1), range(min(columns), max(columns) + 1))


def unseen(board: Board, grid: Grid) -> list[tuple[int, int]]:
    """The pairs of neighbours that no drawing in rows and columns shows side by side: between layers."""
    seen = sight(board, grid)
    shown = {
        (cell, other)
        for place, cell in enumerate(grid.cells)
        if cell is not None
        for row, column in [divmod(place, grid.width)]
        for other in (
            seen.at(row - 1, column),
            seen.at(row, column - 1),
            seen.at(row, column + 1),
            seen.at(row + 1, column),
        )
        if other is not None
    }
    return [(x, y) for x, y in board.links() if (x, y) not in shown]
