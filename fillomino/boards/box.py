"""Boxes in three dimensions, drawn layer beside layer."""

from __future__ import annotations

from fillomino.board import Board, Grid
from fillomino.boards.record import BoardFamily, dimensions

GAP = 1
"""Empty columns between two layers in a drawing."""


def build(sizes: str) -> Board:
    """The box of a size; cells are numbered layer by layer."""
    layers, height, width = dimensions(sizes, ("layers", "rows", "columns"), (1, 1, 1))
    around: list[tuple[int, ...]] = []
    names = []
    places: list[int | None] = [None] * (height * (layers * (width + GAP) - GAP))
    for cell in range(layers * height * width):
        layer, place = divmod(cell, height * width)
        row, column = divmod(place, width)
        beside = (
            (layer > 0, cell - height * width),
            (row > 0, cell - width),
            (column > 0, cell - 1),
            (column + 1 < width, cell + 1),
            (row + 1 < height, cell + width),
            (layer + 1 < layers, cell + height * width),
        )
        around.append(tuple(other for there, other in beside if there))
        names.append(f"z{layer + 1}r{row + 1}c{column + 1}")
        places[row * (len(places) // height) + layer * (width + GAP) + column] = cell
    grid = Grid(height, len(places) // height, tuple(places))
    return Board(tuple(around), tuple(names), tuple(range(len(names))), grid=grid)


BOX = BoardFamily(
    name="box",
    grammar="box:LAYERSxROWSxCOLUMNS",
    title="a box of cubes; a cell is also beside those in the same place of the layers above and below",
    example="box:2x3x3",
    build=build,
)
