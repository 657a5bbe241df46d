"""The puzzles of Fillomino on rectangles: what each place holds, read and written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from fillomino.board import rectangle
from fillomino.errors import InputError, PuzzleError
from fillomino.puzzle import Puzzle
from fillomino.tokens import Token, number

EMPTY, UNKNOWN, HOLE = 0, -1, -2
"""Values of a place without a clue: an empty cell, a ``?``, or no cell."""


def clue_or(marks: Mapping[str, int]) -> Callable[[Token], int]:
    """Return a function that reads a place: a mark, or else a clue; it raises `InputError` for others."""

    def value(token: Token) -> int:
        mark = marks.get(token.text)
        return number(token, "a clue", least=1) if mark is None else mark

    return value


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
    """A puzzle on a rectangle whose size was checked; each place holds a clue, `EMPTY`, `UNKNOWN` or `HOLE`.

    Walls are pairs of places. The tokens are where each place was read, for messages.

    Raises:
        InputError: for a board of holes alone, or a clue larger than the board.
    """
    holes = [divmod(place, width) for place, value in enumerate(values) if value == HOLE]
    try:
        board = rectangle(height, width, holes)
    except PuzzleError as error:
        raise tokens[0].error(str(error), code=error.code) from None
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
        InputError: if its board has no rows and columns (`fillomino.formats.registry` finds that before).
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
