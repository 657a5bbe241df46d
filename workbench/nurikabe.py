"""Solve a Nurikabe through SMT-LIB: encode, ask, decode, and check by the rules."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter

from drivers.enumeration import solutions
from drivers.limits import Limits
from drivers.solver import Solver
from encoder.errors import DecodeError
from encoder.nurikabe import decode, encode
from fillomino.nurikabe.rules import Shading, violations
from fillomino.puzzle import Puzzle
from workbench.methods.result import Status, exit_code, reason_of, status_of


@dataclass(frozen=True, slots=True)
class Solved:
    """What solving came to.

    Attributes:
        status: how it ended.
        shadings: the solutions found, each checked by the rules.
        unique: whether the first is the only one; ``None`` where that was not decided.
        complete: whether they are proved to be all there are.
        seconds: wall seconds in all.
        error: what went wrong or was left undecided, in a sentence.
    """

    status: Status
    shadings: tuple[Shading, ...]
    unique: bool | None
    complete: bool
    seconds: float
    error: str | None = None

    def exit_code(self, *, unique_wanted: bool = False) -> int:
        """What the process should say of it."""
        return exit_code(self.status, self.unique, self.error, unique_wanted=unique_wanted)


def solve(
    puzzle: Puzzle,
    solver: Solver,
    *,
    method: str = "rank",
    stream: str = "unbounded",
    unique: bool = False,
    limit: int = 1,
    limits: Limits | None = None,
) -> Solved:
    """Look for up to `limit` solutions (two, if uniqueness is to be decided).

    Raises:
        PuzzleError: for a puzzle with walls or a largest region.
        EncodingError: for a method that there is not.
        SolverNotFoundError: if the solver is not installed.
    """
    started = perf_counter()
    said = encode(puzzle, method=method, stream=stream)
    every = solutions(said.script, limit=max(limit, 2 if unique else 1), solver=solver, limits=limits)
    shadings: list[Shading] = []
    error = reason_of(every.end)
    for model in every.found:
        try:
            shading = decode(said, model)
            broken = violations(puzzle, shading)
        except DecodeError as wrong:
            return Solved(Status.FAILED, (), None, False, perf_counter() - started, str(wrong))
        if broken or shading in shadings:
            text = broken[0].text if broken else "it was given before"
            error = f"the solver's model breaks the rules: {text}"
            return Solved(Status.FAILED, (), None, False, perf_counter() - started, error)
        shadings.append(shading)
    return Solved(
        status=Status.SOLVED if shadings else status_of(every.end),
        shadings=tuple(shadings[:limit]),
        unique=False if len(shadings) > 1 else True if shadings and every.complete else None,
        complete=every.complete and len(shadings) <= limit,
        seconds=perf_counter() - started,
        error=error,
    )
