"""The two colours of a checkered puzzle: what the known borders rule out beside them.

Neighbours have the same colour iff they have the same number. Where neighbours are known to be equal, or
to differ, their colours are tied, and so are those of all cells that such ties connect. A cell has one of the
two colours: it is equal to all its neighbours of that colour, and to none of the other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from fillomino.deduction.state import ContradictionError, State
from fillomino.graph import bits, predecessors

MOST_FREE = 8
"""Free numbers are ruled out only at cells with at most so many of them: each would need a set of its own."""

Ties = list[dict[int, bool]]
"""For each cell the neighbours to which it is tied, each with whether the colours differ."""


@dataclass(frozen=True, slots=True)
class Exclusion:
    """An exclusion at a cell: what the colours rule out there.

    Attributes:
        cell: the cell.
        left: the candidates that they leave there, as a bit mask; 0 if the board is not 2-colourable.
        gone: the candidates that are to be ruled out.
        way: the cells whose borders one has to look at, as a bit set.
    """

    cell: int
    left: int
    gone: int
    way: int


def apply(state: State) -> bool:
    """Rule out what the colours rule out; return whether that was anything.

    Raises:
        ContradictionError: if the board is not 2-colourable.
    """
    changed = False
    for exclusion in exclusions(state):
        changed = True
        if not exclusion.left:
            raise ContradictionError(1 << exclusion.cell)
        if exclusion.left & (exclusion.left - 1) == 0:
            state.fix(exclusion.left.bit_length() - 1, 1 << exclusion.cell)
            continue
        for number in bits(exclusion.gone):
            state.strike(number, 1 << exclusion.cell)
    return changed


def exclusions(state: State) -> Iterator[Exclusion]:
    """Yield what the colours rule out and is not known yet; only a contradiction if there is one."""
    masks = state.candidates()
    ties = _ties(state, masks)
    part, colour = _colour(ties)
    for x, around in enumerate(ties):
        for y, differ in around.items():
            if differ != (colour[x] != colour[y]):
                yield Exclusion(x, 0, masks[x], _way(ties, x, y))
                return
    exclusions_found = []
    standing = sum(1 << number for number in state.admits)
    for cell, near in enumerate(state.puzzle.board.neighbours):
        if masks[cell] & (masks[cell] - 1) == 0:
            continue
        tied = defaultdict(list)
        for y in near:
            tied[part[y]].append(y)
        for part_beside, beside in tied.items():
            left = 0
            for shade in (False, True):
                if part_beside != part[cell] or colour[cell] == shade:
                    left |= _left(masks, cell, beside, [colour[y] == shade for y in beside])
            gone = masks[cell] & ~left
            if left & (left - 1) and (masks[cell] & ~standing).bit_count() > MOST_FREE:
                gone &= standing
            if gone:
                exclusion = Exclusion(cell, left, gone, _ways(ties, cell, beside))
                if not left:
                    yield exclusion
                    return
                exclusions_found.append(exclusion)
    yield from exclusions_found


def _left(masks: list[int], cell: int, beside: list[int], same: list[bool]) -> int:
    """The candidates of a cell that is equal to some of its neighbours, and to none of the others."""
    left = masks[cell]
    for y, equal in zip(beside, same, strict=True):
        if equal:
            left &= masks[y]
        elif masks[y] & (masks[y] - 1) == 0:
            left &= ~masks[y]
    return left


def _ties(state: State, masks: list[int]) -> Ties:
    """Neighbours that have no number in common, or one and the same."""
    puzzle = state.puzzle
    ties: Ties = [{} for _ in masks]
    for x, y in puzzle.board.links():
        common = masks[x] & masks[y]
        differ = not common or (x, y) in puzzle.walls
        if differ or (masks[x] == masks[y] and common & (common - 1) == 0):
            ties[x][y] = differ
            ties[y][x] = differ
    return ties


def _colour(ties: Ties) -> tuple[list[int], list[bool]]:
    """For each cell the first cell of those tied to it, and whether its colour is another than that one's."""
    part, colour = [-1] * len(ties), [False] * len(ties)
    for start in range(len(ties)):
        if part[start] >= 0:
            continue
        for x, before in predecessors(ties, [start]).items():
            part[x] = start
            colour[x] = x != before and colour[before] != ties[before][x]
    return part, colour


def _ways(ties: Ties, cell: int, beside: list[int]) -> int:
    """The cells of ways that tie neighbours of a cell to one another, and to the cell if it is tied."""
    cells = sum(1 << y for y in beside)
    for y in beside[1:]:
        cells |= _way(ties, beside[0], y)
    return cells | _way(ties, beside[0], cell)


def _way(ties: Ties, x: int, y: int) -> int:
    """The cells of a shortest way from x to y along ties, not by their own; 0 if there is none."""
    before = predecessors(ties, [z for z in ties[x] if z != y], lambda z: z != x)
    if y not in before:
        return 0
    cells = 1 << x | 1 << y
    while before[y] != y:
        y = before[y]
        cells |= 1 << y
    return cells
