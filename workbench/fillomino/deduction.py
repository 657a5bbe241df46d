"""A method: all rules of deduction, and nothing else. They solve a puzzle, or leave it open."""

from __future__ import annotations

from time import process_time

from drivers.limits import Usage
from fillomino.clock import Stopwatch
from fillomino.deduction.reason import Reasoner, reasoner
from fillomino.deduction.rules.registry import hardest
from fillomino.errors import counted
from fillomino.instance import Instance
from fillomino.puzzle import as_fillomino
from fillomino.record import Record
from workbench.methods.method import (
    Answers,
    By,
    Cost,
    Facts,
    Question,
    Result,
    Status,
    Times,
    Verdict,
    Why,
    without_solution,
)

DEFAULT_SECONDS = 30.0
"""CPU seconds that deduction may take where no limit is given."""


def verdict(reasoning: Reasoner) -> Status:
    """The status of a puzzle after reasoning: ``TIMEOUT`` if that was stopped before it was finished."""
    if reasoning.solved:
        return Status.SOLVED
    if not (reasoning.consistent and reasoning.state.unfixed):
        return Status.UNSOLVABLE
    return Status.UNKNOWN if reasoning.finished else Status.TIMEOUT


_BY = By("deduction", "none")


class DeductionMethod(Record):
    """All rules, as `fillomino deduce` uses them; what they find is the only solution there is."""

    @property
    def name(self) -> str:
        """With its level: runs called ``deduction`` were of another, up to S5 in its fast form."""
        return "deduction:all"

    def facts(self) -> Facts:
        """See `Method`."""
        return Facts(deduce=f"S0-S{hardest()}")

    def run(self, name: str, puzzle: Instance, question: Question) -> Result:
        """See `Method`."""
        watch = Stopwatch()
        started = process_time()
        with watch.phase("deduce"):
            reasoning = reasoner(as_fillomino(puzzle, "--by deduction", name))
            limit = DEFAULT_SECONDS if question.own_seconds is None else question.own_seconds
            reasoning.run(started + limit)
        status, left = verdict(reasoning), reasoning.state.unfixed.bit_count()
        solved = status is Status.SOLVED
        error = None
        if status in (Status.UNKNOWN, Status.TIMEOUT):
            why = "the rules find no more" if reasoning.finished else f"the limit of {limit:g} s is reached"
            cells = f"{counted(left, 'cell')} {'is' if left == 1 else 'are'}"
            error = f"{why}, and {cells} open; try --by backtracking"
            error += "" if reasoning.finished else ", or a longer --timeout"
        seconds = watch.stop()
        usage = Usage(watch.wall["deduce"], watch.own["deduce"], None)
        return Result(
            name,
            Verdict(status, True if solved else None, "deduction" if error is None else None),
            _BY.replace(how="by deduction"),
            Answers((reasoning.candidates().filling(),) if solved else (), error is None),
            Why(error, ended=Status.UNSOLVABLE if solved else status),
            Cost(usage, open_cells=left),
            Times(seconds, watch.wall),
        )

    def without_solution(self, name: str, status: Status, error: str) -> Result:
        """See `Method`."""
        return without_solution(name, status, error, _BY)
