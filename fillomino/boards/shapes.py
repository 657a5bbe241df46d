"""The shapes of boards: rectangles, ragged rows, joined rims, sheets, boxes and hexagonal cells."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from fillomino.board import Board, Grid, rectangle
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

_STEPS = ((-1, 0), (0, -1), (0, 1), (1, 0))


def wrapped(height: int, width: int, glue: Callable[[int, int], tuple[int, int] | None]) -> Board:
    """A rectangle with joined sides: a cylinder, torus or Möbius strip.

    At least three cells must lie along every side that is joined with its opposite, for with two a cell
    would meet its neighbour twice.

    Args:
        height: number of rows.
        width: number of columns.
        glue: maps a place one step outside the rectangle to the place it leads to, ``None`` for a rim.
    """
    around: list[set[int]] = [set() for _ in range(height * width)]
    images = []
    for cell in range(height * width):
        row, column = divmod(cell, width)
        for down, right in _STEPS:
            r, c = row + down, column + right
            place = (r, c) if 0 <= r < height and 0 <= c < width else glue(r, c)
            if place is None:
                continue
            other = place[0] * width + place[1]
            around[cell].add(other)
            if place != (r, c):
                images.append((other, r, c))
    names = tuple(f"r{place // width + 1}c{place % width + 1}" for place in range(height * width))
    cells = tuple(range(height * width))
    return Board(
        tuple(tuple(sorted(near)) for near in around),
        names,
        cells,
        grid=Grid(height, width, cells),
        images=tuple(images),
    )


def _cylinder(sizes: str) -> Board:
    height, width = dimensions(sizes, ("rows", "columns"), (1, 3))

    def glue(row: int, column: int) -> tuple[int, int] | None:
        return (row, column % width) if 0 <= row < height else None

    return wrapped(height, width, glue)


def _torus(sizes: str) -> Board:
    height, width = dimensions(sizes, ("rows", "columns"), (3, 3))
    return wrapped(height, width, lambda row, column: (row % height, column % width))


def _moebius(sizes: str) -> Board:
    height, width = dimensions(sizes, ("rows", "columns"), (1, 3))

    def glue(row: int, column: int) -> tuple[int, int] | None:
        return (height - 1 - row, column % width) if 0 <= row < height else None

    return wrapped(height, width, glue)


CYLINDER = BoardFamily(
    name="cylinder",
    grammar="cylinder:ROWSxCOLUMNS",
    title="a rectangle whose left and right sides are joined",
    example="cylinder:3x4",
    build=_cylinder,
)
TORUS = BoardFamily(
    name="torus",
    grammar="torus:ROWSxCOLUMNS",
    title="a rectangle whose left and right sides are joined, and its top and bottom too",
    example="torus:3x4",
    build=_torus,
)
MOEBIUS = BoardFamily(
    name="moebius",
    grammar="moebius:ROWSxCOLUMNS",
    title="a rectangle whose left and right sides are joined with a half twist: the top row meets the bottom",
    example="moebius:3x4",
    build=_moebius,
)

SIDE_GAP = 3
"""Empty columns between front and back in a drawing: the images of the other side lie in two of them."""


def _two_sided(sizes: str) -> Board:
    """The sheet of a size, its two sides joined along the rim.

    A cell on the rim is beside the cell behind it, on the other side; within the sheet the two sides know
    nothing of each other. The back is drawn as it looks when the sheet is turned over: left and right
    change places. Cells are numbered as they are drawn, the first rows of both sides first.
    """
    height, width = dimensions(sizes, ("rows", "columns"), (1, 1))
    check_size(2 * height * width)
    across = 2 * width + SIDE_GAP
    drawn = [column for column in range(across) if not width <= column < width + SIDE_GAP]
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
    build=_two_sided,
)

LAYER_GAP = 1
"""Empty columns between two layers in a drawing."""


def _box(sizes: str) -> Board:
    """The box of a size; cells are numbered as they are drawn, the first rows of all layers first."""
    layers, height, width = dimensions(sizes, ("layers", "rows", "columns"), (1, 1, 1))
    across = layers * (width + LAYER_GAP) - LAYER_GAP
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
        places[row * across + layer * (width + LAYER_GAP) + column] = cell
    cells = tuple(range(len(names)))
    return Board(tuple(around), tuple(names), cells, grid=Grid(height, across, tuple(places)))


BOX = BoardFamily(
    name="box",
    grammar="box:LAYERSxROWSxCOLUMNS",
    title="a box of cubes; a cell is also beside those in the same place of the layers above and below",
    example="box:2x3x3",
    build=_box,
)


def rows_of_hexagons(rows: list[tuple[int, int]]) -> Board:
    """Rows of hexagons, from the top.

    Args:
        rows: for each row where its first cell lies, in half cells from the left, and its length.
            The first cells of rows that follow each other are an odd number of halves apart.
    """
    at: dict[tuple[int, int], int] = {}
    names = []
    for row, (start, length) in enumerate(rows):
        for i in range(length):
            at[start + 2 * i, row] = len(at)
            names.append(f"r{row + 1}c{i + 1}")
    around = [
        tuple(
            at[x + right, row + down]
            for right, down in ((-1, -1), (1, -1), (-2, 0), (2, 0), (-1, 1), (1, 1))
            if (x + right, row + down) in at
        )
        for x, row in at
    ]
    positions = tuple((x / 2, float(row)) for x, row in at)
    return Board(tuple(around), tuple(names), tuple(range(len(at))), positions=positions, hexagonal=True)


def _hexagon(sizes: str) -> Board:
    (side,) = numbers(sizes, ("cells a side",), (1,))
    check_size(3 * side * (side - 1) + 1)
    rows = range(1 - side, side)
    return rows_of_hexagons([(abs(row), 2 * side - 1 - abs(row)) for row in rows])


def _rhombus(sizes: str) -> Board:
    height, width = dimensions(sizes, ("rows", "columns"), (1, 1))
    return rows_of_hexagons([(row, width) for row in range(height)])


HEXAGON = BoardFamily(
    name="hexagon",
    grammar="hexagon:SIDE",
    title="hexagonal cells in the outline of a hexagon",
    example="hexagon:3",
    build=_hexagon,
)
RHOMBUS = BoardFamily(
    name="rhombus",
    grammar="rhombus:ROWSxCOLUMNS",
    title="hexagonal cells in the outline of a rhombus: each row half a cell further to the right",
    example="rhombus:3x4",
    build=_rhombus,
)
