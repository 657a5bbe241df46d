"""The cost of runs: times and memory, measured by us."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple, TypeAlias

MemoryBy: TypeAlias = Literal["wait4", "polled", "runexec"]
"""The source of a peak of memory: the kernel's account of the process, samples while it ran (the last of them
taken with its answer), or BenchExec's control group."""


class Usage(NamedTuple):
    """The cost of a run, measured by us.

    Attributes:
        wall_seconds: from just before the start of the process to its end.
        cpu_seconds: user and system time of the process and of the children it waited for.
        memory_mib: the peak of resident memory; ``None`` for a process too short-lived to be measured
            (see ``drivers.metering``).
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
