"""Boards of many shapes, each a graph; `from_spec` makes one from a few words such as ``torus:8x8``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from operator import add
from typing import TypeAlias

from fillomino.board import MAX_CELLS, Board, Grid, rectangle
from fillomino.errors import PuzzleError, listed, shown

_NUMBER = re.compile("[0-9]+")
_MOST_DIGITS = len(str(MAX_CELLS))


@dataclass(frozen=True, slots=True)
class BoardFamily:
    """Boards of one shape, of all sizes.

    Attributes:
        name: the part before the colon: ``torus``.
        grammar: a specification with words for its numbers: ``torus:ROWSxCOLUMNS``.
        title: one line: the shape, and which cells are neighbours.
        example: a specification of a small member.
        build: from the numbers of a specification to the board; raises `PuzzleError`.
        least: for each number what it counts, for messages, and the least that it may be. Empty for any
            number of them, with commas between.
    """

    name: str
    grammar: str
    title: str
    example: str
    build: Callable[..., Board]
    least: tuple[tuple[str, int], ...]

    def of(self, sizes: str) -> Board:
        """Return the board of what follows the colon.

        Raises:
            PuzzleError: for another number of numbers, or one that is too small or too large.
        """
        wanted = self.least or (("row length", 0),) * (sizes.count(",") + 1)
        parts = sizes.split("x" if self.least else ",")
        if len(parts) != len(wanted) or not all(_NUMBER.fullmatch(part) for part in parts):
            message = f"its size should be {_described([name for name, _ in wanted])}"
            raise PuzzleError(message + (f", not {shown(sizes, 40)}" if sizes else ""), code="board-size")
        for part in parts:
            if len(part.lstrip("0")) > _MOST_DIGITS:
                raise PuzzleError(
                    f"{shown(part, 40)} is too large: no board has more than {MAX_CELLS:,} cells",
                    code="board-too-large",
                )
        values = [int(part) for part in parts]
        for value, (name, least) in zip(values, wanted, strict=True):
            if value < least:
                message = f"the number of {name} is {value}, but must be at least {least}"
                raise PuzzleError(message, code="board-size")
        if self.least:
            _check_size(prod(values))
        return self.build(*values)


def _check_size(cells: int) -> None:
    """Refuse a board with more cells than `MAX_CELLS` before it is built."""
    if cells > MAX_CELLS:
        raise PuzzleError(
            f"a board of {cells:,} cells is larger than the {MAX_CELLS:,} allowed", code="board-too-large"
        )


def _described(names: list[str]) -> str:
    if len(names) == 1:
        return f"one whole number, its number of {names[0]}"
    return f"{len(names)} whole numbers" + (f", its {listed(names)}" if len(set(names)) > 1 else "")


_Place: TypeAlias = tuple[int, ...]
"""Coordinates of a cell, such as its row and column."""

_Glue: TypeAlias = Callable[[_Place, _Place], _Place]
"""From a place and one beside it without a cell to the place that this leads to; the same for a rim."""

_SIDES = ((-1, 0), (0, -1), (0, 1), (1, 0))
_AROUND = (*_SIDES, (-1, -1), (-1, 1), (1, -1), (1, 1))
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


def _ragged(*lengths: int) -> Board:
    """Return the board with rows of these lengths; a row of 0 is a gap."""
    width = max(lengths)
    if width == 0:
        raise PuzzleError("a board of empty rows alone has no cell", code="board-empty")
    _check_size(len(lengths) * width)
    holes = [(row, column) for row, length in enumerate(lengths) for column in range(length, width)]
    return rectangle(len(lengths), width, holes)


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
    _check_size(2 * height * width)
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
    _check_size(3 * side * (side - 1) + 1)
    return _rows_of_hexagons([(abs(row), 2 * side - 1 - abs(row)) for row in range(1 - side, side)])


def _rhombus(height: int, width: int) -> Board:
    return _rows_of_hexagons([(row, width) for row in range(height)])


_ROWS, _COLUMNS = ("rows", 1), ("columns", 1)
_JOINED = ("columns", 3)

RECTANGLE = BoardFamily(
    "rectangle",
    "ROWSxCOLUMNS",
    "a rectangle of squares; a cell is beside those above, below, left and right of it",
    "3x4",
    rectangle,
    (_ROWS, _COLUMNS),
)
RAGGED = BoardFamily(
    "ragged",
    "ragged:LENGTH,LENGTH,…",
    "rows of squares of the given lengths, all beginning at the left",
    "ragged:5,4,2",
    _ragged,
    (),
)
BOARDS = (
    RECTANGLE,
    RAGGED,
    BoardFamily(
        "cylinder",
        "cylinder:ROWSxCOLUMNS",
        "a rectangle whose left and right sides are joined",
        "cylinder:3x4",
        _cylinder,
        (_ROWS, _JOINED),
    ),
    BoardFamily(
        "torus",
        "torus:ROWSxCOLUMNS",
        "a rectangle whose left and right sides are joined, and its top and bottom too",
        "torus:3x4",
        _torus,
        (("rows", 3), _JOINED),
    ),
    BoardFamily(
        "moebius",
        "moebius:ROWSxCOLUMNS",
        "a rectangle whose left and right sides are joined with a half twist: the top row meets the bottom",
        "moebius:3x4",
        _moebius,
        (_ROWS, _JOINED),
    ),
    BoardFamily(
        "two-sided",
        "two-sided:ROWSxCOLUMNS",
        "the front and the back of a sheet of squares; a cell on the rim is beside the one behind it",
        "two-sided:3x3",
        _two_sided,
        (_ROWS, _COLUMNS),
    ),
    BoardFamily(
        "box",
        "box:LAYERSxROWSxCOLUMNS",
        "a box of cubes; a cell is also beside those in the same place of the layers above and below",
        "box:2x3x3",
        _box,
        (("layers", 1), _ROWS, _COLUMNS),
    ),
    BoardFamily(
        "hexagon",
        "hexagon:SIDE",
        "hexagonal cells in the outline of a hexagon",
        "hexagon:3",
        _hexagon,
        (("cells a side", 1),),
    ),
    BoardFamily(
        "rhombus",
        "rhombus:ROWSxCOLUMNS",
        "hexagonal cells in the outline of a rhombus: each row half a cell further to the right",
        "rhombus:3x4",
        _rhombus,
        (_ROWS, _COLUMNS),
    ),
    BoardFamily(
        "king",
        "king:ROWSxCOLUMNS",
        "a rectangle of squares; a cell is beside the eight around it, diagonally too",
        "king:3x4",
        _king,
        (_ROWS, _COLUMNS),
    ),
)
"""The families of boards, in the order of lists."""


def from_spec(spec: str) -> Board:
    """Return the board of a specification: ``8x8``, ``torus:8x8``, ``hexagon:4`` or another of `BOARDS`.

    Surrounding blanks and capital letters do not matter.

    Raises:
        PuzzleError: for anything else; the message shows how it should be written.
    """
    written = spec.strip().lower()
    name, colon, sizes = written.partition(":")
    if not colon:
        name, sizes = (RECTANGLE.name, written) if written[:1].isdigit() else (written, "")
    family = next((family for family in BOARDS if family.name == name), None)
    if family is None:
        known = ", ".join(family.grammar for family in BOARDS)
        raise PuzzleError(f"unknown board {shown(spec, 40)}; a board is one of {known}", code="unknown-board")
    try:
        board = family.of(sizes)
    except PuzzleError as error:
        example = f"write {family.grammar}, as in {family.example}"
        raise PuzzleError(f"bad board {shown(spec, 40)}: {error}; {example}", code="bad-board") from None
    if family in (RECTANGLE, RAGGED):  # boards that every format with rows can hold, however they were made
        return board
    # One specification for each board: torus:3x4 also where torus:03x4 was given.
    return board.replace(spec=f"{name}:{re.sub('[0-9]+', lambda digits: str(int(digits[0])), sizes)}")
