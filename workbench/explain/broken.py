"""The assertions of an encoding that refuse a filling."""

from __future__ import annotations

from dataclasses import dataclass

from drivers.cores import core_of, require_session
from drivers.limits import Limits
from drivers.solver import Solver
from encoder.encoding import Encoding
from encoder.script import PuzzleScript, cells_of
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import Violation, violations
from smtlib.script import Assertion
from workbench.choose.logics import best_logic, check_taken

LIMITS = Limits(seconds=60.0)


@dataclass(frozen=True, slots=True)
class Broken:
    """The faults of a filling.

    Attributes:
        violations: by the rules.
        script: the encoding of the puzzle.
        assertions: a minimal core of those that refuse the filling, by a solver.
        unsayable: whether the encoding can't represent one of the numbers.
    """

    violations: tuple[Violation, ...]
    script: PuzzleScript
    assertions: tuple[Assertion, ...]
    unsayable: bool = False


def broken(
    puzzle: Puzzle, filling: Filling, encoding: Encoding, solver: Solver, limits: Limits = LIMITS
) -> Broken:
    """Judge a filling by the rules and by the assertions of an encoding; the limits are of each question.

    Raises:
        InputError: if the solver can't hold a session.
        SessionError: if the solver does not answer.
    """
    script = encoding.script(puzzle, best_logic(encoding, solver))
    check_taken(script, solver)
    rules, equal = violations(puzzle, filling), cells_of(script).equal(filling)
    if "false" in equal:
        return Broken(rules, script, (), unsayable=True)
    require_session(solver)
    return Broken(rules, script, core_of(script, equal, solver, limits))
