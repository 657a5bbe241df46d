"""CPU time, for the scripts that measure."""

from __future__ import annotations

import resource


def cpu_seconds() -> float:
    """Return the CPU seconds of this process and of all its descendants that have ended."""
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)
