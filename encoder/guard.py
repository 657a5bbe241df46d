"""Functions of somebody else's encoding, whose bugs end in a sentence with file and line of their code."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from fillomino.errors import FillominoError
from smtlib.errors import SmtLibError

_ROOT, _LIBRARY = Path(__file__).resolve().parents[1], Path(traceback.__file__).parent
_OURS = ("encoder", "fillomino", "smtlib", "drivers", "workbench")


class EncodingFaultError(FillominoError):
    """A bug in somebody's encoding: an error that is none of ours, or a result of the wrong type."""


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
        """Call the function.

        Raises:
            EncodingFaultError: for any other error than our own and a lack of memory, and for a result
                of another type.
        """
        what = f"{self.role} of the encoding {self.encoding}"
        try:
            found = self.function(*arguments, **named)
        except (FillominoError, SmtLibError, MemoryError):
            raise
        except Exception as error:
            raise EncodingFaultError(fault(error, what)) from error
        if self.wanted is not None and not isinstance(found, self.wanted):
            raise EncodingFaultError(f"{what} gives a {type(found).__name__}, not a {self.wanted.__name__}")
        return found


def identity(function: Any) -> tuple[str, ...]:
    """Return the file of somebody's function and a digest of it: other contents are another encoding.

    Nothing for a function of ours, and where there is no such file.
    """
    if not isinstance(function, Guarded):
        return ()
    import hashlib  # neither is needed to solve
    import inspect

    code = getattr(inspect.unwrap(function.function), "__code__", None)
    path = Path(code.co_filename) if code is not None else Path()
    if not path.is_file():
        return ()
    return (path.name, hashlib.sha256(path.read_bytes()).hexdigest()[:16])


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
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if _is_theirs(frame.filename)]
    if not frames:
        return f"{what} fails: {text}"
    last = frames[-1]
    line = f", in `{last.line}`" if last.line else ""
    return f"{last.filename}:{last.lineno}: {what} fails{line}: {text}"


def _is_theirs(filename: str) -> bool:
    """Return whether a file is neither ours nor of Python's own library."""
    path = Path(filename)
    if filename.startswith("<") or any(path.is_relative_to(_ROOT / package) for package in _OURS):
        return False
    return "site-packages" in path.parts or not path.is_relative_to(_LIBRARY)
