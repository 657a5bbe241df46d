"""The basic variant: every region holds a clue. An assumption to make on request, never by default."""

from __future__ import annotations

from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import regions


def clue_in_each_region(puzzle: Puzzle, filling: Filling) -> bool:
    """Whether a filling has no hidden region."""
    return all(any(x in puzzle.clues for x in region) for region in regions(puzzle.board, filling))
