"""Checks of what a solver has to do to be driven from here, for `fillomino solvers --check` and tests.

Each is a function of a `Subject` that returns nothing where all is well, and else raises `Unfit`: the solver
*lacks* something, and reported it in a way that no answer of it can be mistaken; or it was *wrong*.
"""

from __future__ import annotations

from collections.abc import Iterator

from drivers.answer import Failure, Sat
from drivers.conformance.checks import CHECKS
from drivers.conformance.subject import Check, Grade, Result, Subject, Unfit, compare
from drivers.limits import Limits
from drivers.solver import Solver, require

LIMITS = Limits(seconds=20)
"""Of each run in a check that sets none of its own."""

_LOGICS = ("QF_LIA", "QF_BV", "QF_UF")

__all__ = ["CHECKS", "Check", "Grade", "Result", "Subject", "Unfit", "conformance", "subject"]


def subject(solver: Solver, limits: Limits = LIMITS) -> Subject:
    """A solver to be checked, with the logic for whatever needs none in particular.

    Raises:
        SolverNotFoundError: if it is not installed.
        Unfit: if it does not even solve the simplest script, in any logic.
    """
    runnable = require(solver)
    logics = runnable.logics or _LOGICS
    if runnable.logics is not None:
        logics = ("QF_BV",) if "QF_BV" in logics else logics[:1]
    answers = []
    for logic in logics:
        examined = Subject(runnable, limits, logic)
        answer = examined.answer(logic, "(declare-fun p () Bool)", "(assert p)", "(check-sat)")
        if answer == Sat():
            return examined
        if isinstance(answer, Failure):
            answers.append(answer.text)
            continue
        compare(answer, Sat())
    raise Unfit(answers[0])


def conformance(solver: Solver, limits: Limits = LIMITS) -> Iterator[Result]:
    """The results of all checks of a solver, as they come; one alone if it does not even start.

    Raises:
        SolverNotFoundError: if it is not installed.
    """
    try:
        examined = subject(solver, limits)
    except Unfit as error:
        starts = Check("starts", "solves the simplest script", lambda _: None, essential=True)
        yield Result(starts, error.grade, str(error))
        return
    for check in CHECKS:
        yield check.result(examined)
