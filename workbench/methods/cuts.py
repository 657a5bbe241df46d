"""The lazy method: ask, judge the answer, add the constraints that it breaks, ask again.

Constraints are generated from counterexamples: the solver knows only as much of connectivity as its own
wrong answers required.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from drivers.answer import Answer, Failure, Sat, Timeout, Unknown, Unsat, Usage, together
from drivers.errors import SessionError, SessionTimeoutError
from drivers.limits import Limits
from drivers.session import Session
from drivers.solver import Solver
from encoder.encodings.cuts import CAP
from encoder.lazy.answers import Answers
from encoder.lazy.base import base
from encoder.lazy.cuts import Verdict, other_than
from encoder.lazy.near_fillings import near_fillings
from encoder.parts.values import Tokens, tokens
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Filling, Puzzle
from smtlib.render import get_value
from smtlib.terms import conjunction
from workbench.methods.keep import Keep
from workbench.methods.question import Watch, unwatched


@dataclass(frozen=True, slots=True)
class Round:
    """One question of the lazy method, and what its answer came to.

    Attributes:
        number: which question, from 1.
        held: for each token the cells that hold it in the answer, as a bit set.
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
        laid: Tokens,
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
            laid: the tokens of the cells.
            solver: the solver; it must hold a session.
            logic: the logic of the session.
            limits: of each exchange.
            options: commands to send before all others.
            replay: gives the file to write every command to, if any.
            watch: called with each round.
            asked: how often the solver was asked before, for rounds to be counted on.
        """
        self.base = base(laid)
        self.learned: list[str] = []
        self.asked = asked
        self.session: Session | None = None
        self._laid, self._answers = laid, Answers(laid)
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
        self, more: Sequence[str] = (), assumed: Sequence[str] = (), until: float | None = None
    ) -> Verdict | Unsat | Unknown | Timeout:
        """Look for an answer that no cut is known against.

        Args:
            more: terms to assert first.
            assumed: literals to assume for this question only.
            until: when to stop, by `time.monotonic`.

        Returns:
            The verdict on such an answer, whose `filling` is ``None`` where the cap leaves it open; or why
            there is none.

        Raises:
            SessionError: if the solver fails.
        """
        pending = list(more)
        self.learned += pending
        session = self.begin(until)
        while True:
            self.asked += 1
            started = monotonic()
            answer = session.check(
                assumed,
                asserting=[conjunction(pending)] if pending else [],
                asking=self.base.answer,
                seconds=_left(until),
            )
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

    def close(self) -> list[Usage]:
        """End the session; returns what its solver used."""
        return [] if self.session is None else [self.session.close()]


class CutsOracle:
    """An oracle whose every model is a filling. Deduction must have left something open. Blocks by fillings.

    Where a filling may not be determined by its tokens (see `encoder.lazy.cuts`), a new session begins
    with a higher cap before another filling is looked for.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        candidates: Candidates,
        solver: Solver,
        logic: str,
        limits: Limits,
        keep: Keep | None,
        name: str,
        cap: int = CAP,
        watch: Watch = unwatched,
    ) -> None:
        self._puzzle, self._candidates = puzzle, candidates
        self._solver, self._logic, self._limits = solver, logic, limits
        self._keep, self._name, self._watch = keep, name, watch
        self._found: list[Filling] = []
        self._used: list[Usage] = []
        self._pending: list[str] = []
        self._tokens, self._loop = self._laid(cap, asked=0)
        self._wanted_cap = self._tokens.cap

    @property
    def asked(self) -> int:
        """The number of questions to the solver so far."""
        return self._loop.asked

    def ask(self, seconds: float | None) -> Answer:
        """Look for another filling within so many seconds."""
        until = None if seconds is None else monotonic() + seconds
        try:
            while True:
                if self._wanted_cap != self._tokens.cap:
                    self._end()
                    self._tokens, self._loop = self._laid(self._wanted_cap, self._loop.asked)
                    self._pending = [other_than(self._tokens, filling) for filling in self._found]
                pending, self._pending = self._pending, []
                verdict = self._loop.decide(pending, until=until)
                if not isinstance(verdict, Verdict):
                    return verdict
                self._wanted_cap = verdict.cap
                if verdict.filling is not None:
                    labels = self._puzzle.board.labels
                    return Sat({f"n_{x}": n for x, n in zip(labels, verdict.filling, strict=True)})
        except SessionTimeoutError:
            return Timeout(seconds or 0.0)
        except SessionError as error:
            return Failure(str(error))

    def block(self, blocked: Filling) -> None:
        """Look for others than this from now on."""
        self._found.append(blocked)
        self._pending += [other_than(self._tokens, blocked), *near_fillings(self._tokens, blocked)]

    def close(self) -> Usage:
        """End the session, leave the file it ended with, and return what its solvers used."""
        self._end()
        if self._keep is not None:
            self._keep.path(self._name, ".smt2").write_text(self.final_script(), encoding="utf-8")
        return together(self._used)

    def final_script(self) -> str:
        """All that was asserted, as a script of its own: evidence that any solver can check alone."""
        asserted = [*self._loop.learned, *self._pending]
        query = ["(check-sat)", get_value(self._loop.base.answer), "(exit)"]
        head = [
            "(set-info :smt-lib-version 2.6)",
            "(set-option :produce-models true)",
            f"(set-logic {self._logic})",
        ]
        opening = self._loop.opening
        return "\n".join([*head, *opening, *(f"(assert {term})" for term in asserted), *query, ""])

    def _laid(self, cap: int, asked: int) -> tuple[Tokens, CutLoop]:
        """The tokens at a cap, and a new session about them."""
        laid = tokens(self._puzzle, self._candidates, cap)
        return laid, CutLoop(
            laid,
            self._solver,
            self._logic,
            self._limits,
            replay=self._replay,
            watch=self._watch,
            asked=asked,
        )

    def _replay(self) -> Path | None:
        return self._keep.session(self._name, self._solver) if self._keep is not None else None

    def _end(self) -> None:
        self._used += self._loop.close()


def _left(until: float | None) -> float | None:
    return None if until is None else max(0.001, until - monotonic())
