"""The truth of what a script asserts, in a model: assertions at a check, evaluated by code of our own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from smtlib.errors import EvaluationError
from smtlib.evaluate import Model, evaluate
from smtlib.literals import SortedValue, sorted_value
from smtlib.scopes import Asserted, Check
from smtlib.sexpr import Sexpr, symbol_name


@dataclass(frozen=True, slots=True)
class Judged:
    """An assertion and its value: ``None`` if a symbol has none; `why` says what can't be evaluated."""

    asserted: Asserted
    verdict: SortedValue | None
    why: str = ""


def judged(check: Check, model: Model) -> tuple[list[Judged], list[str]]:
    """Each assertion in a model, and the symbols left without a value."""
    judgements = []
    for asserted in check.assertions:
        try:
            judgements.append(Judged(asserted, evaluate(asserted.term, model, check.definitions)))
        except EvaluationError as error:
            judgements.append(Judged(asserted, None, str(error)))
    return judgements, [name for name in check.sorts if name not in model]


def refuted(check: Check, values: Mapping[str, object]) -> Asserted | None:
    """Return the first assertion that a solver's values make false, as far as our evaluation can tell.

    Raises:
        EvaluationError: for a value of another sort.
    """
    return next((each.asserted for each in judged_by(check, values) if each.verdict is False), None)


def judged_by(check: Check, values: Mapping[str, object]) -> list[Judged]:
    """Each assertion by a solver's values; those of sorts that we can't evaluate are left out.

    Raises:
        EvaluationError: for a value of another sort.
    """
    sorts, readable = check.sorts, set(check.readable)
    model = {name: sorted_value(value, sorts[name]) for name, value in values.items() if name in readable}
    judgements, _ = judged(check, derived(check, model) if model else model)
    return judgements


def derived(check: Check, model: Model) -> dict[str, SortedValue]:
    """Return a model with the constants that ``(= constant term)`` defines from it, one after the other."""
    values = dict(model)
    equations = [pair for asserted in check.assertions for pair in _equations(asserted.term, check.sorts)]
    while equations:
        unsolved = []
        for name, term in equations:
            if name in values:
                continue
            try:
                value = evaluate(term, values, check.definitions)
            except EvaluationError:
                continue
            if value is None:
                unsolved.append((name, term))
            else:
                values[name] = value
        if len(unsolved) == len(equations):
            break
        equations = unsolved
    return values


def _equations(term: Sexpr, sorts: Mapping[str, str]) -> list[tuple[str, Sexpr]]:
    """The constants that an assertion defines, with their terms."""
    if not (isinstance(term, tuple) and len(term) == 3 and term[0] == "="):
        return []
    equations = []
    for left, right in ((term[1], term[2]), (term[2], term[1])):
        name = symbol_name(left)
        if name is not None and name in sorts:
            equations.append((name, right))
    return equations
