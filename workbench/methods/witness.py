"""Whether a solver's model of a script is one: it is asked for, and evaluated.

It is evaluated by our own code, and where that can't tell by an installed solver of another make.
"""

from __future__ import annotations

from collections.abc import Collection

from drivers.backend import run
from drivers.completion import completion
from drivers.errors import DriverError
from drivers.limits import Limits
from drivers.solver import Solver, installed
from drivers.solvers import SOLVERS
from drivers.transcript import transcript_of
from smtlib.errors import EvaluationError, SexprError
from smtlib.scopes import Check, checks
from smtlib.text import Text
from smtlib.truth import judged_by
from workbench.methods.method import Question, Result, Status, contradicting
from workbench.methods.script_method import ScriptMethod, against_status, as_answered
from workbench.methods.smt import ready
from workbench.texts.script_file import ScriptFile

_SECONDS = 60.0
"""The limit for each question, where none is given."""


def with_status_examined(
    method: ScriptMethod, file: ScriptFile, result: Result, question: Question
) -> Result:
    """Return a result; one that a ``:status`` alone makes wrong is right where the solver has a model."""
    if result.verdict.status is not Status.WRONG or result.why.violations or False in result.replies.models:
        return result
    models = [*result.replies.models, *[None] * (len(result.replies.verdicts) - len(result.replies.models))]
    limits = limits_of(question.own_seconds, question.memory_mib)
    for number in contradicting(file.expected, result.replies.verdicts):
        if result.replies.verdicts[number] == "sat" and models[number] is None:
            models[number] = holds(method, file.text, number, limits, question.seed)
    examined = result.replace(replies=result.replies.replace(models=tuple(models)))
    if True not in models or against_status(file.expected, result.replies.verdicts, models) is not None:
        return examined
    return as_answered(examined, file)


def limits_of(seconds: float | None, memory_mib: int | None) -> Limits:
    """Return the limits of a question about a model."""
    seconds = seconds or _SECONDS
    return Limits(seconds=2 * seconds, cpu_seconds=seconds, memory_mib=memory_mib)


def holds(
    method: ScriptMethod,
    text: Text,
    number: int,
    limits: Limits,
    seed: int = 0,
    deniers: Collection[str] = (),
) -> bool | None:
    """Return whether a solver's model makes true all that is asserted at a check; ``None`` if nothing tells.

    Args:
        method: the solver.
        text: the script.
        number: of the check, from 0.
        limits: those of each question.
        seed: of the solver.
        deniers: makes of solvers whose word against the model does not count.
    """
    check = next((each for each in checks(text) if each.number == number), None)
    if check is None:
        return None
    try:
        done = run(_asking(check), ready(method.solver, method.arguments, seed), limits)
        printed = transcript_of(done.stdout)
        if printed.verdict != "sat" or printed.errors or printed.unread or not printed.whole:
            return None
        verdicts = [each.verdict for each in judged_by(check, printed.values)]
    except (DriverError, SexprError, EvaluationError):  # not installed here, or no model that we can read
        return None
    if False in verdicts:
        return False
    if None not in verdicts:
        return True
    for solver in _judges(method.solver.make):
        try:
            outcome = completion(check, {}, solver, limits, printed=printed.model)
        except (DriverError, EvaluationError, SexprError):
            continue
        if outcome.model is not None:
            return True
        if solver.name not in deniers:
            return False
    return None


def _judges(make: str) -> list[Solver]:
    """The installed solvers of other makes, for any logic."""
    others = [each for each in SOLVERS if not each.same_as and each.name != make and each.logics is None]
    return [each for each in others if installed(each) is not None]


def _asking(check: Check) -> str:
    """A script of a check alone, which asks for its model."""
    return "\n".join(["(set-option :produce-models true)", check.script, "(check-sat)", "(get-model)", ""])
