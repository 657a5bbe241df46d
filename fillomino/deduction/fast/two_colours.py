"""Two colours: what the known borders of a checkered puzzle rule out beside them.

Neighbours have the same colour iff they have the same number. Where neighbours are known to be equal, or
to differ, their colours are tied, and so are those of all cells that such ties connect. A cell has one of the
two colours: it is equal to all its neighbours of that colour, and to none of the other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from fillomino.deduction.state import ContradictionError, State
from fillomino.deduction.step import Kind, Step
from fillomino.graph import bits, predecessors

MOST_FREE = 8
"""Free numbers are ruled out only at cells with at most so many of them: each would need a set of its own."""

Ties = list[dict[int, bool]]
"""For each cell the neighbours to which it is tied, each with whether the colours differ."""


def apply(state: State) -> bool:
    """Rule out what the colours rule out; return whether that was anything.

    Raises:
        ContradictionError: if the board is not 2-colourable.
    """
    steps = list(exclusions(state))
    for step in steps:
        if step.kind is Kind.STOP:
            raise ContradictionError(step.cells)
        if step.kind is Kind.FIX:
            state.fix(step.number, step.cells)
        else:
            state.strike(step.number, step.cells)
    return bool(steps)


def exclusions(state: State) -> Iterator[Step]:
    """Yield what the colours rule out and is not known yet; only a contradiction if there is one.

    Each step looks at the cells whose borders it needs; its detail is the candidates left, as a bit mask.
    """
    masks = state.candidates()
    ties = _ties(state, masks)
    part, colour = _colour(ties)
    for x, around in enumerate(ties):
        for y, differ in around.items():
            if differ != (colour[x] != colour[y]):
                yield Step("two_colours", Kind.STOP, 0, 1 << x, _way(ties, x, y) | 1 << x)
                return
    steps: list[Step] = []
    standing = sum(1 << number for number in state.admits)
    for cell, near in enumerate(state.puzzle.board.neighbours):
        if masks[cell] & (masks[cell] - 1) == 0:
            continue
        here, tied = 1 << cell, defaultdict(list)
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
            if not gone:
                continue
            way = _ways(ties, cell, beside)
            if not left:
                yield Step("two_colours", Kind.STOP, 0, here, way | here)
                return
            if left & (left - 1) == 0:
                steps.append(Step("two_colours", Kind.FIX, left.bit_length() - 1, here, way, left))
            else:
                steps += [Step("two_colours", Kind.STRIKE, v, here, way, left) for v in bits(gone)]
    yield from steps


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
