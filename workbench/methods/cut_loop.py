"""The loop of the lazy method: ask, judge the answer, add the constraints that it breaks, ask again.

Constraints are generated from counterexamples: of connectivity the solver has only what its own
wrong answers required.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from drivers.answer import Sat, Timeout, Unknown, Unsat, Usage
from drivers.errors import SessionError
from drivers.limits import Limits
from drivers.session import Session
from drivers.solver import Solver
from encoder.lazy.answers import Answers
from encoder.lazy.base import base
from encoder.lazy.cuts import Verdict
from encoder.lazy.repair import kept_literals
from encoder.parts.values import Values
from smtlib.terms import conjunction
from workbench.methods.question import Watch, unwatched


@dataclass(frozen=True, slots=True)
class Round:
    """One question of the lazy method, and what its answer came to.

    Attributes:
        number: which question, from 1.
        held: for each value the cells that hold it in the answer, as a bit set.
        cuts: the clauses that this answer breaks and every solution satisfies; none if it is a solution.
        seconds: how long the solver took for it.
    """

    number: int
    held: Mapping[int, int]
    cuts: tuple[str, ...]
    seconds: float


class CutLoop:
    """One session in which answers are judged, and cuts asserted, until an answer is right.

    Attributes:
        base: what is asserted from the beginning.
        learned: the terms asserted since, in their order.
        asked: how often the solver was asked.
        session: the session, from the first question on.
    """

    def __init__(
        self,
        values: Values,
        solver: Solver,
        logic: str,
        limits: Limits,
        *,
        options: Sequence[str] = (),
        replay: Callable[[], Path | None] = lambda: None,
        watch: Watch = unwatched,
        asked: int = 0,
    ) -> None:
        """Lay out the base; the session begins with the first question.

        Args:
            values: the values of the cells.
            solver: the solver; it must hold a session.
            logic: the logic of the session.
            limits: of each exchange.
            options: commands to send before all others.
            replay: gives the file to write every command to, if any.
            watch: called with each round.
            asked: how often the solver was asked before, for rounds to be counted on.
        """
        self.base = base(values)
        self.learned: list[str] = []
        self.asked = asked
        self.session: Session | None = None
        self._values, self._answers = values, Answers(values)
        self._solver, self._limits, self._replay, self._watch = solver, limits, replay, watch
        self._head = [*options, "(set-option :produce-models true)", f"(set-logic {logic})"]

    @property
    def opening(self) -> list[str]:
        """The commands that declare, define and assert the base."""
        return [
            *(f"(declare-fun {name} () Bool)" for name in self.base.names),
            *self.base.definitions,
            *(f"(assert {assertion.term})" for assertion in self.base.assertions),
        ]

    def begin(self, until: float | None = None) -> Session:
        """The session, begun if need be.

        Raises:
            SessionError: if the solver does not start or take the base.
        """
        if self.session is None:
            session = Session(self._solver, self._limits, replay=self._replay())
            try:
                session.send_script("\n".join([*self._head, *self.opening]), seconds=_left(until))
            except BaseException:
                session.close()
                raise
            self.session = session
        return self.session

    def decide(
        self,
        more: Sequence[str] = (),
        assumed: Sequence[str] = (),
        until: float | None = None,
        *,
        repair: bool = False,
    ) -> Verdict | Unsat | Unknown | Timeout:
        """Look for an answer that no cut is known against.

        Args:
            more: terms to assert first.
            assumed: literals to assume for this question only.
            until: when to stop, by `time.monotonic`.
            repair: whether to ask for the neighbourhood of what is wrong before the whole board.

        Returns:
            The verdict on such an answer, whose `filling` is ``None`` where the cap leaves it open; or why
            there is none.

        Raises:
            SessionError: if the solver fails.
        """
        pending = list(more)
        self.learned += pending
        session = self.begin(until)
        kept: list[str] = []
        wrong: Mapping[int, int] = {}
        steps = 1
        while True:
            self.asked += 1
            started = monotonic()
            answer = session.check(
                [*assumed, *kept],
                asserting=[conjunction(pending)] if pending else [],
                asking=self.base.answer,
                seconds=_left(until),
            )
            if isinstance(answer, Unsat) and kept:  # there is no such answer near the last one only
                steps, pending = 2 * steps, []
                kept = kept_literals(self._values, self._answers.held, wrong, steps)
                continue
            if not isinstance(answer, Sat):
                return answer
            values = [answer.values[name] for name in self.base.answer]
            words = [word for word in values if isinstance(word, int) and not isinstance(word, bool)]
            if len(words) != len(values):
                raise SessionError(f"the solver gave {values!r} for bit-vectors")
            seconds = monotonic() - started
            verdict = self._answers.judge(words)
            self._watch(Round(self.asked, self._answers.held, verdict.cuts, seconds))
            if not verdict.cuts:
                return verdict
            pending = list(verdict.cuts)
            self.learned += pending
            if repair:
                wrong, steps = verdict.wrong, 1
                kept = kept_literals(self._values, self._answers.held, wrong, steps)

    def close(self) -> list[Usage]:
        """End the session; returns what its solver used."""
        return [] if self.session is None else [self.session.close()]


def _left(until: float | None) -> float | None:
    return None if until is None else max(0.001, until - monotonic())
