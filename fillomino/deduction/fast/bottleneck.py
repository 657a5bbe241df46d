"""Bottleneck: an open group takes every cell without which it could not grow to its number."""

from __future__ import annotations

from fillomino.deduction.fast.groups import Group, Record
from fillomino.deduction.fast.reach import expand
from fillomino.deduction.state import State
from fillomino.graph import bits


def bottlenecks(state: State, record: Record) -> None:
    """Apply bottleneck to a number."""
    forced = 0
    for index, group in enumerate(record.groups):
        if not group.support:
            taken, support = indispensable(state, record, group)
            forced |= taken
            if not taken:
                record.groups[index] = group.knowing(group.ball, group.early, support, group.grown)
                record.watched |= support
    if forced:
        state.fix(record.number, forced)


def indispensable(state: State, record: Record, group: Group) -> tuple[int, int]:
    """The cells without which a group could not reach its number, except narrow ones (see `Growth`).

    Where no other group is in its ball, a cell whose absence would not cut the ball in two can be spared: all
    others can still be reached, at worst on a longer way. Then ways to grow are looked for, each as
    far from those before as is easily had: what one of them does without can be spared. The few cells that
    are left are tried.

    Args:
        state: the board.
        record: the group's number, with all its open groups.
        group: the group; its ball must be known.

    Returns:
        Those cells; and where there are none, the group's support (see `Group`).
    """
    number, pinch, ball = record.number, state.pinch, group.ball
    left = state.admits[number] & ~record.opened
    support = forced = before = 0
    if not ball & record.opened & ~group.cells:
        support = ball
        left &= group.early
        for cell in bits(left):
            if not pinch(cell, ball):
                left ^= 1 << cell
    while left and left != before:
        before = left
        way = _way(state, record, group, left)
        left &= way
        support |= way
    if left & ~group.early:
        support |= ball
        left &= group.early
    while left:
        mask = left & -left
        left ^= mask
        without = expand(state, record, group, state.admits[number] & ~mask, number)[0]
        if without.bit_count() < number:
            forced |= mask
        else:
            left &= without
            support |= without
    return forced, support & ~group.cells


def _way(state: State, record: Record, group: Group, shunned: int) -> int:
    """Cells with which a group is as large as its number, other groups on the way among them.

    Args:
        state: the board.
        record: the group's number, with all its open groups.
        group: the group.
        shunned: cells that are taken only where there is no other to go on with.

    Returns:
        Those cells, with the group's; its ball where none are found.
    """
    beside, opened, allowed = state.beside, record.opened, state.admits[record.number]
    cells = group.cells
    left = record.number - group.size
    front = group.border & allowed
    while left:
        if not front:
            return group.ball
        welcome = front & ~shunned or front
        cell = welcome & -welcome
        if cell & opened:
            for other in record.groups:
                if other.cells & cell:
                    break
            if other.size > left:
                allowed &= ~other.cells
            else:
                cells |= other.cells
                left -= other.size
                front |= other.border
        else:
            cells |= cell
            left -= 1
            front |= beside[cell.bit_length() - 1]
        front &= allowed & ~cells
    return cells
