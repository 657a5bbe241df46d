"""Tokens that know where they stand, the strict reading of numbers, and rows of rectangular boards.

Only the ASCII digits count as digits: `str.isdigit` and `int` also take ``٣`` and ``²``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple, TypeAlias

from fillomino.board import MAX_CELLS, rectangle
from fillomino.errors import InputError, PuzzleError, counted, shown
from fillomino.puzzle import Puzzle

_WORD = re.compile(r"\S+")
_LONGEST_NUMBER = 18


class Token(NamedTuple):
    """A piece of text and where it begins, both counted from 1."""

    text: str
    line: int
    column: int

    def error(self, message: str, code: str = "syntax") -> InputError:
        """An error that points at this token."""
        return InputError(message, line=self.line, column=self.column, code=code)

    def repeated(self, what: str) -> InputError:
        """The error of something that is given a second time, at this token."""
        return self.error(f"{what} is given a second time; remove one", code="duplicate")

    def at(self, offset: int, text: str = "") -> Token:
        """A token that begins this many characters further on, in the same line."""
        return Token(text, self.line, self.column + offset)


Line: TypeAlias = Sequence[Token]
"""The tokens of one line that is not blank: at least one."""


def characters(word: Token) -> Line:
    """Return a token for each character of a word."""
    return [word.at(offset, character) for offset, character in enumerate(word.text)]


def behind(line: Line) -> Token:
    """Return an empty token after the last token of a line, for errors about what is missing there."""
    return line[-1].at(len(line[-1].text))


def split_lines(text: str) -> list[str]:
    r"""The lines of a text, ended by ``\n``, ``\r\n`` or ``\r``; no other character ends a line."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def token_at(text: str, offset: int) -> Token:
    """Return an empty token at an offset of a text, for errors."""
    lines = split_lines(text[:offset])
    return Token("", len(lines), len(lines[-1]) + 1)


def content_lines(text: str) -> list[Line]:
    """The lines of a text that are not blank, each as the tokens between white space."""
    lines = (
        [Token(match[0], number, match.start() + 1) for match in _WORD.finditer(line)]
        for number, line in enumerate(split_lines(text), 1)
    )
    return [line for line in lines if line]


def only_token(text: str, what: str) -> Token:
    """The single token of a text in a one-line format; it raises `InputError` for none or several."""
    tokens = [token for line in content_lines(text) for token in line]
    if not tokens:
        raise Token("", 1, 1).error(f"the text is blank; expected {what}")
    if len(tokens) > 1:
        raise tokens[1].error(f"unexpected {shown(tokens[1].text)} after {what}; remove it")
    return tokens[0]


def is_digits(text: str) -> bool:
    """Return whether a text is made of ASCII digits alone, at least one."""
    return text.isascii() and text.isdigit()


def number(token: Token, what: str, least: int = 0) -> int:
    """Return the number of a token: decimal digits without a sign and without a leading zero.

    `what` it is, such as ``the number of rows``, begins the message of an error. It raises `InputError` if it
    is not a number, smaller than `least`, or longer than any number here can be.
    """
    text = token.text
    fault = None
    if not is_digits(text):
        if text[:1] in ("-", "+") and is_digits(text[1:]):
            fault = f"can't have a sign, but it is {shown(text)}; write a number from {least}"
        else:
            fault = f"should be a number written with the digits 0 to 9, but it is {shown(text)}"
    elif len(text) > 1 and text[0] == "0":
        fault = f"has a leading zero in {shown(text)}; remove it, and separate numbers by blanks"
    elif len(text) > _LONGEST_NUMBER:
        fault = f"has {len(text)} digits; no number here can be that large"
    elif int(text) < least:
        fault = f"is {int(text)}, but the smallest allowed is {least}"
    if fault is not None:
        raise token.error(f"{what} {fault}", code="bad-number")
    return int(text)


def size(rows: Token, columns: Token) -> tuple[int, int]:
    """The height and the width of a board, from their tokens.

    Raises:
        InputError: if one is not a number, or the board has no cell or too many.
    """
    height, width = number(rows, "the number of rows"), number(columns, "the number of columns")
    for value, token in ((height, rows), (width, columns)):
        if value == 0:
            raise token.error(
                f"a board of {height} rows and {width} columns has no cell; sizes begin with 1",
                code="board-empty",
            )
    if height * width > MAX_CELLS:
        raise min(rows, columns, key=lambda token: (token.line, token.column)).error(
            f"a board of {height} rows and {width} columns is larger than the {MAX_CELLS:,} cells allowed",
            code="board-too-large",
        )
    return height, width


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

    It raises `InputError` for a row that is too short or too long, for too many rows, and at `end` for too
    few; and what `value` raises, which gives the meaning of a token. Messages call a line `what`.
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


def write_runs(values: Sequence[int], single: str, longest: int, word: Callable[[int], str]) -> str:
    """Return values in a row, with letters for the lengths of the runs of empty cells, and words for others.

    The letters go from that of a `single` empty cell to ``z``, which stands for the longest run.
    """
    parts = []
    for value, group in groupby(values):
        count = len(list(group))
        if value == EMPTY:
            full, rest = divmod(count, longest)
            parts.append("z" * full + (chr(ord(single) + rest - 1) if rest else ""))
        else:
            parts.append(word(value) * count)
    return "".join(parts)


def write_rows(values: Sequence[int], width: int, marks: Mapping[int, str], between: str = " ") -> list[str]:
    """Return the lines of a rectangle's values, some of which are written as marks."""
    words = [marks.get(value) or str(value) for value in values]
    return [between.join(words[start : start + width]) for start in range(0, len(words), width)]
