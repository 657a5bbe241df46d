"""The disagreements of a script with the rules, and of a solver with our evaluation of its assertions."""

from __future__ import annotations

from dataclasses import dataclass, field

from drivers.answer import Sat, Unsat
from drivers.limits import Limits
from drivers.runner import run
from drivers.solver import Solver
from encoder.script import PuzzleScript
from smtlib.errors import EvaluationError, SexprError
from smtlib.file import File, file_of, judged
from smtlib.literals import sorted_value
from smtlib.sexpr import quote_symbol, write
from workbench.methods.contradicted import known_solution
from workbench.methods.question import Question
from workbench.methods.scripts import PuzzleScriptMethod
from workbench.shrink.checks import MODELS, Disagreement, Undecided, accepted_wrongly

_READABLE = ("Bool", "Int")


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
        found = None
        match answer:
            case Unsat() if self.wanted in ("", "unsat"):
                solution = known_solution(self.given.puzzle)
                sentence = f"{self.solver.title} answers unsat, but the rules give a solution"
                found = None if solution is None else Disagreement(sentence, solution)
                self.wanted = "unsat" if found else ""
            case Sat() if self.wanted in ("", "sat"):
                found = self._false(text)
                self.wanted = "sat" if found else self.wanted
            case Sat() | Unsat():
                pass
            case _:
                self.undecided.add(answer)
        return found

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
