"""Colours of regions, in pictures and on a page."""

from __future__ import annotations

from fillomino.board import Board
from fillomino.checkered import two_colours
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import regions

PALETTE = ("#fbe3c0", "#cfe6f5", "#d9ecc8", "#f3d3de", "#e3dcf2", "#f6f1b8", "#d5e9e4", "#e6e2da")
"""Light enough for black text; neighbours in the list also differ in lightness, for the colour-blind."""


def colours_of(puzzle: Puzzle, filling: Filling) -> tuple[int | None, ...]:
    """The colours of a filling: the two of a checkered puzzle where they do, else those of its regions."""
    if puzzle.checkered and 0 not in filling:
        two = two_colours(puzzle.board, filling)
        if two is not None:
            return two
    return region_colours(puzzle.board, filling)


def region_colours(board: Board, filling: Filling) -> tuple[int | None, ...]:
    """For each cell the index of its region's colour; ``None`` where the cell is empty.

    Greedy, largest region first, the colour least used among those not next to it; on
    boards that need more colours than the palette has, indices go on beyond it.
    """
    colour: list[int | None] = [None] * board.size
    used = [0] * len(PALETTE)
    for region in sorted(regions(board, filling), key=lambda cells: (-len(cells), cells)):
        if filling[region[0]] == 0:
            continue
        beside = {colour[y] for x in region for y in board.neighbours[x]}
        free = [index for index in range(len(used)) if index not in beside]
        if not free:
            free = [len(used)]
            used.append(0)
        best = min(free, key=lambda index: (used[index], index))
        used[best] += 1
        for x in region:
            colour[x] = best
    return tuple(colour)
