"""Standard streams that are closed, full, or whose reader has gone."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BufferedWriter, RawIOBase, TextIOWrapper
from typing import TextIO

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
        from workbench.methods.exits import Exit

        sys.exit(Exit.BAD_INPUT)


def _by_lines(stream: TextIO) -> TextIO:
    """The stream itself, or, with PYTHONUNBUFFERED, by lines: Python loses the rest of a write cut short."""
    if not isinstance(stream, TextIOWrapper) or not isinstance(stream.buffer, RawIOBase):
        return stream
    encoding, errors = stream.encoding, stream.errors
    return TextIOWrapper(BufferedWriter(stream.detach()), encoding, errors, line_buffering=True)


def let_go(stream: TextIO) -> None:
    """Write no more: what is left in the buffer of a stream would fail again at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
