"""Every solution of a small Fillomino, listed without a solver and checked by the rules."""

from __future__ import annotations

from functools import lru_cache

from fillomino.board import Board
from fillomino.counting import placements
from fillomino.counting.task import bare
from fillomino.errors import TooLargeError
from fillomino.instance import Filling
from fillomino.puzzle import Puzzle
from fillomino.rules import violations

MOST_CELLS = 12
"""Fillings of so many cells are listed within a second; of more it takes too long."""


@lru_cache(maxsize=256)
def all_fillings(board: Board) -> tuple[Filling, ...]:
    """Every solution of a board without clues, ascending; each is checked by the rules.

    Raises:
        TooLargeError: for more than `MOST_CELLS` cells.
    """
    if board.size > MOST_CELLS:
        raise TooLargeError(
            f"{board.size} cells have too many fillings; those of up to {MOST_CELLS} can be listed"
        )
    empty = Puzzle(board, {})
    return tuple(filling for filling in placements.fillings(bare(board)) if not violations(empty, filling))


def solutions(puzzle: Puzzle) -> tuple[Filling, ...]:
    """Every solution of a puzzle, ascending.

    Raises:
        TooLargeError: for a puzzle with empty cells and more than `MOST_CELLS` cells.
    """
    if len(puzzle.clues) == puzzle.board.size:  # of any size: there is nothing to list
        filling = tuple(number for _, number in sorted(puzzle.clues.items()))
        return () if violations(puzzle, filling) else (filling,)
    fitting = (
        filling
        for filling in all_fillings(puzzle.board)
        if all(filling[cell] == number for cell, number in puzzle.clues.items())
    )
    if puzzle.walls or puzzle.largest_region is not None or puzzle.checkered or puzzle.basic:
        return tuple(filling for filling in fitting if not violations(puzzle, filling))
    return tuple(fitting)
