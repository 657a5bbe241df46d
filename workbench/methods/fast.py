"""The fast way: deduction, and `cuts` with Yices for what it leaves open, the only part to load drivers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drivers.defaults import FIRST
from fillomino.clock import OutOfTimeError, Stopwatch
from fillomino.puzzle import Puzzle
from fillomino.rules import violations
from workbench.methods.deduced import Begun, begin, decided
from workbench.methods.question import ENCODING, LEVEL, Question, unwatched
from workbench.methods.result import Result, Status, without_solution

if TYPE_CHECKING:
    from workbench.methods.method import Facts
    from workbench.methods.smt import SmtMethod


class Fast:
    """Deduction first; what it decides needs neither encoder nor drivers."""

    @property
    def name(self) -> str:
        """The name of the method that it is the beginning of."""
        return self.whole.name

    @property
    def whole(self) -> SmtMethod:
        """The same method, encoder and solver loaded."""
        from workbench.methods.smt import smt

        return smt()

    def facts(self) -> Facts:
        """See `Method`."""
        return self.whole.facts()

    def run(self, name: str, puzzle: Puzzle, question: Question) -> Result:
        """See `Method`."""
        if question.keep is not None or question.by_counting or question.watch is not unwatched:
            return self.whole.run(name, puzzle, question)
        watch = Stopwatch()
        try:
            begun = begin(LEVEL, puzzle, question, watch)
        except OutOfTimeError as late:
            from workbench.methods.attempt import late_result

            return late_result(self.whole, name, question, watch, *map(str, late.args))
        if decided(begun.candidates):
            return self._decided(name, puzzle, question, begun)
        return self.whole.run(name, puzzle, question, begun)

    def without_solution(self, name: str, status: Status, error: str) -> Result:
        """See `Method`."""
        return without_solution(name, status, error, encoding=ENCODING, solver=FIRST)

    def _decided(self, name: str, puzzle: Puzzle, question: Question, begun: Begun) -> Result:
        """The result where deduction left one filling or none."""
        candidates, work, watch = begun.candidates, begun.work, begun.watch
        with watch.phase("check"):
            known = candidates.filling()
            solved = candidates.consistent and not violations(puzzle, known)
        complete = not solved or question.wanted > 1
        status = Status.SOLVED if solved else Status.UNSOLVABLE
        return self.without_solution(name, status, "")._replace(
            fillings=(known,) if solved else (),
            unique=True if solved and complete else None,
            complete=complete,
            seconds=watch.stop(),
            wall_seconds=watch.wall,
            own=watch.own,
            ended=Status.UNSOLVABLE if complete else Status.FAILED,
            error=None,
            decided_by="deduction",
            deduced=work,
            open_cells=work.open_cells,
        )
