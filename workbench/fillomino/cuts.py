"""The lazy method: ask, judge the answer, add the constraints that it breaks, ask again.

Constraints are generated from counterexamples: of connectivity the solver has only what its own wrong answers
required. `CutLoop` is a session that ends with a right answer; `Cuts` is the back end of such sessions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from time import monotonic
from typing import TYPE_CHECKING

from drivers.answer import Answer, Failure, Sat, Timeout, Unknown, Unsat
from drivers.backend import Backend, remaining, seconds_left
from drivers.errors import SessionError, SessionTimeoutError
from drivers.limits import Limits, Usage, together
from drivers.session import Session
from drivers.solver import Solver
from drivers.statistics import sum_statistics
from encoder.encodings.cuts import CAP, base
from encoder.lazy.answers import Answers, kept_literals
from encoder.lazy.cuts import Verdict, near_fillings, other_than
from encoder.parts.clauses import terms
from encoder.parts.values import Values, values_of
from encoder.script import as_values
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Filling, Puzzle
from smtlib.render import get_value
from smtlib.script import comment, conjunction
from workbench.methods.keep import Keep
from workbench.methods.method import Round, Watch, unwatched
from workbench.texts.outputs import write_file

if TYPE_CHECKING:
    from pathlib import Path


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
        replay: Path | None = None,
        watch: Watch = unwatched,
        asked: int = 0,
    ) -> None:
        """Lay out the base; the session begins with the first question.

        The limits are those of each exchange. The options are sent before all other commands, and every
        command is written to the file `replay`. Rounds, of which `watch` is told, count on from those that
        were asked before.
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
            session = Session(self._solver, self._limits, replay=self._replay)
            try:
                session.send_script("\n".join([*self._head, *self.opening]), seconds=seconds_left(until))
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
                asking=self.base.values,
                seconds=seconds_left(until),
            )
            if isinstance(answer, Unsat) and kept:  # there is no such answer near the last one only
                steps, pending = 2 * steps, []
                kept = kept_literals(self._values, self._answers.held, wrong, steps)
                continue
            if not isinstance(answer, Sat):
                return answer
            values = [answer.values[name] for name in self.base.values]
            words = [word for word in values if isinstance(word, int) and not isinstance(word, bool)]
            if len(words) != len(values):
                raise SessionError(f"the solver gave {values!r} for bit-vectors")
            seconds = monotonic() - started
            verdict = self._answers.judge(words)
            pending = terms(self._values, verdict.cuts)
            self._watch(Round(self.asked, self._answers.held, tuple(pending), seconds))
            if not verdict.cuts:
                return verdict
            self.learned += pending
            if repair:
                wrong, steps = verdict.wrong, 1
                kept = kept_literals(self._values, self._answers.held, wrong, steps)

    def close(self) -> list[Usage]:
        """End the session; returns what its solver used."""
        return [] if self.session is None else [self.session.close()]


class Cuts(Backend[Filling]):
    """A back end whose every model is a filling. Deduction must have left something open. Blocks by fillings.

    Where a filling may not be determined by its values (see `encoder.lazy.cuts`), a new session begins
    with a higher cap before another filling is looked for.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        candidates: Candidates,
        solver: Solver,
        logic: str,
        limits: Limits,
        keep: Keep | None = None,
        name: str = "",
        cap: int = CAP,
        watch: Watch = unwatched,
        notes: Sequence[str] = (),
        spent: float = 0.0,
    ) -> None:
        super().__init__(limits, spent)
        self._notes = notes
        self._puzzle, self._candidates = puzzle, candidates
        self._solver, self._logic = solver, logic
        self._keep, self._name, self._watch = keep, name, watch
        self._found: list[Filling] = []
        self._used: list[Usage] = []
        self._pending: list[str] = []
        self._values, self._loop = self._session(cap, asked=0)
        self._wanted_cap = self._values.cap

    def _ask(self, seconds: float | None) -> Answer:
        """Look for another filling within so many seconds."""
        until = None if seconds is None else monotonic() + seconds
        try:
            while True:
                if self._wanted_cap != self._values.cap:
                    self._end()
                    self._values, self._loop = self._session(self._wanted_cap, self._loop.asked)
                    self._pending = [other_than(self._values, filling) for filling in self._found]
                pending, self._pending = self._pending, []
                try:
                    verdict = self._loop.decide(pending, until=until, repair=not self._found)
                finally:
                    self.asked = self._loop.asked
                if not isinstance(verdict, Verdict):
                    return verdict
                self._wanted_cap = verdict.cap
                if verdict.filling is not None:
                    return Sat(as_values(self._puzzle.board, verdict.filling))
        except SessionTimeoutError as error:
            return error.timeout(seconds)
        except SessionError as error:
            return Failure(str(error))

    def block(self, blocked: Filling) -> None:
        """Look for others than this from now on."""
        self._found.append(blocked)
        near = near_fillings(self._values, self._values.held_in(blocked))
        self._pending += [other_than(self._values, blocked), *terms(self._values, near)]

    def _close(self) -> Usage:
        """End the session, leave the file it ended with, and return what its solvers used."""
        self._end()
        if self._keep is not None:
            write_file(self._keep.path(self._name, ".smt2"), self.final_script())
        return together(self._used)

    def final_script(self) -> str:
        """All that was asserted, as a script of its own: evidence that any solver can check alone."""
        asserted = [*self._loop.learned, *self._pending]
        query = ["(check-sat)", get_value(self._loop.base.values), "(exit)"]
        head = [
            "(set-info :smt-lib-version 2.6)",
            "(set-option :produce-models true)",
            f"(set-logic {self._logic})",
        ]
        opening = self._loop.opening
        lines = [*head, *opening, *(f"(assert {term})" for term in asserted), *query, ""]
        return comment(self._notes) + "\n".join(lines)

    def _session(self, cap: int, asked: int) -> tuple[Values, CutLoop]:
        """The values at a cap, and a new session about them."""
        values, limits = values_of(self._puzzle, self._candidates, cap), self.limits
        limits = remaining(limits, self._used, limits.seconds)
        replay = self._keep.session(self._name, self._solver) if self._keep is not None else None
        given = values, self._solver, self._logic, limits
        return values, CutLoop(*given, replay=replay, watch=self._watch, asked=asked)

    def _end(self) -> None:
        if self.counting and self._loop.session is not None:
            self.statistics = sum_statistics((self.statistics, self._loop.session.statistics()))
        self._used += self._loop.close()
