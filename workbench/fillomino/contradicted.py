"""Claims that there is no solution, or no other, held against the rules: deduction and backtracking.

"The script has no model" is true of a script. Of the puzzle it is true only if encoding and solver are
right; where a solution is found without either within a second, one of them is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from time import process_time
from typing import TYPE_CHECKING

from drivers.errors import DriverError
from fillomino.backtracking import search
from fillomino.clock import OutOfTimeError, interrupted_at
from fillomino.deduction.engine import Level, deduce
from fillomino.errors import FillominoError, TooLargeError
from fillomino.graph import CellSet, layers, neighbour_function
from fillomino.instance import Filling, Instance
from fillomino.puzzle import Puzzle
from fillomino.rules import violations

if TYPE_CHECKING:
    from workbench.texts.rows import Meaning

SECONDS = 1.0
"""CPU seconds to look for a solution."""

CONTRADICTED = "contradicted: the rules give a solution"
WITHOUT_MODEL = "the script has no model; the puzzle has no solution if the script is right"
DENIED = "the script has no model, but its puzzle has a solution: it asserts too much, or the solver errs"
ANOTHER = "contradicted: the rules give another solution"

_ANSWERS = 4096
"""Answers of a puzzle of another game up to which all its solutions are listed in that search."""

_WINDOW = 8
"""Cells to fill anew in the search for another solution, which every proof of uniqueness costs."""

_NODES = 16
"""Numbers to assume in it."""


class ContradictedError(DriverError):
    """A solver's or an encoding's claim about a puzzle that the rules contradict."""

    code = "contradicted"


def known_solution(instance: Instance) -> Filling | None:
    """Return a solution that is found without encoding and solver, checked by the rules.

    In Fillomino it is looked for by backtracking, in other games among all answers, if they are not too many.
    ``None`` if there is none, or none was found in `SECONDS`.
    """
    return next(iter(solutions_by_rules(instance, 1, SECONDS)[0]), None)


def solutions_by_rules(instance: Instance, limit: int, seconds: float) -> tuple[tuple[Filling, ...], bool]:
    """Return solutions that are found without encoding and solver, and whether these are all.

    Args:
        instance: the puzzle.
        limit: how many to look for.
        seconds: CPU time; if it is up, or the puzzle too large, fewer are returned.
    """
    if not isinstance(instance, Puzzle):
        try:
            with interrupted_at(process_time() + seconds):
                return instance.solutions(), True
        except (TooLargeError, OutOfTimeError):
            return (), False
    try:
        searched = search(instance, limit=limit, seconds=seconds)
    except FillominoError:  # a board too large for it
        return (), False
    return searched.fillings, searched.complete


def another_solution(
    instance: Instance, known: Sequence[Filling], deduced: Filling | None = None
) -> Filling | None:
    """Return a solution besides those known, if one is near the first of them; it decides nothing else.

    In other games than Fillomino all solutions are listed, if there are few answers to try.

    A puzzle with several solutions often has two that differ in a few cells near each other, so only some
    open cells are filled anew: those for which `deduced`, the clues and what was deduced, has a 0. All other
    cells are as in the first of the known solutions.
    """
    if not isinstance(instance, Puzzle):
        if len(instance.game.values) ** instance.places.size > _ANSWERS:
            return None
        listed, _ = solutions_by_rules(instance, len(known) + 1, SECONDS)
        return next((other for other in listed if other not in known), None)
    puzzle = instance
    deduced = deduce(puzzle, Level.NONE).filling() if deduced is None else deduced
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


def _window(puzzle: Puzzle, known: Filling, deduced: Filling) -> CellSet:
    """Return some open cells near each other: where another solution is easily found.

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


def meaning(puzzle: Instance, *, another: bool) -> Meaning:
    """Return what an ``unsat`` means for a puzzle, if the script is right: perhaps that it is not.

    Args:
        puzzle: the puzzle.
        another: whether the script asks for another solution than one that it blocks.
    """
    if another:
        return "unique"
    return "unsolvable" if known_solution(puzzle) is None else "contradicted"


WORDS: Mapping[Meaning, str] = {
    "unsolvable": WITHOUT_MODEL,
    "unique": "the script has no model: if it is right, the solution that it blocks is the only one",
    "contradicted": f"the script has no model, {CONTRADICTED}: the script is not this puzzle's, or wrong",
}
"""The same in sentences."""
