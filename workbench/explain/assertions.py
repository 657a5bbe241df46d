"""Assertions of an encoding that refuse a filling, or that contradict each other: minimal cores."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from drivers.cores import core_of, require_session
from drivers.errors import SessionError
from drivers.limits import Limits
from drivers.solver import Solver
from encoder.encoding import Encoding
from encoder.script import PuzzleScript, cells_of
from fillomino.graph import distances
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import Violation, violations
from smtlib.script import Assertion
from workbench.choose.logics import best_logic, check_taken
from workbench.foreign.faults import blamed

LIMITS = Limits(seconds=60.0)
"""Of each question about a filling, if the caller sets none."""


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


PART_SECONDS = 10.0
"""For each question about a part of the board; the whole board gets the limits that were asked for."""


def core_around(
    script: PuzzleScript, cells: Iterable[int], solver: Solver, limits: Limits
) -> tuple[Assertion, ...]:
    """Return a minimal core of the assertions, near some cells if possible.

    On a large board that is nearly empty a solver may not refute an encoding in any time, though the cause
    is a handful of cells. Assertions about a few cells that contradict each other do so on the whole board,
    too, so ever larger surroundings are tried.

    Raises:
        SessionError: if the solver decides it nowhere.
        ProgramError: if the solver refuses what a program wrote, with the place.
    """
    board = script.puzzle.board
    steps = distances(board.neighbours, cells)
    for radius in range(1, max((1, *steps.values())) + 1):
        known = {cell for cell, distance in steps.items() if distance <= radius}
        if len(known) == board.size:
            break
        part = tuple(assertion for assertion in script.assertions if known.issuperset(assertion.about))
        try:
            found = core_of(replace(script, assertions=part), [], solver, Limits(seconds=PART_SECONDS))
        except SessionError:
            continue
        if found:
            return found
    try:
        return core_of(script, [], solver, limits)
    except SessionError as error:
        raise blamed([script], error) from error
