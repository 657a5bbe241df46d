"""Processes that a solver started and that left its group, as those under ``timeout`` and ``setsid`` do.

They are held by pidfds, which never mean another process; a group is killed by its number alone.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path


class Strays:
    """The descendants of a process outside of its group, as far as they have been seen."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._held: dict[int, int] = {}

    def look(self) -> None:
        """Find those that are there now. The process must be alive: nothing links its orphans to it."""
        for number in _descendants(self._pid):
            if number not in self._held:
                with suppress(OSError):
                    if os.getpgid(number) != self._pid:
                        self._held[number] = os.pidfd_open(number)

    def signal(self, number: int) -> None:
        """Send all of them a signal."""
        for held in self._held.values():
            with suppress(OSError):
                signal.pidfd_send_signal(held, number)

    def release(self) -> None:
        """Let go of them."""
        for held in self._held.values():
            os.close(held)
        self._held.clear()


def _descendants(pid: int) -> Iterator[int]:
    with suppress(OSError):  # it has ended, or the kernel does not list children
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_bytes().split():
                yield int(child)
                yield from _descendants(int(child))
