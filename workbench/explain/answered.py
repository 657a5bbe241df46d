"""The solutions that a program prints for a puzzle, compared with those of the rules."""

from __future__ import annotations

from typing import NamedTuple

from drivers.answer import Failure, Sat, Timeout, Unknown, Unsat
from drivers.cores import unanswered
from drivers.errors import DriverError
from encoder.cells import integers
from encoder.errors import EncodingError
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import Violation, violations
from workbench.foreign.answers import Answering
from workbench.methods.answering import AnsweringMethod
from workbench.methods.question import Question
from workbench.methods.table import smt


class Difference(NamedTuple):
    """The first fault of a list of solutions.

    Attributes:
        filling: the filling.
        violations: the rules that it breaks; none for a solution that the program misses or gives twice.
        twice: whether it is given twice.
    """

    filling: Filling
    violations: tuple[Violation, ...]
    twice: bool = False


def difference(method: AnsweringMethod, puzzle: Puzzle, seconds: float | None) -> Difference | None:
    """Return the first fault of what a program prints for a puzzle; ``None`` if it is right.

    Args:
        method: the program.
        puzzle: the puzzle.
        seconds: the limit of the program, and of the search for a solution that it misses.

    Raises:
        EncodingError: if the program refuses the puzzle.
        DriverError: if it fails, or is late; or if no solver decides whether a solution is missing.
    """
    question = Question(seconds=seconds)
    met: set[Filling] = set()
    with Answering(method.command, puzzle, question.limits) as backend:
        while isinstance(answer := backend.ask(), Sat):
            filling = integers(puzzle.board).decode(puzzle.board.names, answer.values)
            broken = violations(puzzle, filling)
            if broken or filling in met:
                return Difference(filling, broken, filling in met)
            met.add(filling)
    if isinstance(answer, Unknown):
        raise EncodingError(answer.reason)
    if isinstance(answer, Failure):
        raise DriverError(answer.text)
    if isinstance(answer, Timeout):
        raise unanswered(method.name, answer)
    assert isinstance(answer, Unsat)  # noqa: S101
    result = smt(None, None).run("", puzzle, Question(limit=len(met) + 1, seconds=seconds))
    missing = next((filling for filling in result.fillings if filling not in met), None)
    if missing is None and not result.complete:
        raise DriverError(f"it is not known whether {method.name} misses a solution: {result.error}")
    return None if missing is None else Difference(missing, ())
