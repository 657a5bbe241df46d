"""What an encoding has to do with a puzzle: how it is wrong about it, and what of it shows a conflict."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from drivers.limits import Limits
from drivers.solver import Solver
from encoder.encoding import Encoding
from encoder.puzzle_script import PuzzleScript
from fillomino.instance import Filling, Instance
from smtlib.script import Assertion
from workbench.explain.assertions import Broken, broken_by, core_around
from workbench.fillomino.contradicted import known_solution
from workbench.methods.by_script import by_script
from workbench.methods.encodings import best_logic
from workbench.methods.method import Question, Status


class Fault(NamedTuple):
    """How an encoding is wrong about a puzzle.

    Attributes:
        filling: the wrong filling that it accepts, or the solution that it misses.
        broken: the rules that the filling breaks; ``None`` for a solution.
        refusing: a minimal set of its assertions that refuses the solution; none for a wrong filling.
    """

    filling: Filling
    broken: Broken | None
    refusing: tuple[Assertion, ...]


def fault_of(encoding: Encoding, puzzle: Instance, solver: Solver, limits: Limits) -> Fault | None:
    """Return how an encoding is wrong about a puzzle; ``None`` if it is not, as far as is known.

    Raises:
        ProgramError: if a program that encodes fails.
        SessionError: if the solver fails, or does not answer in time.
    """
    script = encoding.script(puzzle, best_logic(encoding, solver), seconds=limits.seconds)
    result = by_script(script, solver).run(encoding.name, puzzle, Question(seconds=limits.seconds))
    if result.verdict.status is not Status.WRONG:
        return None
    if result.why.broken is not None:
        return Fault(result.why.broken, broken_by(script, result.why.broken, solver, limits), ())
    missed = known_solution(puzzle)
    if missed is None:
        return None
    return Fault(missed, None, broken_by(script, missed, solver, limits).assertions)


def showing(
    encoding: Encoding, puzzle: Instance, cells: Iterable[int], solver: Solver, limits: Limits
) -> tuple[PuzzleScript, tuple[Assertion, ...]]:
    """Return the script of a puzzle without solution, and a minimal core of it, near some cells if possible.

    The core is empty if the script has a model: then the encoding is too weak.

    Raises:
        SessionError: if the solver decides it nowhere.
    """
    script = encoding.script(puzzle, best_logic(encoding, solver), seconds=limits.seconds)
    return script, core_around(script, cells, solver, limits)
