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
    handler = signal.signal(signal.SIGPROF, _raise)
    outer, _ = signal.getitimer(signal.ITIMER_PROF)
    started, left = process_time(), until - process_time()
    signal.setitimer(signal.ITIMER_PROF, max(1e-6, min(left, outer or left)), _AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, handler)
        if outer:
            signal.setitimer(signal.ITIMER_PROF, max(1e-6, outer - (process_time() - started)), _AGAIN)


_AGAIN = 0.05
"""Seconds after which it is raised again, where the first was lost in a callback of the interpreter."""


def _raise(_number: int, _frame: FrameType | None) -> None:
    raise OutOfTimeError
