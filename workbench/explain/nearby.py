"""A core of an encoding's assertions, looked for around a few cells first.

On a large board that is nearly empty a solver may not refute an encoding in any time, though the cause
is a handful of cells. Assertions about a few cells that contradict each other do so on the whole board, too,
so ever larger surroundings are tried.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from drivers.cores import core_of
from drivers.errors import SessionError
from drivers.limits import Limits
from drivers.solver import Solver
from encoder.script import PuzzleScript
from fillomino.graph import distances
from smtlib.script import Assertion
from workbench.foreign.faults import blamed

SECONDS = 10.0
"""For each question about a part of the board; the whole board gets the limits that were asked for."""


def core_around(
    script: PuzzleScript, cells: Iterable[int], solver: Solver, limits: Limits
) -> tuple[Assertion, ...]:
    """Return a minimal core of the assertions, near some cells if possible.

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
            found = core_of(replace(script, assertions=part), [], solver, Limits(seconds=SECONDS))
        except SessionError:
            continue
        if found:
            return found
    try:
        return core_of(script, [], solver, limits)
    except SessionError as error:
        raise blamed([script], error) from error
