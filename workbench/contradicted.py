"""Claims that there is no solution, or no other, held against the rules: deduction and backtracking.

"The script has no model" is true of a script. Of the puzzle it is true only if encoding and solver are
right; where a solution is found without either within a second, one of them is wrong.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from drivers.errors import DriverError
from fillomino.backtracking import search
from fillomino.errors import FillominoError
from fillomino.puzzle import Filling, Puzzle

SECONDS = 1.0
"""CPU seconds to look for a solution."""

CONTRADICTED = "contradicted: the rules give a solution"
WITHOUT_MODEL = "the script has no model; the puzzle has no solution if the script is right"
ANOTHER = "contradicted: the rules give another solution"

_NODES = 4
"""Numbers to assume in the search for another solution, which every proof of uniqueness costs."""


class ContradictedError(DriverError):
    """A solver's or an encoding's claim about a puzzle that the rules contradict."""


def known_solution(puzzle: Puzzle, seconds: float = SECONDS) -> Filling | None:
    """Return a solution that is found without encoding and solver, checked by the rules.

    ``None`` if there is none, or none was found in so many CPU seconds.
    """
    try:
        found = search(puzzle, limit=1, seconds=seconds)
    except FillominoError:  # a board too large for it
        return None
    return found.fillings[0] if found.fillings else None


def another_solution(puzzle: Puzzle, known: Collection[Filling], deduced: Filling) -> Filling | None:
    """Return a solution besides those known, if a short search finds one; it decides nothing else.

    Args:
        puzzle: the puzzle.
        known: its solutions that are known.
        deduced: the number of each cell that deduction has found, 0 elsewhere; the search begins there.
    """
    if not puzzle.basic:  # where a region must hold a clue, a number is no clue
        numbers = {cell: number for cell, number in enumerate(deduced) if number}
        puzzle = replace(puzzle, clues={**puzzle.clues, **numbers}, unknown=frozenset())
    try:
        found = search(puzzle, limit=len(known) + 1, most_nodes=_NODES, seconds=SECONDS)
    except FillominoError:
        return None
    seen = set(known)
    return next((other for other in found.fillings if other not in seen), None)


def without_model(puzzle: Puzzle) -> str:
    """Return what an ``unsat`` means for a puzzle, where it is not known whether the script is right."""
    if known_solution(puzzle) is not None:
        return f"the script has no model, {CONTRADICTED}: the script is not this puzzle's, or wrong"
    return WITHOUT_MODEL
