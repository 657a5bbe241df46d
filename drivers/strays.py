"""Processes that a solver started and that left its group, as those under ``timeout`` and ``setsid`` do.

They are held by pidfds, which never mean another process; a group is ended by its number alone.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path


def strays_of(pid: int) -> list[int]:
    """The pidfds of the descendants of a process that are not in its group, to be closed by `let_go`.

    The process must be alive: nothing links its orphans to it.
    """
    found = []
    for number in _descendants(pid):
        with suppress(OSError):  # it has ended by now
            if os.getpgid(number) != pid:
                found.append(os.pidfd_open(number))
    return found


def signal_all(strays: Iterable[int], number: int) -> None:
    """Send a signal to processes held by pidfds."""
    for held in strays:
        with suppress(OSError):
            signal.pidfd_send_signal(held, number)


def let_go(strays: Iterable[int]) -> None:
    """Close pidfds."""
    for held in strays:
        os.close(held)


def _descendants(pid: int) -> Iterator[int]:
    with suppress(OSError):  # it has ended, or the kernel does not list children
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_bytes().split():
                yield int(child)
                yield from _descendants(int(child))
