"""Faults in somebody else's Python code, in a sentence, with its file and line."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from fillomino.errors import FillominoError

if TYPE_CHECKING:
    from traceback import FrameSummary

_OURS = ("encoder", "fillomino", "games", "smtlib", "drivers", "workbench", "labs")


def is_ours(module: str | None) -> bool:
    """Return whether a module of a name is one of this project."""
    return (module or "").partition(".")[0] in _OURS


class FaultError(FillominoError):
    """Base of errors about faults in somebody else's code.

    Attributes:
        message: one sentence that names the fault.
        source: the file of that code; ``None`` if the place is not known.
        line: the line there.
    """

    def __init__(self, message: str, source: str | None = None, line: int | None = None) -> None:
        super().__init__(message)
        self.message, self.source, self.line = message, source, line

    def __str__(self) -> str:
        place = [str(part) for part in (self.source, self.line) if part is not None]
        return ":".join(place) + (": " if place else "") + self.message


def fault(error: BaseException, what: str) -> tuple[str, str | None, int | None]:
    """Return a sentence on an error in somebody's code, then where it was raised, or called ours.

    Args:
        error: the error.
        what: what failed: "build of the encoding x".

    Returns:
        What `FaultError` takes: the sentence, the file and the line; ``None`` for a place that is not known.
    """
    text = " ".join(f"{type(error).__name__}: {error}".split())[:300].rstrip(": ")
    if isinstance(error, SyntaxError) and error.filename:
        return f"{what} can't be read: {text}", error.filename, error.lineno
    last = last_of_theirs(error)
    if last is None:
        return f"{what} fails: {text}", None, None
    line = f", in `{last.line}`" if last.line else ""
    return f"{what} fails{line}: {text}", last.filename, last.lineno


def last_of_theirs(error: BaseException) -> FrameSummary | None:
    """The innermost place in somebody's code."""
    from traceback import extract_tb  # only after an error: it takes its time

    frames = [frame for frame in extract_tb(error.__traceback__) if _is_theirs(frame.filename)]
    return frames[-1] if frames else None


def _is_theirs(filename: str) -> bool:
    """Return whether a file is neither ours nor of Python's own library."""
    from pathlib import Path

    path, ours, library = Path(filename), Path(__file__).resolve().parents[1], Path(os.__file__).parent
    if filename.startswith("<") or any(path.is_relative_to(ours / package) for package in _OURS):
        return False
    return "site-packages" in path.parts or not path.is_relative_to(library)
