"""The lazy method as an oracle: every model is a filling, for wrong answers are met with more constraints."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from time import monotonic

from drivers.answer import Answer, Failure, Sat, Usage, together
from drivers.errors import SessionError, SessionTimeoutError
from drivers.limits import Limits
from drivers.oracle import in_all, left
from drivers.solver import Solver
from encoder.encodings.cuts import CAP
from encoder.lazy.cuts import Verdict, other_than
from encoder.lazy.near_fillings import near_fillings
from encoder.parts.values import Values, values_of
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Filling, Puzzle
from smtlib.render import get_value
from smtlib.terms import comment
from workbench.methods.cut_loop import CutLoop
from workbench.methods.keep import Keep
from workbench.methods.question import Watch, unwatched
from workbench.outputs import write_file


class CutsOracle:
    """An oracle whose every model is a filling. Deduction must have left something open. Blocks by fillings.

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
        keep: Keep | None,
        name: str,
        cap: int = CAP,
        watch: Watch = unwatched,
        notes: Sequence[str] = (),
    ) -> None:
        self._notes = notes
        self._puzzle, self._candidates = puzzle, candidates
        self._solver, self._logic, self._limits = solver, logic, limits
        self._keep, self._name, self._watch = keep, name, watch
        self._found: list[Filling] = []
        self._used: list[Usage] = []
        self._pending: list[str] = []
        self._values, self._loop = self._session(cap, asked=0)
        self._wanted_cap = self._values.cap

    @property
    def asked(self) -> int:
        """The number of questions to the solver so far."""
        return self._loop.asked

    def ask(self, seconds: float | None) -> Answer:
        """Look for another filling within so many seconds."""
        until = None if seconds is None else monotonic() + seconds
        try:
            while True:
                if self._wanted_cap != self._values.cap:
                    self._end()
                    self._values, self._loop = self._session(self._wanted_cap, self._loop.asked)
                    self._pending = [other_than(self._values, filling) for filling in self._found]
                pending, self._pending = self._pending, []
                verdict = self._loop.decide(pending, until=until, repair=not self._found)
                if not isinstance(verdict, Verdict):
                    return in_all(verdict, self._limits)
                self._wanted_cap = verdict.cap
                if verdict.filling is not None:
                    labels = self._puzzle.board.labels
                    return Sat({f"n_{x}": n for x, n in zip(labels, verdict.filling, strict=True)})
        except SessionTimeoutError as error:
            return in_all(error.timeout(seconds), self._limits)
        except SessionError as error:
            return Failure(str(error))

    def block(self, blocked: Filling) -> None:
        """Look for others than this from now on."""
        self._found.append(blocked)
        self._pending += [other_than(self._values, blocked), *near_fillings(self._values, blocked)]

    def close(self) -> Usage:
        """End the session, leave the file it ended with, and return what its solvers used."""
        self._end()
        if self._keep is not None:
            write_file(self._keep.path(self._name, ".smt2"), self.final_script())
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
        lines = [*head, *opening, *(f"(assert {term})" for term in asserted), *query, ""]
        return comment(self._notes) + "\n".join(lines)

    def _session(self, cap: int, asked: int) -> tuple[Values, CutLoop]:
        """The values at a cap, and a new session about them."""
        values = values_of(self._puzzle, self._candidates, cap)
        return values, CutLoop(
            values,
            self._solver,
            self._logic,
            left(self._limits, self._used),
            replay=self._replay,
            watch=self._watch,
            asked=asked,
        )

    def _replay(self) -> Path | None:
        return self._keep.session(self._name, self._solver) if self._keep is not None else None

    def _end(self) -> None:
        self._used += self._loop.close()
