"""Shared parts of the codecs of rectangular boards: from rows to a puzzle, and back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from fillomino.board import rectangle
from fillomino.errors import InputError, PuzzleError
from fillomino.formats.scan import Line, Token, behind, locate, number
from fillomino.puzzle import Puzzle
from fillomino.words import counted

EMPTY, UNKNOWN, HOLE = 0, -1, -2
"""Values of a place without a clue: an empty cell, a ``?``, or no cell."""


def clue_or(marks: Mapping[str, int]) -> Callable[[Token], int]:
    """Return a function that reads a place: a mark, or else a clue; it raises `InputError` for others."""

    def value(token: Token) -> int:
        mark = marks.get(token.text)
        return number(token, "a clue", least=1) if mark is None else mark

    return value


def read_rows(
    rows: Sequence[Line],
    height: int,
    width: int,
    value: Callable[[Token], int],
    *,
    end: Token,
    what: str = "row",
) -> tuple[list[int], list[Token]]:
    """The values of the places of a board, row by row, and the tokens they came from.

    Args:
        rows: the lines, each a row of tokens.
        height: the number of rows that there should be.
        width: the number of tokens that each should have.
        value: the meaning of a token; it raises `InputError` for a wrong one.
        end: where an error points if there are too few rows.
        what: what such a line is called in messages.

    Raises:
        InputError: for a row that is too short or too long, and too few or too many rows; and from `value`.
    """
    values: list[int] = []
    for index, row in enumerate(rows[:height], 1):
        message = f"{what} {index} of {height} should have {counted(width, 'cell')}, not {len(row)}"
        if len(row) > width:
            raise row[width].error(message, code="row-count")
        values += [value(token) for token in row]
        if len(row) < width:
            raise behind(row).error(message, code="row-count")
    if len(rows) != height:
        place = rows[height][0] if len(rows) > height else end
        raise place.error(f"the board has {counted(height, 'row')}, not {len(rows)}", code="row-count")
    return values, [token for row in rows for token in row]


def build(
    height: int,
    width: int,
    values: Sequence[int],
    tokens: Sequence[Token],
    *,
    walls: Iterable[tuple[int, int]] = (),
    largest_region: int | None = None,
    info: Mapping[str, str] | None = None,
) -> Puzzle:
    """A puzzle on a rectangle.

    Args:
        height: number of rows, checked by `fillomino.formats.scan.size` before.
        width: number of columns.
        values: what each place holds, row by row: a clue, or `EMPTY`, `UNKNOWN`, `HOLE`.
        tokens: where each place was read, for messages.
        walls: pairs of places.
        largest_region: as in `Puzzle`.
        info: as in `Puzzle`.

    Raises:
        InputError: for a board of holes alone, or a clue larger than the board.
    """
    holes = [divmod(place, width) for place, value in enumerate(values) if value == HOLE]
    try:
        board = rectangle(height, width, holes)
    except PuzzleError as error:
        raise locate(error, tokens[0]) from None
    clues, unknown = {}, set()
    for cell, place in enumerate(board.labels):
        value = values[place]
        if value > board.size:
            message = f"the clue {value} is larger than the board, which has {board.size} cells"
            raise tokens[place].error(message, code="clue-range")
        if value > 0:
            clues[cell] = value
        elif value == UNKNOWN:
            unknown.add(cell)
    cells = {place: cell for cell, place in enumerate(board.labels)}
    pairs = frozenset((cells[x], cells[y]) for x, y in walls)
    return Puzzle(board, clues, pairs, frozenset(unknown), largest_region, dict(info or {}))


def inner_borders(height: int, width: int) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Return the pairs of places at the vertical borders within a rectangle, and at the horizontal ones."""
    places = range(height * width)
    vertical = [(place, place + 1) for place in places if (place + 1) % width]
    return vertical, [(place, place + width) for place in places[: (height - 1) * width]]


def contents(puzzle: Puzzle) -> tuple[int, int, list[int]]:
    """Return the height and the width of a puzzle, and what each place holds, as `build` takes it.

    Raises:
        InputError: if its board has no rows and columns (`fillomino.formats.refuse` finds that before).
    """
    grid = puzzle.board.grid
    if grid is None:
        raise InputError("this board has no rows and columns", code="needs-grid")
    values = [
        HOLE if cell is None else UNKNOWN if cell in puzzle.unknown else puzzle.clues.get(cell, EMPTY)
        for cell in grid.cells
    ]
    return grid.height, grid.width, values


def write_rows(values: Sequence[int], width: int, marks: Mapping[int, str], between: str = " ") -> list[str]:
    """Return the lines of a rectangle's values, some of which are written as marks."""
    words = [marks.get(value) or str(value) for value in values]
    return [between.join(words[start : start + width]) for start in range(0, len(words), width)]
