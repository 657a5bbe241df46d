"""The jobs a person does: the only place where the puzzle, the encoder and the drivers meet."""

from __future__ import annotations

__version__ = "1.0.0"


class Exit:
    """The exit codes of every command."""

    DONE = 0
    NO = 1
    BAD_INPUT = 2
    NO_ANSWER = 3
    SOLVER_FAILED = 4
    INTERRUPTED = 130
