"""Count fillings through a solver: ask for one, forbid it, ask for another, until there is none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from encoder.encoding import Decoded
from fillomino.errors import CountError
from fillomino.puzzle import Puzzle
from workbench.result import Result, Status
from workbench.solve import EVERY, Setup, solve
from workbench.watch import Round


def count_by_solver(name: str, puzzle: Puzzle, setup: Setup, watch: Callable[[int], None]) -> int:
    """How many fillings a puzzle has.

    A filling is forbidden by its numbers, so it is counted once, however many models it has.
    Each is checked by the rules; that there are no more is the solver's word.

    Args:
        name: what the puzzle is called.
        puzzle: what is to be counted; a bare board is a puzzle without clues.
        setup: how to solve; its limit is set aside.
        watch: told after each filling how many there are so far.

    Raises:
        CountError: if time or memory ran out, or the solver failed.
        EncodingError: if encoding and solver do not go together.
    """
    seen = 0

    def see(event: Round | Decoded) -> None:
        nonlocal seen
        if isinstance(event, Decoded):
            seen += 1
            watch(seen)

    result = solve(name, puzzle, replace(setup, limit=EVERY, watch=see))
    if not result.complete:
        raise CountError(
            f"{len(result.fillings)} fillings found, and there may be more: {_why(result, setup)}",
            broken=result.ended is Status.FAILED,
        )
    return len(result.fillings)


def _why(result: Result, setup: Setup) -> str:
    if result.ended is Status.TIMEOUT:
        return f"the solver had {setup.limits.seconds:g} s"
    return result.error or "the solver stopped"
