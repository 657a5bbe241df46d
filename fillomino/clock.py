"""Time of this process: by phase, and limited, so that work which does not check the clock is interrupted."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter, process_time
from types import FrameType


class OutOfTimeError(Exception):
    """The CPU time allowed for this process is used up."""


@contextmanager
def interrupted_at(until: float | None) -> Iterator[None]:
    """Raise an error in the block once `time.process_time` reaches a limit; ``None`` sets no limit.

    Outside the main thread, which alone receives signals, the limit is checked before and after the block.
    In nested blocks the earliest limit holds.

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
    from fillomino.system import set_alarm, set_handler  # a run without a limit needs no alarm

    before = set_handler(_look)
    _ends.append(min([until, *_ends]))
    try:
        _look()
        yield
    finally:
        set_alarm(0.0)
        _ends.pop()
        set_handler(before)
        if _ends:
            set_alarm(_AGAIN)


_ends: list[float] = []
"""The limits of the blocks entered, innermost last."""

_AGAIN = 0.05
"""Seconds until the error is raised again, in case the first was lost in a callback of the interpreter."""

_LONGEST = 1e6
"""Longest setting of the timer, in seconds."""


def _look(_number: int = 0, _frame: FrameType | None = None) -> None:
    """Check the clock, and set the timer to check again when the remaining time may be over.

    A timer of CPU time (`ITIMER_PROF`) would avoid this, but while one runs Linux counts the process's CPU
    time in ticks, so short measurements read 0.

    Raises:
        OutOfTimeError: if time is up.
    """
    from fillomino.system import set_alarm

    left = _ends[-1] - process_time()
    set_alarm(min(max(left, 0.001), _LONGEST) if left > 0 else _AGAIN)
    if left <= 0:
        raise OutOfTimeError


SCRAMBLE = "scramble"
"""A part of the phase `encode` that is no work of a method; only CPU seconds of it are counted."""

PROGRAM = "program"
"""CPU seconds of a program that encodes, in the phase `encode`; it is neither our process nor a solver's."""

PHASES = ("read", "deduce", "encode", "solve", "check", "total")


class Stopwatch:
    """Wall seconds by phase, and CPU seconds of this process; phases that never ran count 0."""

    def __init__(self) -> None:
        self.wall = dict.fromkeys(PHASES, 0.0)
        self.own = dict.fromkeys((*PHASES, SCRAMBLE, PROGRAM), 0.0)
        self._started, self._own_started = perf_counter(), process_time()

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """Count the time of a block towards a phase."""
        started, own = perf_counter(), process_time()
        try:
            yield
        finally:
            if name in self.wall:
                self.wall[name] += perf_counter() - started
            self.own[name] += process_time() - own

    def stop(self, solver: float = 0.0) -> dict[str, float]:
        """Set the totals; returns CPU seconds by phase, those of a solver and of a program included."""
        self.wall["total"] = perf_counter() - self._started
        self.own["total"] = process_time() - self._own_started
        others = {"encode": self.own[PROGRAM], "solve": solver, "total": self.own[PROGRAM] + solver}
        return {phase: self.own[phase] + others.get(phase, 0.0) for phase in PHASES}
