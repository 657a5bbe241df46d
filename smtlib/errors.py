"""Errors of the language: text that is not SMT-LIB, and terms that can't be evaluated."""

from __future__ import annotations

from fillomino.errors import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from smtlib.kinds import UnreadKind


class SmtLibError(Error):
    """Base of every error raised on purpose by this package, and by the drivers that stand on it."""


class SexprError(SmtLibError, ValueError):
    """Text that is not SMT-LIB, or an s-expression of the wrong shape.

    Attributes:
        message: one sentence that names the fault.
        source: the file name or other name of the text; ``None`` until a caller knows it.
        line: line number, from 1.
        column: column number in characters, from 1.
        kind: the kind of fault, as `smtlib.lint` names it; empty for faults of other kinds.
    """

    code = "bad-smtlib"

    def __init__(
        self,
        message: str,
        *,
        line: int | None = None,
        column: int | None = None,
        source: str | None = None,
        kind: UnreadKind | Literal[""] = "",
    ) -> None:
        super().__init__(message)
        self.message = message
        self.kind = kind
        self.line = line
        self.column = column
        self.source = source

    def __str__(self) -> str:
        """``source:line:column: message``; without a source the place follows the message."""
        if self.source is None:
            return self.message + (f" (line {self.line}, column {self.column})" if self.line else "")
        place = [str(part) for part in (self.source, self.line, self.column) if part is not None]
        return f"{':'.join(place)}: {self.message}"


class EvaluationError(SmtLibError, ValueError):
    """A term that can't be evaluated, or a value of another sort."""

    code = "not-evaluated"


class UnknownFlavourError(SmtLibError, ValueError):
    """An unknown flavour."""

    code = "unknown-flavour"
