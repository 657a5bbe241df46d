"""Places that are no cells: lines between the points of a rectangle, pairs of cells that see each other."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from games.game import Rectangle


@lru_cache(maxsize=64)
def lines(height: int, width: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return the two ends of each line, points from (0, 0)."""
    across = [((row, column), (row, column + 1)) for row in range(height + 1) for column in range(width)]
    down = [((row, column), (row + 1, column)) for row in range(height) for column in range(width + 1)]
    return across + down


@lru_cache(maxsize=64)
def cell_sides(height: int, width: int) -> list[tuple[int, int, int, int]]:
    """Return for each cell its lines: above, below, left, right."""
    first = (height + 1) * width
    return [
        (cell, cell + width, first + cell + cell // width, first + cell + cell // width + 1)
        for cell in range(height * width)
    ]


def pairs(puzzle: Rectangle) -> tuple[tuple[int, int], ...]:
    """Return the cells of islands that see each other, those in rows first."""
    return _pairs(puzzle.bare)


@lru_cache(maxsize=1024)
def _pairs(bare: Rectangle) -> tuple[tuple[int, int], ...]:
    found: list[tuple[int, int]] = []
    for line in bare.rows + bare.columns:
        islands = [cell for cell in line if bare.signs[cell] != "."]
        found += pairwise(islands)
    return tuple(found)


@lru_cache(maxsize=1024)
def crossings(bare: Rectangle) -> tuple[tuple[int, int], ...]:
    """Return the places whose bridges would cross: one in a row, one in a column."""
    across = [(place, pair) for place, pair in enumerate(pairs(bare)) if pair[1] - pair[0] < bare.width]
    down = [(place, pair) for place, pair in enumerate(pairs(bare)) if pair[1] - pair[0] >= bare.width]
    crossing = []
    for one, (left, right) in across:
        for other, (top, bottom) in down:
            meet = left - left % bare.width + top % bare.width
            if left < meet < right and top < meet < bottom:
                crossing.append((one, other))
    return tuple(crossing)
