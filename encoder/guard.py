"""Guarded calls of third-party encodings: a bug there becomes one sentence with its file and line."""

from __future__ import annotations

import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import nullcontext, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple

from fillomino.clock import OutOfTimeError
from fillomino.errors import Error, FillominoError
from smtlib.errors import SexprError
from smtlib.script import Assertion, Declaration, Family, Script
from smtlib.sexpr import read_one

_ROOT, _LIBRARY = Path(__file__).resolve().parents[1], Path(traceback.__file__).parent
_OURS = ("encoder", "fillomino", "smtlib", "drivers", "workbench")


class EncodingFaultError(FillominoError):
    """A bug in a third-party encoding: an unexpected exception, or a result of the wrong type."""

    code = "encoding-fault"


class Guarded(NamedTuple):
    """A function of an encoding that turns what goes wrong in it into an `EncodingFaultError`.

    Attributes:
        function: the function.
        role: the field of the encoding that it is.
        encoding: the name of the encoding.
        wanted: the type of what it should return; ``None`` if that is not checked.
    """

    function: Callable[..., Any]
    role: str
    encoding: str
    wanted: type | None = None

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Call the function. What it prints goes to standard error, as standard output is for results.

        Raises:
            EncodingFaultError: for any other error than our own and a lack of memory, for `sys.exit`, and
                for a result of another type, or a script that is none.
            OutOfTimeError: if time is up; with the place in their code. So has a ``KeyboardInterrupt``.
        """
        what = f"{self.role} of the encoding {self.encoding}"
        alone = threading.current_thread() is threading.main_thread()
        try:
            with redirect_stdout(sys.stderr) if alone else nullcontext():
                result = self.function(*arguments, **named)
        except (Error, MemoryError):
            raise
        except (OutOfTimeError, KeyboardInterrupt) as error:
            error.args = (f"in {what}{place(error)}",)
            raise
        except (Exception, SystemExit) as error:
            raise EncodingFaultError(fault(error, what)) from error
        if self.wanted is not None and not isinstance(result, self.wanted):
            wrong = f"a {type(result).__name__}, not a {self.wanted.__name__}"
        else:
            wrong = misfit(result) if isinstance(result, Script) else ""
            if not wrong and isinstance(result, Script) and getattr(result, "cells", None) is None:
                wrong = "a script that names no cells: give Builder.script the term of each cell's number"
        if wrong:
            raise EncodingFaultError(f"{_home(self.function)}{what} gives {wrong}")
        return result


def guarded(function: Any, role: str, encoding: str, wanted: type | None = None) -> Any:
    """Return a function of an encoding, guarded unless it is ours, is none, or is guarded already."""
    module = getattr(function, "__module__", None) or ""
    if function is None or module.partition(".")[0] in _OURS:
        return function
    return Guarded(function, role, encoding, wanted)


def fault(error: BaseException, what: str) -> str:
    """Return a sentence on an error in somebody's code: where it was raised, or called ours, and what it is.

    Args:
        error: the error.
        what: what failed: "build of the encoding x".
    """
    text = " ".join(f"{type(error).__name__}: {error}".split())[:300].rstrip(": ")
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}:{error.lineno}: {what} can't be read: {text}"
    last = _last_of_theirs(error)
    if last is None:
        return f"{what} fails: {text}"
    line = f", in `{last.line}`" if last.line else ""
    return f"{last.filename}:{last.lineno}: {what} fails{line}: {text}"


def place(error: BaseException) -> str:
    """Return where in somebody's code an error was raised, or ours called, to follow a word; else nothing."""
    last = _last_of_theirs(error)
    return "" if last is None else f", at {last.filename}:{last.lineno}: `{last.line}`"


def misfit(script: Script) -> str:
    """Return the first part of a script that is no such part, in words; empty if there is none."""
    parts = (("declarations", Declaration), ("assertions", Assertion), ("families", Family))
    for name, wanted in parts:
        for number, part in enumerate(getattr(script, name)):
            if not isinstance(part, wanted):
                wrong = f"{type(part).__name__}, not {wanted.__name__}: {str(part)[:100]}"
                return f"a script whose {name}[{number}] is of type {wrong}"
    for number, (family, _, term) in enumerate(script.assertions):
        which = f"a script whose assertions[{number}], of the family {family},"
        given: object = term
        if not isinstance(given, str):
            return f"{which} has a {type(given).__name__} as its term, not a str"
        try:
            if term.count("(") != term.count(")"):  # in a symbol or a string that may be right
                read_one(term)
        except SexprError as error:
            return f"{which} is not a term: {term[:100]} ({error.message})"
    return ""


def _home(function: Callable[..., Any]) -> str:
    """The file and line of a function, before a sentence; empty if it is not Python's."""
    import inspect

    code = getattr(inspect.unwrap(function), "__code__", None)
    return "" if code is None else f"{code.co_filename}:{code.co_firstlineno}: "


def _last_of_theirs(error: BaseException) -> traceback.FrameSummary | None:
    """The innermost place in somebody's code."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if _is_theirs(frame.filename)]
    return frames[-1] if frames else None


def _is_theirs(filename: str) -> bool:
    """Return whether a file is neither ours nor of Python's own library."""
    path = Path(filename)
    if filename.startswith("<") or any(path.is_relative_to(_ROOT / package) for package in _OURS):
        return False
    return "site-packages" in path.parts or not path.is_relative_to(_LIBRARY)
