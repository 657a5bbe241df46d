"""The variants of the rules, as every encoding says them: *checkered* and *basic*.

*Checkered* takes one Boolean for each cell and one formula for each pair of neighbours, whatever
the encoding. *Basic* is said where an encoding chooses the root of a region: a forest roots each
region in a clue, and the lazy method learns that a set without a clue goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Puzzle
from smtlib.script import Assertion, Declaration, Family

CHECKERED = Family(
    "checkered",
    "variant: regions take two colours, neighbours differ",
    "for neighbours x, y: c_x = c_y just if n_x = n_y; c_x for the first cell of each part of the board",
    "checkered Fillomino, as setters exchange it",
)
CLUED = Family(
    "clued-region",
    "variant basic: every region holds a clue",
    "for each cell x without a clue: x is no root; roots are ordered among clues alone",
    "Behari's thesis: basic puzzles",
)
CONNECTED = Family(
    "clued-region",
    "variant basic: every region holds a clue",
    "for each cell x without a clue: x connects with a clue",
    "Behari's thesis: basic puzzles",
)
"""The same where an encoding says which cells connect."""


def colours(puzzle: Puzzle) -> tuple[Declaration, ...]:
    """The constants of *checkered*; none for other puzzles."""
    if not puzzle.checkered:
        return ()
    return tuple(Declaration(f"c_{label}", "Bool") for label in puzzle.board.labels)


def meaning(puzzle: Puzzle) -> dict[str, str]:
    """What the constants of *checkered* stand for."""
    return {"c_x": "the colour of the region of x, one of two"} if puzzle.checkered else {}


def checkered(puzzle: Puzzle, equal: Callable[[int, int], str]) -> Iterator[Assertion]:
    """The assertions of *checkered*; none for other puzzles.

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
        yield Assertion(CHECKERED.name, (x, y), f"(= {same} {equal(x, y)})")


def first_colours(puzzle: Puzzle) -> Iterator[Assertion]:
    """The first cell of each part of the board takes one of the colours; nothing is lost by that."""
    for part in puzzle.board.components():
        yield Assertion(CHECKERED.name, (part[0],), f"c_{puzzle.board.labels[part[0]]}")


def masks(puzzle: Puzzle, candidates: Candidates) -> tuple[int, ...]:
    """The candidates of each cell; in a *basic* puzzle only numbers that are some clue."""
    if not puzzle.basic:
        return candidates.masks
    clued = sum(1 << number for number in set(puzzle.clues.values()))
    return tuple(mask & clued for mask in candidates.masks)
