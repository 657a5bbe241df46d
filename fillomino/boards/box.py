"""Boxes in three dimensions, drawn layer beside layer."""

from __future__ import annotations

from fillomino.board import Board, Grid
from fillomino.boards.family import BoardFamily, dimensions

GAP = 1
"""Empty columns between two layers in a drawing."""


def build(sizes: str) -> Board:
    """The box of a size; cells are numbered as they are drawn, the first rows of all layers first."""
    layers, height, width = dimensions(sizes, ("layers", "rows", "columns"), (1, 1, 1))
    across = layers * (width + GAP) - GAP
    places: list[int | None] = [None] * (height * across)
    names = []
    around = []
    for cell in range(layers * height * width):
        row, rest = divmod(cell, layers * width)
        layer, column = divmod(rest, width)
        beside = (
            (row > 0, cell - layers * width),
            (layer > 0, cell - width),
            (column > 0, cell - 1),
            (column + 1 < width, cell + 1),
            (layer + 1 < layers, cell + width),
            (row + 1 < height, cell + layers * width),
        )
        around.append(tuple(sorted(other for there, other in beside if there)))
        names.append(f"z{layer + 1}r{row + 1}c{column + 1}")
        places[row * across + layer * (width + GAP) + column] = cell
    cells = tuple(range(len(names)))
    return Board(tuple(around), tuple(names), cells, grid=Grid(height, across, tuple(places)))


BOX = BoardFamily(
    name="box",
    grammar="box:LAYERSxROWSxCOLUMNS",
    title="a box of cubes; a cell is also beside those in the same place of the layers above and below",
    example="box:2x3x3",
    build=build,
)
