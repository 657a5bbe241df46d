"""Rectangles: ``8x8``."""

from __future__ import annotations

from fillomino.board import Board, rectangle
from fillomino.boards.record import BoardFamily, dimensions


def build(sizes: str) -> Board:
    """The rectangle of a size."""
    height, width = dimensions(sizes, ("rows", "columns"), (1, 1))
    return rectangle(height, width)


RECTANGLE = BoardFamily(
    name="rectangle",
    grammar="ROWSxCOLUMNS",
    title="a rectangle of squares; a cell is beside those above, below, left and right of it",
    example="3x4",
    build=build,
)
