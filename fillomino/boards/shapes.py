"""The shapes of boards: rectangles, ragged rows, joined rims, sheets, boxes and hexagonal cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from operator import add
from typing import TypeAlias

from fillomino.board import Board, Grid, rectangle
from fillomino.boards.family import BoardFamily, by_numbers, check_size, numbers
from fillomino.errors import PuzzleError

_Place: TypeAlias = tuple[int, ...]
"""Coordinates of a cell, such as its row and column."""

_Glue: TypeAlias = Callable[[_Place, _Place], _Place]
"""From a place and one beside it without a cell to the place that this leads to; the same for a rim."""

_SIDES = ((-1, 0), (0, -1), (0, 1), (1, 0))
_AROUND = tuple(step for step in product((-1, 0, 1), repeat=2) if step != (0, 0))
_BLOCK_SIDES = ((-1, 0, 0), (0, -1, 0), (0, 0, -1), (0, 0, 1), (0, 1, 0), (1, 0, 0))
_HEXAGON_SIDES = ((-1, -1), (-1, 1), (0, -2), (0, 2), (1, -1), (1, 1))
"""Steps to the neighbours in a row and its half cells."""


def _neighbours(
    places: Sequence[_Place], steps: Sequence[_Place], glue: _Glue = lambda _, beside: beside
) -> tuple[tuple[int, ...], ...]:
    """Return for each place the cells one step away."""
    cell_at = {place: cell for cell, place in enumerate(places)}
    neighbours = []
    for place in places:
        around = (tuple(map(add, place, step)) for step in steps)
        cells = (cell_at.get(beside, cell_at.get(glue(place, beside))) for beside in around)
        neighbours.append(tuple(sorted({cell for cell in cells if cell is not None})))
    return tuple(neighbours)


def _in_rows(
    height: int,
    width: int,
    places: Sequence[_Place] | None = None,
    names: Iterable[str] = (),
    *,
    steps: Sequence[_Place] = _SIDES,
    glue: _Glue = lambda _, beside: beside,
) -> Board:
    """A board whose cells lie in rows and columns.

    Args:
        height: number of rows.
        width: number of columns.
        places: the row and the column of each cell; by default there is one at each.
        names: the names of the cells, if they are not ``r1c1`` and so on.
        steps: from a cell to its neighbours.
        glue: the joined sides. At least three cells must lie along a side that is joined with its opposite,
            for with two a cell would meet its neighbour twice.
    """
    places = places or list(product(range(height), range(width)))
    names = tuple(names) or tuple(f"r{row + 1}c{column + 1}" for row, column in places)
    cell_at = {place: cell for cell, place in enumerate(places)}
    images = [
        (cell_at.get(glue(place, beside)), *beside)
        for place in places
        for step in steps
        if (beside := (place[0] + step[0], place[1] + step[1])) not in cell_at
    ]
    return Board(
        _neighbours(places, steps, glue),
        names,
        tuple(range(len(places))),
        grid=Grid(height, width, tuple(map(cell_at.get, product(range(height), range(width))))),
        images=tuple((cell, row, column) for cell, row, column in images if cell is not None),
    )


def _ragged(sizes: str) -> Board:
    """Return the board with rows of these lengths; a row of 0 is a gap."""
    count = sizes.count(",") + 1
    lengths = numbers(sizes, [("row length", 0)] * count, between=",")
    width = max(lengths)
    if width == 0:
        raise PuzzleError("a board of empty rows alone has no cell", code="board-empty")
    check_size(count * width)
    holes = [(row, column) for row, length in enumerate(lengths) for column in range(length, width)]
    return rectangle(count, width, holes)


def _king(height: int, width: int) -> Board:
    return _in_rows(height, width, steps=_AROUND)


def _cylinder(height: int, width: int) -> Board:
    return _in_rows(height, width, glue=lambda _, beside: (beside[0], beside[1] % width))


def _torus(height: int, width: int) -> Board:
    return _in_rows(height, width, glue=lambda _, beside: (beside[0] % height, beside[1] % width))


def _moebius(height: int, width: int) -> Board:
    return _in_rows(height, width, glue=lambda _, beside: (height - 1 - beside[0], beside[1] % width))


SIDE_GAP = 3
"""Empty columns between front and back in a drawing: the images of the other side lie in two of them."""


def _two_sided(height: int, width: int) -> Board:
    """The sheet of a size, its two sides joined along the rim.

    A cell on the rim is beside the cell behind it, on the other side; elsewhere the two sides are not
    connected. The back is drawn as it looks when the sheet is turned over: left and right
    change places. Cells are numbered as they are drawn, the first rows of both sides first.
    """
    across = 2 * width + SIDE_GAP
    drawn = [column for column in range(across) if not width <= column < width + SIDE_GAP]
    places = list(product(range(height), drawn))
    names = [
        f"front-r{row + 1}c{column + 1}" if column < width else f"back-r{row + 1}c{across - column}"
        for row, column in places
    ]

    return _in_rows(height, across, places, names, glue=lambda place, _: (place[0], across - 1 - place[1]))


LAYER_GAP = 1
"""Empty columns between two layers in a drawing."""


def _box(layers: int, height: int, width: int) -> Board:
    """The box of a size; cells are numbered as they are drawn, the first rows of all layers first."""
    blocks = list(product(range(height), range(layers), range(width)))
    across = layers * (width + LAYER_GAP) - LAYER_GAP
    cells: list[int | None] = [None] * (height * across)
    for cell, (row, layer, column) in enumerate(blocks):
        cells[row * across + layer * (width + LAYER_GAP) + column] = cell
    return Board(
        _neighbours(blocks, _BLOCK_SIDES),
        tuple(f"z{layer + 1}r{row + 1}c{column + 1}" for row, layer, column in blocks),
        tuple(range(len(blocks))),
        grid=Grid(height, across, tuple(cells)),
    )


def _rows_of_hexagons(rows: Sequence[tuple[int, int]]) -> Board:
    """Rows of hexagons, from the top.

    Args:
        rows: for each row where its first cell lies, in half cells from the left, and its length.
            The first cells of rows that follow each other are an odd number of halves apart.
    """
    places = [(row, start + 2 * index) for row, (start, length) in enumerate(rows) for index in range(length)]
    return Board(
        _neighbours(places, _HEXAGON_SIDES),
        tuple(f"r{row + 1}c{(x - rows[row][0]) // 2 + 1}" for row, x in places),
        tuple(range(len(places))),
        positions=tuple((x / 2, float(row)) for row, x in places),
        hexagonal=True,
    )


def _hexagon(side: int) -> Board:
    return _rows_of_hexagons([(abs(row), 2 * side - 1 - abs(row)) for row in range(1 - side, side)])


def _rhombus(height: int, width: int) -> Board:
    return _rows_of_hexagons([(row, width) for row in range(height)])


RECTANGLE = BoardFamily(
    name="rectangle",
    grammar="ROWSxCOLUMNS",
    title="a rectangle of squares; a cell is beside those above, below, left and right of it",
    example="3x4",
    build=by_numbers(rectangle, rows=1, columns=1),
)
RAGGED = BoardFamily(
    name="ragged",
    grammar="ragged:LENGTH,LENGTH,…",
    title="rows of squares of the given lengths, all beginning at the left",
    example="ragged:5,4,2",
    build=_ragged,
)
BOARDS = (
    RECTANGLE,
    RAGGED,
    BoardFamily(
        name="cylinder",
        grammar="cylinder:ROWSxCOLUMNS",
        title="a rectangle whose left and right sides are joined",
        example="cylinder:3x4",
        build=by_numbers(_cylinder, rows=1, columns=3),
    ),
    BoardFamily(
        name="torus",
        grammar="torus:ROWSxCOLUMNS",
        title="a rectangle whose left and right sides are joined, and its top and bottom too",
        example="torus:3x4",
        build=by_numbers(_torus, rows=3, columns=3),
    ),
    BoardFamily(
        name="moebius",
        grammar="moebius:ROWSxCOLUMNS",
        title="a rectangle whose left and right sides are joined with a half twist: "
        "the top row meets the bottom",
        example="moebius:3x4",
        build=by_numbers(_moebius, rows=1, columns=3),
    ),
    BoardFamily(
        name="two-sided",
        grammar="two-sided:ROWSxCOLUMNS",
        title="the front and the back of a sheet of squares; a cell on the rim is beside the one behind it",
        example="two-sided:3x3",
        build=by_numbers(_two_sided, lambda height, width: 2 * height * width, rows=1, columns=1),
    ),
    BoardFamily(
        name="box",
        grammar="box:LAYERSxROWSxCOLUMNS",
        title="a box of cubes; a cell is also beside those in the same place of the layers above and below",
        example="box:2x3x3",
        build=by_numbers(_box, layers=1, rows=1, columns=1),
    ),
    BoardFamily(
        name="hexagon",
        grammar="hexagon:SIDE",
        title="hexagonal cells in the outline of a hexagon",
        example="hexagon:3",
        build=by_numbers(_hexagon, lambda side: 3 * side * (side - 1) + 1, **{"cells a side": 1}),
    ),
    BoardFamily(
        name="rhombus",
        grammar="rhombus:ROWSxCOLUMNS",
        title="hexagonal cells in the outline of a rhombus: each row half a cell further to the right",
        example="rhombus:3x4",
        build=by_numbers(_rhombus, rows=1, columns=1),
    ),
    BoardFamily(
        name="king",
        grammar="king:ROWSxCOLUMNS",
        title="a rectangle of squares; a cell is beside the eight around it, diagonally too",
        example="king:3x4",
        build=by_numbers(_king, rows=1, columns=1),
    ),
)
"""The families of boards, in the order of lists."""
