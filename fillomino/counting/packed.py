"""Whole layers advanced by NumPy, as states packed in words.

`Layers` does what `frontier.advance` does, and on a bare board joins more states, which the plain
method keeps apart for the sake of its clarity:

- *Large numbers are alike.* A number larger than the count of empty cells can't begin anew, only join
  what stands. If one unfinished region holds it, its name is of no consequence: such numbers are
  renamed left+1, left+2, … in the order of the slots.
- *Rows mirrored at row ends* have equally many ways to go on: the smaller word of the two is kept.

Calls into NumPy are few, for on short layers each costs more than what it does: where one call can
treat all slots, or all numbers, it does.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from fillomino.counting.limbs import Keys
from fillomino.counting.packing import ITSELF, NOBODY, Flags, Rows, Small, Table, Words, chosen, true
from fillomino.counting.schedule import Schedule, Step


@dataclass(frozen=True, slots=True)
class Wanted:
    """The least needs of the unfinished regions of some states. All regions of a number stand in one slot.

    Attributes:
        number: the number of a slot that stands for it; else 0.
        lack: how many cells are missing until those of the number are a multiple of it; else 0.
        total: what all numbers of a state lack together.
    """

    number: Small
    lack: Small
    total: Small


class Layers:
    """The steps of a schedule on packed states."""

    def __init__(self, schedule: Schedule, *, alike: bool = True) -> None:
        self.words = Words(schedule)
        self._largest = schedule.task.largest
        self._alike = alike and schedule.task.bare

    def expand(self, step: Step, slots: int, keys: Keys) -> tuple[Rows, Small, Keys]:
        """All ways to take a step from some states of so many slots.

        Returns:
            For each way the row of the state it starts from, the number filled in, and the state after.
            A few of these may be states that `frontier` would drop because they can't be finished.
        """
        table = self.words.unpack(keys, slots)
        found = [self._begun(step, slots, table), *self._joined(step, table)]
        rows, numbers, after = zip(*found, strict=True)
        return np.concatenate(rows), np.concatenate(numbers), np.concatenate(after)

    def settle(self, step: Step, keys: Keys) -> tuple[Rows, Keys]:
        """One word for all states that have equally many ways to go on, as far as this is seen.

        Returns:
            The rows of the states that can still be finished, as far as this is seen, and their words.
        """
        slots = len(step.kept)
        table = self.words.unpack(keys, slots)
        rows = true(wanted(table).total <= step.left)
        table = table.columns(rows)
        self._forget(step, table)
        if not self._alike:
            return rows, self.words.pack(table)
        settled = self.words.pack(self._renamed(step, table))
        if step.mirrored:
            back = chosen(table, range(slots - 1, -1, -1))
            settled = np.minimum(settled, self.words.pack(self._renamed(step, back)))
        return rows, settled

    def _begun(self, step: Step, slots: int, table: Table) -> tuple[Rows, Small, Keys]:
        """The ways in which the new cell begins a region: its number stands on no neighbour."""
        states = table.number.shape[1]
        after, alive = self._left(step, table, [slot for slot in step.kept if slot < slots])
        stays = np.array([step.admitted[slots] >> number & 1 for number in range(self._largest + 1)], bool)
        room = np.array(step.room, np.int16)
        # Row = number. First as if no cell held it: it must find room for all its cells.
        others = np.arange(-1, self._largest, dtype=np.int16)
        need = wanted(after)
        possible = (need.total + others[:, None] <= step.left) & (others <= room)[:, None]
        for number, lack in zip(need.number, need.lack, strict=True):
            # Where it stands already, the new region may merge with that later.
            rows = true(number > 0)
            here, lacks = number[rows], lack[rows]
            more = np.where(lacks > 0, lacks, here) - 1
            possible[here, rows] = (more <= room[here]) & (need.total[rows] - lacks + more <= step.left)
        for slot in (*step.beside, *step.parted):
            possible[table.number[slot], np.arange(states)] = False
        possible &= alive
        each = [true(possible[number]) for number in step.numbers if number == 1 or stays[number]]
        tried = [number for number in step.numbers if number == 1 or stays[number]]
        rows = np.concatenate([np.zeros(0, np.intp), *each])
        numbers = np.repeat(np.array(tried, np.int16), [len(found) for found in each])
        place = len(after.number)
        added = [
            self.words.begun(number, place) if stays[number] else 0 for number in range(self._largest + 1)
        ]
        return rows, numbers, self.words.pack(after)[rows] | np.array(added, np.uint64)[numbers]

    def _joined(self, step: Step, table: Table) -> list[tuple[Rows, Small, Keys]]:
        """The ways in which the new cell joins unfinished regions beside it, all of one number."""
        found = []
        allowed = np.zeros(self._largest + 1, bool)
        allowed[list(step.numbers)] = True
        for turn, slot in enumerate(step.beside):
            possible = (table.need[slot] > 0) & allowed[table.number[slot]]
            for other in (*step.beside[:turn], *step.parted):
                possible &= table.number[other] != table.number[slot]
            rows = true(possible)
            if not len(rows):
                continue
            part = table.columns(rows)
            number, region = part.number[slot], part.region[slot]
            need = part.need[slot] - 1
            member = part.region == region
            for other in step.beside[turn + 1 :]:
                new = (part.number[other] == number) & ~member[other]
                # A complete region of the number lacks nothing, so the need falls below 0.
                need = need - np.where(new, number - part.need[other], 0)
                member |= new & (part.region == part.region[other])
            grown = Table(
                np.concatenate([part.number, number[None]]),
                np.concatenate([np.where(member, need, part.need), need[None]]),
                np.concatenate([np.where(member, region, part.region), region[None]]),
            )
            after, alive = self._left(step, grown, list(step.kept))
            keep = true(alive & (need >= 0))
            found.append((rows[keep], number[keep], self.words.pack(after.columns(keep))))
        return found

    def _left(self, step: Step, table: Table, kept: list[int]) -> tuple[Table, Flags]:
        """The states with only the slots kept; and which of them cut off no region by that.

        Numbers that no cell beside them can hold are forgotten.
        """
        every = (2 << self._largest) - 2
        held = table
        for slot in kept:
            if step.admitted[slot] != every:
                held = self._unheld(held, slot, step.admitted[slot])
        after = chosen(held, kept)
        seen = np.where(after.need > 0, table.region[kept], NOBODY[: len(kept)])
        alive = np.ones(table.number.shape[1], bool)
        for slot in range(len(table.number)):
            if slot not in kept or step.admitted[slot] != every:
                cut = table.need[slot] > 0
                for region in seen:
                    cut &= region != table.region[slot]
                alive &= ~cut
        return after, alive

    def _unheld(self, table: Table, slot: int, admitted: int) -> Table:
        """The states with a slot forgotten where it holds a number that is not admitted beside it."""
        gone = np.array([not admitted >> number & 1 for number in range(self._largest + 1)], bool)
        rows = true(gone[table.number[slot]])
        number, need = table.number.copy(), table.need.copy()
        number[slot, rows] = need[slot, rows] = 0
        return Table(number, need, table.region)

    def _forget(self, step: Step, table: Table) -> None:
        """Forget complete regions of numbers that can't come up again."""
        if min(step.room[1:], default=0) >= self._largest:
            return
        room = np.array(step.room, np.int16)
        unfinished = np.where(table.need > 0, table.number, np.int16(-1))
        for slot, number in enumerate(table.number):
            gone = (table.need[slot] == 0) & (number > room[number])
            for other in unfinished:
                gone &= other != number
            number[gone] = 0

    def _renamed(self, step: Step, table: Table) -> Table:
        """Rename the numbers larger than the count of empty cells, in the order of the slots."""
        left = step.left
        if left >= self._largest:
            return table
        large = (table.number > left) & (table.need > 0)
        if not large.any():
            return table
        # Several unfinished regions of one large number may merge or not, and how depends on the number:
        # such states are left as they are.
        slots = len(table.number)
        held = np.where(large, table.number, NOBODY[:slots])
        touched = np.ones(large.shape[1], bool)
        first = large
        for slot in range(slots):
            for earlier in range(slot):
                same = held[earlier] == held[slot]
                touched &= ~(same & (table.region[earlier] != table.region[slot]))
                first[slot] &= ~same
        first &= touched
        names = left + np.cumsum(first, axis=0, dtype=np.int16)
        number = table.number.copy()
        for slot in range(slots):
            np.copyto(number, names[slot], where=first[slot] & (table.number == table.number[slot]))
        return Table(number, table.need, table.region)


def wanted(table: Table) -> Wanted:
    """The least needs of the unfinished regions of some states.

    Regions of one number may yet merge. But in the end their cells are a multiple of the number.
    """
    slots = len(table.number)
    first = (table.need > 0) & (table.region == ITSELF[:slots])
    number = np.where(first, table.number, NOBODY[:slots])
    lack = np.where(first, table.need, np.int16(0))
    for slot in range(slots):
        for later in range(slot + 1, slots):
            rows = true(number[slot] == number[later])
            if len(rows):
                both = number[slot, rows]
                # Of a multiple of the number lack the sum of both, or what that exceeds the number by.
                lack[slot, rows] = (lack[slot, rows] + lack[later, rows]) % both
                lack[later, rows] = 0
                number[later, rows] = ~later
    return Wanted(np.maximum(number, 0), lack, lack.sum(axis=0, dtype=np.int16))
