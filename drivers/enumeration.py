"""Projected enumeration: the solutions of a script, distinguished by some of its terms alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from drivers.answer import Answer, Failure, Sat, Unsat
from drivers.errors import WrongModelError
from drivers.limits import Limits
from drivers.models import Oracle, enumerate_models
from drivers.oracle import IncrementalOracle, OneShotOracle
from drivers.solver import Solver, holds_sessions, require
from drivers.solvers import DEFAULT
from smtlib.literals import Bits, Value, width_of, write_literal
from smtlib.script import Script
from smtlib.sexpr import read_first, symbol_name, write
from smtlib.terms import all_of, negation


@dataclass(frozen=True, slots=True)
class Solutions:
    """The result of an enumeration.

    Attributes:
        found: for each solution the value of each term of the projection, keyed by the term as it was
            asked, in the order of discovery.
        end: the solver's last answer: ``Sat`` if the limit was reached, ``Unsat`` if there are no more,
            ``Failure`` also for a solution that it gave before, or values that are none.
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
    solver: Solver = DEFAULT,
    limits: Limits | None = None,
    fresh: bool | None = None,
) -> Solutions:
    """Find solutions that differ in the projection.

    Args:
        script: what to solve.
        projection: symbols or Boolean terms of the script, each counted once; by default its values.
        limit: how many to look for; by default all.
        solver: the solver.
        limits: for all questions together (time), for each process (memory).
        fresh: whether each question goes to a process of its own; by default where the solver can't
            hold a session, or no more than two are wanted.

    Raises:
        SolverNotFoundError: if the solver is not installed.
    """
    terms = tuple(dict.fromkeys(script.values if projection is None else projection))
    allowed = limits or Limits()
    if fresh is None:
        fresh = not holds_sessions(require(solver)) or (limit is not None and limit <= 2)
    asking = replace(script, values=terms)
    oracle: Oracle[str] = (OneShotOracle if fresh else IncrementalOracle)(asking, solver, allowed)
    sorts = _sorts(script)
    found: list[tuple[Value, ...]] = []

    def read(model: Sat) -> tuple[Value, ...]:
        values = _keyed(model.values, terms)
        for term, value in values.items():
            _refuse_misfit(term, value, sorts)
        return tuple(values.values())

    def exclude(solution: tuple[Value, ...]) -> None:
        oracle.block(block(script, dict(zip(terms, solution, strict=True))))

    end: Answer
    try:
        end = enumerate_models(oracle.ask, read, exclude, found, limit=limit, seconds=allowed.seconds)
    except WrongModelError as error:
        end = Failure(str(error))
    finally:
        oracle.close()
    return Solutions(tuple(dict(zip(terms, solution, strict=True)) for solution in found), end)


def block(script: Script, values: Mapping[str, Value]) -> str:
    """The term "some of these has another value"; ``false`` for no values, for there is no other then."""
    sorts = _sorts(script)
    equal = (_equals(term, value, sorts.get(symbol_name(term) or "", "")) for term, value in values.items())
    return negation(all_of(*equal))


def _sorts(script: Script) -> dict[str, str]:
    """The sorts of constants, by their names without bars."""
    return {symbol_name(name) or name: sort for name, sort in script.declarations}


def _refuse_misfit(term: str, value: Value, sorts: Mapping[str, str]) -> None:
    """Raise `WrongModelError` for a value that is known not to be of its symbol's sort."""
    sort = sorts.get(symbol_name(term) or "", "")
    width = width_of(sort)
    if sort == "Bool":
        fits = isinstance(value, bool)
    elif sort == "Int" or width is not None:
        fits = isinstance(value, int) and not isinstance(value, bool)
        fits = fits and (width is None or 0 <= int(value) < 1 << width)
    else:
        fits = True
    if not fits:
        shown = value if isinstance(value, str) else write_literal(value)
        raise WrongModelError(f"the solver gave {term} the value {shown[:100]}, but its sort is {sort}")


def _equals(term: str, value: Value, sort: str) -> str:
    if isinstance(value, bool):
        return term if value else negation(term)
    if not isinstance(value, int):
        return f"(= {term} {value})"
    width = width_of(sort)
    return f"(= {term} {write_literal(value if width is None else Bits(value, width))})"


def _keyed(values: Mapping[str, Value], terms: Sequence[str]) -> dict[str, Value]:
    """Values as drivers key them, keyed by the terms as they were asked."""
    keys = {term: symbol_name(term) or write(read_first(term, 0)) for term in terms}
    for term, key in keys.items():
        if key not in values:
            raise WrongModelError(f"the solver gave no value of {term}")
    return {term: values[key] for term, key in keys.items()}
