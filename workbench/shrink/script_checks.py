"""The checks of scripts: a condition that a person types, or a disagreement with the rules."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from drivers.answer import Failure, Run, Sat, Timeout, Unknown, Unsat
from drivers.backend import run
from drivers.limits import Limits
from drivers.solver import Solver
from encoder.script import PuzzleScript
from fillomino.errors import InputError
from smtlib.errors import EvaluationError, SexprError
from smtlib.file import File, file_of, judged
from smtlib.literals import sorted_value
from smtlib.sexpr import quote_symbol, write
from workbench.methods.contradicted import known_solution
from workbench.methods.question import Question
from workbench.methods.scripts import PuzzleScriptMethod
from workbench.shrink.checks import MODELS, Disagreement, Solvers, TextCheck, Undecided, accepted_wrongly

CONDITIONS = ("differ", "crash", "fail", "sat", "unsat", "unknown", "slower:K")
"""Two solvers give other verdicts; one crashes, or fails in any way; the first one keeps its verdict, or
takes K times as long as the second."""

_READABLE = ("Bool", "Int")
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


@dataclass(slots=True)
class TextAgainstRules:
    """A script that has no model, although the rules give a solution; or a model in which it is false.

    The kind found first is looked for from then on.

    Attributes:
        given: the script.
        solver: who decides.
        limits: of each run.
        undecided: the runs without a verdict.
        wanted: the kind, a verdict; empty before one is found.
    """

    given: PuzzleScript
    solver: Solver
    limits: Limits
    undecided: Undecided = field(default_factory=Undecided)
    wanted: str = ""

    def text(self, text: str) -> Disagreement | None:
        """Return the disagreement about a text of which parts may be left out."""
        answer = run(text, self.solver, self.limits).answer
        disagreement = None
        match answer:
            case Unsat() if self.wanted in ("", "unsat"):
                solution = known_solution(self.given.puzzle)
                sentence = f"{self.solver.title} answers unsat, but the rules give a solution"
                disagreement = None if solution is None else Disagreement(sentence, solution)
                self.wanted = "unsat" if disagreement else ""
            case Sat() if self.wanted in ("", "sat"):
                disagreement = self._false(text)
                self.wanted = "sat" if disagreement else self.wanted
            case Sat() | Unsat():
                pass
            case _:
                self.undecided.add(answer)
        return disagreement

    def _false(self, text: str) -> Disagreement | None:
        """The disagreement if an assertion is false in the solver's model, by our evaluation."""
        try:
            file = file_of(text)
            answer = run(_asking(file), self.solver, self.limits).answer
            if not isinstance(answer, Sat):
                return None
            sorts = {name: sort for name, sort in file.sorts.items() if name in answer.values}
            model = {name: sorted_value(answer.values[name], sort) for name, sort in sorts.items()}
            false = next((verdict for verdict in judged(file, model)[0] if verdict.verdict is False), None)
        except (SexprError, EvaluationError):
            return None
        if false is None:
            return None
        sentence = f"{self.solver.title} answers sat, but in its model an assertion is false"
        return Disagreement(f"{sentence}: {write(false.asserted.term)}")

    def accepted(self) -> Disagreement | None:
        """Return a wrong filling that the whole script accepts, if one of a few models is one."""
        question = Question(limit=MODELS, seconds=self.limits.seconds)
        method = PuzzleScriptMethod(self.given, self.solver)
        return accepted_wrongly(method.run(method.name, question), method.name)


def _asking(file: File) -> str:
    """The script of a file that asks for all values that we can read."""
    names = [name for name, sort in file.sorts.items() if sort in _READABLE or "BitVec" in sort]
    values = f"(get-value ({' '.join(map(quote_symbol, names))}))" if names else ""
    lines = ["(set-option :produce-models true)", f"(set-logic {file.logic or 'ALL'})", *file.commands]
    lines += [f"(assert {write(asserted.term)})" for asserted in file.assertions]
    return "\n".join([*lines, "(check-sat)", values, ""])
