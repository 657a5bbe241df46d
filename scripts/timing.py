"""CPU time and quantiles, for the scripts that measure."""

from __future__ import annotations

import resource
from collections.abc import Iterable


def cpu_seconds() -> float:
    """Return the CPU seconds of this process and of all its descendants that have ended."""
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def quantile(values: Iterable[float], percent: int) -> float:
    """Return the value that so large a share of some does not exceed."""
    ordered = sorted(values)
    return ordered[max(0, (len(ordered) * percent - 1) // 100)]
