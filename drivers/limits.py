"""Limits of a process's time, memory and output, what processes used, and both for a process that runs.

The limit of CPU time proper is kept by us, to the millisecond and for a process with its children together.
The kernel's (``RLIMIT_CPU``) is well above it, for each process alone: it ends a solver that has lost its
driver. It counts clock ticks, on a busy virtual machine a quarter more than was used; and a solver that
catches its signal, as Yices does, ends with an exit code of its own, which would look like a failure.

Linux starts the peak of memory of a new process at that of the process it was forked from, so what ``wait4``
reports is right only above our own peak (or where the process was started as ``drivers.orphans`` does).
Below it all there is are samples of ``/proc`` while the process runs, the last of them as it gives its
answer.
"""

from __future__ import annotations

import math
import os
import resource
import time
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, Literal, NamedTuple, TypeAlias


class Limits:
    """Limits of one run, or of each command of a session.

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
    return "be finite" if limit == math.inf and name not in ("seconds", "cpu_seconds") else ""


MemoryBy: TypeAlias = Literal["wait4", "polled", "runexec"]
"""The source of a peak of memory: the kernel's account of the process, samples while it ran (the last of them
taken with its answer), or BenchExec's control group."""


class Usage(NamedTuple):
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


_CPUCLOCK_SCHED = 2  # what the kernel adds to the inverted number of a process to name its clock
_TICKS = os.sysconf("SC_CLK_TCK")
_MOST = 2**63 - 1  # so many bytes can be set


def wall_behind(cpu_seconds: float) -> float:
    """The wall-clock limit that goes with a limit of CPU time; it only ends a solver that sleeps."""
    return 2 * cpu_seconds + 10


def limit_cpu(pid: int, seconds: float) -> None:
    """Let the kernel end a process, and any that it will start, far above a limit (`wall_behind`)."""
    soft = min(math.ceil(wall_behind(seconds)), 1 << 40)
    _lower(pid, resource.RLIMIT_CPU, soft, soft + 1)


def limit_memory(pid: int, mib: int) -> None:
    """Limit the address space of a process, and of what it will start, each on its own."""
    size = min(mib * 1024 * 1024, _MOST)
    _lower(pid, resource.RLIMIT_AS, size, size)


def _lower(pid: int, kind: int, soft: int, hard: int) -> None:
    """Set a limit of the kernel, where there is none that is lower."""
    _, known = resource.prlimit(pid, kind)
    if known != resource.RLIM_INFINITY:
        soft, hard = min(soft, known), min(hard, known)
    resource.prlimit(pid, kind, (soft, hard))


def cpu_seconds(pid: int) -> float:
    """User and system time of a running process and its descendants so far, those that ended included.

    Precise to the microsecond for what runs, to the clock tick (mostly 10 ms) for children that have ended;
    0.0 for a process that is gone.
    """
    try:
        own = time.clock_gettime(~pid << 3 | _CPUCLOCK_SCHED)
        with open(f"/proc/{pid}/stat", "rb") as file:  # noqa: PTH123 -- pathlib takes a tenth of a start
            fields = file.read().rpartition(b")")[2].split()
    except OSError:
        return 0.0
    waited_for = (int(fields[13]) + int(fields[14])) / _TICKS
    return own + waited_for + sum(map(cpu_seconds, children_of(pid)))


def children_of(pid: int | str = "self") -> list[int]:
    """The children of a process, zombies included; none if it has ended, or the kernel does not list them."""
    pids = []
    with suppress(OSError):
        for task in os.listdir(f"/proc/{pid}/task"):  # noqa: PTH208 - half the time, as below
            with suppress(OSError), open(f"/proc/{pid}/task/{task}/children", "rb", buffering=0) as children:  # noqa: PTH123
                pids += [int(child) for child in children.readall().split()]
    return pids


def own_peak_kib() -> int:
    """The peak of resident memory of this process."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def peak_kib(pid: int) -> int:
    """The peak of resident memory of a running process so far, or 0 if it has ended."""
    try:
        with open(f"/proc/{pid}/status", "rb", buffering=0) as status:  # noqa: PTH123 - half the time
            _, label, rest = status.read(4096).partition(b"VmHWM:")
    except OSError:
        return 0
    return int(rest.split(None, 1)[0]) if label else 0
