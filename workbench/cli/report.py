"""Output of commands: errors, progress, colour."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING, Protocol

from fillomino.errors import CountError, FillominoError, NoSolutionError
from workbench import Exit
from workbench.cli.streams import NOBODY_READS, let_go, shortage

if TYPE_CHECKING:
    from fillomino.counting.settings import CountProgress


class Reporter(Protocol):
    """Output of a command with many puzzles, with or without a progress bar."""

    def line(self, text: str) -> None:
        """Write a line (or several) to standard output."""

    def advance(self) -> None:
        """Count one more puzzle as done."""


def warn(message: str) -> None:
    """Write one line to standard error."""
    print(f"fillomino: {message}", file=sys.stderr)


def report(error: BaseException) -> int:
    """Write what ended a command as one line, and return the documented exit code.

    Raises:
        BaseException: the error itself, if it is none of ours.
    """
    if isinstance(error, FillominoError):
        warn(str(error))
        return exit_of(error)
    if isinstance(error, BrokenPipeError):
        let_go(sys.stdout)
        return NOBODY_READS
    if isinstance(error, OSError) and error.filename is not None and not shortage(error):
        warn(f"{error.filename}: {error.strerror}")
        return Exit.BAD_INPUT
    if isinstance(error, KeyboardInterrupt):
        warn(" ".join(["interrupted", *map(str, error.args)]))
        return Exit.INTERRUPTED
    # Imported here, because it imports all drivers: a third of the start-up time.
    from drivers.errors import SessionTimeoutError, SolverFileError, UnfitSolverError, UnknownSolverError
    from smtlib.errors import EvaluationError, SexprError, SmtLibError, UnknownFlavourError

    if not isinstance(error, SmtLibError):
        raise error
    warn(str(error))
    bad_input = (EvaluationError, SexprError, SolverFileError, UnfitSolverError)
    if type(error) in (*bad_input, UnknownFlavourError, UnknownSolverError):
        return Exit.BAD_INPUT
    return Exit.NO_ANSWER if type(error) is SessionTimeoutError else Exit.SOLVER_FAILED


def exit_of(error: FillominoError) -> int:
    """Return the exit code of an error."""
    from workbench.foreign.command import ProgramError

    if isinstance(error, ProgramError):
        return Exit.NO_ANSWER if error.timed_out else Exit.SOLVER_FAILED
    if isinstance(error, NoSolutionError):
        return Exit.NO
    if isinstance(error, MemoryError):
        return Exit.NO_ANSWER
    if isinstance(error, CountError):
        return Exit.SOLVER_FAILED if error.broken else Exit.NO_ANSWER
    return Exit.BAD_INPUT


def coloured() -> bool:
    """Return whether to colour standard output: it is a terminal, without NO_COLOR (https://no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


class _Plain:
    def line(self, text: str) -> None:
        print(text)

    def advance(self) -> None:
        pass


def reporter(things: Sequence[object], what: str = "puzzles") -> AbstractContextManager[Reporter]:
    """Give a reporter, which has a progress bar on a terminal when there is more than one thing to do."""
    if len(things) < 2 or not sys.stderr.isatty():
        return nullcontext(_Plain())
    from workbench.cli.progress import progress_bar

    return progress_bar(len(things), what)


def counting(name: str) -> AbstractContextManager[Callable[[CountProgress], None] | None]:
    """Give a callback that shows the progress of a count on a terminal; ``None`` elsewhere."""
    if not sys.stderr.isatty():
        return nullcontext()
    from workbench.cli.progress import count_bar

    return count_bar(name)


def portion(name: str) -> AbstractContextManager[Callable[[float], None] | None]:
    """Give a callback that shows the part of the work that is done on a terminal; ``None`` elsewhere."""
    if not sys.stderr.isatty():
        return nullcontext()
    from workbench.cli.progress import portion_bar

    return portion_bar(name)


@contextmanager
def words() -> Iterator[Callable[[str], None]]:
    """Yield a function that shows words of progress in one line on a terminal, until the end."""
    shown = sys.stderr.isatty()

    def show(text: str) -> None:
        if shown:
            sys.stderr.write(f"\r\x1b[2K{text}")
            sys.stderr.flush()

    try:
        yield show
    finally:
        show("")
