"""Scripts of one puzzle as texts: solved by a solver, and audited against the rules."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from drivers.completion import completion
from drivers.limits import Limits
from drivers.solver import Solver
from encoder.annotations import is_clauses
from encoder.text_encoding import Text, text_of
from fillomino.errors import InputError
from workbench.contradicted import CONTRADICTED, WITHOUT_MODEL, known_solution
from workbench.methods.question import Question
from workbench.methods.result import Result, Status
from workbench.methods.smt import SmtMethod
from workbench.methods.table import smt

if TYPE_CHECKING:
    from fillomino.puzzle import Filling
    from fillomino.rules import Violation
    from smtlib.file import Asserted

MOST = 1000
"""More models, or solutions, are not enumerated."""


def read_text(content: str, name: str) -> Text:
    """Read a script that is to be solved, or audited.

    Raises:
        InputError: if it is clauses, asks for another solution than a known one, or is nothing that
            `text_of` reads.
    """
    if is_clauses(content):
        advice = "give them to a SAT solver, and what it prints to `fillomino decode`"
        raise InputError(f"these are clauses: {advice}", source=name)
    text = text_of(content, name)
    if text.notes.asks == "unique":
        advice = "`fillomino decode` reads what a solver prints for it"
        raise InputError(
            f"this script asks for another solution than one that it blocks; {advice}", source=name
        )
    return text


def method_of(text: Text, solver: Solver | str | None) -> SmtMethod:
    """Return the method that solves a text; a wrong filling is no surprise of it."""
    return replace(smt(text.encoding, solver, deduce="none"), altered=True)


def in_words(result: Result) -> Result:
    """Return the result of a text with what it means for the puzzle."""
    if result.status is Status.UNSOLVABLE:
        return replace(result, error=WITHOUT_MODEL)
    if result.status is Status.WRONG and result.violations:
        more = f" (and {len(result.violations) - 1} more)" if len(result.violations) > 1 else ""
        return replace(result, error=f"the script accepts this: {result.violations[0].text}{more}")
    return result


@dataclass(frozen=True, slots=True)
class Audited:
    """The result of an audit of a text.

    Attributes:
        right: whether it accepts exactly the solutions; ``None`` if that was not decided.
        solutions: how many solutions there are, if it accepts exactly them.
        filling: a filling that it accepts or refuses wrongly; ``None`` if there is none, or no model is one.
        violations: the rules that the filling breaks; none for a solution, which it refuses.
        against: the assertions that can't hold together with a refused solution, none of which can be spared.
        why: why it was not decided, or what is wrong without a filling; empty otherwise.
    """

    right: bool | None
    solutions: int = 0
    filling: Filling | None = None
    violations: tuple[Violation, ...] = ()
    against: tuple[Asserted, ...] = ()
    why: str = ""


def audited(text: Text, solver: Solver, core_solver: Solver, seconds: float | None) -> Audited:
    """Decide if a text accepts exactly the solutions of its puzzle.

    All its models are enumerated, and all solutions by the method of `solve`, which shares neither the text
    nor its encoding.

    Args:
        text: the text.
        solver: the solver of the text.
        core_solver: the solver that finds the assertions against a solution; it must hold a session.
        seconds: for each enumeration, and for each question about a core; ``None`` for no limit.
    """
    question = Question(limit=MOST + 1, seconds=seconds)
    its = method_of(text, solver).run(text.name, text.puzzle, question)
    if its.broken is not None:
        return Audited(False, filling=its.broken, violations=its.violations)
    if its.error is not None and its.error != CONTRADICTED and its.status is not Status.SOLVED:
        return Audited(None, why=its.error)
    accepted = set(its.fillings)
    known = smt(None, None).run(text.name, text.puzzle, question)
    solutions = set(known.fillings)
    if its.status is Status.WRONG and not solutions and (found := known_solution(text.puzzle)):
        solutions = {found}
    refused = sorted(solutions - accepted) if its.complete or its.error == CONTRADICTED else []
    if refused:
        return Audited(False, filling=refused[0], against=_against(text, refused[0], core_solver, seconds))
    if its.complete and known.complete and accepted == solutions:
        return Audited(True, solutions=len(solutions))
    many = len(accepted) > MOST or len(solutions) > MOST
    why = f"there are more than {MOST} solutions" if many else known.error or its.error or "time ran out"
    return Audited(None, why=f"{why}; {len(accepted)} models are solutions")


def _against(text: Text, filling: Filling, solver: Solver, seconds: float | None) -> tuple[Asserted, ...]:
    """The assertions of a text that can't hold together with a filling."""
    numbers = text.cells.equal(filling)
    return completion(text.file, {}, solver, Limits(seconds=seconds), also=numbers).core
