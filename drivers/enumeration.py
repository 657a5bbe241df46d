"""Projected enumeration: the solutions of a script that differ in some of its terms."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from time import monotonic

from drivers.answer import Answer, Failure, Sat, Timeout, Unsat
from drivers.errors import SessionError, SessionTimeoutError
from drivers.limits import Limits
from drivers.run import require, run
from drivers.session import Session
from drivers.solver import Solver
from drivers.solvers import DEFAULT
from smtlib.errors import SexprError
from smtlib.literals import Bits, Value, read_values, width_of, write_literal
from smtlib.render import driver, get_value, preamble
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
        limits: for all checks together (time), for each process (memory).
        fresh: whether each check goes to a process of its own; by default where the solver can't
            hold a session, or no more than two are wanted.

    Raises:
        SolverNotFoundError: if the solver is not installed.
    """
    terms = tuple(dict.fromkeys(script.values if projection is None else projection))
    allowed = limits or Limits()
    until = None if allowed.seconds is None else monotonic() + allowed.seconds
    if fresh is None:
        fresh = require(solver).session_arguments is None or (limit is not None and limit <= 2)
    found: list[Mapping[str, Value]] = []
    seen: set[tuple[Value, ...]] = set()
    sorts = _sorts(script)
    end: Answer = Sat()
    oracle = _one_shot if fresh else _incremental
    with oracle(replace(script, values=terms), solver, allowed) as ask:
        blocked: list[str] = []
        while limit is None or len(found) < limit:
            left = None if until is None else max(0.001, until - monotonic())
            end = ask(blocked, left)
            if not isinstance(end, Sat):
                break
            model = tuple(end.values.values())
            wrong = next((text for item in end.values.items() if (text := _misfit(*item, sorts))), None)
            if wrong is not None or model in seen:
                end = Failure(wrong or "the solver gave a solution again that was blocked")
                break
            seen.add(model)
            found.append(end.values)
            blocked = [block(script, end.values)]
    return Solutions(tuple(found), end)


def block(script: Script, values: Mapping[str, Value]) -> str:
    """The blocking clause "some of these has another value"; ``false`` for no values."""
    sorts = _sorts(script)
    equal = (_equals(term, value, sorts.get(symbol_name(term) or "", "")) for term, value in values.items())
    return negation(all_of(*equal))


def _sorts(script: Script) -> dict[str, str]:
    """The sorts of constants, by their names without bars."""
    return {symbol_name(name) or name: sort for name, sort in script.declarations}


def _misfit(term: str, value: Value, sorts: Mapping[str, str]) -> str | None:
    """A sentence, if a value is none of its symbol's sort; ``None`` if it is, or the sort is not known."""
    sort = sorts.get(symbol_name(term) or "", "")
    width = width_of(sort)
    if sort == "Bool":
        fits = isinstance(value, bool)
    elif sort == "Int" or width is not None:
        fits = isinstance(value, int) and not isinstance(value, bool)
        fits = fits and (width is None or 0 <= int(value) < 1 << width)
    else:
        fits = True
    shown = value if isinstance(value, str) else write_literal(value)
    return None if fits else f"the solver gave {term} the value {shown[:100]}, but its sort is {sort}"


def _equals(term: str, value: Value, sort: str) -> str:
    if isinstance(value, bool):
        return term if value else negation(term)
    if not isinstance(value, int):
        return f"(= {term} {value})"
    width = width_of(sort)
    return f"(= {term} {write_literal(value if width is None else Bits(value, width))})"


_Ask = Callable[[list[str], float | None], Answer]
"""From terms to assert from now on, and seconds, to an answer."""


@contextmanager
def _one_shot(script: Script, solver: Solver, limits: Limits) -> Iterator[_Ask]:
    terms: list[str] = []

    def ask(more: list[str], seconds: float | None) -> Answer:
        terms.extend(more)
        answer = run(driver(script, terms), solver, replace(limits, seconds=seconds)).answer
        try:
            return Sat(_keyed(answer.values, script.values)) if isinstance(answer, Sat) else answer
        except SessionError as error:
            return Failure(str(error))

    yield ask


@contextmanager
def _incremental(script: Script, solver: Solver, limits: Limits) -> Iterator[_Ask]:
    pending = [preamble(script)]
    with Session(solver, limits) as session:

        def ask(more: list[str], seconds: float | None) -> Answer:
            try:
                session.send_script(
                    "\n".join([*pending, *(f"(assert {term})" for term in more)]), seconds=seconds
                )
                pending.clear()
                answer = session.check(seconds=seconds)
                return Sat(_values(session, script.values)) if isinstance(answer, Sat) else answer
            except SessionTimeoutError:
                return Timeout(seconds or 0.0)
            except SessionError as error:
                return Failure(str(error))

        yield ask


def _values(session: Session, terms: Sequence[str]) -> Mapping[str, Value]:
    """The values of terms, which `Session.values` knows for symbols only."""
    if not terms:
        return {}
    reply = session.command(get_value(terms))
    try:
        return _keyed(read_values(reply, [read_first(term, 0) for term in terms]), terms)
    except SexprError as error:
        raise SessionError(f"the solver gave values that can't be used: {error}") from error


def _keyed(values: Mapping[str, Value], terms: Sequence[str]) -> dict[str, Value]:
    """Values as drivers key them, keyed by the terms as they were asked."""
    keys = {term: symbol_name(term) or write(read_first(term, 0)) for term in terms}
    for term, key in keys.items():
        if key not in values:
            raise SessionError(f"the solver gave no value of {term}")
    return {term: values[key] for term, key in keys.items()}
