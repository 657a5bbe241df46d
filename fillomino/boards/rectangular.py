"""Rectangles, ``8x8``, and ragged boards: rows of squares of any lengths, all beginning at the left."""

from __future__ import annotations

from fillomino.board import Board, rectangle
from fillomino.boards.family import BoardFamily, check_size, dimensions, numbers
from fillomino.errors import PuzzleError


def _rectangle(sizes: str) -> Board:
    """Return the rectangle of a size."""
    height, width = dimensions(sizes, ("rows", "columns"), (1, 1))
    return rectangle(height, width)


RECTANGLE = BoardFamily(
    name="rectangle",
    grammar="ROWSxCOLUMNS",
    title="a rectangle of squares; a cell is beside those above, below, left and right of it",
    example="3x4",
    build=_rectangle,
)


def _ragged(sizes: str) -> Board:
    """Return the board with rows of these lengths; a row of 0 is a gap."""
    count = sizes.count(",") + 1
    lengths = numbers(sizes, ("row length",) * count, (0,) * count, between=",")
    width = max(lengths)
    if width == 0:
        raise PuzzleError("a board of empty rows alone has no cell", code="board-empty")
    check_size(count * width)
    holes = [(row, column) for row, length in enumerate(lengths) for column in range(length, width)]
    return rectangle(count, width, holes)


RAGGED = BoardFamily(
    name="ragged",
    grammar="ragged:LENGTH,LENGTH,…",
    title="rows of squares of the given lengths, all beginning at the left",
    example="ragged:5,4,2",
    build=_ragged,
)
