"""Growth of groups: single exit, room and reach, and the narrow places on the way."""

from __future__ import annotations

from typing import TypeAlias

from fillomino.deduction.components import shrink, split
from fillomino.deduction.fast.groups import Group, Record
from fillomino.deduction.state import ContradictionError, State


def reach(state: State, record: Record) -> None:
    """Work out how far the groups of a number can grow, where something changed; apply single exit.

    An open group that all growth leaves through one cell takes that cell; with no way to grow
    it is a contradiction. Applied at every distance, not only at the border.

    Raises:
        ContradictionError: if a group can't grow to its number.
    """
    number = record.number
    admits, fixed = state.admits[number], state.fixed[number]
    changed = record.changed | (record.admits & ~admits)
    forced = 0
    for index, group in enumerate(record.groups):
        if not changed & group.watched:
            continue
        ball, early, support, grown = group.ball, group.early, group.support, group.grown
        if not ball or changed & ball:
            ball, narrow, early, whole = expand(state, record, group, admits, number + 1)
            grown = ball if whole else 0
            room = ball.bit_count()
            if room < number:
                raise ContradictionError
            forced |= ball if room == number else narrow
        elif changed & grown:
            grown = 0
        if changed & support:
            support = 0
        record.groups[index] = group.knowing(ball, early, support, grown)
        record.watched |= ball | support | grown
    record.changed = 0
    record.admits = admits
    forced &= ~fixed
    if forced:
        state.fix(number, forced)


def strike_unreached(state: State, record: Record) -> None:
    """Apply room and reach to a number whose groups' balls are known.

    A cell keeps the number only if an open group reaches it within its remaining size, a group met on
    the way costing its own size, or a hidden region fits around it, apart from all groups. In the basic
    variant only a group with a clue reaches anything, and there are no hidden regions.

    Raises:
        ContradictionError: if no clue can be part of a group, in the basic variant.
    """
    number = record.number
    admits, fixed = state.admits[number], state.fixed[number]
    clues = state.given.get(number, 0) if state.basic else fixed
    reached = fixed & (clues | ~record.opened)
    for group in record.groups:
        if group.cells & clues:
            reached |= group.ball | group.grown
    if admits & ~reached and not state.basic:
        apart = admits & ~(fixed | record.beside)
        if record.rooms is None:
            record.rooms = split(state.near, apart, number)
        else:
            record.rooms = shrink(state.near, state.pinch, record.rooms, apart, number)
        reached |= record.rooms.cells
    if admits & ~reached:
        for index, group in enumerate(record.groups):
            if group.cells & clues and not group.grown:
                grown = expand(state, record, group, admits)[0]
                record.groups[index] = group.knowing(group.ball, group.early, group.support, grown)
                record.watched |= grown
                reached |= grown
    if fixed & ~reached:  # in the basic variant, a group that no clue can be part of
        raise ContradictionError
    # Nothing that this strikes was of use to a group or a room, so no need to look again.
    record.admits = state.admits[number] = admits & reached


def reach_of(state: State, record: Record, group: Group) -> int:
    """All cells that a group can reach, with its own."""
    return group.grown or expand(state, record, group, state.admits[record.number])[0]


Growth: TypeAlias = tuple[int, int, int, bool]
"""The growth of a group: three sets of cells, and whether it reaches no more than the first.

1. The cells it reaches, with its own.
2. Narrow: single cells through which all growth passes before the group is large enough.
3. Early: the cells of all distances up to which no more cells are reached than the group's number. Any cell
   farther away can be spared: those before it and those as far as it are enough.
"""


def expand(state: State, record: Record, group: Group, allowed: int, enough: int | None = None) -> Growth:
    """All cells that a group can reach within its remaining size, and those of them it can't do without.

    Args:
        state: the board.
        record: the group's number, with all its open groups.
        group: where to start.
        allowed: the cells that may be entered.
        enough: with how many cells to stop; at most one more than the group's number.
    """
    near, number = state.near, record.number
    left = number - group.size
    grown = early = group.cells
    total = group.size
    others = record.opened & ~grown
    allowed &= ~grown
    narrow = 0
    later: dict[int, int] = {}
    front = group.border & allowed
    for distance in range(1, left + 1):
        while touched := front & others:
            start = touched & -touched
            for other in record.groups:
                if other.cells & start:
                    break
            front &= ~other.cells
            others &= ~other.cells
            allowed &= ~other.cells
            cost = distance - 1 + other.size
            if cost <= left:
                later[cost] = later.get(cost, 0) | other.cells
        if later:
            front |= later.pop(distance, 0)
        if not front:
            if not later:
                break
            continue
        grown |= front
        if total <= number:
            if total < number and not front & (front - 1) and not later:
                narrow |= front
            total = grown.bit_count()
            if total <= number:
                early = grown
            if enough is not None and total >= enough:
                return grown, narrow, early, distance == left
        allowed &= ~front
        front = near(front) & allowed
    return grown, narrow, early, True
