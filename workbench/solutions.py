"""Projected enumeration: the solutions of a script, told apart by some of its terms alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from time import monotonic

from drivers.answer import Answer, Failure, Sat, Timeout, Unsat, Value
from drivers.errors import SessionError, SessionTimeoutError, SexprError
from drivers.limits import Limits
from drivers.run import require, run
from drivers.session import Session
from drivers.sexpr import read_first
from drivers.solver import Solver
from drivers.solvers import YICES
from drivers.values import read_values
from encoder.render import driver, get_value, preamble
from encoder.script import Script
from encoder.terms import all_of, integer, negation


@dataclass(frozen=True, slots=True)
class Solutions:
    """What enumeration found.

    Attributes:
        found: for each solution the value of each term of the projection, in the order of discovery.
        end: what the solver said last: ``Sat`` if the limit was reached, ``Unsat`` if there are no more.
    """

    found: tuple[Mapping[str, Value], ...]
    end: Answer

    @property
    def complete(self) -> bool:
        """Whether these are proved to be all."""
        return isinstance(self.end, Unsat)


def solutions(
    script: Script,
    projection: Sequence[str] | None = None,
    limit: int | None = None,
    *,
    solver: Solver = YICES,
    limits: Limits | None = None,
    fresh: bool | None = None,
) -> Solutions:
    """Find solutions that differ in the projection.

    Args:
        script: what to solve.
        projection: symbols or Boolean terms of the script; by default its values.
        limit: how many to look for; by default all.
        solver: who answers.
        limits: for all questions together (time), for each process (memory).
        fresh: whether each question goes to a process of its own; by default where the solver can't
            hold a session, or no more than two are wanted.

    Raises:
        SolverNotFoundError: if the solver is not installed.
    """
    terms = tuple(script.values if projection is None else projection)
    allowed = limits or Limits()
    until = None if allowed.seconds is None else monotonic() + allowed.seconds
    if fresh is None:
        fresh = require(solver).session_arguments is None or (limit is not None and limit <= 2)
    found: list[Mapping[str, Value]] = []
    end: Answer = Sat()
    way = _processes if fresh else _session
    with way(replace(script, values=terms), solver, allowed) as ask:
        blocked: list[str] = []
        while limit is None or len(found) < limit:
            left = None if until is None else max(0.001, until - monotonic())
            end = ask(blocked, left)
            if not isinstance(end, Sat):
                break
            found.append(end.values)
            blocked = [block(script, end.values)]
    return Solutions(tuple(found), end)


def block(script: Script, values: Mapping[str, Value]) -> str:
    """The term "some of these has another value"; ``false`` for no values, for there is no other then."""
    sorts = dict(script.declarations)
    return negation(all_of(*(_equals(term, value, sorts.get(term, "")) for term, value in values.items())))


def _equals(term: str, value: Value, sort: str) -> str:
    if isinstance(value, bool):
        return term if value else negation(term)
    if not isinstance(value, int):
        return f"(= {term} {value})"
    if sort.startswith("(_ BitVec "):
        return f"(= {term} (_ bv{value} {sort.rsplit(maxsplit=1)[-1][:-1]}))"
    return f"(= {term} {integer(value)})"


_Ask = Callable[[list[str], float | None], Answer]
"""From terms to assert from now on, and seconds, to an answer."""


@contextmanager
def _processes(script: Script, solver: Solver, limits: Limits) -> Iterator[_Ask]:
    terms: list[str] = []

    def ask(more: list[str], seconds: float | None) -> Answer:
        terms.extend(more)
        return run(driver(script, terms), solver, replace(limits, seconds=seconds)).answer

    yield ask


@contextmanager
def _session(script: Script, solver: Solver, limits: Limits) -> Iterator[_Ask]:
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
        values = read_values(reply, [read_first(term, 0) for term in terms])
    except SexprError as error:
        raise SessionError(f"the solver gave values that can't be used: {error}") from error
    return dict(zip(terms, values.values(), strict=True))
