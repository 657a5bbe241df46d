"""The assertions of an encoding that refuse a filling."""

from __future__ import annotations

from dataclasses import dataclass

from drivers.cores import require_session
from drivers.solver import Solver
from encoder.encoding import Encoding
from encoder.script import PuzzleScript
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import Violation, violations
from smtlib.script import Assertion
from workbench.audit.batch import same
from workbench.audit.counterexample import core_of
from workbench.logics import best_logic, check_taken


@dataclass(frozen=True, slots=True)
class Broken:
    """The faults of a filling.

    Attributes:
        violations: by the rules.
        script: the encoding of the puzzle.
        assertions: those that together refuse the filling, by a solver; none of them can be spared.
        unsayable: whether the encoding can't represent one of the numbers.
    """

    violations: tuple[Violation, ...]
    script: PuzzleScript
    assertions: tuple[Assertion, ...]
    unsayable: bool = False


def broken(puzzle: Puzzle, filling: Filling, encoding: Encoding, solver: Solver) -> Broken:
    """Judge a filling by the rules and by the assertions of an encoding.

    Raises:
        InputError: if the solver can't hold a session.
        SessionError: if the solver does not answer.
    """
    script = encoding.script(puzzle, best_logic(encoding, solver))
    check_taken(script, solver)
    rules, equal = violations(puzzle, filling), same(script, filling)
    if equal is None:
        return Broken(rules, script, (), unsayable=True)
    require_session(solver)
    return Broken(rules, script, core_of(script, [equal], solver))
