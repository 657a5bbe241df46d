"""Conditions that stay true of a script while it shrinks, as a person types them."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from drivers.answer import Failure, Run, Sat, Timeout, Unknown, Unsat
from drivers.limits import Limits
from drivers.runner import run
from drivers.solver import Solver
from fillomino.errors import InputError
from workbench.shrink.checks import Disagreement, Solvers, TextCheck, Undecided

CONDITIONS = ("differ", "crash", "fail", "sat", "unsat", "unknown", "slower:K")
"""Two solvers give other verdicts; one crashes, or fails in any way; the first one keeps its verdict, or
takes K times as long as the second."""

_SLOWER = re.compile(r"slower:([0-9]+(?:\.[0-9]+)?)")
_VERDICTS = {"sat": Sat, "unsat": Unsat, "unknown": Unknown}
_REPEATED = 3
_SHORTEST_SECONDS = 0.02  # of CPU time: what a solver takes to start, and less can't be told apart


def condition(name: str, solvers: Sequence[Solver], limits: Limits) -> TextCheck:
    """Return the check that a name stands for.

    Raises:
        InputError: if it stands for none, or for one of another number of solvers.
    """
    slower = _SLOWER.fullmatch(name)
    if slower is None and name not in CONDITIONS[:-1]:
        raise InputError(f"--keep takes {', '.join(CONDITIONS)}, not {name!r}", code="bad-option")
    if (slower is not None or name == "differ") and len(solvers) < 2:
        raise InputError(f"--keep {name} compares two solvers; name both with --solver", code="bad-option")
    if slower is not None:
        return Slower(solvers[0], solvers[1], float(slower[1]), limits)
    if name in ("differ", "crash"):
        return Solvers(tuple(solvers), limits, crash=name == "crash")
    return Keeps(tuple(solvers) if name == "fail" else tuple(solvers[:1]), name, limits)


@dataclass(slots=True)
class Keeps:
    """One of some solvers fails, or gives a verdict.

    The solver that fails first, and the words of its error, are looked for from then on.

    Attributes:
        solvers: the solvers.
        wanted: ``fail``, or a verdict.
        limits: of each run.
        undecided: the runs without an answer in time.
        failure: the solver that failed first, and its error without what differs from text to text.
    """

    solvers: tuple[Solver, ...]
    wanted: str
    limits: Limits
    undecided: Undecided = field(default_factory=Undecided)
    failure: tuple[str, str] | None = None

    def text(self, text: str) -> Disagreement | None:
        """Return what one of them does with a text, if it is what is wanted."""
        for solver in self.solvers:
            answer = run(text, solver, self.limits).answer
            if isinstance(answer, Failure) and self.wanted == "fail":
                failure = solver.name, _kind_of(answer.text)
                self.failure = self.failure or failure
                if failure == self.failure:
                    return Disagreement(f"{solver.title} fails")
            elif isinstance(answer, _VERDICTS.get(self.wanted, Failure)) and self.wanted != "fail":
                return Disagreement(f"{solver.title} answers {self.wanted}")
            if isinstance(answer, Timeout):
                self.undecided.add(answer)
        return None


def _kind_of(error: str) -> str:
    """An error without numbers, names and places, which change as the script shrinks."""
    return " ".join(re.sub(r"[0-9]+|[`'\"][^`'\"]*[`'\"]", " ", error.partition(":")[2] or error).split()[:5])


@dataclass(slots=True)
class Slower:
    """One solver takes so many times the CPU time of another that answers; also when measured again."""

    slow: Solver
    quick: Solver
    factor: float
    limits: Limits
    undecided: Undecided = field(default_factory=Undecided)

    def text(self, text: str) -> Disagreement | None:
        """Return the least ratio that was measured, if it is large enough."""
        least = math.inf
        for _ in range(_REPEATED):
            quick = run(text, self.quick, self.limits)
            if not isinstance(quick.answer, Sat | Unsat):
                self.undecided.add(quick.answer)
                return None
            slow = run(text, self.slow, self.limits)
            if not isinstance(slow.answer, Sat | Unsat | Timeout):
                return None
            least = min(least, _ratio(slow, quick))
            if least < self.factor:
                return None
        return Disagreement(f"{self.slow.title} takes {least:.1f} times the CPU time of {self.quick.title}")


def _ratio(slow: Run, quick: Run) -> float:
    return slow.usage.cpu_seconds / max(quick.usage.cpu_seconds, _SHORTEST_SECONDS)
