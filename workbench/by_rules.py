"""Solve a puzzle without a solver: by deduction alone, or by backtracking.

The rules are imported when they are used: they would be a tenth of the start of a `solve` that does without.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from time import process_time

from fillomino.errors import InputError
from fillomino.puzzle import Filling, Puzzle
from fillomino.words import counted
from workbench.result import Result, Status, Stopped, Stopwatch, after, without_filling

WAYS = ("smt", "backtracking", "deduction")
"""Ways to solve a puzzle: through a solver, or as here."""


def check_way(by: str) -> None:
    """Refuse what is no way to solve a puzzle.

    Raises:
        InputError: with the ways there are.
    """
    if by not in WAYS:
        raise InputError(f"there is no way {by!r} to solve a puzzle; there is {', '.join(WAYS)}")


def solve(
    name: str,
    puzzle: Puzzle,
    by: str,
    *,
    limit: int = 1,
    unique: bool = False,
    seconds: float | None = None,
    read_seconds: float = 0.0,
) -> Result:
    """Solve a puzzle by ``deduction`` or ``backtracking``, within so many CPU seconds.

    Raises:
        Stopped: at Ctrl-C, with the fillings found by then.
    """
    watch = Stopwatch(read_seconds)
    told: list[Filling] = []
    with watch.phase("deduce"):
        if by == "deduction":
            return _deduced(name, puzzle, seconds, watch)
        from fillomino.backtracking import search

        try:
            found = search(puzzle, limit=max(limit, 2 if unique else 1), seconds=seconds, tell=told.append)
        except KeyboardInterrupt:
            raise Stopped(_interrupted(name, told, limit)) from None
    guesses = counted(found.nodes, "guess", "guesses")
    gave_up = not found.complete and len(found.fillings) < max(limit, 2 if unique else 1)
    status = Status.SOLVED if found.fillings else Status.TIMEOUT if gave_up else Status.UNSOLVABLE
    return Result(
        puzzle=name,
        status=status,
        fillings=found.fillings[:limit],
        unique=found.unique if found.fillings else None,
        complete=found.complete and len(found.fillings) <= limit,
        encoding=by,
        solver="none",
        version=None,
        seconds=watch.stop(),
        error=f"gave up after {found.seconds:.1f} s and {guesses}" if gave_up else None,
        nodes=found.nodes,
        depth=found.depth,
        how=f"by backtracking: {guesses}, depth {found.depth}",
    )


def _interrupted(name: str, found: Sequence[Filling], limit: int) -> Result:
    stopped = without_filling(name, Status.UNKNOWN, "interrupted", encoding="backtracking", solver="none")
    if not found:
        return stopped
    unique = False if len(found) > 1 else None
    return replace(
        stopped,
        status=Status.SOLVED,
        fillings=tuple(found[:limit]),
        unique=unique,
        error=after(len(found), "interrupted"),
        how="by backtracking",
    )


def _deduced(name: str, puzzle: Puzzle, seconds: float | None, watch: Stopwatch) -> Result:
    from fillomino.deduction.reason import reasoner

    reasoning = reasoner(puzzle)
    reasoning.run(None if seconds is None else process_time() + seconds)
    solved, error = reasoning.solved, None
    if solved:
        status = Status.SOLVED
    elif not reasoning.consistent:
        status = Status.UNSOLVABLE
    else:
        status = Status.UNKNOWN if reasoning.finished else Status.TIMEOUT
        left = reasoning.state.unfixed.bit_count()
        why = "the rules say no more" if reasoning.finished else "time ran out"
        what = f"{counted(left, 'cell')} {'is' if left == 1 else 'are'}"
        error = f"{why}, and {what} open; try --by backtracking"
    return Result(
        puzzle=name,
        status=status,
        fillings=(reasoning.candidates().filling(),) if solved else (),
        unique=True if solved else None,
        complete=solved or not reasoning.consistent,
        encoding="deduction",
        solver="none",
        version=None,
        seconds=watch.stop(),
        error=error,
        how="by deduction",
    )
