"""The memory of another process: limiting it, and measuring its peak.

Linux starts the peak of a new process at that of the process it was forked from, so what ``wait4`` reports is
right only above our own peak (or where the process was started as ``drivers.adoption`` does). Below it all
there is are samples of ``/proc`` while the process runs, the last of them as it gives its answer.
"""

from __future__ import annotations

import resource

_MOST = 2**63 - 1  # so many bytes can be set


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
            _, found, rest = status.read(4096).partition(b"VmHWM:")
    except OSError:
        return 0
    return int(rest.split(None, 1)[0]) if found else 0
