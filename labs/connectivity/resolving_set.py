"""Coordinates on any graph: how far each cell is from a few landmarks, so that no two cells agree in all.

On a rectangle two corners suffice (a *resolving set*: P. Slater, Leaves of trees, 1975; F. Harary and
R. Melter, On the metric dimension of a graph, 1976). Here they are chosen greedily, not as few as possible.
"""

from __future__ import annotations

from collections import defaultdict

from fillomino.board import Board
from fillomino.graph import distances


def coordinates(board: Board) -> tuple[tuple[int, ...], ...]:
    """For each landmark the distance of every cell to it.

    Cells that no path joins may agree in all; a landmark is one cell in each part of the board.
    """
    steps_from: list[tuple[int, ...]] = []
    parts = board.components()
    part_of = {cell: index for index, part in enumerate(parts) for cell in part}
    alike = [list(part) for part in parts]  # cells that agree in all coordinates so far
    landmark = [part[0] for part in alike]
    while landmark:
        steps = distances(board.neighbours, landmark)
        steps_from.append(tuple([steps.get(cell, 0) for cell in range(board.size)]))
        alike = [same for cells in alike for same in _split(cells, steps_from[-1])]
        landmark = _ends(board, part_of, alike)
    return tuple(steps_from)


def _ends(board: Board, part_of: dict[int, int], alike: list[list[int]]) -> list[int]:
    """In each part of the board, an outermost cell of the largest set of cells that are still alike."""
    largest: dict[int, list[int]] = {}
    for cells in alike:
        part = part_of[cells[0]]
        if len(cells) > 1 and len(cells) > len(largest.get(part, [])):
            largest[part] = cells
    ends = []
    for cells in largest.values():
        steps = distances(board.neighbours, cells[:1])
        ends.append(max(cells, key=lambda cell: steps.get(cell, 0)))
    return ends


def _split(cells: list[int], steps: tuple[int, ...]) -> list[list[int]]:
    by_distance: defaultdict[int, list[int]] = defaultdict(list)
    for cell in cells:
        by_distance[steps[cell]].append(cell)
    return list(by_distance.values())
