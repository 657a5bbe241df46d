"""Settings and progress of a count."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from mmap import mmap
from pathlib import Path
from time import perf_counter

from fillomino.errors import CountError

NUMPY_BYTES = 100 << 20
"""Address space that the import of NumPy takes: 88 MiB with NumPy 2.3, by VmPeak, 2026-11-23."""

_THREADS = "OPENBLAS_NUM_THREADS"


@dataclass(frozen=True, slots=True)
class CountProgress:
    """The progress of a count.

    Attributes:
        done: cells filled.
        cells: cells in all.
        part: how much of the next cell's layer is done, from 0 to 1.
        states: states of the last whole layer.
        seconds: wall seconds since the start.
        seconds_left: an estimate: that the second half takes as long as the first, cell by cell from the
            middle; ``None`` before the middle.
    """

    done: int
    cells: int
    part: float
    states: int
    seconds: float
    seconds_left: float | None


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of a count.

    Attributes:
        memory: bytes for states; ``None`` for no limit.
        jobs: threads for long layers (NumPy only).
        checkpoint: a file to keep each finished layer in, and to resume from.
        watch: callback for the progress of the count, called now and then.
    """

    memory: int | None = None
    jobs: int = 1
    checkpoint: Path | None = None
    watch: Callable[[CountProgress], None] | None = None

    def out_of_memory(self, done: int, cells: int, states: int) -> CountError:
        """The error for a count that would outgrow its memory after so many cells."""
        kept = f"; {self.checkpoint} holds the last whole layer" if self.checkpoint else ""
        return CountError(
            f"the states outgrow the memory allowed, {(self.memory or 0) / 2**20:.0f} MiB: {states:,} "
            f"states after {done} of {cells} cells{kept}. "
            f"Allow more with --memory, or fewer fillings with --as max-region=K or clues"
        )


class Clock:
    """Reports the progress of a count to a callback, with an estimate of the time left."""

    def __init__(self, cells: int, watch: Callable[[CountProgress], None] | None) -> None:
        self._cells, self._watch = cells, watch
        self._started = perf_counter()
        self._ends: dict[int, float] = {}

    def layer(self, done: int, states: int) -> None:
        """Report that a layer is finished."""
        self._ends[done] = perf_counter()
        self.part(done, states, 0.0)

    def part(self, done: int, states: int, part: float) -> None:
        """Report that a part of the next layer is finished."""
        if self._watch is not None:
            seconds = perf_counter() - self._started
            self._watch(CountProgress(done, self._cells, part, states, seconds, self._left(done, part)))

    def _left(self, done: int, part: float) -> float | None:
        if done < self._cells / 2:
            return None
        spent = [
            self._ends[twin + 1] - self._ends[twin]
            for twin in (self._cells - 1 - layer for layer in range(done, self._cells))
            if twin in self._ends and twin + 1 in self._ends
        ]
        return sum(spent) - (spent[0] * part if spent else 0)


def can_pack() -> bool:
    """Return whether the laboratory sampling is here, which counts by NumPy."""
    from fillomino import laboratories

    return laboratories.is_here("sampling")


def numpy_installed() -> bool:
    """Return whether NumPy is installed (the extra ``count``), without an import of it."""
    return find_spec("numpy") is not None


def have_numpy() -> bool:
    """Return whether NumPy is installed (the extra ``count``); if so, it is imported.

    Raises:
        MemoryError: if there is no room for it. Its BLAS, of which we have no use, would end the process
            with exit code 1; it takes `NUMPY_BYTES` with one thread.
    """
    if not numpy_installed():
        return False
    if "numpy" not in sys.modules:
        try:
            mmap(-1, NUMPY_BYTES).close()
        except OSError as error:
            raise MemoryError from error
        threads = os.environ.get(_THREADS)
        os.environ[_THREADS] = "1"
        try:
            import numpy  # noqa: F401
        finally:
            os.environ.pop(_THREADS)
            if threads is not None:
                os.environ[_THREADS] = threads
    return True
