"""Too few cells for all regions: groups that are in different regions, and the clauses that count them."""

from __future__ import annotations

from fillomino.graph import bits, components, within
from fillomino.record import Record
from labs.certificates.tokens import OTHER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from fillomino.graph import CellSet, NeighbourFunction
    from labs.certificates.tokens import Clause, Tokens


class Groups(Record):
    """Groups of one number that are in different regions for sure.

    Attributes:
        held: their cells.
        closed: cells that do not hold the number, by which the groups do not reach each other.
        reached: the cells that they have or can reach.
        wanted: the number of cells that they need.
    """

    held: CellSet = 0
    closed: CellSet = 0
    reached: CellSet = 0
    wanted: int = 0


class Crowd:
    """The groups of all numbers that are in different regions, taken greedily.

    Attributes:
        groups: for each number its groups, if it has any.
        free: the number of cells that are left for other regions; negative if that can't be.
    """

    def __init__(
        self, near: NeighbourFunction, size: int, held: Mapping[int, CellSet], admits: Mapping[int, CellSet]
    ) -> None:
        """Take the number of cells of a board, and for each number those that hold it, and that may."""
        self.groups: dict[int, Groups] = {}
        for number, cells in held.items():
            if number == OTHER or not cells:
                continue
            taken = closed = reached = wanted = 0
            for group in components(near, cells):
                reach = group | within(near, group, admits[number], max(0, number - group.bit_count()))
                if not group & reached:
                    taken |= group
                    reached |= reach
                    closed |= near(reach) & ~admits[number]
                    wanted += number
            self.groups[number] = Groups(taken, closed, reached, wanted)
        self.free = size - sum(groups.wanted for groups in self.groups.values())

    def closing(
        self, near: NeighbourFunction, number: int, admits: CellSet, cell: CellSet, border: CellSet
    ) -> CellSet:
        """Return the cells of a border that are needed to keep a cell out of reach of the groups of a number.

        Args:
            near: neighbours of a set, not through walls.
            number: the number.
            admits: all cells that may hold it.
            cell: the set of the cell.
            border: enough cells, if none of them holds the number.
        """
        groups = components(near, self.groups[number].held)
        for y in bits(border):
            allowed = admits & ~border | 1 << y
            if not any(within(near, group, allowed, number - group.bit_count()) & cell for group in groups):
                border ^= 1 << y
        return border

    def clause(
        self, tokens: Tokens, number: int = 0, more: int = 0, cell: CellSet = 0, closed: CellSet = 0
    ) -> Clause:
        """The clause that these groups, and another one, can't all be; without groups that it does not need.

        Args:
            tokens: the meaning of variables.
            number: the number of the other group; `OTHER` for one that is not named.
            more: the number of cells that it needs; 0 if there is none.
            cell: the set of its cell.
            closed: further cells that do not hold its number.
        """
        spare = more - self.free - 1
        needed = dict(self.groups)
        longest_first = sorted(needed.items(), key=lambda item: -(item[1].held | item[1].closed).bit_count())
        for other, groups in longest_first:
            if other != number and groups.wanted <= spare:
                spare -= groups.wanted
                del needed[other]
        literals: dict[int, None] = {}
        if more:
            needed.setdefault(number, Groups())
        for known, groups in needed.items():
            held, border = groups.held, groups.closed
            if more and known == number:
                held, border = held | cell, border | closed
            literal = tokens.literals[known]
            literals |= dict.fromkeys([-literal[x] for x in bits(held)])
            literals |= dict.fromkeys([literal[y] for y in bits(border & ~cell)])
        return tuple(literals)
