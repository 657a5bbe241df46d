"""Tokens that know where they stand, the strict reading of numbers, and the rows of rectangles.

Only the ASCII digits count as digits: `str.isdigit` and `int` also take ``٣`` and ``²``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from fillomino.board import MAX_CELLS
from fillomino.errors import InputError, counted, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias, TypeVar

    T = TypeVar("T")


_WORD = re.compile(r"\S+")
_LONGEST_NUMBER = 18


class Token:
    """A piece of text and where it begins, both counted from 1."""

    __slots__ = ("column", "line", "text")

    def __init__(self, text: str, line: int, column: int) -> None:
        self.text = text
        self.line = line
        self.column = column

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


def read_rows(
    rows: Sequence[Line],
    height: int,
    width: int,
    value: Callable[[Token], T],
    *,
    end: Token,
    what: str = "row",
) -> tuple[list[T], list[Token]]:
    """The values of the places of a board, row by row, and the tokens they came from.

    It raises `InputError` for a row that is too short or too long, for too many rows, and at `end` for too
    few; and what `value` raises, which gives the meaning of a token. Messages call a line `what`.
    """
    values: list[T] = []
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
