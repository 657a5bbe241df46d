"""Read what some solver once printed, when the script that asked for it is not at hand."""

from __future__ import annotations

from drivers.answer import Answer, Failure, Sat, Unknown, Unsat
from drivers.solvers import SOLVERS, every
from smtlib.errors import SexprError
from smtlib.literals import Value, merge_values, read_values
from smtlib.sexpr import error_message, read_all


def read_transcript(text: str) -> Answer:
    """The answer in a solver's output: one verdict, then any number of replies to ``get-value``.

    Values without a verdict are taken as a model. After ``unsat`` or ``unknown`` the error
    that there is no model is expected; any other error, a second verdict and anything
    unread make a `Failure` that names it.
    """
    verdict = None
    timeouts = {word for solver in SOLVERS for word in solver.quirks.timeout_words}
    values: dict[str, Value] = {}
    try:
        for reply in read_all(text):
            message = error_message(reply)
            if message is not None:
                if verdict not in (None, "sat") and _is_excused(message):
                    continue
                return Failure(f"the solver reported an error: {message}")
            if reply in ("sat", "unsat", "unknown") or reply in timeouts:
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
    if verdict in timeouts:
        return Unknown("the solver stopped at its own time limit")
    if not values:
        return Failure("it is sat, but has no values" if verdict else "it has neither a verdict nor values")
    return Sat(values)


def _is_excused(message: str) -> bool:
    """Return whether an error only means that there is no model, in the words of some solver."""
    return any(message.endswith(known) for solver in every() for known in solver.quirks.no_model_errors)
