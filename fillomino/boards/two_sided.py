"""Two-sided sheets: squares on the front and the back of a sheet, joined along the rim.

A cell on the rim is beside the cell behind it, on the other side; within the sheet the two
sides know nothing of each other. The back is drawn as it looks when the sheet is turned
over: left and right change places.
"""

from __future__ import annotations

from fillomino.board import Board, Grid
from fillomino.boards.family import BoardFamily, check_size, dimensions

GAP = 3
"""Empty columns between front and back in a drawing: the images of the other side lie in two of them."""


def build(sizes: str) -> Board:
    """The sheet of a size; cells are numbered as they are drawn, the first rows of both sides first."""
    height, width = dimensions(sizes, ("rows", "columns"), (1, 1))
    check_size(2 * height * width)
    across = 2 * width + GAP
    drawn = [column for column in range(across) if not width <= column < width + GAP]
    places = [(row, column) for row in range(height) for column in drawn]
    cell_at = {place: cell for cell, place in enumerate(places)}
    around: list[set[int]] = []
    images = []
    for row, column in places:
        behind = cell_at[row, across - 1 - column]
        beside = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
        around.append({cell_at.get(place, behind) for place in beside})
        images += [(behind, *place) for place in beside if place not in cell_at]
    names = [
        f"front-r{row + 1}c{column + 1}" if column < width else f"back-r{row + 1}c{across - column}"
        for row, column in places
    ]
    return Board(
        tuple(tuple(sorted(near)) for near in around),
        tuple(names),
        tuple(range(len(places))),
        grid=Grid(height, across, tuple(cell_at.get((r, c)) for r in range(height) for c in range(across))),
        images=tuple(images),
    )


TWO_SIDED = BoardFamily(
    name="two-sided",
    grammar="two-sided:ROWSxCOLUMNS",
    title="the front and the back of a sheet of squares; a cell on the rim is beside the one behind it",
    example="two-sided:3x3",
    build=build,
)
