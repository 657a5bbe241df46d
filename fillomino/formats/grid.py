"""Shared parts of the codecs of rectangular boards: from rows to a puzzle, and back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from fillomino.board import Grid, rectangle
from fillomino.errors import InputError, PuzzleError
from fillomino.formats.scan import Line, Token, located
from fillomino.puzzle import Filling, Puzzle

EMPTY, UNKNOWN, HOLE = 0, -1, -2
"""Values of a place without a clue: an empty cell, a ``?``, or no cell."""

Where: TypeAlias = Callable[[int], tuple[int, int]]
"""The line and the column in which a place, counted row by row, was read."""


def read_rows(
    lines: Sequence[Line],
    height: int,
    width: int,
    value: Callable[[Token], int],
    what: str = "row",
) -> tuple[list[int], list[Token]]:
    """The values of `height` lines of `width` tokens each, and the tokens they came from.

    Args:
        lines: exactly `height` lines.
        height: the number of rows, for the messages.
        width: the number of tokens in each.
        value: the meaning of a token; it raises `InputError` for a wrong one.
        what: what such a line is called in messages.

    Raises:
        InputError: for a row that is too short or too long, and what `value` raises.
    """
    values: list[int] = []
    tokens: list[Token] = []
    should = f"should have {width} cell{'s' * (width != 1)}"
    for index, line in enumerate(lines, 1):
        name = f"{what} {index} of {height}"
        if len(line.tokens) > width:
            raise line.tokens[width].error(f"{name} {should}, not {len(line.tokens)}", code="row-count")
        values += [value(token) for token in line.tokens]
        if len(line.tokens) < width:
            raise line.error_at_end(f"{name} {should}, not {len(line.tokens)}", code="row-count")
        tokens += line.tokens
    return values, tokens


def places_of(tokens: Sequence[Token]) -> Where:
    """Return where each place of a board stands, for `build`, if every place has its own token."""
    return lambda place: (tokens[place].line, tokens[place].column)


def build(
    height: int,
    width: int,
    values: Sequence[int],
    where: Where,
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
        where: where a place was read, for the message.
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
        raise located(error, *where(0)) from None
    clues, unknown = {}, set()
    for cell, place in enumerate(board.labels):
        value = values[place]
        if value > board.size:
            line, column = where(place)
            message = f"the clue {value} is larger than the board, which has {board.size} cells"
            raise InputError(message, line=line, column=column, code="clue-range")
        if value > 0:
            clues[cell] = value
        elif value == UNKNOWN:
            unknown.add(cell)
    cells = {place: cell for cell, place in enumerate(board.labels)}
    pairs = frozenset((cells[x], cells[y]) for x, y in walls)
    return Puzzle(board, clues, pairs, frozenset(unknown), largest_region, dict(info or {}))


def grid_of(puzzle: Puzzle) -> Grid:
    """Return the rows and columns of a puzzle that `fillomino.formats.refuse` has found to have them.

    Raises:
        InputError: if it has none.
    """
    if puzzle.board.grid is None:
        raise InputError("this board has no rows and columns", code="needs-grid")
    return puzzle.board.grid


def values_of(puzzle: Puzzle, grid: Grid) -> list[int]:
    """Return what each place of a board holds, row by row, as `build` takes it."""
    return [
        HOLE if cell is None else UNKNOWN if cell in puzzle.unknown else puzzle.clues.get(cell, EMPTY)
        for cell in grid.cells
    ]


def filling_rows(grid: Grid, filling: Filling, hole: str, empty: str) -> list[list[str]]:
    """A filling as rows of tokens."""
    return [[hole if cell is None else str(filling[cell] or empty) for cell in row] for row in grid.rows()]
