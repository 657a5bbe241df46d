"""The errors of the puzzle package, `Error`, the root of all errors, and counts and lists in messages."""

from __future__ import annotations

from collections.abc import Sequence


class Error(Exception):
    """Root of every error raised on purpose, by whichever package.

    Attributes:
        code: a stable name of the fault for programs, such as ``clue-range``; by default that of the class.
            The sentence may change, the code does not.
    """

    code = "error"

    def __init__(self, *args: object, code: str | None = None) -> None:
        super().__init__(*args)
        if code is not None:
            self.code = code


class FillominoError(Error):
    """Base of the errors about puzzles, encodings and requests; those of solvers are `DriverError`."""


class PuzzleError(FillominoError, ValueError):
    """A board or puzzle that contradicts itself (a clue on no cell, a link to itself, …)."""

    code = "bad-puzzle"


class InputError(FillominoError, ValueError):
    """Text that is not what it should be.

    Attributes:
        message: one sentence that names the fault and, where it helps, the remedy.
        source: the file name, URL or other name of the text; ``None`` until a caller knows it.
        line: line number, from 1.
        column: column number in characters, from 1.
    """

    code = "bad-input"

    def __init__(
        self,
        message: str,
        *,
        line: int | None = None,
        column: int | None = None,
        source: str | None = None,
        code: str | None = None,
    ) -> None:
        super().__init__(message, code=code)
        self.message = message
        self.line = line
        self.column = column
        self.source = source

    def __str__(self) -> str:
        """``source:line:column: message``, without the parts that are not known."""
        place = [str(part) for part in (self.source, self.line, self.column) if part is not None]
        return ":".join(place) + (": " if place else "") + self.message


class TooLargeError(FillominoError):
    """A puzzle of which solutions can't be listed, as there would be too many fillings to look at."""

    code = "too-large"


class CountError(FillominoError):
    """A count that stopped early; the message says how far it came.

    Attributes:
        broken: true if something failed; false if time, memory or another limit was reached.
    """

    code = "count-stopped"

    def __init__(self, message: str, *, broken: bool = False) -> None:
        super().__init__(message)
        self.broken = broken


class NoSolutionError(CountError):
    """No solution exists, but one was required."""

    code = "no-solution"


def counted(count: int, thing: str, things: str = "") -> str:
    """A count in words: ``1 cell``, ``1,200 cells``; `things` where the plural is not made by an s."""
    return f"{count:,} {thing if count == 1 else things or f'{thing}s'}"


def listed(things: Sequence[str], word: str = "and", most: int | None = None) -> str:
    """Things in a sentence: ``a``, ``a and b``, ``a, b and c``; `word` comes before the last.

    Of more than `most` the first are listed, and counted the others: ``a, b and 3 more``.
    """
    if most is not None and len(things) > most:
        things = [*things[:most], f"{len(things) - most} more"]
    return f" {word} ".join([*([", ".join(things[:-1])] if things[1:] else []), *things[-1:]])


def shown(text: str, most: int = 24) -> str:
    """A piece of foreign text: quoted, in one line, cut when it has more than `most` characters."""
    return ascii(text if len(text) <= most else text[: most - 4] + "...")
