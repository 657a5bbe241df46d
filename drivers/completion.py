"""Evaluating a script in a model with a solver: what is false, and values for what the model leaves open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from drivers.answer import Failure, Sat, Unsat
from drivers.backend import run
from drivers.cores import OPTION, minimal_core, refuted_by, unanswered, with_switches
from drivers.errors import DriverError, SessionError
from drivers.limits import Limits
from drivers.session import Session
from drivers.solver import Solver
from smtlib.evaluate import Model
from smtlib.literals import SortedValue, sorted_value, write_literal
from smtlib.model import PrintedModel, instantiated
from smtlib.qualify import Qualifier, is_parametric
from smtlib.render import get_value
from smtlib.scopes import Asserted, Check
from smtlib.sexpr import quote_symbol, read_one, write
from smtlib.truth import refuted

NO_MODEL = PrintedModel()


@dataclass(frozen=True, slots=True)
class Completion:
    """A solver's answer about a script in a model.

    Attributes:
        model: values for all Booleans, integers and bit-vectors with which every assertion is true, those
            that were given among them; ``None`` if there are none.
        core: otherwise assertions that can't all be true with the given values.
        missing: the constants and functions for which the model has no value.
    """

    model: dict[str, SortedValue] | None
    core: tuple[Asserted, ...] = ()
    missing: tuple[str, ...] = ()


def completion(
    check: Check,
    fixed: Model,
    solver: Solver,
    limits: Limits,
    also: Sequence[str] = (),
    printed: PrintedModel = NO_MODEL,
) -> Completion:
    """Ask a solver whether a script is true in a model, which may be partial.

    It is asked as a program first, and in a session for the assertions that are false.

    Args:
        check: what is in force.
        fixed: values of constants.
        solver: the solver.
        limits: those of each question.
        also: further terms that are asserted.
        printed: a model as a solver printed it, with functions and values of any sort.

    Raises:
        EvaluationError: if the model can't be handed on.
        SessionError: if the solver does not understand script or model, or gives no verdict in time.
        DriverError: if an assertion is false in the model that it gives, by our evaluation.
    """
    handed = instantiated(check.declarations, check.signatures, printed)
    missing = tuple(name for name in handed.missing if name not in fixed)
    logic = "ALL" if printed else check.logic
    commands = ["(set-option :produce-models true)", *([f"(set-logic {logic})"] if logic else [])]
    commands += handed.commands
    commands += [f"(assert (= {quote_symbol(name)} {write_literal(value)}))" for name, value in fixed.items()]
    commands += [f"(assert {term})" for term in (*handed.asserted, *also)]
    asserted = [each.labelled for each in check.assertions]
    if any(map(is_parametric, check.declarations)):
        qualifier = Qualifier()
        commands = [write(qualifier.command(read_one(command))) for command in commands]
        asserted = [write(qualifier.term(read_one(term), "Bool")) for term in asserted]
    values = [quote_symbol(name) for name in check.readable]
    asking = ["(check-sat)", *([get_value(values)] if values else [])]
    plain = "\n".join([*commands, *(f"(assert {term})" for term in asserted), *asking, ""])
    match run(plain, solver, limits).answer:
        case Sat(values=found):
            if (false := refuted(check, found)) is not None:
                raise DriverError(f"with the values of {solver.title} line {false.line} is false")
            model = {name: sorted_value(found[name], check.sorts[name]) for name in check.readable}
            return Completion(model, missing=missing)
        case Unsat():
            core = _core(check, "\n".join([OPTION, *commands]), asserted, solver, limits)
            return Completion(None, core, missing)
        case Failure(text=text):
            raise SessionError(text)
        case answer:
            raise unanswered("the search for values", answer)


def _core(
    check: Check, begins: str, asserted: Sequence[str], solver: Solver, limits: Limits
) -> tuple[Asserted, ...]:
    """A minimal core of the assertions of a script that is unsatisfiable; empty if none is found in time."""
    switches, switching = with_switches(asserted)
    known: list[set[str]] = []

    def refute(literals: list[str]) -> set[str] | None:
        try:
            used = ask(literals)
        except SessionError:
            if not known:
                raise
            return None  # perhaps it can't be left out
        if used is not None:
            known.append(used)
        return used

    try:
        with Session(solver, limits) as session:
            ask = refuted_by(session)
            session.send_script("\n".join([begins, *switching]))
            needed = minimal_core(switches, refute)
    except SessionError:
        needed = None
    return tuple(check.assertions[switches.index(switch)] for switch in needed or ())
