"""Solve a Nurikabe through SMT-LIB: encode it, run a solver, decode its models, check them by the rules."""

from __future__ import annotations

from dataclasses import dataclass

from drivers import Answer, Failure, Limits, Sat, Solver, Timeout, Unknown, Unsat
from drivers.enumeration import solutions
from encoder.errors import DecodeError
from fillomino.puzzle import Puzzle
from nurikabe.encoding import decode, encode
from nurikabe.rules import Shading, violations


@dataclass(frozen=True, slots=True)
class Solved:
    """The result of solving.

    Attributes:
        shadings: the solutions found, each checked by the rules.
        end: the solver's last answer: ``Unsat`` proves that there are no others; ``Failure`` also for a
            model that breaks the rules, and then there are no shadings.
    """

    shadings: tuple[Shading, ...]
    end: Answer

    @property
    def unique(self) -> bool | None:
        """Return whether the first solution is the only one; ``None`` where that is not known."""
        if len(self.shadings) > 1:
            return False
        return True if self.shadings and isinstance(self.end, Unsat) else None

    @property
    def status(self) -> str:
        """``solved``, ``unsolvable``, ``unknown``, ``timeout`` or ``failed``."""
        names = {Unsat: "unsolvable", Unknown: "unknown", Timeout: "timeout"}
        return "solved" if self.shadings else names.get(type(self.end), "failed")

    @property
    def error(self) -> str | None:
        """The reason why the solver stopped early, in a sentence; ``None`` if it did not."""
        match self.end:
            case Unknown(reason=reason):
                return f"the solver does not know: {reason}"
            case Timeout(seconds=seconds):
                return f"no answer within {seconds:g} s"
            case Failure(text=text):
                return text
            case Sat() | Unsat():
                return None


def solve(
    puzzle: Puzzle,
    solver: Solver,
    *,
    method: str = "rank",
    stream: str = "unbounded",
    limit: int = 1,
    limits: Limits | None = None,
) -> Solved:
    """Find up to `limit` solutions; two suffice to decide whether one is unique.

    Raises:
        PuzzleError: for a puzzle with walls or a largest region.
        EncodingError: for a method that does not exist.
        SolverNotFoundError: if the solver is not installed.
    """
    encoded = encode(puzzle, method=method, stream=stream)
    every = solutions(encoded.script, limit=limit, solver=solver, limits=limits)
    try:
        shadings = tuple(decode(encoded, model) for model in every.found)
    except DecodeError as error:
        return Solved((), Failure(str(error)))
    for broken in (violations(puzzle, shading) for shading in shadings):
        if broken:
            return Solved((), Failure(f"the solver's model breaks the rules: {broken[0].text}"))
    return Solved(shadings, every.end)
