"""Oracles: one model of a script after another, from fresh processes or in one session."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import Protocol, TypeAlias, TypeVar

from drivers.answer import Answer, Failure, Run, Sat, Timeout, Unknown, Unsat, Usage, together
from drivers.errors import SessionError, SessionTimeoutError, WrongModelError
from drivers.limits import Limits
from drivers.run import run
from drivers.session import Session
from drivers.solver import Solver
from smtlib.errors import SexprError
from smtlib.literals import read_values
from smtlib.render import driver, get_value, preamble
from smtlib.script import Script
from smtlib.sexpr import read_first, symbol_name

Runner: TypeAlias = Callable[[str, Solver, Limits], Run]
Blocked_contra = TypeVar("Blocked_contra", contravariant=True)
Solution = TypeVar("Solution", bound=Hashable)


class Oracle(Protocol[Blocked_contra]):
    """An answer to "is there a model?" about constraints that only grow."""

    @property
    def asked(self) -> int:
        """How often a solver was asked so far."""

    def ask(self, seconds: float | None) -> Answer:
        """Look for a model within so many seconds; a model comes with the values asked for."""

    def block(self, blocked: Blocked_contra) -> None:
        """Exclude something from the next question on."""

    def close(self) -> Usage:
        """Release everything; returns what the solver's processes used together."""


class OneShotOracle:
    """A fresh process for each question: the solver's one-shot engine each time. Blocks by terms."""

    def __init__(self, script: Script, solver: Solver, limits: Limits, run: Runner = run) -> None:
        self._script, self._solver, self._limits, self._run = script, solver, limits, run
        self._terms: list[str] = []
        self._used: list[Usage] = []
        self.asked = 0

    def ask(self, seconds: float | None) -> Answer:
        """Run the solver on the script as it stands."""
        self.asked += 1
        limits = replace(self._limits, seconds=seconds)
        done = self._run(driver(self._script, self._terms), self._solver, limits)
        self._used.append(done.usage)
        return done.answer

    def block(self, blocked: str) -> None:
        """Assert a term in the next script."""
        self._terms.append(blocked)

    def close(self) -> Usage:
        """Nothing stays open between questions."""
        return together(self._used)


class IncrementalOracle:
    """One session, which keeps what the solver has learned from question to question. Blocks by terms."""

    def __init__(
        self,
        script: Script,
        solver: Solver,
        limits: Limits,
        opening: Sequence[str] = (),
        replay: Path | None = None,
    ) -> None:
        self._solver, self._limits, self._replay = solver, limits, replay
        self._values = script.values
        self._pending = [preamble(script, opening)]
        self._session: Session | None = None
        self.asked = 0

    def ask(self, seconds: float | None) -> Answer:
        """Send what is new, check, and ask for the values."""
        self.asked += 1
        try:
            if self._session is None:  # a solver that does not start is an answer, too
                self._session = Session(self._solver, self._limits, replay=self._replay)
            self._session.send_script("\n".join(self._pending), seconds=seconds)
            self._pending = []
            symbols = [name for name in map(symbol_name, self._values) if name is not None]
            if len(symbols) == len(self._values):
                return self._session.check(asking=symbols, seconds=seconds)
            answer = self._session.check(seconds=seconds)
            return self._with_values(self._session) if isinstance(answer, Sat) else answer
        except SessionTimeoutError:
            return Timeout(seconds or 0.0)
        except SessionError as error:
            return Failure(str(error))

    def _with_values(self, session: Session) -> Sat:
        """The values of terms, which `Session.values` knows for symbols only."""
        reply = session.command(get_value(self._values))
        try:
            return Sat(read_values(reply, [read_first(term, 0) for term in self._values]))
        except SexprError as error:
            raise SessionError(f"the solver gave values that can't be used: {error}") from error

    def block(self, blocked: str) -> None:
        """Assert a term before the next question."""
        self._pending.append(f"(assert {blocked})")

    def close(self) -> Usage:
        """End the session."""
        return together([] if self._session is None else [self._session.close()])


def enumerate_models(
    ask: Callable[[float | None], Answer],
    read: Callable[[Sat], Solution],
    block: Callable[[Solution], None],
    found: list[Solution],
    *,
    limit: int | None = None,
    seconds: float | None = None,
) -> Answer:
    """Look for solutions until there are enough, each blocked before the next question.

    Args:
        ask: see `Oracle.ask`.
        read: from a model to a solution; raises `WrongModelError` for one that can't be right.
        block: exclude a solution.
        found: grows by each solution as it is found, so that an interrupt loses none.
        limit: how many to look for; by default all.
        seconds: for all questions together.

    Returns:
        The last answer: ``Sat`` if the limit was reached, ``Unsat`` if there are no more, else why it
        is not known.

    Raises:
        WrongModelError: if `read` does, or a solution is given again.
    """
    known: set[Solution] = set()
    spent = 0.0
    while limit is None or len(found) < limit:
        started = perf_counter()
        answer = ask(None if seconds is None else max(0.001, seconds - spent))
        spent += perf_counter() - started
        match answer:
            case Sat():
                solution = read(answer)
            case Timeout() if seconds is not None:
                return Timeout(seconds)  # not what was left of it for the last question
            case Unsat() | Unknown() | Timeout() | Failure():
                return answer
        if solution in known:
            raise WrongModelError("the solver gave a solution again that was blocked")
        known.add(solution)
        found.append(solution)
        if limit is None or len(found) < limit:
            block(solution)
    return Sat()
