"""Faults in somebody else's Python code, in a sentence with its file and line."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from traceback import FrameSummary

_OURS = ("encoder", "fillomino", "games", "smtlib", "drivers", "workbench", "labs")


def is_ours(module: str | None) -> bool:
    """Return whether a module of a name is one of this project."""
    return (module or "").partition(".")[0] in _OURS


def fault(error: BaseException, what: str) -> str:
    """Return a sentence on an error in somebody's code: where it was raised, or called ours, and what it is.

    Args:
        error: the error.
        what: what failed: "build of the encoding x".
    """
    text = " ".join(f"{type(error).__name__}: {error}".split())[:300].rstrip(": ")
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}:{error.lineno}: {what} can't be read: {text}"
    last = last_of_theirs(error)
    if last is None:
        return f"{what} fails: {text}"
    line = f", in `{last.line}`" if last.line else ""
    return f"{last.filename}:{last.lineno}: {what} fails{line}: {text}"


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
