"""Counting the cells of the whole board: cells that known groups need are lost to all others.

Groups of one number that can't reach each other are different regions, so every number takes at
least so many cells. A number for which the rest is too small has no further region: no hidden one, and none
at all if no cell holds it.
"""

from __future__ import annotations

from collections.abc import Iterable

from fillomino.deduction.fast.groups import Record
from fillomino.deduction.fast.reach import reach_of
from fillomino.deduction.state import ContradictionError, State


def account(state: State, records: Iterable[Record]) -> bool:
    """Apply the count, once the other rules find nothing more; return whether it struck anything.

    Args:
        state: the board.
        records: all standing numbers, up to date.

    Raises:
        ContradictionError: if the known groups need more cells than there are.
    """
    known = [record for record in records if record.fixed]
    free = state.size - sum(record.number * least_regions(state, record) for record in known)
    if free < 0:
        raise ContradictionError
    struck = False
    if free < state.largest:
        struck = any(room > free for _, room in state.rooms())
        state.largest = free
    for number in state.admits:
        if number > free:
            record = next((record for record in known if record.number == number), None)
            hidden = state.admits[number] & ~_reached(state, record)
            if hidden:
                state.rule_out(number, hidden)
                struck = True
    return struck


def least_regions(state: State, record: Record) -> int:
    """A lower bound of a number's regions: complete ones, and groups that can't reach each other."""
    complete = (record.fixed.bit_count() - sum(group.size for group in record.groups)) // record.number
    return complete + count_apart((group.cells, reach_of(state, record, group)) for group in record.groups)


def count_apart(groups: Iterable[tuple[int, int]]) -> int:
    """Return a greedy lower bound of how many different regions some groups belong to.

    Args:
        groups: for each its cells, and all that it can reach; two that don't reach each other differ.
    """
    apart: list[tuple[int, int]] = []
    for cells, grown in groups:
        if not any(grown & other_grown and other_cells & cells for other_grown, other_cells in apart):
            apart.append((cells, grown))
    return len(apart)


def _reached(state: State, record: Record | None) -> int:
    """The cells that known groups of a number have or can reach."""
    if record is None:
        return 0
    cells = record.fixed
    for group in record.groups:
        cells |= reach_of(state, record, group)
    return cells
