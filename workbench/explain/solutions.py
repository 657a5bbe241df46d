"""The solutions of a puzzle: two of them, or those that a program prints held against the rules."""

from __future__ import annotations

from drivers.errors import DriverError
from drivers.limits import Limits
from drivers.solver import Solver
from fillomino.puzzle import Filling, Puzzle
from workbench.audit.listed import first_wrong, listed
from workbench.audit.subject import Counterexample
from workbench.audit.sweep import Scope
from workbench.methods.question import Question
from workbench.methods.result import Result
from workbench.methods.table import smt


def two_solutions(puzzle: Puzzle, solver: Solver, seconds: float | None) -> Result:
    """Solve a puzzle: its result holds two solutions, or the only one, or none."""
    question = Question(limit=2, unique=True, seconds=seconds)
    return smt("cuts", solver, deduce="ahead").run("puzzle", puzzle, question)


def first_fault(name: str, puzzle: Puzzle, seconds: float | None) -> Counterexample | None:
    """Return the first fault of the solutions that a program prints; ``None`` if they are right.

    Args:
        name: the program, as ``ans:PROGRAM``.
        puzzle: the puzzle.
        seconds: the limit of the program, and of the search for a solution that it misses.

    Raises:
        EncodingError: if the program refuses the puzzle.
        DriverError: if it fails, or is late; or if no solver decides whether a solution is missing.
    """
    subject = listed(name, Scope(limits=Limits(seconds=seconds)))

    def solutions(_: Puzzle, count: int) -> tuple[Filling, ...]:
        result = smt(None, None).run("", puzzle, Question(limit=count + 1, seconds=seconds))
        if len(result.fillings) <= count and not result.complete:
            raise DriverError(f"it is not known whether {subject.name} misses a solution: {result.error}")
        return result.fillings

    with subject.open() as listing:
        wrong = first_wrong(puzzle, listing(puzzle), solutions)
    return None if wrong is None else subject.explain(wrong)
