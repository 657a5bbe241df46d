"""The roots of regions, and where they can be: the choice of the tight forests.

Any cell can be the root. Bounds alone determine the one with the lowest label, but hardly any cell
fixes it early. Clues are known from the start: a region with a clue has its root there, so that most
cells have few roots to choose from, all of them within reach.
"""

from __future__ import annotations

from collections.abc import Collection

from encoder.parts.reduced import ReducedPuzzle
from fillomino.graph import distances
from fillomino.puzzle import Puzzle


def places(puzzle: Puzzle) -> tuple[int, ...]:
    """For each cell its place in the order of roots: cells with clues first, both ascending."""
    order = sorted(range(puzzle.board.size), key=lambda x: (x not in puzzle.clues, x))
    found = [0] * len(order)
    for place, x in enumerate(order):
        found[x] = place
    return tuple(found)


def root_ranges(reduced: ReducedPuzzle, place: tuple[int, ...]) -> dict[int, tuple[int, int] | None]:
    """For each open cell the first and the last place where its root may be.

    ``None`` if there is none: in a basic puzzle, without a clue within reach.
    """
    reached = {x: _reach(reduced, x) for x in reduced.open_cells}
    found: dict[int, tuple[int, int] | None] = {}
    for x, near in reached.items():
        own = place[x] if reduced.may_be_root(x) else len(place)
        roots = [
            place[y]
            for y in near
            if place[y] <= own and reduced.may_be_root(y) and (y == x or x in reached[y])
        ]
        found[x] = (min(roots), max(roots)) if roots else None
    return found


def _reach(reduced: ReducedPuzzle, start: int) -> Collection[int]:
    """The cells that may be in one region with a cell: by a path of joins as long as its largest number."""
    mask = reduced.masks[start]
    most = max(0, mask.bit_length() - 2)
    return distances(reduced.joins, [start], most=most, through=lambda x: reduced.masks[x] & mask)
