"""How far groups can grow: S2 (single exit), S3 (room), S4 (reach), and the narrow places on the way."""

from __future__ import annotations

from typing import NamedTuple

from fillomino.deduction.groups import Group, Record
from fillomino.deduction.parts import parted, shrink
from fillomino.deduction.state import ContradictionError, State


def reach(state: State, record: Record) -> None:
    """Work out how far the groups of a number can grow, where something changed, and apply S2.

    S2: an open group that all growth leaves through one cell takes that cell; with no way to grow
    it is a contradiction. Applied at every distance, not only at the border.

    Raises:
        ContradictionError: if a group can't grow to its number.
    """
    number = record.number
    admits, fixed = state.admits[number], state.fixed[number]
    changed = record.changed | (record.admits & ~admits)
    forced = 0
    for index, group in enumerate(record.groups):
        grown = group.grown
        if not grown or grown & changed:
            growth = expand(state, record, group, admits)
            record.groups[index] = Group(group.cells, group.size, group.border, *growth)
            grown = growth.grown
            room = grown.bit_count()
            if room < number:
                raise ContradictionError
            forced |= grown if room == number else growth.narrow
    record.changed = 0
    record.admits = admits
    forced &= ~fixed
    if forced:
        state.fix(number, forced)


def strike_unreached(state: State, record: Record) -> None:
    """Apply S3 and S4 to a number whose groups' reach is known.

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
            reached |= group.grown
    if fixed & ~reached:  # in the basic variant, a group that no clue can be part of
        raise ContradictionError
    if admits & ~reached:
        apart = 0 if state.basic else admits & ~(fixed | record.beside)
        if record.rooms is None:
            record.rooms = parted(state.near, apart, number)
        else:
            record.rooms = shrink(state.near, state.pinch, record.rooms, apart, number)
        # Nothing that this strikes was of use to a group or a room, so no need to look again.
        record.admits = state.admits[number] = admits & (reached | record.rooms.cells)


class Growth(NamedTuple):
    """How far a group can grow; sets of cells.

    Attributes:
        grown: the reached cells, with the group.
        narrow: single cells through which all growth passes before the group is large enough.
        early: the cells of all distances up to which no more cells are reached than the group's number.
            Any cell farther away can be spared: those before it and those as far as it are enough.
    """

    grown: int
    narrow: int
    early: int


def expand(state: State, record: Record, group: Group, allowed: int, *, enough: bool = False) -> Growth:
    """All cells that a group can reach within its remaining size, and those of them it can't do without.

    Args:
        state: the board.
        record: the group's number, with all its open groups.
        group: where to start.
        allowed: the cells that may be entered.
        enough: whether to stop when the group has as many cells as its number.
    """
    near, number = state.near, record.number
    left = number - group.size
    grown = early = group.cells
    total = group.size
    others = record.opened & ~grown
    narrow = closed = 0
    later: dict[int, int] = {}
    front = group.border & allowed
    for distance in range(1, left + 1):
        if others:
            touched = front & others
            while touched:
                start = touched & -touched
                for met in record.groups:
                    if met.cells & start:
                        break
                touched &= ~met.cells
                front &= ~met.cells
                others &= ~met.cells
                closed |= met.cells
                cost = distance - 1 + met.size
                if cost <= left:
                    later[cost] = later.get(cost, 0) | met.cells
        if later and distance in later:
            front |= later.pop(distance)
        if not front:
            if not later:
                break
            continue
        grown |= front
        if total < number:
            if not front & (front - 1) and not later:
                narrow |= front
            total = grown.bit_count()
            if total <= number:
                early = grown
            if enough and total >= number:
                break
        front = near(front) & allowed & ~(grown | closed)
    return Growth(grown, narrow, early)
