"""Every solution on a small board, by the rules alone: the reference that encodings are judged by."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from fillomino.board import Board
from fillomino.graph import NeighbourFunction, bits, connected_sets, neighbour_function
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import violations


@lru_cache(maxsize=256)
def all_fillings(board: Board) -> tuple[Filling, ...]:
    """Every solution of a board without clues, ascending: seconds for twelve cells, too long beyond.

    A region is placed on the first empty cell, in every connected shape that touches no region of its
    size; each result is checked by the rules all the same.
    """
    near = neighbour_function(board)
    found = sorted(_placed(near, [0] * board.size, (1 << board.size) - 1, {}))
    bare = Puzzle(board, {})
    return tuple(filling for filling in found if not violations(bare, filling))


def fillings(puzzle: Puzzle) -> tuple[Filling, ...]:
    """Return every solution of a puzzle, ascending."""
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


def _placed(
    near: NeighbourFunction, grid: list[int], empty: int, beside: dict[int, int]
) -> Iterator[Filling]:
    """Fill the empty cells; `beside` holds for each number the cells next to a region of it."""
    if not empty:
        yield tuple(grid)
        return
    start = empty & -empty
    for region in connected_sets(near, start, empty):
        size = region.bit_count()
        if region & beside.get(size, 0):
            continue
        for cell in bits(region):
            grid[cell] = size
        grown = {**beside, size: beside.get(size, 0) | near(region)}
        yield from _placed(near, grid, empty & ~region, grown)
