"""Our own CPU time, and its end: work that looks at no clock is interrupted."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import process_time
from types import FrameType


class OutOfTimeError(Exception):
    """The CPU time of our own process that was allowed is used up."""


@contextmanager
def interrupted_at(until: float | None) -> Iterator[None]:
    """Raise an error in the block at a time of `time.process_time`; ``None`` is never.

    In another thread than the main one, where no signal arrives, only before and after the block. Within
    another such block the earlier end holds.

    Raises:
        OutOfTimeError: when time is up.
    """
    if until is None:
        yield
        return
    if process_time() >= until:
        raise OutOfTimeError
    if threading.current_thread() is not threading.main_thread():
        yield
        if process_time() >= until:
            raise OutOfTimeError
        return
    before = signal.signal(signal.SIGALRM, _look)
    _ends.append(min([until, *_ends]))
    try:
        _look()
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        _ends.pop()
        signal.signal(signal.SIGALRM, before)
        if _ends:
            signal.setitimer(signal.ITIMER_REAL, _AGAIN)


_ends: list[float] = []
"""Of the blocks that are entered, the inner ones last."""

_AGAIN = 0.05
"""Seconds after which it is raised again, where the first was lost in a callback of the interpreter."""

_LONGEST = 1e6
"""Seconds that a timer is set for at most."""


def _look(_number: int = 0, _frame: FrameType | None = None) -> None:
    """Look at the clock, again when the time that is left may be over.

    A timer of CPU time (`ITIMER_PROF`) would spare that, but while one runs Linux counts the process's CPU
    time by ticks, which short measurements show as nothing.

    Raises:
        OutOfTimeError: if time is up.
    """
    left = _ends[-1] - process_time()
    signal.setitimer(signal.ITIMER_REAL, min(max(left, 0.001), _LONGEST) if left > 0 else _AGAIN)
    if left <= 0:
        raise OutOfTimeError
