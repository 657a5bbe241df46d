"""The groups of a number: what is beside them, how far they grow, and which cells they need.

Groups of one number that can't reach each other are different regions, so every number takes at
least so many cells. A number for which the rest is too small has no further region: no hidden one, and none
at all if no cell holds it.
"""

from __future__ import annotations

from collections.abc import Iterable

from fillomino.deduction.state import ContradictionError, Parts, State, shrink, split
from fillomino.graph import CellSet, bits, components

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias


class Group:
    """A connected set of cells fixed to one number, with fewer cells than the number.

    Records share it, so when it changes, or what it can reach, another takes its place.

    Attributes:
        cells: its cells.
        size: how many they are.
        border: the cells beside it.
        ball: the nearest cells that it can reach, with its own: just so far that they are more than its
            number, if they ever are; 0 while that is not computed.
        early: the cells among them that it might not do without (see `Growth`).
        support: where bottleneck forces nothing, the cells to which it owes that: with them alone it
            can do without any one cell; 0 while that is not known.
        grown: all cells it can reach, with its own; 0 while that is not computed.
        watched: the cells on which the four depend; all while `ball` is not computed.
    """

    __slots__ = ("ball", "border", "cells", "early", "grown", "size", "support", "watched")

    def __init__(self, cells: CellSet, size: int, border: CellSet) -> None:
        self.cells, self.size, self.border = cells, size, border
        self.ball = self.early = self.support = self.grown = 0
        self.watched = -1

    def knowing(self, ball: CellSet, early: CellSet, support: CellSet, grown: CellSet) -> Group:
        """Return the same group, with other knowledge."""
        group = Group(self.cells, self.size, self.border)
        group.ball, group.early, group.support, group.grown = ball, early, support, grown
        group.watched = ball | support | grown
        return group


class Record:
    """Knowledge about a standing number since its rules were last applied.

    Attributes:
        number: the number.
        groups: its open groups.
        opened: the union of their cells.
        fixed: the cells it was fixed on then.
        admits: the cells that admitted it then.
        beside: the neighbours of the fixed cells.
        changed: cells of groups that have changed since, or that no longer admit it.
        watched: the cells on which what is known about its groups depends, and maybe more.
        rooms: the connected parts, large enough for it, of the cells apart from all groups;
            ``None`` while that is not computed.
    """

    __slots__ = ("admits", "beside", "changed", "fixed", "groups", "number", "opened", "rooms", "watched")

    def __init__(self, number: int, groups: list[Group], opened: CellSet = 0) -> None:
        self.number = number
        self.groups = groups
        self.opened = opened
        self.fixed = 0
        self.admits = -1
        self.beside = 0
        self.changed = 0
        self.watched = 0
        self.rooms: Parts | None = None

    def copy(self) -> Record:
        """Return an independent copy; groups and `rooms` are replaced, never changed."""
        other = Record(self.number, self.groups.copy(), self.opened)
        other.fixed, other.admits, other.beside = self.fixed, self.admits, self.beside
        other.changed, other.watched, other.rooms = self.changed, self.watched, self.rooms
        return other


def borders(state: State, record: Record) -> None:
    """Bring the groups of a number up to date, and apply border and merge where they changed.

    A group larger than its number is a contradiction. An unfixed cell loses the number
    if it would join the groups beside it to one that is too large; beside a complete group every cell does.

    Raises:
        ContradictionError: for a group that is too large, or complete without a clue in the basic variant.
    """
    number, near = record.number, state.near
    fixed = state.fixed[number]
    new = fixed & ~record.fixed
    if not new:
        return
    record.fixed = fixed
    record.beside = near(fixed)
    struck = fresh = 0
    for piece in components(near, new):
        cells = piece
        border = near(cells)
        if border & record.opened:
            apart = []
            for group in record.groups:
                if group.border & cells:
                    cells |= group.cells
                    border |= group.border
                else:
                    apart.append(group)
            record.groups = apart
        border &= ~cells
        record.changed |= cells
        size = cells.bit_count()
        if size < number:
            record.groups.append(Group(cells, size, border))
            record.opened |= cells
            fresh |= border
        elif size == number:
            if state.basic and not cells & state.given.get(number, 0):
                raise ContradictionError
            record.opened &= ~cells
            struck |= border
        else:
            raise ContradictionError
    fresh &= state.admits[number] & ~(struck | fixed)
    beside = [group for group in record.groups if group.border & fresh]
    once = twice = 0
    for group in beside:
        twice |= once & group.border
        once |= group.border
    for cell in bits(twice & fresh):
        joined = 1 + sum(group.size for group in beside if group.border >> cell & 1)
        if joined > number:
            struck |= 1 << cell
    if struck:
        state.strike(number, struck)


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


def reach_of(state: State, record: Record, group: Group) -> CellSet:
    """All cells that a group can reach, with its own."""
    return group.grown or expand(state, record, group, state.admits[record.number])[0]


Growth: TypeAlias = tuple[CellSet, CellSet, CellSet, bool]
"""The growth of a group: three sets of cells, and whether it reaches no more than the first.

1. The cells it reaches, with its own.
2. Narrow: single cells through which all growth passes before the group is large enough.
3. Early: the cells of all distances up to which no more cells are reached than the group's number. Any cell
   farther away can be spared: those before it and those as far as it are enough.
"""


def expand(state: State, record: Record, group: Group, allowed: CellSet, enough: int | None = None) -> Growth:
    """All cells that a group can reach within its remaining size, and those of them it can't do without.

    It enters allowed cells only, and stops with `enough` cells, which are at most one more than its number.
    """
    near, number = state.near, record.number
    left = number - group.size
    grown = early = group.cells
    total = group.size
    others = record.opened & ~grown
    allowed &= ~grown
    narrow = 0
    later: dict[int, CellSet] = {}
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


def indispensable(state: State, record: Record, group: Group) -> tuple[CellSet, CellSet]:
    """The cells without which a group could not reach its number, except narrow ones (see `Growth`).

    Where no other group is in its ball, a cell whose absence would not cut the ball in two can be spared: all
    others can still be reached, at worst on a longer way. Then ways to grow are looked for, each as
    far from those before as is easily had: what one of them does without can be spared. The few cells that
    are left are tried.

    Returns:
        Those cells; and where there are none, the support of the group (see `Group`), whose ball is known.
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


def _way(state: State, record: Record, group: Group, shunned: CellSet) -> CellSet:
    """Cells with which a group is as large as its number, its own and other groups on the way among them.

    Shunned cells are taken only where there is no other to go on with. The ball, where none are found.
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


def account(state: State, records: Iterable[Record]) -> bool:
    """Apply the count, once the other rules find nothing more; return whether it struck anything.

    Raises:
        ContradictionError: if the known groups need more cells than there are.
    """
    known = {record.number: record for record in records if record.fixed}
    free = state.size - sum(number * least_regions(state, record) for number, record in known.items())
    if free < 0:
        raise ContradictionError
    struck = False
    if free < state.largest:
        struck = any(room > free for _, room in state.rooms())
        state.largest = free
    for number in state.admits:
        if number > free:
            reached = 0
            if record := known.get(number):
                reached = record.fixed
                for group in record.groups:
                    reached |= reach_of(state, record, group)
            if hidden := state.admits[number] & ~reached:
                state.strike(number, hidden)
                struck = True
    return struck


def least_regions(state: State, record: Record) -> int:
    """A lower bound of a number's regions: complete ones, and groups that can't reach each other."""
    complete = (record.fixed.bit_count() - sum(group.size for group in record.groups)) // record.number
    return complete + count_apart((group.cells, reach_of(state, record, group)) for group in record.groups)


def count_apart(groups: Iterable[tuple[CellSet, CellSet]]) -> int:
    """Return a greedy lower bound of how many different regions some groups belong to.

    Each comes with its cells and all that it can reach; two that don't reach each other differ.
    """
    taken = apart = 0
    reach_at: dict[int, CellSet] = {}
    for cells, grown in groups:
        # Only groups whose cells it reaches can be of its region: on a large board few are.
        if not any(reach_at[cell] & cells for cell in bits(grown & taken)):
            taken |= cells
            reach_at.update(dict.fromkeys(bits(cells), grown))
            apart += 1
    return apart
