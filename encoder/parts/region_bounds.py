"""Bounds on how many regions of a number there can be, and where, from the board as a whole.

Every number takes some cells for its known groups, and what they leave free is all that any of
them can have beside. (That a number known nowhere can't have more either, deduction has found.)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from encoder.parts.values import BIG, Values
from fillomino.deduction.fast.groups import count_apart
from fillomino.graph import components, within

LARGE = 20
"""From here on a part counts where two regions fit in it; else only one must."""


@dataclass(frozen=True, slots=True)
class RegionBound:
    """A part of the board with a known cell of a number, where few regions of it fit.

    Attributes:
        name: unique among the bounds of the board: ``12``, or ``12_1`` for a part of its cells.
        number: the number.
        cells: all cells that may hold it there, as a bit set.
        fewest: at least so many regions, 1 or more.
        most: at most so many; fewer than `fewest` if there is no filling.
    """

    name: str
    number: int
    cells: int
    fewest: int
    most: int


def region_bounds(values: Values) -> tuple[RegionBound, ...]:
    """Count the board's cells: where few regions of a number fit."""
    least = {number: _least_regions(values, number) for number in values.admits if number != BIG}
    everywhere = range(values.puzzle.board.size)
    live = sum(1 for x in everywhere if any(values.admits.get(t, 0) >> x & 1 for t in values.held_by(x)))
    free = live - sum(number * regions for number, regions in least.items())
    return tuple(
        bound for number, fewest in least.items() for bound in _bounds_of(values, number, fewest, free)
    )


def _bounds_of(values: Values, number: int, fewest: int, free: int) -> Iterator[RegionBound]:
    """One bound for all cells of a number that is scarce, else one for each part of them that is small."""
    cells = values.admits[number]
    most = fewest + max(0, free) // number
    few = 2 if number >= LARGE else 1
    if fewest and most <= few:
        yield RegionBound(f"{number}", number, cells, fewest, most)
        return
    for index, part in enumerate(components(values.near, cells)):
        fits = min(most, part.bit_count() // number)
        if part & values.fixed[number] and fits <= few:
            yield RegionBound(f"{number}_{index}", number, part, 1, fits)


def _least_regions(values: Values, number: int) -> int:
    """A lower bound on the number of regions that the known groups of a number belong to."""
    near, admits = values.near, values.admits[number]

    def reach(group: int) -> int:
        return within(near, group, admits, number - group.bit_count())

    return count_apart((group, reach(group)) for group in components(near, values.fixed[number]))
