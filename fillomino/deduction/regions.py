"""All regions that could hold given cells."""

from __future__ import annotations

from fillomino.deduction.fast.groups import Group
from fillomino.deduction.state import State
from fillomino.graph import StepLimitError, connected_sets_of


def regions_holding(
    state: State, groups: list[Group], number: int, start: int, most_steps: int
) -> list[int] | None:
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
        The regions as bit sets, or ``None`` if that would take more steps.
    """
    near, fixed = state.near, state.fixed.get(number, 0)

    def closed(cells: int, cell: int) -> int:
        return _joined(cells | cell, near(cell) & fixed & ~cells, groups)

    begin = _joined(start, near(start) & fixed, groups)
    try:
        return list(
            connected_sets_of(number, near, begin, state.where(number), closed=closed, most_steps=most_steps)
        )
    except StepLimitError:
        return None


def _joined(cells: int, touched: int, groups: list[Group]) -> int:
    """Cells with the groups that they touch."""
    while touched:
        lowest = touched & -touched
        group = next(group for group in groups if group.cells & lowest)
        cells |= group.cells
        touched &= ~group.cells
    return cells


def common(state: State, regions: list[int]) -> tuple[int, int]:
    """The cells that are in every one of some regions, and those that are beside every one."""
    inside = beside = -1
    for region in regions:
        inside &= region
        beside &= state.near(region) & ~region
        if not beside and not inside & (inside - 1):
            break
    return inside, beside
