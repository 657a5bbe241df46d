"""How much a solver may use."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one run, or of each command of a session.

    Attributes:
        seconds: wall-clock time by our clock; ``None`` is no limit.
        memory_mib: address space of each process (``RLIMIT_AS``); ``None`` is no limit. A process of our own
            Python children needs some 200 MiB before it has done anything.
        grace_seconds: what is left between the request to stop (SIGTERM) and the order (SIGKILL).
        output_mib: the most that is kept of what a solver writes, in a run or in reply to one command of a
            session; one that writes more is stopped.

    Raises:
        ValueError: if a limit is negative or not a number.
    """

    seconds: float | None = None
    memory_mib: int | None = None
    grace_seconds: float = 0.5
    output_mib: float = 64

    def __post_init__(self) -> None:
        for name in ("seconds", "memory_mib", "grace_seconds", "output_mib"):
            limit = getattr(self, name)
            if limit is not None and (math.isnan(limit) or limit < 0):
                message = f"the limit {name} must not be negative, but is {limit}"
                raise ValueError(message)
