"""The assertions of an encoding that a wrong filling violates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from drivers.cores import require_session
from drivers.solver import Solver
from encoder.encoding import Encoding
from encoder.script import PuzzleScript
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import Violation, violations
from smtlib.errors import EvaluationError
from smtlib.evaluate import evaluate
from smtlib.literals import SortedValue
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
        assertions: those that are false once the filling is completed to a forest; or, where an
            encoding has helpers that we do not know, those that together refuse the filling, by a solver.
        by_solver: whether a solver was asked.
        unsayable: whether the encoding has no words for one of the numbers.
    """

    violations: tuple[Violation, ...]
    script: PuzzleScript
    assertions: tuple[Assertion, ...]
    by_solver: bool = False
    unsayable: bool = False


def broken(puzzle: Puzzle, filling: Filling, encoding: Encoding, solver: Solver) -> Broken:
    """Judge a filling by the rules and by every assertion of an encoding.

    Raises:
        InputError: if a solver has to be asked and can't hold a session.
        SessionError: if a solver has to be asked and does not answer.
    """
    script = encoding.script(puzzle, best_logic(encoding, solver))
    check_taken(script, solver)
    model = encoding.complete(script, filling)
    verdicts = [(assertion, _verdict(assertion, model)) for assertion in script.assertions]
    rules = violations(puzzle, filling)
    if all(verdict is not None for _, verdict in verdicts):
        return Broken(rules, script, tuple(a for a, verdict in verdicts if verdict is False))
    equal = same(encoding, script, filling)
    if equal is None:
        return Broken(rules, script, (), unsayable=True)
    require_session(solver)
    return Broken(rules, script, core_of(script, [equal], solver), by_solver=True)


def _verdict(assertion: Assertion, model: Mapping[str, SortedValue]) -> SortedValue | None:
    """The value of an assertion; ``None`` also where we do not know its operators."""
    try:
        return evaluate(assertion.term, model)
    except EvaluationError:
        return None
