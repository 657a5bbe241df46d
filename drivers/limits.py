"""Limits of a process's time, memory, output and files, and what processes used.

The limit of CPU time proper is kept by us, to the millisecond and for a process with its children together.
The kernel's (``RLIMIT_CPU``) is well above it, for each process alone: it ends a solver that has lost its
driver. It counts clock ticks, on a busy virtual machine a quarter more than was used; and a solver that
catches its signal, as Yices does, ends with an exit code of its own, which would look like a failure.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterable

from fillomino.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal, TypeAlias

TEMPORARY = "{temporary}"
"""Among the folders in which a program may write: a new folder, which ends with it, for temporary files."""

MARK = "FILLOMINO_CHILD"
"""The environment variable that marks a process and all that it starts: our number, a dot, the start's."""

if sys.platform == "win32":
    OUT_OF_CPU = -(1 << 16)
else:
    OUT_OF_CPU = -signal.SIGXCPU
"""The exit code of a process that the kernel ended at its limit of CPU time; on Windows none has it."""


class Limits:
    """Limits of one run, or of each command of a session.

    Linux sets those that the kernel keeps as soon as a process has started, some 0.1 ms later (more on a busy
    machine): what it gets done by then is done without them.

    Attributes:
        seconds: wall-clock time by our clock; ``None`` is no limit, nor is infinity.
        cpu_seconds: CPU time of the process and what it starts, in a session of all commands together.
        memory_mib: address space of each process (``RLIMIT_AS``), a whole number; ``None`` is no limit. A
            process of our own Python children needs some 200 MiB before it has done anything.
        grace_seconds: the time between the request to stop (SIGTERM) and the order (SIGKILL).
        output_mib: the most that is kept of what a solver writes, in a run or in reply to one command of a
            session; one that writes more is stopped.

    Raises:
        ValueError: if a limit is negative, not a number of its type, or infinite where that can't be.
    """

    def __init__(
        self,
        seconds: float | None = None,
        cpu_seconds: float | None = None,
        memory_mib: int | None = None,
        grace_seconds: float = 0.5,
        output_mib: float = 64,
    ) -> None:
        self.seconds = seconds
        self.cpu_seconds = cpu_seconds
        self.memory_mib = memory_mib
        self.grace_seconds = grace_seconds
        self.output_mib = output_mib
        for name, limit in vars(self).items():
            if wanted := _wanted(name, limit):
                raise ValueError(f"the limit {name} must {wanted}, but is {limit!r}")

    def replace(self, **limits: Any) -> Limits:
        """Return the same with some of them replaced."""
        return Limits(**{**vars(self), **limits})


def _wanted(name: str, limit: object) -> str:
    """The requirement that a limit violates; empty if it is valid."""
    if limit is None and name in ("seconds", "cpu_seconds", "memory_mib"):
        return ""
    if isinstance(limit, bool) or not isinstance(limit, int if name == "memory_mib" else int | float):
        return "be a whole number" if name == "memory_mib" else "be a number"
    if not limit >= 0:  # so nan as well
        return "not be negative"
    return "be finite" if limit == float("inf") and name not in ("seconds", "cpu_seconds") else ""


MemoryBy: TypeAlias = 'Literal["wait4", "polled", "runexec"]'
"""The source of a peak of memory: the kernel's account of the process, samples while it ran (the last of them
taken with its answer), or BenchExec's control group."""


class Usage(Record):
    """The cost of a run, measured by us.

    Attributes:
        wall_seconds: from just before the start of the process to its end.
        cpu_seconds: user and system time of the process and of the children it waited for.
        memory_mib: the peak of resident memory; ``None`` for a process too short-lived to be measured.
        memory_by: how that was measured; ``None`` where it was not.
    """

    wall_seconds: float
    cpu_seconds: float
    memory_mib: float | None
    memory_by: MemoryBy | None = None


def together(usages: Iterable[Usage]) -> Usage:
    """The usage of processes that ran one after the other: their times summed, the greatest peak."""
    used = list(usages)
    wall, cpu = sum(usage.wall_seconds for usage in used), sum(usage.cpu_seconds for usage in used)
    greatest = max(used, key=lambda usage: usage.memory_mib or 0.0, default=Usage(0.0, 0.0, None))
    return Usage(wall, cpu, greatest.memory_mib, greatest.memory_by)


def wall_behind(cpu_seconds: float) -> float:
    """The wall-clock limit that goes with a limit of CPU time; it only ends a solver that sleeps."""
    return 2 * cpu_seconds + 10
