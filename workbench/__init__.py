"""The jobs a person does: the only place where the puzzle, the encoder and the drivers meet."""

from __future__ import annotations

from collections.abc import Sequence

__version__ = "1.0.0"


class Exit:
    """The exit codes of every command."""

    DONE = 0
    NO = 1
    BAD_INPUT = 2
    NO_ANSWER = 3
    SOLVER_FAILED = 4
    INTERRUPTED = 130


def worst(codes: Sequence[int]) -> int:
    """One exit code for many puzzles: bad input, then a failed solver, then no answer, then "no"."""
    order = (Exit.BAD_INPUT, Exit.SOLVER_FAILED, Exit.NO_ANSWER, Exit.NO)
    return next((code for code in order if code in codes), Exit.DONE)
