"""The checkered variant: the regions take two colours, and regions that are neighbours differ."""

from __future__ import annotations

from fillomino.board import Board
from fillomino.puzzle import Filling


def two_colours(board: Board, filling: Filling) -> tuple[int, ...] | None:
    """For each cell the colour of its region, 0 or 1; ``None`` if two colours do not suffice.

    The lowest cell of every connected part of the board has colour 0. Empty cells count as a number of
    their own.
    """
    colours = [-1] * board.size
    for start in range(board.size):
        if colours[start] >= 0:
            continue
        colours[start] = 0
        reached = [start]
        for x in reached:
            for y in board.neighbours[x]:
                wanted = colours[x] ^ (filling[x] != filling[y])
                if colours[y] < 0:
                    colours[y] = wanted
                    reached.append(y)
                elif colours[y] != wanted:
                    return None
    return tuple(colours)


def odd_ring(board: Board, regions: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """An odd cycle of regions: each is a neighbour of the next, and the last of the first.

    Args:
        board: the board.
        regions: disjoint sets of cells; links to cells outside them do not count.

    Returns:
        The ring; empty exactly if two colours suffice for the regions.
    """
    region_of = {cell: index for index, region in enumerate(regions) for cell in region}
    beside: list[set[int]] = [set() for _ in regions]
    for x, y in board.links():
        if x in region_of and y in region_of and region_of[x] != region_of[y]:
            beside[region_of[x]].add(region_of[y])
            beside[region_of[y]].add(region_of[x])
    paths: dict[int, list[int]] = {}
    for start in range(len(regions)):
        if start in paths:
            continue
        paths[start] = [start]
        reached = [start]
        for here in reached:
            for other in sorted(beside[here]):
                if other not in paths:
                    paths[other] = [*paths[here], other]
                    reached.append(other)
                elif (len(paths[other]) - len(paths[here])) % 2 == 0:
                    return [regions[index] for index in _close(paths[here], paths[other])]
    return []


def _close(path: list[int], other_path: list[int]) -> list[int]:
    """The cycle that two paths from the same start close, without their common part but its last step."""
    common = sum(1 for a, b in zip(path, other_path, strict=False) if a == b)
    return [*path[common - 1 :], *reversed(other_path[common:])]
