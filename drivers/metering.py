"""The CPU time and memory of another process: measuring them while it runs, and limiting them.

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
from contextlib import suppress
from pathlib import Path

from drivers.limits import wall_behind

_CPUCLOCK_SCHED = 2  # what the kernel adds to the inverted number of a process to name its clock
_TICKS = os.sysconf("SC_CLK_TCK")
_MOST = 2**63 - 1  # so many bytes can be set


def limit_cpu(pid: int, seconds: float) -> None:
    """Let the kernel end a process, and any that it will start, far above a limit (`wall_behind`)."""
    _, hard = resource.prlimit(pid, resource.RLIMIT_CPU)
    soft = min(math.ceil(wall_behind(seconds)), 1 << 40)
    soft, most = (n if hard == resource.RLIM_INFINITY else min(n, hard) for n in (soft, soft + 1))
    resource.prlimit(pid, resource.RLIMIT_CPU, (soft, most))


def cpu_seconds(pid: int) -> float:
    """User and system time of a running process and its descendants so far, those that ended included.

    Precise to the microsecond for what runs, to the clock tick (mostly 10 ms) for children that have ended;
    0.0 for a process that is gone.
    """
    try:
        own = time.clock_gettime(~pid << 3 | _CPUCLOCK_SCHED)
        fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
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


def limit_memory(pid: int, mib: int) -> None:
    """Limit the address space of a process, and of what it will start, each on its own."""
    size = min(mib * 1024 * 1024, _MOST)
    _, hard = resource.prlimit(pid, resource.RLIMIT_AS)
    if hard != resource.RLIM_INFINITY:
        size = min(size, hard)
    resource.prlimit(pid, resource.RLIMIT_AS, (size, size))


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
