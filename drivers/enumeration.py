"""Projected enumeration: the solutions of a script, distinguished by some of its terms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from drivers.answer import Answer, Failure, Sat, Unsat
from drivers.backend import InSession, OneShot
from drivers.errors import WrongModelError
from drivers.limits import Limits
from drivers.solver import Solver, holds_sessions, require
from drivers.solvers import default_solver
from smtlib.errors import EvaluationError
from smtlib.literals import Bits, Value, sorted_value, width_of, write_literal
from smtlib.script import Script, all_of, negation
from smtlib.sexpr import read_first, symbol_name, write


@dataclass(frozen=True, slots=True)
class Solutions:
    """The result of an enumeration.

    Attributes:
        found: for each solution the value of each term of the projection, keyed by the term as it was
            asked, in the order of discovery.
        end: the solver's last answer: ``Sat`` if the limit was reached, ``Unsat`` if there are no more,
            ``Failure`` also for a repeated solution, or values of another sort.
    """

    found: tuple[Mapping[str, Value], ...]
    end: Answer

    @property
    def complete(self) -> bool:
        """Return whether these are proved to be all."""
        return isinstance(self.end, Unsat)


def solutions(
    script: Script,
    projection: Sequence[str] | None = None,
    limit: int | None = None,
    *,
    solver: Solver | None = None,
    limits: Limits | None = None,
    fresh: bool | None = None,
) -> Solutions:
    """Find solutions that differ in the projection.

    Args:
        script: what to solve.
        projection: symbols or Boolean terms of the script, each counted once; by default its values.
        limit: how many to look for; by default all.
        solver: the solver; by default `default_solver`.
        limits: for all questions together (time), for each process (memory).
        fresh: whether each question goes to a process of its own; by default where the solver can't
            hold a session, or no more than two are wanted.

    Raises:
        SolverNotFoundError: if the solver is not installed.
    """
    terms = tuple(dict.fromkeys(script.values if projection is None else projection))
    solver = solver or default_solver()
    allowed = limits or Limits()
    if fresh is None:
        fresh = not holds_sessions(require(solver)) or (limit is not None and limit <= 2)
    projected, models = script.replace(values=terms), Projection(terms, _sorts(script))
    distinct: dict[tuple[Value, ...], Mapping[str, Value]] = {}
    end: Answer = Sat()
    with (OneShot if fresh else InSession)(projected, models, solver, allowed) as backend:
        while limit is None or len(distinct) < limit:
            end = backend.ask()
            if not isinstance(end, Sat):
                break
            try:
                values = backend.read(end)
            except WrongModelError as error:
                end = Failure(str(error))
                break
            solution = tuple(values.values())
            if solution in distinct:
                end = Failure("the solver gave a solution again that was blocked")
                break
            distinct[solution] = values
            backend.block(values)
    return Solutions(tuple(distinct.values()), Sat() if isinstance(end, Sat) else end)


def block(script: Script, values: Mapping[str, Value]) -> str:
    """The term "one of these has another value"; ``false`` without values, since then there is no other."""
    return Projection(tuple(values), _sorts(script)).other_than(values)


class Projection:
    """The values of some terms of a script, as the models that are told apart.

    Attributes:
        terms: symbols or Boolean terms.
        sorts: the sorts of the script's constants, by their names without bars.
    """

    def __init__(self, terms: Sequence[str], sorts: Mapping[str, str]) -> None:
        self.terms, self.sorts = terms, sorts

    def read(self, values: Mapping[str, Value]) -> Mapping[str, Value]:
        """The values of the terms, keyed by these as they were asked; drivers key them as they read them.

        Raises:
            WrongModelError: for a missing value, and for one that can't be of its sort.
        """
        keys = {term: symbol_name(term) or write(read_first(term, 0)) for term in self.terms}
        for term, key in keys.items():
            if key not in values:
                raise WrongModelError(f"the solver gave no value of {term}")
            _literal(term, values[key], self.sorts)
        return {term: values[key] for term, key in keys.items()}

    def other_than(self, model: Mapping[str, Value]) -> str:
        """The term "one of these has another value"."""
        equations = []
        for term, value in model.items():
            if isinstance(value, bool):
                equations.append(term if value else negation(term))
            else:
                equations.append(f"(= {term} {_literal(term, value, self.sorts)})")
        return negation(all_of(*equations))


def _sorts(script: Script) -> dict[str, str]:
    """The sorts of constants, by their names without bars."""
    return {symbol_name(name) or name: sort for name, sort in script.declarations}


def _literal(term: str, value: Value, sorts: Mapping[str, str]) -> str:
    """A value as a literal of its term's sort.

    Raises:
        WrongModelError: if it is known to be of another sort.
    """
    sort = sorts.get(symbol_name(term) or "", "")
    shown = value if isinstance(value, str) else write_literal(value)
    if sort not in ("Bool", "Int") and width_of(sort) is None:
        return shown
    try:
        literal = sorted_value(value, sort)
    except EvaluationError:
        literal = None
    if literal is None or (isinstance(literal, Bits) and literal.value != value):
        raise WrongModelError(f"the solver gave {term} the value {shown[:100]}, but its sort is {sort}")
    return write_literal(literal)
