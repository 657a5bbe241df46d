"""The conditions on scripts that a person types, and the disagreement of a script with the rules."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from drivers.answer import Failure, Run, Sat, Timeout, Unknown, Unsat
from drivers.backend import run
from drivers.limits import Limits
from drivers.solver import Solver
from encoder.script import PuzzleScript
from fillomino.errors import InputError
from smtlib.errors import EvaluationError, SexprError
from smtlib.file import Source, refuted
from smtlib.render import get_value
from smtlib.sexpr import quote_symbol, write
from workbench.methods.contradicted import known_solution
from workbench.methods.question import Question
from workbench.methods.scripts import PuzzleScriptMethod
from workbench.shrink.checks import MODELS, Disagreement, ScriptCheck, Solvers, accepted_wrongly

CONDITIONS = ("differ", "crash", "fail", "sat", "unsat", "unknown", "slower:K")
"""Two solvers give other verdicts; one crashes, or fails in any way; the first one keeps its verdict, or
takes K times as long as the second."""

_SLOWER = re.compile(r"slower:([0-9]+(?:\.[0-9]+)?)")
_VERDICTS = {"sat": Sat, "unsat": Unsat, "unknown": Unknown}
_REPEATED = 3
_SHORTEST_SECONDS = 0.02  # of CPU time: what a solver takes to start, and less can't be told apart


def condition(name: str, solvers: Sequence[Solver], limits: Limits) -> ScriptCheck:
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
        return Slower(tuple(solvers[:2]), limits, float(slower[1]))
    if name in ("differ", "crash"):
        return Solvers(tuple(solvers), limits, crash=name == "crash")
    return Keeps(tuple(solvers if name == "fail" else solvers[:1]), limits, name)


@dataclass(slots=True)
class Keeps(ScriptCheck):
    """One of some solvers fails, or gives a verdict; of failures the solver and the words of its error stay.

    Attributes:
        wanted: ``fail``, or a verdict.
    """

    wanted: str

    def disagreements(self, text: str) -> Iterator[Disagreement]:
        """Yield what each of them does with a text, if it is what is wanted."""
        for solver in self.solvers:
            answer = run(text, solver, self.limits).answer
            if isinstance(answer, Failure) and self.wanted == "fail":
                yield Disagreement(f"{solver.title} fails", kind=f"{solver.name}: {_kind_of(answer.text)}")
            elif isinstance(answer, _VERDICTS.get(self.wanted, ())):
                yield Disagreement(f"{solver.title} answers {self.wanted}")
            if isinstance(answer, Timeout):
                self.undecided.add(answer)


def _kind_of(error: str) -> str:
    """An error without numbers, names and places, which change as the script shrinks."""
    words = re.sub(r"[0-9]+|[`'\"][^`'\"]*[`'\"]", " ", error.partition(":")[2] or error).split()
    return " ".join(words[:5])


@dataclass(slots=True)
class Slower(ScriptCheck):
    """The first solver takes so many times the CPU time of the second, which answers; also measured again."""

    factor: float

    def disagreements(self, text: str) -> Iterator[Disagreement]:
        """Yield the least ratio that was measured, if it is large enough."""
        slow, quick = self.solvers
        least = math.inf
        for _ in range(_REPEATED):
            quickly = run(text, quick, self.limits)
            if not isinstance(quickly.answer, Sat | Unsat):
                self.undecided.add(quickly.answer)
                return
            slowly = run(text, slow, self.limits)
            if not isinstance(slowly.answer, Sat | Unsat | Timeout):
                return
            least = min(least, _ratio(slowly, quickly))
            if least < self.factor:
                return
        yield Disagreement(f"{slow.title} takes {least:.1f} times the CPU time of {quick.title}")


def _ratio(slow: Run, quick: Run) -> float:
    return slow.usage.cpu_seconds / max(quick.usage.cpu_seconds, _SHORTEST_SECONDS)


@dataclass(slots=True)
class AgainstPuzzle(ScriptCheck):
    """A script that has no model, although the rules give a solution; or a model in which it is false.

    These are two kinds: ``unsat`` and ``sat``.

    Attributes:
        given: the whole script.
    """

    given: PuzzleScript

    @property
    def solver(self) -> Solver:
        """Who decides."""
        return self.solvers[0]

    def disagreements(self, text: str) -> Iterator[Disagreement]:
        """Yield the disagreement about a text of which parts may be left out."""
        match run(text, self.solver, self.limits).answer:
            case Unsat():
                if self.kind != "sat" and (solution := known_solution(self.given.puzzle)) is not None:
                    sentence = f"{self.solver.title} answers unsat, but the rules give a solution"
                    yield Disagreement(sentence, solution, kind="unsat")
            case Sat():
                if self.kind != "unsat" and (false := self._false(text)):
                    sentence = f"{self.solver.title} answers sat, but in its model an assertion is false"
                    yield Disagreement(f"{sentence}: {false}", kind="sat")
            case answer:
                self.undecided.add(answer)

    def _false(self, text: str) -> str:
        """An assertion that is false in the solver's model, by our evaluation; empty if none is."""
        try:
            source = Source("", text)
            file = source.file
            answer = run(_asking(source), self.solver, self.limits).answer
            false = refuted(file, answer.values) if isinstance(answer, Sat) else None
        except (SexprError, EvaluationError):
            return ""
        return "" if false is None else write(false.term)

    def accepted(self) -> Disagreement | None:
        """Return a wrong filling that the whole script accepts, if one of a few models is one."""
        question = Question(limit=MODELS, seconds=self.limits.seconds)
        method = PuzzleScriptMethod(self.given, self.solver)
        return accepted_wrongly(method.run(method.name, question), method.name)


def _asking(source: Source) -> str:
    """The script of a text that asks for all values that we can read."""
    file = source.file
    begun = f"(set-option :produce-models true)\n(set-logic {file.logic or 'ALL'})\n{source.body}"
    return f"{begun}\n(check-sat)\n{get_value([*map(quote_symbol, file.readable)])}\n"
