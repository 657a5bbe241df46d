"""The end of our own memory."""

from __future__ import annotations

import errno
from mmap import mmap

SENTENCE = (
    "fillomino: out of memory, in our own process and not a solver's; allow it more (ulimit -v), "
    "or take a smaller puzzle, or another encoding\n"
)

_WORDS = ("failed to map segment", "cannot allocate memory", "can't start new thread")
"""Texts of errors of the linker and of threads."""

_LIBRARY = 16 << 20


def is_out_of_memory(error: BaseException | None) -> bool:
    """Return whether an error, or what caused it, is that there is no more memory."""
    if error is None:
        return False
    if isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == errno.ENOMEM):
        return True
    if isinstance(error, ImportError | RuntimeError) and any(words in str(error).lower() for words in _WORDS):
        return True
    return (isinstance(error, ImportError) and _full()) or is_out_of_memory(error.__cause__)


def _full() -> bool:
    """Return whether the address space has no room for a library any more."""
    try:
        mmap(-1, _LIBRARY).close()
    except OSError:
        return True
    return False
