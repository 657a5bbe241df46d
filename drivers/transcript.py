"""Read what some solver once printed, when the script that asked for it is not at hand."""

from __future__ import annotations

from drivers.answer import Answer, Failure, Sat, Unknown, Unsat, Value
from drivers.solvers import SOLVERS
from smtlib.errors import SexprError
from smtlib.literals import merge_values, read_values
from smtlib.sexpr import error_message, read_all


def read_transcript(text: str) -> Answer:
    """The answer in a solver's output: one verdict, then any number of replies to ``get-value``.

    Values without a verdict are taken as a model. After ``unsat`` or ``unknown`` the error
    that there is no model is expected; any other error, a second verdict and anything
    unread make a `Failure` that says so.
    """
    verdict = None
    values: dict[str, Value] = {}
    excused = {message for solver in SOLVERS for message in solver.quirks.no_model_errors}
    try:
        for reply in read_all(text):
            message = error_message(reply)
            if message is not None:
                if verdict not in (None, "sat") and any(message.endswith(known) for known in excused):
                    continue
                return Failure(f"the solver reported an error: {message}")
            if reply in ("sat", "unsat", "unknown", "timeout"):  # the last is Z3's, at its own limit
                if verdict is not None:
                    return Failure(f"it holds two verdicts, {verdict} and {reply}")
                verdict = str(reply)
            elif reply != "success":
                merge_values(values, read_values(reply))
    except SexprError as error:
        return Failure(str(error))
    if verdict == "unsat":
        return Unsat()
    if verdict == "unknown":
        return Unknown("the solver gave no reason")
    if verdict == "timeout":
        return Unknown("the solver stopped at its own time limit")
    if not values:
        return Failure("it says sat, but has no values" if verdict else "it has neither a verdict nor values")
    return Sat(values)
