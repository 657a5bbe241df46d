"""Claims that there is no solution, or no other, held against the rules: deduction and backtracking.

"The script has no model" is true of a script. Of the puzzle it is true only if encoding and solver are
right; where a solution is found without either within a second, one of them is wrong.
"""

from __future__ import annotations

from collections.abc import Sequence

from drivers.errors import DriverError
from fillomino.backtracking import search
from fillomino.errors import FillominoError
from fillomino.graph import layers, neighbour_function
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import violations

SECONDS = 1.0
"""CPU seconds to look for a solution."""

CONTRADICTED = "contradicted: the rules give a solution"
WITHOUT_MODEL = "the script has no model; the puzzle has no solution if the script is right"
TOO_STRONG = "the script has no model, but its puzzle has a solution: it asserts too much, or the solver errs"
ANOTHER = "contradicted: the rules give another solution"

_WINDOW = 8
"""Cells to fill anew in the search for another solution, which every proof of uniqueness costs."""

_NODES = 16
"""Numbers to assume in it."""


class ContradictedError(DriverError):
    """A solver's or an encoding's claim about a puzzle that the rules contradict."""

    code = "contradicted"


def known_solution(puzzle: Puzzle) -> Filling | None:
    """Return a solution that is found without encoding and solver, checked by the rules.

    ``None`` if there is none, or none was found in `SECONDS`.
    """
    try:
        found = search(puzzle, limit=1, seconds=SECONDS)
    except FillominoError:  # a board too large for it
        return None
    return found.fillings[0] if found.fillings else None


def another_solution(puzzle: Puzzle, known: Sequence[Filling], deduced: Filling) -> Filling | None:
    """Return a solution besides those known, if one is near the first of them; it decides nothing else.

    A puzzle with several solutions often has two that differ in a few cells near each other, so only some
    open cells are filled anew: those for which `deduced`, the clues and what was deduced, has a 0. All other
    cells are as in the first of the known solutions.
    """
    window = _window(puzzle, known[0], deduced)
    kept = {cell: number for cell, number in enumerate(known[0]) if not window >> cell & 1}
    # What is kept is no clue, so whether each region holds one, where it must, is decided by the rules alone.
    around = puzzle.replace(clues=kept, unknown=frozenset(), basic=False)
    try:
        found = search(around, limit=len(known) + 1, most_nodes=_NODES, seconds=SECONDS)
    except FillominoError:
        return None
    others = (filling for filling in found.fillings if filling not in known)
    return next((other for other in others if not violations(puzzle, other)), None)


def _window(puzzle: Puzzle, known: Filling, deduced: Filling) -> int:
    """Return some open cells near each other, as a bit set: where another solution is easily found.

    They are `_WINDOW` or a few more, the nearest to an open cell of one of the smallest regions, which change
    with the fewest cells.
    """
    opened = [cell for cell, number in enumerate(deduced) if not number]
    if not opened:
        return 0
    every = sum(1 << cell for cell in opened)
    start = window = 1 << min(opened, key=known.__getitem__)
    for layer in layers(neighbour_function(puzzle.board, puzzle.walls), start, (1 << len(known)) - 1):
        if window.bit_count() >= _WINDOW:
            break
        window |= layer & every
    return window


def without_model(puzzle: Puzzle) -> str:
    """Return what an ``unsat`` means for a puzzle, where it is not known whether the script is right."""
    if known_solution(puzzle) is not None:
        return f"the script has no model, {CONTRADICTED}: the script is not this puzzle's, or wrong"
    return WITHOUT_MODEL
