"""Types of what every system gives: of events, pipes and accounts of processes."""

from __future__ import annotations

from typing import Literal, TypeAlias

Output: TypeAlias = Literal["stdout", "stderr"]
"""A pipe from a process."""

Event: TypeAlias = Literal["exit", "stdin", "stdout", "stderr"]
"""The end of a process, room for its input, or output (or the end of that)."""

Account: TypeAlias = tuple[int | None, float, int]
"""Of a process that has ended: the exit code (negative for a signal, ``None`` if it is lost), CPU seconds of
it and of what it waited for, and the peak of its resident memory in KiB, 0 if that is not known."""
