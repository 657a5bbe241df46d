"""Two-sided sheets: squares on the front and the back of a sheet, joined along the rim.

A cell on the rim is beside the cell behind it, on the other side; within the sheet the two
sides know nothing of each other. The back is drawn as it looks when the sheet is turned
over: left and right change places.
"""

from __future__ import annotations

from fillomino.board import Board, Grid
from fillomino.boards.record import BoardFamily, check_size, dimensions

GAP = 3
"""Empty columns between front and back in a drawing: the images of the other side lie in two of them."""


def build(sizes: str) -> Board:
    """The sheet of a size: first the cells of its front, then those of its back."""
    height, width = dimensions(sizes, ("rows", "columns"), (1, 1))
    side, across = height * width, 2 * width + GAP
    check_size(2 * side)

    def drawn(cell: int) -> tuple[int, int]:
        row, column = divmod(cell % side, width)
        return (row, column) if cell < side else (row, across - 1 - column)

    around: list[set[int]] = [set() for _ in range(2 * side)]
    images = []
    places: list[int | None] = [None] * (height * across)
    names = []
    for cell in range(2 * side):
        row, column = divmod(cell % side, width)
        back = cell >= side
        names.append(f"{'back' if back else 'front'}-r{row + 1}c{column + 1}")
        at_row, at_column = drawn(cell)
        places[at_row * across + at_column] = cell
        for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0)):
            if 0 <= row + down < height and 0 <= column + right < width:
                around[cell].add(cell + down * width + right)
            else:
                other = (cell + side) % (2 * side)
                around[cell].add(other)
                images.append((other, at_row + down, at_column + (-right if back else right)))
    return Board(
        tuple(tuple(sorted(near)) for near in around),
        tuple(names),
        tuple(range(2 * side)),
        grid=Grid(height, across, tuple(places)),
        images=tuple(images),
    )


TWO_SIDED = BoardFamily(
    name="two-sided",
    grammar="two-sided:ROWSxCOLUMNS",
    title="the front and the back of a sheet of squares; a cell on the rim is beside the one behind it",
    example="two-sided:3x3",
    build=build,
)
