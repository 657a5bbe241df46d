"""Every solution of a small Fillomino, listed without a solver and checked by the rules."""

from __future__ import annotations

from functools import lru_cache

from fillomino.board import Board
from fillomino.counting import placements
from fillomino.counting.task import bare
from fillomino.errors import TooLargeError
from fillomino.graph import bits
from fillomino.instance import Filling
from fillomino.puzzle import Puzzle
from fillomino.rules import violations

MOST_FILLINGS = 8_000
"""So many fillings of a board are listed, at most: 3x4 has 6,426, a row of 17 cells 6,189."""

MOST_CELLS = 17
"""Boards with more cells, which have more fillings, are not tried."""

SURE_CELLS = 12
"""Boards with up to so many cells have few enough; the fillings of others are counted first."""


def all_fillings(board: Board) -> tuple[Filling, ...]:
    """Every solution of a board without clues, ascending; each is checked by the rules.

    Raises:
        TooLargeError: if there are more than `MOST_FILLINGS`, or `MOST_CELLS` cells.
    """
    if (fillings := _listed(board)) is None:
        raise TooLargeError(
            f"{board.size} cells have too many fillings to list: more than {MOST_FILLINGS:,}, or than "
            f"those of boards of {MOST_CELLS} cells"
        )
    return fillings


@lru_cache(maxsize=256)
def _listed(board: Board) -> tuple[Filling, ...] | None:
    """The same; ``None`` if there are too many."""
    if board.size > MOST_CELLS:
        return None
    if board.size > SURE_CELLS:
        from fillomino.counting.methods import count

        if count(bare(board)) > MOST_FILLINGS:
            return None
    found = placements.fillings(bare(board))
    empty = Puzzle(board, {})
    return tuple(filling for filling in found if not violations(empty, filling))


@lru_cache(maxsize=256)
def _holding(board: Board) -> dict[tuple[int, int], int]:
    """For each cell and number the fillings of a board, by their places, in which it holds that."""
    holding: dict[tuple[int, int], int] = {}
    for place, filling in enumerate(all_fillings(board)):
        for clue in enumerate(filling):
            holding[clue] = holding.get(clue, 0) | 1 << place
    return holding


def fillings_with(board: Board, cell: int, number: int) -> int:
    """Return the places of the fillings in which a cell holds a number, as a bit set.

    Raises:
        TooLargeError: see `all_fillings`.
    """
    return _holding(board).get((cell, number), 0)


def solutions(puzzle: Puzzle) -> tuple[Filling, ...]:
    """Every solution of a puzzle, ascending.

    Raises:
        TooLargeError: for a puzzle with empty cells whose board has too many fillings to list.
    """
    if len(puzzle.clues) == puzzle.board.size:  # of any size: there is nothing to list
        filling = tuple(number for _, number in sorted(puzzle.clues.items()))
        return () if violations(puzzle, filling) else (filling,)
    fillings = all_fillings(puzzle.board)
    places = (1 << len(fillings)) - 1
    for cell, number in puzzle.clues.items():
        places &= fillings_with(puzzle.board, cell, number)
    fitting = [fillings[place] for place in bits(places)]
    if puzzle.walls or puzzle.largest_region is not None or puzzle.checkered or puzzle.basic:
        return tuple(filling for filling in fitting if not violations(puzzle, filling))
    return tuple(fitting)
