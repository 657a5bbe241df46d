"""Rectangles whose cells are beside those around them, diagonally too: as a king moves on a chessboard."""

from __future__ import annotations

from dataclasses import replace

from fillomino.board import Board, rectangle
from fillomino.boards.family import BoardFamily, dimensions


def _king(sizes: str) -> Board:
    height, width = dimensions(sizes, ("rows", "columns"), (1, 1))
    around = tuple(
        tuple(
            r * width + c
            for r in range(max(row - 1, 0), min(row + 2, height))
            for c in range(max(column - 1, 0), min(column + 2, width))
            if (r, c) != (row, column)
        )
        for row in range(height)
        for column in range(width)
    )
    return replace(rectangle(height, width), neighbours=around)


KING = BoardFamily(
    name="king",
    grammar="king:ROWSxCOLUMNS",
    title="a rectangle of squares; a cell is beside the eight around it, diagonally too",
    example="king:3x4",
    build=_king,
)
