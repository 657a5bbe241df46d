"""Streams that close early or run full, and the end of what the system gives our own process."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BufferedWriter, RawIOBase, TextIOWrapper
from typing import TextIO

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
        from workbench import Exit

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
    return TextIOWrapper(BufferedWriter(stream.detach()), encoding, errors, line_buffering=True)


def let_go(stream: TextIO) -> None:
    """Write no more: what is left in the buffer of a stream would fail again at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
