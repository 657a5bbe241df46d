"""The variants of the rules, as every encoding has them: *checkered* and *basic*.

*Checkered* takes one Boolean for each cell and one formula for each pair of neighbours, whatever
the encoding. *Basic* is asserted where an encoding chooses the root of a region: a forest roots each
region in a clue, and the lazy method learns that a set without a clue goes on.
"""

from __future__ import annotations

from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Puzzle
from smtlib.script import Family

CHECKERED = Family(
    "checkered",
    "variant: regions take two colours, neighbours differ",
    "for neighbours x, y: c_x = c_y iff n_x = n_y; c_x for the first cell of each part of the board",
    "checkered Fillomino, as setters exchange it",
)
CLUED = Family(
    "clued-region",
    "variant basic: every region holds a clue",
    "for each cell x without a clue: x is no root; roots are ordered among clues alone",
    "R. Behari, Solving Fillomino: basic puzzles",
)
CONNECTED = Family(
    "clued-region",
    "variant basic: every region holds a clue",
    "for each cell x without a clue: x connects with a clue",
    "R. Behari, Solving Fillomino: basic puzzles",
)
"""The same where an encoding has terms for which cells connect."""


def masks(puzzle: Puzzle, candidates: Candidates) -> tuple[int, ...]:
    """Return the candidates of each cell; in a *basic* puzzle only numbers that are some clue."""
    if not puzzle.basic:
        return candidates.masks
    clued = sum(1 << number for number in set(puzzle.clues.values()))
    return tuple(mask & clued for mask in candidates.masks)


def clued_cells(puzzle: Puzzle) -> int:
    """Return the cells of which every region holds one: those with clues in a *basic* puzzle, else all."""
    return sum(1 << cell for cell in puzzle.clues) if puzzle.basic else -1
