"""Time of this process: by phase, and limited, so that work which does not check the clock is interrupted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter, process_time
from types import FrameType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fillomino.system import Handler


class OutOfTimeError(Exception):
    """The CPU time allowed for this process is used up."""


def interrupted_at(until: float | None) -> _Block:
    """Raise an error in the block once `time.process_time` reaches a limit; ``None`` sets no limit.

    Outside the main thread, which alone receives signals, the limit is checked before and after the block.
    In nested blocks the earliest limit holds. No error is raised once the block is left, however late the
    alarm comes.

    Raises:
        OutOfTimeError: when time is up.
    """
    return _Block(until)


class _Block:
    """See `interrupted_at`.

    Signals interrupt calls, and the begin of a function. So one that comes while this enters or leaves must
    change nothing: what is half done would leave an alarm without a handler, which ends the process.
    """

    def __init__(self, until: float | None) -> None:
        self._until = until
        self._outer: tuple[float | None, bool] | None = None  # where this one sets the alarm
        self._handler: Handler = None

    def __enter__(self) -> None:
        if self._until is None:
            return
        if process_time() >= self._until:
            raise OutOfTimeError
        import threading  # a run without a limit needs neither this nor an alarm

        if threading.current_thread() is not threading.main_thread():
            return
        from fillomino.system import set_alarm, set_handler

        self._outer = _alarm.end, _alarm.raises
        _alarm.raises = False
        _alarm.end = self._until if _alarm.end is None else min(self._until, _alarm.end)
        self._handler = set_handler(_alarm.look)
        set_alarm(_seconds_to(_alarm.end))
        _alarm.raises = True  # no call follows before the block

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._until is None:
            return
        if self._outer is None:
            if kind is None and process_time() >= self._until:
                raise OutOfTimeError
            return
        _alarm.raises = False
        from fillomino.system import set_alarm, set_handler

        set_alarm(0.0)
        set_handler(self._handler)
        _alarm.end, _alarm.raises = self._outer
        if _alarm.end is not None:
            set_alarm(_AGAIN)


class _Alarm:
    """The alarm of the blocks entered."""

    end: float | None = None
    """The earliest limit; ``None`` outside of all blocks."""

    raises: bool = False
    """Whether an alarm raises the error: not while a block is entered or left."""

    def look(self, _number: int, frame: FrameType | None) -> None:
        """Check the clock at an alarm, and set it again to when the remaining time may be over.

        A timer of CPU time (`ITIMER_PROF`) would avoid this, but while one runs Linux counts the process's
        CPU time in ticks, so short measurements read 0.

        Raises:
            OutOfTimeError: if time is up.
        """
        from fillomino.system import set_alarm

        leaving = frame is not None and frame.f_code is _Block.__exit__.__code__
        if leaving or not self.raises or self.end is None:
            return  # whoever enters or leaves a block sets the alarm
        set_alarm(_seconds_to(self.end))
        if process_time() >= self.end:
            raise OutOfTimeError


_alarm = _Alarm()

_AGAIN = 0.05
"""Seconds until the error is raised again, in case the first was lost in a callback of the interpreter."""

_LONGEST = 1e6
"""Longest setting of the timer, in seconds."""


def _seconds_to(end: float) -> float:
    """Seconds to an alarm for a limit."""
    left = end - process_time()
    return min(max(left, 0.001), _LONGEST) if left > 0 else _AGAIN


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
