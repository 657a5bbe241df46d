"""The variants of the rules, as every encoding has them: *checkered* and *basic*.

*Checkered* takes one Boolean for each cell and one formula for each pair of neighbours, whatever
the encoding. *Basic* is asserted where an encoding chooses the root of a region: a forest roots each
region in a clue, and the lazy method learns that a set without a clue goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

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


def colours(puzzle: Puzzle) -> list[str]:
    """Return the constants of *checkered*, all Bool; none for other puzzles."""
    return [f"c_{label}" for label in puzzle.board.labels] if puzzle.checkered else []


def meaning(puzzle: Puzzle) -> dict[str, str]:
    """Return what the constants of *checkered* stand for."""
    return {"c_x": "the colour of the region of x, one of two"} if puzzle.checkered else {}


def checkered(puzzle: Puzzle, equal: Callable[[int, int], str]) -> Iterator[tuple[tuple[int, ...], str]]:
    """Yield the constraints of *checkered*, terms after their cells; none for other puzzles.

    Args:
        puzzle: the puzzle.
        equal: from two neighbours to the term that they hold the same number.
    """
    if not puzzle.checkered:
        return
    board = puzzle.board
    yield from first_colours(puzzle)
    for x, y in board.links():
        same = f"(= c_{board.labels[x]} c_{board.labels[y]})"
        yield (x, y), f"(= {same} {equal(x, y)})"


def first_colours(puzzle: Puzzle) -> Iterator[tuple[tuple[int, ...], str]]:
    """Yield that the first cell of each part of the board takes one colour; nothing is lost by that."""
    for part in puzzle.board.components():
        yield (part[0],), f"c_{puzzle.board.labels[part[0]]}"


def masks(puzzle: Puzzle, candidates: Candidates) -> tuple[int, ...]:
    """Return the candidates of each cell; in a *basic* puzzle only numbers that are some clue."""
    if not puzzle.basic:
        return candidates.masks
    clued = sum(1 << number for number in set(puzzle.clues.values()))
    return tuple(mask & clued for mask in candidates.masks)


def clued_cells(puzzle: Puzzle) -> int:
    """Return the cells of which every region holds one: those with clues in a *basic* puzzle, else all."""
    return sum(1 << cell for cell in puzzle.clues) if puzzle.basic else -1
