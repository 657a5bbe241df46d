"""Limits of what the live page may ask for."""

from __future__ import annotations

MAX_PAGE_CELLS = 4_000
"""Cells of a board; 50x64, the largest of our puzzles, fits."""

MAX_GENERATED = 400
"""Cells of a board that a puzzle is generated on."""

MAX_SECONDS = 60.0
"""Time of one solver in one run."""

MEMORY_MIB = 4096
"""Address space of a job's process, and of each solver that it starts."""

MAX_BODY = 4 * 1024 * 1024
"""Bytes of a request."""

AT_ONCE = 2
"""Jobs that run at the same time; a race needs two."""

WAITING = 8
"""Jobs that may wait; further ones are refused."""

AUDIT_CELLS = 4
"""An audit decides all clue sets of boards of up to this many cells, in a few seconds …"""

AUDIT_SAMPLED = 6
"""… and samples of boards of up to this many."""
