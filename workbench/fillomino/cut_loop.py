"""The lazy method of Fillomino: what answers are judged by, and how wrong ones are repaired."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from time import monotonic, process_time
from typing import TYPE_CHECKING

from drivers.answer import Answer, Failure, Unsat
from drivers.backend import remaining
from drivers.counters import sum_statistics
from drivers.errors import SessionError, SessionTimeoutError
from drivers.limits import Limits, Usage, together
from drivers.solver import Solver
from encoder.encodings.cuts import CAP, base
from encoder.lazy.answers import Answers, kept_literals
from encoder.lazy.narrow import HIDDEN, is_large, most_wrong, narrowed
from encoder.lazy.refutation import Verdict, near_fillings, other_than
from encoder.parts.clauses import terms
from encoder.parts.redundant import says_more
from encoder.parts.values import Values, values_of
from encoder.puzzle_script import Decoded
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Filling, Puzzle
from smtlib.render import body, get_value
from smtlib.script import comment
from workbench.fillomino.deduced import DEDUCTION_SECONDS
from workbench.methods.keep import Keep
from workbench.methods.lazy import LazyLoop, StalledError
from workbench.methods.method import Watch, unwatched
from workbench.methods.numbers import ByNumbers
from workbench.texts.outputs import write_file

if TYPE_CHECKING:
    from pathlib import Path

    from drivers.pool import SessionPool
    from workbench.fillomino.proof_log import ProofLog


LEAN = 30
"""So many wrong answers in a row, where a certificate is wanted, and all is asserted that is known.

What certificates have no clauses for is left out at first, which is as fast on most boards, and spares them a
session. Of 43 real 10x10 that deduction leaves open none takes more and needs it; a 9x9 would take 87 rounds
and 4.6 s, and takes 8 rounds and 0.2 s with all.
"""

GUESSED = "Guess: large numbers stand near known ones; unsat would not mean that there is no solution"
"""The note of a script about the guess."""


class CutLoop(LazyLoop[Verdict]):
    """A session whose verdict has a filling, or ``None`` for it where the cap leaves it open."""

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
        log: ProofLog | None = None,
        lean: bool = False,
        asked: int = 0,
    ) -> None:
        """Lay out the base of a board, see `LazyLoop`; a lean one has no more than certificates can say."""
        self._log = log
        self._values, self._answers = values, Answers(values)
        given = (base(values, certified=lean), solver, logic, limits)
        super().__init__(*given, options=options, replay=replay, watch=watch, asked=asked)

    def judge(self, words: Sequence[int]) -> tuple[Verdict, Sequence[str]]:
        """See `LazyLoop`."""
        verdict = self._answers.judge(words)
        if self._log is not None:
            self._log.learn(self._values.cap, verdict.cuts)
        return verdict, terms(self._values, verdict.cuts)

    def held(self) -> Mapping[int, int]:
        """See `LazyLoop`."""
        return self._answers.held

    def kept(self, verdict: Verdict, steps: int) -> list[str]:
        """See `LazyLoop`."""
        return kept_literals(self._values, self._answers.held, verdict.wrong, steps)


class Cuts(ByNumbers):
    """A back end whose every model is a filling. Deduction must have left something open. Blocks by fillings.

    Where a filling may not be determined by its values (see `encoder.lazy.refutation`), a new session begins
    with a higher cap before another filling is looked for. The one filling of a large board is looked for
    under a guess first (see `encoder.lazy.narrow`); where there is none, or another is asked for after all,
    a new session begins about the whole puzzle.
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
        log: ProofLog | None = None,
        notes: Sequence[str] = (),
        spent: float = 0.0,
        *,
        one: bool = False,
    ) -> None:
        """Lay out the first session; `one` tells that no more than one filling will be asked for."""
        super().__init__(puzzle.board, limits, spent)
        self._notes = notes
        self._puzzle, self._candidates = puzzle, candidates
        self._solver, self._logic, self._log = solver, logic, log
        self._keep, self._name, self._watch = keep, name, watch
        self._found: list[Filling] = []
        self._used: list[Usage] = []
        self._pending: list[str] = []
        self._pool: SessionPool | None = None
        self._lean = log is not None
        self._guesses = list(HIDDEN) if one and is_large(candidates) else []
        self._guess = self._next_guess()
        self._values, self._loop = self._session(cap, asked=0)
        self._wanted_cap = self._values.cap

    def use(self, pool: SessionPool) -> None:
        """Take the process from a pool, and give it back; to be said before the first question."""
        self._pool = self._loop.pool = pool

    def _ask(self, seconds: float | None) -> Answer:
        """Look for another filling within so many seconds."""
        until = None if seconds is None else monotonic() + seconds
        try:
            while True:
                if self._wanted_cap != self._values.cap or (self._guess is not None and self._found):
                    self._begin(None)
                    self._pending = [other_than(self._values, filling) for filling in self._found]
                pending, self._pending = self._pending, []
                guessed = self._guess is not None
                if guessed:
                    most = most_wrong(self._candidates) if self._guesses else None
                else:
                    most = LEAN if self._lean and says_more(self._values) else None
                try:
                    verdict = self._loop.decide(pending, until=until, repair=not self._found, most=most)
                except StalledError:
                    if guessed:
                        self._begin(self._next_guess())
                    else:
                        self._lean, told = False, list(self._loop.learned)
                        self._begin(None)
                        self._pending = told
                    continue
                finally:
                    self.asked = self._loop.asked
                if isinstance(verdict, Unsat) and self._guess is not None:
                    self._begin(None)
                    continue
                if not isinstance(verdict, Verdict):
                    return verdict
                self._wanted_cap = verdict.cap
                if verdict.filling is not None:
                    return self.answer(verdict.filling)
        except SessionTimeoutError as error:
            return error.timeout(seconds)
        except SessionError as error:
            return Failure(str(error))

    def _next_guess(self) -> Candidates | None:
        """The candidates under the next guess that may be right; ``None`` if there is none."""
        while self._guesses:
            until = process_time() + DEDUCTION_SECONDS
            guess = narrowed(self._puzzle, self._candidates, self._guesses.pop(0), until)
            if guess is not None:
                return guess
        return None

    def _begin(self, guess: Candidates | None) -> None:
        """End the session, and begin one under a guess, or about the whole puzzle."""
        self._guess = guess
        self._end()
        self._values, self._loop = self._session(self._wanted_cap, self._loop.asked)

    def block(self, model: Decoded) -> None:
        """Look for other fillings than this from now on."""
        filling = model.filling
        self._found.append(filling)
        near = near_fillings(self._values, self._values.held_in(filling))
        self._pending += [other_than(self._values, filling), *terms(self._values, near)]

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
        base = body(self._loop.base).removesuffix("\n")
        lines = [*head, base, *(f"(assert {term})" for term in asserted), *query, ""]
        notes = self._notes if self._guess is None else (*self._notes, GUESSED)
        return comment(notes) + "\n".join(lines)

    def _session(self, cap: int, asked: int) -> tuple[Values, CutLoop]:
        """The values at a cap, and a new session about them."""
        candidates = self._candidates if self._guess is None else self._guess
        values, limits = values_of(self._puzzle, candidates, cap), self.limits
        limits = remaining(limits, self._used, limits.seconds)
        replay = self._keep.session(self._name, self._solver) if self._keep is not None else None
        given = values, self._solver, self._logic, limits
        loop = CutLoop(
            *given,
            replay=replay,
            watch=self._watch,
            log=self._log,
            lean=self._lean and self._guess is None,
            asked=asked,
        )
        loop.pool = self._pool
        return values, loop

    def _end(self) -> None:
        if self.counting and self._loop.session is not None:
            self.statistics = sum_statistics((self.statistics, self._loop.session.statistics()))
        self._used += self._loop.close()
