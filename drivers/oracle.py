"""Oracles that ask a solver about a script: by a fresh process for each question, or in one session."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from drivers.answer import Answer, Failure, Run, Sat, Timeout, Usage, together
from drivers.errors import SessionError, SessionTimeoutError
from drivers.limits import Limits
from drivers.runner import run
from drivers.solver import Solver
from smtlib.errors import SexprError
from smtlib.literals import read_values
from smtlib.render import driver, get_value, preamble
from smtlib.script import Script
from smtlib.sexpr import read_first, symbol_name

if TYPE_CHECKING:
    from drivers.session import Session

Runner: TypeAlias = Callable[[str, Solver, Limits], Run]


def left(limits: Limits, used: Sequence[Usage]) -> Limits:
    """The limits of a further process, after some that count towards the same CPU time."""
    if limits.cpu_seconds is None:
        return limits
    return replace(limits, cpu_seconds=max(0.001, limits.cpu_seconds - together(used).cpu_seconds))


def in_all(answer: Answer, limits: Limits) -> Answer:
    """An answer whose limit of CPU time is that of all processes together, not what was left for the last."""
    if isinstance(answer, Timeout) and answer.cpu and limits.cpu_seconds is not None:
        return Timeout(limits.cpu_seconds, cpu=True)
    return answer


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
        limits = replace(left(self._limits, self._used), seconds=seconds)
        done = self._run(driver(self._script, self._terms), self._solver, limits)
        self._used.append(done.usage)
        return in_all(done.answer, self._limits)

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
        from drivers.session import Session

        self._start = partial(Session, solver, limits, replay=replay)
        self._values = script.values
        self._symbols = [name for name in map(symbol_name, script.values) if name is not None]
        self._pending = [preamble(script, opening)]
        self._session: Session | None = None
        self.asked = 0

    def ask(self, seconds: float | None) -> Answer:
        """Send what is new, check, and ask for the values."""
        self.asked += 1
        try:
            if self._session is None:  # a solver that does not start is an answer, too
                self._session = self._start()
            self._session.send_script("\n".join(self._pending), seconds=seconds)
            self._pending = []
            if len(self._symbols) == len(self._values):
                return self._session.check(asking=self._symbols, seconds=seconds)
            answer = self._session.check(seconds=seconds)
            return self._with_values(self._session) if isinstance(answer, Sat) else answer
        except SessionTimeoutError as error:
            return error.timeout(seconds)
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
