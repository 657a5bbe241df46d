"""Clauses by Hall: groups that are in different regions, which need more cells than the board has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from fillomino.graph import NeighbourFunction, bits, components, within
from workbench.certificates.tokens import OTHER, Clause, Tokens


@dataclass(frozen=True, slots=True)
class Crowd:
    """Groups that are in different regions for sure. Sets of cells are bit sets.

    Attributes:
        held: for each number the cells of its groups.
        closed: for each number cells that do not hold it, by which its groups do not reach each other.
        reached: for each number the cells that its groups have or can reach.
        wanted: for each number so many cells its groups need.
        size: the number of cells of the board.
    """

    held: Mapping[int, int]
    closed: Mapping[int, int]
    reached: Mapping[int, int]
    wanted: Mapping[int, int]
    size: int

    @property
    def free(self) -> int:
        """The number of cells that are left for other regions; negative if that can't be."""
        return self.size - sum(self.wanted.values())

    def closing(self, near: NeighbourFunction, number: int, admits: int, cell: int, border: int) -> int:
        """Return cells of a border that keep a cell out of reach of the groups of a number; none to spare.

        Args:
            near: neighbours of a set, not through walls.
            number: the number.
            admits: all cells that may hold it.
            cell: the cell, as a bit set.
            border: enough cells, if none of them holds the number.
        """
        groups = components(near, self.held[number])
        for y in bits(border):
            left = admits & ~border | 1 << y
            if not any(within(near, its, left, number - its.bit_count()) & cell for its in groups):
                border ^= 1 << y
        return border

    def clause(
        self, tokens: Tokens, number: int = 0, more: int = 0, cell: int = 0, closed: int = 0
    ) -> Clause:
        """The clause that these groups, and another one, can't all be; without groups that it does not need.

        Args:
            tokens: the meaning of variables.
            number: the number of the other group; `OTHER` for one that is not named.
            more: so many cells it needs; 0 if there is none.
            cell: its cell, as a bit set.
            closed: further cells that do not hold its number.
        """
        spare = more - self.free - 1
        kept = dict(self.wanted)
        for its in sorted(
            kept, key=lambda its: (self.held[its] | self.closed[its]).bit_count(), reverse=True
        ):
            if its != number and kept[its] <= spare:
                spare -= kept.pop(its)
        if more:
            kept.setdefault(number, 0)
        found: dict[int, None] = {}
        for its in kept:
            here = its == number and more > 0
            cells = list(bits(self.held.get(its, 0))) + [cell.bit_length() - 1] * here
            found |= dict.fromkeys(-tokens.literal(x, its) for x in cells)
            beyond = self.closed.get(its, 0) | (closed if here else 0)
            found |= dict.fromkeys(tokens.literal(y, its) for y in bits(beyond & ~cell))
        return tuple(found)


def crowd(near: NeighbourFunction, size: int, held: Mapping[int, int], admits: Mapping[int, int]) -> Crowd:
    """Return the groups of a board that are in different regions, taken greedily.

    Args:
        near: neighbours of a set, not through walls.
        size: the number of cells.
        held: for each number the cells that hold it.
        admits: for each number all cells that may hold it.
    """
    its: dict[int, tuple[int, int, int, int]] = {}
    for number, cells in held.items():
        if number == OTHER or not cells:
            continue
        taken = closed = reached = wanted = 0
        for group, reach in _reaches(near, number, cells, admits[number]):
            if not group & reached:
                taken |= group
                reached |= reach
                closed |= near(reach) & ~admits[number]
                wanted += number
        its[number] = taken, closed, reached, wanted
    parts = [{number: sets[i] for number, sets in its.items()} for i in range(4)]
    return Crowd(parts[0], parts[1], parts[2], parts[3], size)


def _reaches(near: NeighbourFunction, number: int, held: int, admits: int) -> Iterator[tuple[int, int]]:
    """Each group of a number, and all that it may reach."""
    for group in components(near, held):
        yield group, group | within(near, group, admits, max(0, number - group.bit_count()))
