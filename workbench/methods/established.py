"""The status of a script, as far as it is established by answers that were checked."""

from __future__ import annotations

from drivers.solver import Solver, installed
from drivers.solvers import DEFAULT, SOLVERS
from encoder.encoding import Encoding
from fillomino.deduction.engine import Level
from fillomino.puzzle import Filling, Puzzle
from workbench.methods.question import Question
from workbench.methods.result import Status
from workbench.methods.smt import SmtMethod

WITNESSES = 2
"""So many different solvers must answer ``unsat``; one is enough for a model, which is checked."""


def status(puzzle: Puzzle, encoding: Encoding, logic: str, level: Level, seconds: float | None) -> str | None:
    """``sat`` if a solver's model of this very script decodes to a solution.

    ``unsat`` if two solvers answer it.

    Args:
        puzzle: what the script encodes.
        encoding: how.
        logic: the logic it is written in.
        level: how much was deduced first.
        seconds: for each solver.

    Returns:
        ``None`` if neither is established.
    """
    witnesses = 0
    for solver in _independent(logic):
        result = SmtMethod(encoding, solver, logic, level).run("", puzzle, Question(seconds=seconds))
        if result.status is Status.SOLVED:
            return "sat"
        if result.status is Status.UNSOLVABLE:
            witnesses += 1
            if witnesses == WITNESSES:
                return "unsat"
    return None


def another(
    puzzle: Puzzle, encoding: Encoding, logic: str, level: Level, seconds: float | None
) -> tuple[Filling | None, str | None]:
    """A checked filling, and the status of the script that asks for another than it.

    ``sat`` if a solver's model of that decodes to a second filling, ``unsat`` if two solvers find none.

    Args:
        puzzle: the puzzle.
        encoding: how it is encoded.
        logic: the logic it is written in.
        level: how much is deduced first.
        seconds: for each solver.

    Returns:
        ``None`` for what is not established.
    """
    found: Filling | None = None
    witnesses = 0
    for solver in _independent(logic):
        question = Question(unique=True, seconds=seconds)
        result = SmtMethod(encoding, solver, logic, level).run("", puzzle, question)
        if result.status is not Status.SOLVED:
            continue
        found = found or result.fillings[0]
        if result.unique is False:
            return found, "sat"
        witnesses += result.unique is True
        if witnesses == WITNESSES:
            return found, "unsat"
    return found, None


def _independent(logic: str) -> list[Solver]:
    """The installed solvers that take a logic, the default one first; none is another way into another."""
    taking = [
        solver
        for solver in SOLVERS
        if not solver.same_as and (solver.logics is None or logic in solver.logics)
    ]
    return sorted(filter(installed, taking), key=lambda solver: solver.name != DEFAULT.name)
