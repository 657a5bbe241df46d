"""All regions that could hold given cells."""

from __future__ import annotations

from typing import NamedTuple

from fillomino.deduction.fast.groups import Group
from fillomino.deduction.state import State
from fillomino.graph import StepLimitError, connected_sets_of

MOST_STEPS = 1000
"""Limit of the extensions that are tried from one start."""


class Regions(NamedTuple):
    """Regions that could hold some cells, as found once; fewer of them are left when more is known.

    Attributes:
        start: the cells.
        admits: the cells that admitted the number then.
        fixed: those it was fixed on.
        sets: the regions; ``None`` if they took too many steps.
    """

    start: int
    admits: int
    fixed: int
    sets: list[int] | None

    def left(self, state: State, number: int, start: int) -> Regions | None:
        """Return what is left of them now; ``None`` if they have to be looked for again."""
        admits, fixed = state.where(number), state.fixed.get(number, 0)
        if (start, admits, fixed) == self[:3]:
            return self
        if self.sets is None or admits & ~self.admits or self.start & ~start or self.fixed & ~fixed:
            return None
        near, beside = state.near, state.near(fixed & ~self.fixed)
        regions = [
            region
            for region in self.sets
            if not (region & ~admits or start & ~region)
            and not (region & beside and near(region) & fixed & ~region)
        ]
        return Regions(start, admits, fixed, regions)


def regions_holding(
    state: State, groups: list[Group], number: int, start: int, most_steps: int = MOST_STEPS
) -> Regions:
    """The connected sets of `number` cells that admit it, hold `start`, and touch no group of it beyond them.

    Each is a region that the cells of `start` could be in, as far as their number is concerned; every
    region that they are in, in any filling, is among them.

    Args:
        state: the board.
        groups: all groups of the number.
        number: the number.
        start: a group of the number, or one cell that admits it.
        most_steps: how many extensions to try before giving up.

    Returns:
        The regions as bit sets, in which ``None`` are found if that would take more steps.
    """
    near, admits, fixed = state.near, state.where(number), state.fixed.get(number, 0)

    def closed(cells: int, cell: int) -> int:
        return _join(cells | cell, near(cell) & fixed & ~cells, groups)

    begin = _join(start, near(start) & fixed, groups)
    sets = connected_sets_of(number, near, begin, admits, closed=closed, most_steps=most_steps)
    try:
        return Regions(start, admits, fixed, list(sets))
    except StepLimitError:
        return Regions(start, admits, fixed, None)


def _join(cells: int, touched: int, groups: list[Group]) -> int:
    """Cells with the groups that they touch."""
    while touched:
        lowest = touched & -touched
        group = next(group for group in groups if group.cells & lowest)
        cells |= group.cells
        touched &= ~group.cells
    return cells


def common_cells(state: State, regions: list[int]) -> tuple[int, int]:
    """The cells that are in every one of some regions, and those that are beside every one."""
    inside = beside = -1
    for region in regions:
        inside &= region
        beside &= state.near(region) & ~region
        if not beside and not inside & (inside - 1):
            break
    return inside, beside
