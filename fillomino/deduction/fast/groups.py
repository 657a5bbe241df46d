"""The groups of a number, and border and merge: what is beside a group, or between two."""

from __future__ import annotations

from dataclasses import dataclass, field

from fillomino.deduction.components import Parts
from fillomino.deduction.state import ContradictionError, State
from fillomino.graph import bits, components


@dataclass(slots=True, eq=False)
class Group:
    """A connected set of cells fixed to one number, with fewer cells than the number. Sets are bit sets.

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

    cells: int
    size: int
    border: int
    ball: int = 0
    early: int = 0
    support: int = 0
    grown: int = 0
    watched: int = -1

    def knowing(self, ball: int, early: int, support: int, grown: int) -> Group:
        """The same group, with other knowledge."""
        watched = ball | support | grown
        return Group(self.cells, self.size, self.border, ball, early, support, grown, watched)


@dataclass(slots=True, eq=False)
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

    number: int
    groups: list[Group] = field(default_factory=list)
    opened: int = 0
    fixed: int = 0
    admits: int = -1
    beside: int = 0
    changed: int = 0
    watched: int = 0
    rooms: Parts | None = None

    def copy(self) -> Record:
        """Return an independent copy."""
        # `rooms` is replaced, never changed, and so are groups.
        return Record(
            self.number,
            self.groups.copy(),
            self.opened,
            self.fixed,
            self.admits,
            self.beside,
            self.changed,
            self.watched,
            self.rooms,
        )


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
        state.rule_out(number, struck)
