"""The solved board of the figures of encodings: its regions, their roots and trees, and values by symbol.

The board is that of docs/introduction.md.
"""

from __future__ import annotations

from collections.abc import Mapping

from encoder.parts.roots import places
from encoder.parts.spanning_trees import link
from fillomino.graph import distances
from fillomino.rules import regions
from scripts.draw_readme import PUZZLE, SOLUTION
from scripts.figure import BOARD, Arrow, Values

CELLS = range(BOARD.size)
REGIONS = [frozenset(cells) for cells in regions(BOARD, SOLUTION)]
REGION = {cell: region for region in REGIONS for cell in region}
PLACE = places(PUZZLE)
FIRST = {cell: min(REGION[cell], key=PLACE.__getitem__) for cell in CELLS}
"""For each cell the root of its region where that is the first cell, those with clues before others."""

FROM = 12
"""The cell from which pairs are drawn, in a region of five."""


def parents(root: Mapping[int, int], links: frozenset[Arrow] | None = None) -> dict[int, int]:
    """Return the parent of each cell but the roots, breadth first, along all links or along some."""
    found: dict[int, int] = {}
    for start in sorted(set(root.values())):
        queue = [start]
        for cell in queue:
            for near in sorted(BOARD.neighbours[cell]):
                new = near in REGION[cell] and near != start and near not in found
                if new and (links is None or link(cell, near) in links):
                    found[near] = cell
                    queue.append(near)
    return found


LOWEST = {cell: min(REGION[cell]) for cell in CELLS}
TREE = parents(FIRST)


def sizes(tree: Mapping[int, int]) -> dict[int, int]:
    """Return the number of cells in the subtree of each cell, with itself."""
    found = dict.fromkeys(CELLS, 0)
    for cell in CELLS:
        above: int | None = cell
        while above is not None:
            found[above] += 1
            above = tree.get(above)
    return found


def steps(start: int) -> dict[int, int]:
    """Return how many steps lead from a cell to those of its region, within it."""
    return dict(distances(BOARD.neighbours, [start], through=REGION[start].__contains__))


DEPTH = {cell: steps(FIRST[cell])[cell] for cell in CELLS}
ROOTS = frozenset(FIRST.values())


def edges(letter: str, tree: Mapping[int, int], no: bool | int, yes: bool | int) -> Values:
    """Return for each two neighbours, both ways, if the first is the parent of the second."""
    both = [(x, y) for x in CELLS for y in BOARD.neighbours[x]]
    return {f"{letter}_{x}_{y}": yes if tree.get(y) == x else no for x, y in both}


def texts(values: Mapping[int, int]) -> dict[int, str]:
    """Return numbers as labels."""
    return {cell: str(value) for cell, value in values.items()}


def each(letter: str, values: Mapping[int, int]) -> Values:
    """Return a value for each cell, by symbol."""
    return {f"{letter}_{cell}": value for cell, value in values.items()}
