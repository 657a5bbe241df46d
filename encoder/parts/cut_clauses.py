"""Cuts: clauses about connected sets, generated from answers that break them.

A set of cells that does not hold what its rule asks for goes on beyond its border, or loses a cell. That is
a clause, which one answer breaks and every right one satisfies. A session that is told such clauses, asked
and told again, needs no other encoding of connectedness: with few answers wrong it is told little.

`encoder.lazy.refutation` judges the regions of a Fillomino by cuts, and `encoder.parts.lazy_fills` a
connected set of any puzzle.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from fillomino.graph import NeighbourFunction, bits

LAZY = "this project; lazy connectivity as usual in constraint solving"


class Cut(NamedTuple):
    """The clause "not all of these cells hold the value, or some cell of the border does".

    Attributes:
        value: the value; of a fill 0.
        cells: the cells.
        border: the cells around them, or around a set that they belong to; none for a set too large.
    """

    value: int
    cells: tuple[int, ...]
    border: tuple[int, ...] = ()


class Options(Protocol):
    """What cells may hold, as cuts need it: values, a fill, or what a certificate knows."""

    @property
    def near(self) -> NeighbourFunction:
        """Neighbours of a set, not through walls."""

    @property
    def admits(self) -> Mapping[int, int]:
        """For each value the cells that may hold it."""

    @property
    def fixed(self) -> Mapping[int, int]:
        """For each value the cells among them that are known to hold it."""

    def held_by(self, cell: int) -> Sequence[int]:
        """The values that a cell may hold."""

    def least(self, value: int) -> int:
        """The least number of connected cells of a value."""


def leaves(options: Options, value: int, cells: int, premise: int) -> Cut | None:
    """Return the cut "if the premise holds the value, so does some cell on the border of `cells`".

    Args:
        options: what cells may hold.
        value: the value.
        cells: a set with the premise in it, too small to be a region of the value.
        premise: a cell of it.

    Returns:
        ``None`` if that is plain, for a cell on the border is known to hold the value.
    """
    border = options.near(cells) & ~cells
    if border & options.fixed[value]:
        return None
    return Cut(value, (premise,), tuple(bits(border)))


def first_of(part: int, fixed: int) -> int:
    """Return the first cell of a set that is fixed; the first of all if none is."""
    known = part & fixed
    return (known & -known or part & -part).bit_length() - 1


WIDEN = 2
"""Most new cells that one more cell may bring to the border of a set."""


def widened(options: Options, value: int, part: int, held: int, most: int) -> int:
    """Return a set with more cells, those of its border that bring few new ones to it.

    A shorter border makes a stronger clause, and a wider set one that rules out more.

    Args:
        options: what cells may hold.
        value: the value.
        part: the set, a connected part of the cells that hold the value.
        held: all cells that hold it; the border stays apart from them.
        most: the most cells that the set may have.
    """
    near, admits = options.near, options.admits[value]
    cells = part
    border = near(cells) & ~cells & admits
    for _ in range(most - part.bit_count()):
        best, fewest = 0, WIDEN + 1
        for y in bits(border):
            one = 1 << y
            beyond = near(one) & admits & ~(cells | border)
            if beyond & held:
                continue
            new = beyond.bit_count()
            if new < fewest:
                best, fewest = one, new
                if new == 0:
                    break
        if not best:
            break
        cells |= best
        border = near(cells) & ~cells & admits
    return cells
