"""The start-up time of a solver: the CPU time to start, read a trivial script, answer and exit."""

from __future__ import annotations

from statistics import median

from drivers.answer import Sat
from drivers.backend import run
from drivers.limits import Limits
from drivers.solver import Solver

TIMES = 9
_LIMITS = Limits(seconds=20, cpu_seconds=10)


def startup_seconds(solver: Solver, logic: str) -> float | None:
    """Median CPU seconds of `TIMES` runs on a trivial script; ``None`` if one has no model of it.

    Raises:
        SolverNotFoundError: if the solver is not installed.
    """
    script = (
        f"(set-option :produce-models true)\n(set-logic {logic})\n"
        "(declare-fun x () Bool)\n(assert x)\n(check-sat)\n(get-value (x))\n"
    )
    taken = []
    for _ in range(TIMES):
        done = run(script, solver, _LIMITS)
        if not isinstance(done.answer, Sat):
            return None
        taken.append(done.usage.cpu_seconds)
    return median(taken)
