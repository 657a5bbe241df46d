"""Tokens that know where they stand, and the strict reading of numbers.

Only the ASCII digits count as digits: `str.isdigit` and `int` also take ``٣`` and ``²``.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from fillomino.board import MAX_CELLS
from fillomino.errors import InputError, PuzzleError
from fillomino.words import shown

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


class Line(NamedTuple):
    """The tokens of one line that is not blank, and where the line ends.

    Attributes:
        tokens: at least one.
        number: the line number, from 1.
        end: the column after the last token.
    """

    tokens: tuple[Token, ...]
    number: int
    end: int

    def error_at_end(self, message: str, code: str = "syntax") -> InputError:
        """An error that points behind the last token."""
        return InputError(message, line=self.number, column=self.end, code=code)


def split_lines(text: str) -> list[str]:
    r"""The lines of a text, ended by ``\n``, ``\r\n`` or ``\r``; no other character ends a line."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def words(text: str, line: int = 1) -> tuple[Token, ...]:
    """The tokens of one line: what stands between white space."""
    return tuple(Token(match[0], line, match.start() + 1) for match in _WORD.finditer(text))


def content_lines(text: str) -> list[Line]:
    """The lines of a text that are not blank."""
    found = []
    for number, line in enumerate(split_lines(text), 1):
        tokens = words(line, number)
        if tokens:
            found.append(Line(tokens, number, tokens[-1].column + len(tokens[-1].text)))
    return found


def only_token(text: str, what: str) -> Token:
    """The single token of a text in a one-line format.

    Raises:
        InputError: if there is none, or anything follows it.
    """
    tokens = [token for line in content_lines(text) for token in line.tokens]
    if not tokens:
        raise InputError(f"{what} should stand here, but there is nothing", line=1, column=1, code="syntax")
    if len(tokens) > 1:
        raise tokens[1].error(f"{what} should stand alone, but {shown(tokens[1].text)} follows it; remove it")
    return tokens[0]


def is_digits(text: str) -> bool:
    """Return whether a text is made of ASCII digits alone, at least one."""
    return text.isascii() and text.isdigit()


def number(token: Token, what: str, least: int = 0) -> int:
    """Return the number of a token.

    Args:
        token: decimal digits without a sign and without a leading zero.
        what: what the number is, for the message: ``the number of rows``.
        least: the smallest number allowed.

    Raises:
        InputError: if it is none, too small, or longer than any number here can be.
    """
    text = token.text
    if not is_digits(text):
        if text[:1] in ("-", "+") and is_digits(text[1:]):
            raise token.error(
                f"{what} can't have a sign, but it is {shown(text)}; write a number from {least}",
                code="bad-number",
            )
        raise token.error(
            f"{what} should be a number written with the digits 0 to 9, but it is {shown(text)}",
            code="bad-number",
        )
    if len(text) > 1 and text[0] == "0":
        raise token.error(
            f"{what} begins with 0 in {shown(text)}; write it without, and part numbers by blanks",
            code="bad-number",
        )
    if len(text) > _LONGEST_NUMBER:
        raise token.error(
            f"{what} has {len(text)} digits; no number here can be that large", code="bad-number"
        )
    value = int(text)
    if value < least:
        raise token.error(f"{what} is {value}, but the smallest allowed is {least}", code="bad-number")
    return value


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
        raise min((rows, columns), key=lambda token: (token.line, token.column)).error(
            f"a board of {height} rows and {width} columns is larger than the {MAX_CELLS:,} cells allowed",
            code="board-too-large",
        )
    return height, width


def located(error: PuzzleError, line: int = 1, column: int = 1) -> InputError:
    """Return what a constructor refused, as an error of the text it was read from."""
    return InputError(str(error), line=line, column=column, code=error.code)
