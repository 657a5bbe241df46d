"""Ask a solver for a model, again and again with more forbidden: by fresh processes, or in one session."""

from __future__ import annotations

from typing import Protocol

from drivers.answer import Answer, Failure, Timeout, Usage, together
from drivers.errors import SessionError, SessionTimeoutError
from drivers.limits import Limits
from drivers.run import run
from drivers.session import Session
from drivers.solver import Solver
from encoder.encoding import Encoding
from encoder.script import PuzzleScript
from fillomino.puzzle import Filling
from smtlib.render import driver, preamble
from workbench.keep import Keep
from workbench.logics import opening


class Asker(Protocol):
    """Something that answers "is there a model?" about one script that only grows."""

    def ask(self, limits: Limits) -> Answer:
        """Look for a model within the limits; a model comes with the values that the script asks for."""

    def forbid(self, filling: Filling) -> None:
        """Look for other fillings than this from the next question on."""

    @property
    def asked(self) -> int:
        """How often the solver was asked so far."""

    def close(self) -> Usage:
        """Let go of everything; returns what the solver's processes used together."""


class Processes:
    """A fresh process for each question: the solver's one-shot engine each time."""

    def __init__(
        self, encoding: Encoding, script: PuzzleScript, solver: Solver, keep: Keep | None, name: str
    ) -> None:
        self._encoding, self._script, self._solver = encoding, script, solver
        self._keep, self._name = keep, name
        self._terms: list[str] = []
        self.asked = 0
        self._used: list[Usage] = []

    def ask(self, limits: Limits) -> Answer:
        """Run the solver on the script as it stands."""
        self.asked += 1
        text = driver(self._script, self._terms)
        kept = self._keep and self._keep.script(self._name, text, self._solver, limits)
        done = run(text, self._solver, limits)
        self._used.append(done.usage)
        if self._keep and kept:
            self._keep.output(kept, done)
        return done.answer

    def forbid(self, filling: Filling) -> None:
        """Write it into the next script that another is wanted."""
        self._terms.append(self._encoding.block(self._script, filling))

    def close(self) -> Usage:
        """Nothing stays open between questions."""
        return together(self._used)


class Talk:
    """One incremental session, which keeps what the solver has learned from question to question."""

    def __init__(
        self,
        encoding: Encoding,
        script: PuzzleScript,
        solver: Solver,
        limits: Limits,
        keep: Keep | None,
        name: str,
    ) -> None:
        self._encoding, self._script, self._solver, self._limits = encoding, script, solver, limits
        self._replay = keep.session(name, solver) if keep is not None else None
        self.asked = 0
        self._pending = [preamble(script, opening(encoding, solver))]
        self._session: Session | None = None

    def ask(self, limits: Limits) -> Answer:
        """Send what is new, check, and ask for the values."""
        self.asked += 1
        try:
            if self._session is None:  # a solver that does not start is an answer, too
                self._session = Session(self._solver, self._limits, replay=self._replay)
            self._session.send_script("\n".join(self._pending), seconds=limits.seconds)
            self._pending = []
            return self._session.check(asking=self._script.values, seconds=limits.seconds)
        except SessionTimeoutError:
            return Timeout(limits.seconds or 0.0)
        except SessionError as error:
            return Failure(str(error))

    def forbid(self, filling: Filling) -> None:
        """Send with the next question that another is wanted."""
        self._pending.append(f"(assert {self._encoding.block(self._script, filling)})")

    def close(self) -> Usage:
        """End the session."""
        return together([] if self._session is None else [self._session.close()])
