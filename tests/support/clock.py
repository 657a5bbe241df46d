"""Waiting for events, and a clock by which time is up at one: no test depends on how fast a machine is."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from drivers.process import Child
from drivers.system.common import Output

if TYPE_CHECKING:
    import pytest

PATIENCE = 600.0
"""Seconds that nothing here takes, not on a machine ten times slower: who waits longer hangs."""

FOREVER = 3600.0
"""Seconds that nobody waits for: the sleep of a solver that has to be ended."""

_JUMP = 10 * FOREVER
_PAUSE = 0.01
_Seen = TypeVar("_Seen")


def wait_until(happened: Callable[[], _Seen]) -> _Seen:
    """Wait for an event, at most for `PATIENCE`; returns what the last look found, false if it never came."""
    until = time.perf_counter() + PATIENCE  # no clock that jumps
    while not (seen := happened()) and time.perf_counter() < until:
        time.sleep(_PAUSE)
    return seen


class JumpingClock:
    """`time.monotonic`, by which time is up at an event; limits may be as long as `PATIENCE`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch
        self._real, self._ahead = time.monotonic, 0.0
        self._happened: Callable[[], bool] | None = None
        monkeypatch.setattr(time, "monotonic", self._now)

    def jump_when(self, happened: Callable[[], bool]) -> None:
        """Jump once, as soon as something has happened; it is asked each time that the clock is read."""
        self._happened = happened

    def jump_when_printed(self, text: str) -> None:
        """Jump once, as soon as a process has printed a text."""
        printed, read = bytearray(), Child._read

        def watched(child: Child, pipe: Output) -> bool:
            kept = child.stdout if pipe == "stdout" else child.stderr
            before = len(kept)
            more = read(child, pipe)
            printed.extend(kept[before:])
            return more

        self._monkeypatch.setattr(Child, "_read", watched)
        self.jump_when(lambda: text.encode() in printed)

    def _now(self) -> float:
        if self._happened is not None and self._happened():
            self._happened = None
            self._ahead += _JUMP
        return self._real() + self._ahead
