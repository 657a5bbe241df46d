"""Limits of what the live page may ask for."""

from __future__ import annotations

MAX_CELLS = 4_000
"""A board of 50x64, the largest of our puzzles, fits; a page with more can't be read."""

MAX_GENERATED = 400
"""Cells of a board that a puzzle is generated on."""

MAX_SECONDS = 60.0
"""Of one solver, for one run."""

MEMORY_MIB = 4096
"""Address space of the process of a job, and of each solver that it starts."""

MAX_BODY = 4 * 1024 * 1024
"""Bytes of a request."""

AT_ONCE = 2
"""Jobs that run at once; a race needs two."""

WAITING = 8
"""Jobs that may wait for their turn; more are refused."""

AUDIT_CELLS = 4
"""An audit decides all clue sets of boards of up to so many cells: some seconds."""

AUDIT_SAMPLED = 6
"""And samples of boards of up to so many."""
