"""S5, bottleneck: an open group takes every cell without which it could not grow to its number."""

from __future__ import annotations

from fillomino.deduction.bitset import bits
from fillomino.deduction.groups import Group, Record
from fillomino.deduction.reach import expand
from fillomino.deduction.state import State


def bottlenecks(state: State, record: Record) -> None:
    """Apply S5 to a number."""
    forced = 0
    for group in record.groups:
        if not group.checked:
            taken = indispensable(state, record, group)
            forced |= taken
            group.checked = not taken
    if forced:
        state.fix(record.number, forced)


def indispensable(state: State, record: Record, group: Group) -> int:
    """The cells without which a group could not reach its number.

    Those that `fillomino.deduction.reach.expand` calls narrow may be missing. Only early cells whose
    absence would cut the reachable cells in two are tried: with any other cell gone, the rest can
    still be reached, at worst on a longer way.

    Args:
        state: the board.
        record: the group's number, with all its open groups.
        group: the group; what it can reach must be known.
    """
    number, pinch = record.number, state.pinch
    admits = state.admits[number]
    grown = group.grown
    forced = 0
    for cell in bits(group.early & ~record.opened):
        if pinch(cell, grown):
            mask = 1 << cell
            without = expand(state, record, group, admits & ~mask, enough=True)
            if without.grown.bit_count() < number:
                forced |= mask
    return forced
