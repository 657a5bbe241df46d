"""Output of commands: streams that close early or run full, errors and exit codes, progress, colour."""

from __future__ import annotations

import errno
import os
import sys
from _thread import allocate_lock, start_new_thread  # `threading` would take a twentieth of the start
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from io import BufferedWriter, RawIOBase, TextIOWrapper
from time import monotonic

from fillomino.errors import CountError, Error, FillominoError, NoSolutionError
from workbench import Exit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

    from workbench.cli.progress import Bar, Reporter

MEMORY = (
    "out of memory, in our own process and not a solver's; allow it more (ulimit -v), "
    "or take a smaller puzzle, or another encoding"
)

SENTENCES = {
    errno.ENOMEM: MEMORY,
    errno.EMFILE: "too many open files in our own process; allow it more (ulimit -n)",
    errno.ENFILE: "too many open files on this machine",
    errno.EAGAIN: "no further process can be started; allow more (ulimit -u)",
}
"""By the number of an error of the system."""

_WORDS = ("failed to map segment", "cannot allocate memory", "can't start new thread")
"""Texts of errors of the linker and of threads."""

_LIBRARY = 16 << 20


def shortage(error: BaseException | None) -> str | None:
    """Return what ran out, in a sentence, if that is the error or what caused it."""
    if error is None:
        return None
    if isinstance(error, OSError):
        return SENTENCES.get(error.errno or 0) or shortage(error.__cause__)
    reported = isinstance(error, ImportError | RuntimeError) and any(
        words in str(error).lower() for words in _WORDS
    )
    if reported or isinstance(error, MemoryError) or (isinstance(error, ImportError) and _full()):
        return MEMORY
    return shortage(error.__cause__)


def _full() -> bool:
    """Return whether the address space has no room for a library any more."""
    try:
        from mmap import mmap

        mmap(-1, _LIBRARY).close()
    except (ImportError, OSError):
        return True
    return False


def _closed_pipe() -> Collection[int | None]:
    """The numbers of errors of writing to a pipe that nobody reads."""
    from fillomino.system import CLOSED_PIPE

    return CLOSED_PIPE


NOBODY_READS = 141
"""Exit code where the reader of our output has gone, as a shell reports it of any program (128 + SIGPIPE)."""

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


@contextmanager
def open_streams() -> Iterator[None]:
    """A stream that was closed at the start is an empty one; a full disk ends us in a sentence.

    Whoever writes a file names it, so an error without a name is one of standard output.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123
    sys.stdout = _by_lines(sys.stdout)
    try:
        yield
    except OSError as error:
        if error.filename is not None or error.errno not in FULL:
            raise
        let_go(sys.stdout)
        with suppress(OSError):
            sys.stderr.write(f"fillomino: standard output: {error.strerror}\n")
            sys.stderr.flush()
        let_go(sys.stderr)
        sys.exit(Exit.BAD_INPUT)


def _by_lines(stream: TextIO) -> TextIO:
    """The stream, by lines, so that who reads a pipe has each result at once.

    With PYTHONUNBUFFERED it gets a buffer: Python loses the rest of a write cut short.
    """
    if not isinstance(stream, TextIOWrapper):
        return stream
    if not isinstance(stream.buffer, RawIOBase):
        stream.reconfigure(line_buffering=True)
        return stream
    encoding, errors = stream.encoding, stream.errors
    return TextIOWrapper(BufferedWriter(stream.detach()), encoding, errors, "\n", line_buffering=True)


def let_go(stream: TextIO) -> None:
    """Write no more: what is left in the buffer of a stream would fail again at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def tell(message: str) -> None:
    """Write one line to standard error: an error, what was done, or where it is."""
    print(f"fillomino: {message}", file=sys.stderr)


def tell_error(error: Error, place: str = "") -> None:
    """Write an error about one of several things, which ends no command; its place is for one without."""
    tell(f"{place}{sentence(error)}")


def sentence(error: Error) -> str:
    """Return an error as it is told."""
    return str(error)


def warn(message: str, *, code: str) -> None:
    """Write a warning to standard error, with its code, by which a program tells it from others."""
    tell(f"{message} [{code}]")


def warn_of_memory(mib: int | None) -> None:
    """Say that a limit of memory is not kept, where the system keeps none."""
    if mib is not None:
        from drivers.system import LIMITS_MEMORY

        if not LIMITS_MEMORY:
            warn("--memory has no effect: this system limits no memory of a process", code="no-effect")


def report(error: BaseException) -> int:
    """Write what ended a command as one line, and return the documented exit code.

    Raises:
        BaseException: the error itself, if it is none of ours.
    """
    if isinstance(error, FillominoError):
        tell(sentence(error))
        return exit_of(error)
    if isinstance(error, OSError) and error.filename is None and error.errno in _closed_pipe():
        let_go(sys.stdout)
        return NOBODY_READS
    if isinstance(error, OSError) and error.filename is not None and not shortage(error):
        tell(f"{error.filename}: {error.strerror}")
        return Exit.BAD_INPUT
    if isinstance(error, KeyboardInterrupt):
        tell(" ".join(["interrupted", *map(str, error.args)]))
        return Exit.INTERRUPTED
    # Imported here, because it imports all drivers: a third of the start-up time.
    from drivers.errors import SessionTimeoutError, SolverFileError, UnfitSolverError, UnknownSolverError
    from smtlib.errors import EvaluationError, SexprError, SmtLibError, UnknownFlavourError

    if not isinstance(error, SmtLibError):
        raise error
    tell(sentence(error))
    bad_input = (EvaluationError, SexprError, SolverFileError, UnfitSolverError)
    if type(error) in (*bad_input, UnknownFlavourError, UnknownSolverError):
        return Exit.BAD_INPUT
    return Exit.NO_ANSWER if type(error) is SessionTimeoutError else Exit.SOLVER_FAILED


def exit_of(error: FillominoError) -> int:
    """Return the exit code of an error."""
    from workbench.foreign.spec import ProgramError

    if isinstance(error, ProgramError):
        return Exit.NO_ANSWER if error.timed_out else Exit.SOLVER_FAILED
    if isinstance(error, NoSolutionError):
        return Exit.NO
    if isinstance(error, MemoryError):
        return Exit.NO_ANSWER
    if isinstance(error, CountError):
        return Exit.SOLVER_FAILED if error.broken else Exit.NO_ANSWER
    return Exit.BAD_INPUT


def worst(codes: Sequence[int]) -> int:
    """One exit code for many puzzles: bad input, then a failed solver, then no answer, then "no"."""
    order = (Exit.BAD_INPUT, Exit.SOLVER_FAILED, Exit.NO_ANSWER, Exit.NO)
    return next((code for code in order if code in codes), Exit.DONE)


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
    return bar(what, len(things))


@contextmanager
def portion(name: str) -> Iterator[Callable[[float], None] | None]:
    """Give a callback that shows the part of the work that is done on a terminal; ``None`` elsewhere."""
    if sys.stderr.isatty():
        with bar(name, 1.0) as shown:
            yield shown.move_part
    else:
        yield None


@contextmanager
def bar(name: str, total: float) -> Iterator[Bar]:
    """A bar over so many things; it is gone at the end."""
    from workbench.cli.progress import Bar

    with words() as show:
        yield Bar(show, name, total)


@contextmanager
def words() -> Iterator[Callable[[str], None]]:
    """Yield a function that shows words of progress in one line on a terminal, until the end."""
    shown = sys.stderr.isatty()

    def show(text: str) -> None:
        if shown:
            _overwrite(text)

    try:
        yield show
    finally:
        show("")


def _overwrite(text: str) -> None:
    """Show a text instead of what stands in the line of the terminal."""
    try:
        width = os.get_terminal_size(sys.stderr.fileno()).columns
    except OSError:
        width = 0
    sys.stderr.write(f"\r\x1b[2K{text[: (width or 80) - 1]}")  # a line that wraps would stay
    sys.stderr.flush()


@contextmanager
def working(text: str) -> Iterator[Callable[[str], None]]:
    """Say on a terminal what is done and for how long, as `waiting`; yields a function that takes the words.

    These begin with a text, and stand there until others are given.
    """
    said = text

    def say(text: str) -> None:
        nonlocal said
        said = text

    with waiting(lambda: said):
        yield say


PATIENCE = 2.0
"""Seconds of work before a line says who works."""


@contextmanager
def waiting(who: Callable[[], str], *, silent: bool = False) -> Iterator[None]:
    """Say on a terminal who works and for how long, once the block takes more than a moment."""
    if silent or not sys.stderr.isatty():
        yield
        return
    started, over, gone = monotonic(), allocate_lock(), allocate_lock()
    over.acquire()
    gone.acquire()

    def show() -> None:
        wait = PATIENCE
        while not over.acquire(timeout=wait):
            with suppress(OSError):
                _overwrite(f"{who()}, {monotonic() - started:.0f} s")
            wait = 1.0
        if wait != PATIENCE:
            with suppress(OSError):
                _overwrite("")
        gone.release()

    start_new_thread(show, ())
    try:
        yield
    finally:
        over.release()
        gone.acquire()
