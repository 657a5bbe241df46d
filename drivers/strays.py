"""Processes that a solver started and that left its group, as those under ``timeout`` and ``setsid`` do.

Those below a process that is alive are held by pidfds, which never mean another process. Those that it left
behind when it ended are children of ours by then (`drivers.adoption`), known by a mark in their environment.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from drivers.metering import children_of


def strays_of(pid: int) -> list[int]:
    """The pidfds of the descendants of a process that are not in its group, to be closed by `let_go`.

    The process must be alive: nothing links its orphans to it.
    """
    pidfds = []
    for number in _descendants(pid):
        with suppress(OSError):  # it has ended by now
            if os.getpgid(number) != pid:
                pidfds.append(os.pidfd_open(number))
    return pidfds


def signal_all(strays: Iterable[int], number: int) -> None:
    """Send a signal to processes held by pidfds."""
    for held in strays:
        with suppress(OSError):
            signal.pidfd_send_signal(held, number)


def let_go(strays: Iterable[int]) -> None:
    """Close pidfds."""
    for held in strays:
        os.close(held)


def end_orphans(group: int, mark: str, until: float) -> None:
    """Kill what is left of a process that has ended, and wait for it.

    Args:
        group: the number of the process and of its group; itself it is not waited for.
        mark: what stands in the environment of all that it started, unless they took it out.
        until: a time of ``time.monotonic`` after which nothing is waited for any more.
    """
    wanted, killed = mark.encode(), set[int]()
    while left := {
        pid for pid in children_of() if pid != group and (pid in killed or _is_left(pid, group, wanted))
    }:
        for pid in left:
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, os.WNOHANG)
        killed |= left
        if time.monotonic() > until:
            return
        time.sleep(_PAUSE)


_PAUSE = 0.001


def _is_left(pid: int, group: int, mark: bytes) -> bool:
    try:
        return os.getpgid(pid) == group or mark in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return False


def _descendants(pid: int) -> Iterator[int]:
    for child in children_of(pid):
        yield child
        yield from _descendants(child)
