"""The talk with a solver in the lazy method: ask, judge the answer, send the cuts, ask again."""

from __future__ import annotations

from time import monotonic

from drivers.answer import Answer, Failure, Sat, Timeout, Usage, together
from drivers.errors import SessionError, SessionTimeoutError
from drivers.limits import Limits
from drivers.session import Session
from drivers.solver import Solver
from encoder.encodings.cuts import CAP
from encoder.lazy.answers import Answers
from encoder.lazy.base import base
from encoder.lazy.cuts import other_than
from encoder.lazy.near_fillings import near_fillings
from encoder.parts.values import tokens
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Filling, Puzzle
from smtlib.render import get_value
from smtlib.terms import conjunction
from workbench.keep import Keep
from workbench.watch import Round, Watch, unwatched


class Cuts:
    """An asker that answers with fillings, though the solver is only told as much as its mistakes require.

    Deduction must have left something open.

    Where a filling may not be determined by its tokens (see `encoder.lazy.cuts`), the talk begins
    anew with a higher cap before another filling is looked for.
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
        self.asked = 0
        self._session: Session | None = None
        self._tokens = tokens(puzzle, candidates, cap)
        self._base = base(self._tokens)
        self._answers = Answers(self._tokens)
        self._wanted_cap = self._tokens.cap
        self._sent: list[str] = []
        self._pending: list[str] = []

    def ask(self, limits: Limits) -> Answer:
        """Look for another filling within the limits."""
        until = None if limits.seconds is None else monotonic() + limits.seconds
        try:
            return self._converse(until)
        except SessionTimeoutError:
            return Timeout(limits.seconds or 0.0)
        except SessionError as error:
            return Failure(str(error))

    def forbid(self, filling: Filling) -> None:
        """Look for others than this from now on."""
        self._found.append(filling)
        self._pending += [other_than(self._tokens, filling), *near_fillings(self._tokens, filling)]

    def close(self) -> Usage:
        """End the session, leave the file it ended with, and return what its solvers used."""
        self._end_session()
        if self._keep is not None:
            self._keep.path(self._name, ".smt2").write_text(self.final_script(), encoding="utf-8")
        return together(self._used)

    def final_script(self) -> str:
        """All that was asserted, as a script of its own: evidence that any solver can check alone."""
        asserted = [*self._sent, *self._pending]
        query = ["(check-sat)", get_value(self._base.answer), "(exit)"]
        head = [
            "(set-info :smt-lib-version 2.6)",
            "(set-option :produce-models true)",
            f"(set-logic {self._logic})",
        ]
        return "\n".join([*head, *self._opening(), *(f"(assert {term})" for term in asserted), *query, ""])

    def _converse(self, until: float | None) -> Answer:
        if self._wanted_cap != self._tokens.cap:
            self._end_session()
            self._tokens = tokens(self._puzzle, self._candidates, self._wanted_cap)
            self._base = base(self._tokens)
            self._sent = []
            self._pending = [other_than(self._tokens, filling) for filling in self._found]
        if self._session is None:
            self._session, self._answers = self._begin(until), Answers(self._tokens)
        while True:
            self._sent += self._pending
            learned, self._pending = [conjunction(self._pending)] if self._pending else [], []
            self.asked += 1
            asked = monotonic()
            verdict = self._session.check(asserting=learned, asking=self._base.answer, seconds=_left(until))
            if not isinstance(verdict, Sat):
                return verdict
            answer = [verdict.values[name] for name in self._base.answer]
            ours = [word for word in answer if isinstance(word, int) and not isinstance(word, bool)]
            if len(ours) != len(answer):
                return Failure(f"the solver gave {answer!r} for bit-vectors")
            answered = monotonic()
            judged = self._answers.judge(ours)
            self._pending = list(judged.cuts)
            self._watch(Round(self.asked, self._answers.held, judged.cuts, answered - asked))
            if not self._pending:
                self._wanted_cap = judged.cap
                return self._converse(until) if judged.filling is None else self._answer(judged.filling)

    def _begin(self, until: float | None) -> Session:
        replay = self._keep.session(self._name, self._solver) if self._keep is not None else None
        session = Session(self._solver, self._limits, replay=replay)
        script = ["(set-option :produce-models true)", f"(set-logic {self._logic})", *self._opening()]
        try:
            session.send_script("\n".join(script), seconds=_left(until))
        except BaseException:
            session.close()
            raise
        return session

    def _opening(self) -> list[str]:
        return [
            *(f"(declare-fun {name} () Bool)" for name in self._base.names),
            *self._base.definitions,
            *(f"(assert {assertion.term})" for assertion in self._base.assertions),
        ]

    def _end_session(self) -> None:
        if self._session is not None:
            self._used.append(self._session.close())
            self._session = None

    def _answer(self, filling: Filling) -> Sat:
        labels = self._puzzle.board.labels
        return Sat({f"n_{label}": number for label, number in zip(labels, filling, strict=True)})


def _left(until: float | None) -> float | None:
    return None if until is None else max(0.001, until - monotonic())
