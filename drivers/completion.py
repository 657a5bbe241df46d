"""Completing a partial model with a solver: values for the symbols that our evaluation leaves open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from drivers.cores import OPTION, minimal_core, refuted_by, with_switches
from drivers.errors import DriverError
from drivers.limits import Limits
from drivers.session import Session
from drivers.solver import Solver
from smtlib.evaluate import Model
from smtlib.file import Asserted, File, refuted
from smtlib.literals import SortedValue, sorted_value, write_literal
from smtlib.sexpr import quote_symbol, write


@dataclass(frozen=True, slots=True)
class Completion:
    """A solver's answer about values for a part of a file's symbols.

    Attributes:
        model: values for all Booleans, integers and bit-vectors with which every assertion is true, those
            that were given among them; ``None`` if there are none.
        core: otherwise a minimal set of assertions that can't all be true with the given values.
    """

    model: dict[str, SortedValue] | None
    core: tuple[Asserted, ...] = ()


def completion(
    file: File, fixed: Model, solver: Solver, limits: Limits, also: Sequence[str] = ()
) -> Completion:
    """Ask a solver that holds sessions for the values that are missing, beside those that are fixed.

    `also` are further terms that are asserted; the limits are those of each question.

    Raises:
        SessionError: if the solver does not understand the file, or gives no verdict in time.
        DriverError: if an assertion is false in the model that it gives, by our evaluation.
    """
    commands = [OPTION, "(set-option :produce-models true)"]
    commands += [f"(set-logic {file.logic})"] if file.logic else []
    commands += file.commands
    commands += [f"(assert (= {quote_symbol(name)} {write_literal(value)}))" for name, value in fixed.items()]
    commands += [f"(assert {term})" for term in also]
    switches, switching = with_switches(write(asserted.term) for asserted in file.assertions)
    with Session(solver, limits) as session:
        session.send_script("\n".join([*commands, *switching]))
        needed = minimal_core(switches, refuted_by(session))
        if needed is not None:
            return Completion(None, tuple(file.assertions[switches.index(switch)] for switch in needed))
        values = session.values([quote_symbol(name) for name in file.readable])
    if (false := refuted(file, values)) is not None:
        raise DriverError(f"with the values of {solver.title} line {false.line} is false")
    return Completion({name: sorted_value(values[name], file.sorts[name]) for name in file.readable})
