"""The status of a script, as far as it is established by answers that were checked."""

from __future__ import annotations

from drivers.solver import Solver, installed
from drivers.solvers import SOLVERS, default_solver
from encoder.encoding import Encoding
from fillomino.deduction.levels import Level
from fillomino.instance import Filling, Instance
from workbench.methods.method import Question, Status
from workbench.methods.smt import SmtMethod

WITNESSES = 2
"""So many different solvers must answer ``unsat``; one is enough for a model, which is checked."""


def established(
    puzzle: Instance,
    encoding: Encoding,
    logic: str,
    level: Level,
    seconds: float | None,
    *,
    another: bool = False,
) -> tuple[Filling | None, str | None]:
    """Return the status of a puzzle's script: ``sat`` by a checked model, ``unsat`` by two solvers.

    Each solver has so many seconds. The script may ask for `another` solution than one that is known.

    Returns:
        The known solution where another is asked for, and the status; ``None`` for what is not established.
    """
    known: Filling | None = None
    witnesses = 0
    question = Question(unique=another, seconds=seconds)
    for solver in _independent(logic):
        result = SmtMethod(encoding, solver, logic, level).run("", puzzle, question)
        solved = result.verdict.status is Status.SOLVED
        if another:
            known = known or (result.answers.fillings[0] if solved else None)
            satisfiable, unsatisfiable = (
                result.verdict.unique is False,
                solved and result.verdict.unique is True,
            )
        else:
            satisfiable, unsatisfiable = solved, result.verdict.status is Status.UNSOLVABLE
        if satisfiable:
            return known, "sat"
        witnesses += unsatisfiable
        if witnesses == WITNESSES:
            return known, "unsat"
    return known, None


def _independent(logic: str) -> list[Solver]:
    """The installed solvers that take a logic, the default one first; none is another way into another."""
    taking = [
        solver
        for solver in SOLVERS
        if not solver.same_as and (solver.logics is None or logic in solver.logics)
    ]
    first = default_solver().name
    return sorted(filter(installed, taking), key=lambda solver: solver.name != first)
