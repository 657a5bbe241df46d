"""Errors of the drivers: what can't be expressed as a solver's answer."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING

from smtlib.errors import SmtLibError

if TYPE_CHECKING:
    from drivers.answer import Timeout

_SHORTAGES = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN})


def is_shortage(error: BaseException) -> bool:
    """Return whether our own process lacks file descriptors, memory or processes: no fault of a solver."""
    return isinstance(error, OSError) and error.errno in _SHORTAGES


class DriverError(SmtLibError):
    """Base of every error raised on purpose by this package."""

    code = "driver-failed"


class UnknownSolverError(DriverError, ValueError):
    """Unknown solver; the message lists the known ones."""

    code = "unknown-solver"


class SolverFileError(DriverError, ValueError):
    """A file of solvers that can't be used; the message names file and line, and what to do.

    Attributes:
        message: one sentence, without the place.
        source: the path of the file.
        line: the line that is wrong, from 1; ``None`` for the file as a whole.
        column: the column, where it is known.
    """

    code = "bad-solver-file"

    def __init__(self, message: str, source: str, line: int | None = None, column: int | None = None) -> None:
        place = [str(part) for part in (source, line, column) if part is not None]
        super().__init__(f"{':'.join(place)}: {message}")
        self.message, self.source, self.line, self.column = message, source, line, column

    def __reduce__(self) -> tuple[object, ...]:
        """Let it be sent to another process, with its place."""
        return type(self), (self.message, self.source, self.line, self.column)


class UnfitSolverError(DriverError, ValueError):
    """The solver can't do what it is asked for; the message names some that can."""

    code = "unfit-solver"


class SolverNotFoundError(DriverError):
    """The solver is not installed here; the message names the way to get it."""

    code = "solver-not-found"


class WrongModelError(DriverError):
    """A solver's model that can't be right; the message gives the reason."""

    code = "wrong-model"


class SessionError(DriverError):
    """A session that can't continue: an error reply, an unexpected reply, or a dead solver.

    Its code tells which: ``solver-error``, ``bad-reply``, ``no-reply``, ``solver-ended``, ``session-over``.

    Attributes:
        message: one sentence.
        stderr: what the solver had written on its standard error by then.
        out_of_memory: whether the solver ran into the memory limit it was given.
    """

    code = "session-failed"

    def __init__(
        self, message: str, *, stderr: str = "", out_of_memory: bool = False, code: str | None = None
    ) -> None:
        super().__init__(message, code=code)
        self.message = message
        self.stderr = stderr
        self.out_of_memory = out_of_memory

    def __str__(self) -> str:
        """The message, and the end of what the solver wrote on its standard error."""
        tail = self.stderr.strip()[-2000:]
        return f"{self.message}\n{tail}" if tail else self.message


class SessionTimeoutError(SessionError):
    """A command of a session took longer than allowed; the solver has been stopped.

    Attributes:
        cpu_seconds: the CPU time that was used up, if it was that.
    """

    code = "session-timeout"

    def __init__(self, message: str, *, stderr: str = "", cpu_seconds: float | None = None) -> None:
        super().__init__(message, stderr=stderr)
        self.cpu_seconds = cpu_seconds

    def timeout(self, seconds: float | None) -> Timeout:
        """The same as an answer; ``seconds`` is the limit of the clock."""
        from drivers.answer import Timeout

        if self.cpu_seconds is not None:
            return Timeout(self.cpu_seconds, cpu=True)
        return Timeout(seconds or 0.0)
