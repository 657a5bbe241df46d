"""The end of what the system gives our own process: memory, files, processes."""

from __future__ import annotations

import errno
from mmap import mmap

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
        mmap(-1, _LIBRARY).close()
    except OSError:
        return True
    return False
