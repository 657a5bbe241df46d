"""Whole layers advanced by NumPy, as states packed in words.

`PackedSteps` does what `frontier.advance` does, and on a bare board joins more states, which the plain
method keeps apart for the sake of its clarity:

- *Large numbers are interchangeable.* A number larger than the count of empty cells can't begin anew, only
  join what stands. If one unfinished region holds it, its name is of no consequence: such numbers are
  renamed empty+1, empty+2, … in the order of the slots.
- *Rows mirrored at row ends* have equally many completions: the smaller word of the two is kept.

Calls into NumPy are few, for on short layers each costs more than what it does: where one call can
treat all slots, or all numbers, it does.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from fillomino.counting.packing import NONE, OWN, Flags, Keys, Rows, Small, States, Words, true
from fillomino.counting.schedule import Schedule, Step


class Missing(NamedTuple):
    """The cells that the unfinished regions of some states need at least. One slot stands for each number.

    Attributes:
        number: the number of a slot that stands for it; else 0.
        cells: how many cells are missing until those of the number are a multiple of it; else 0.
        total: what all numbers of a state miss together.
    """

    number: Small
    cells: Small
    total: Small


class PackedSteps:
    """The steps of a schedule on packed states."""

    def __init__(self, schedule: Schedule, *, join_alike: bool = True) -> None:
        self.words = Words(schedule)
        self._largest = schedule.task.largest
        self._join_alike = join_alike and schedule.task.bare

    def expand(self, step: Step, keys: Keys) -> tuple[Rows, Small, Keys]:
        """Return all ways to take a step from some states.

        Returns:
            For each way the index of the state it starts from, the number filled in, and the state after.
            A few of these may be states that `frontier` would drop because they can't be finished.
        """
        table = self.words.unpack(keys, step.slots)
        ways = zip(self._begun(step, table), *self._joined(step, table), strict=True)
        sources, numbers, after = map(np.concatenate, ways)
        return sources, numbers, after

    def settle(self, step: Step, keys: Keys) -> tuple[Rows, Keys]:
        """Return one word for all states that have equally many completions, as far as this is seen.

        Returns:
            The indices of the states that can still be finished, as far as this is seen, and their words.
        """
        slots = len(step.kept)
        table = self.words.unpack(keys, slots)
        states = true(missing(table).total <= step.empty)
        table = table.select(states)
        self._forget(step, table)
        if not self._join_alike:
            return states, self.words.pack(table)
        settled = self.words.pack(self._renamed(step, table))
        if step.mirrored:
            back = table.reduce(range(slots - 1, -1, -1))
            settled = np.minimum(settled, self.words.pack(self._renamed(step, back)))
        return states, settled

    def _begun(self, step: Step, table: States) -> tuple[Rows, Small, Keys]:
        """The ways in which the new cell begins a region: its number stands on no neighbour."""
        after, alive = self._left(step, table, [slot for slot in step.kept if slot < step.slots])
        room = np.array(step.room, np.int16)
        # Row = number. First as if no cell held it: it must find room for all its cells.
        others = np.arange(-1, self._largest, dtype=np.int16)
        need = missing(after)
        possible = (need.total + others[:, None] <= step.empty) & (others <= room)[:, None]
        for number, cells in zip(need.number, need.cells, strict=True):
            # Where it stands already, the new region may merge with that later.
            states = true(number > 0)
            here, old = number[states], cells[states]
            more = np.where(old > 0, old, here) - 1
            possible[here, states] = (more <= room[here]) & (need.total[states] - old + more <= step.empty)
        for slot in (*step.beside, *step.walled):
            possible[table.number[slot], np.arange(len(table))] = False
        possible &= alive
        # Only a complete region, that of a 1, may be cut off at once.
        admitted = step.admitted[step.slots]
        numbers = [number for number in step.numbers if number == 1 or admitted >> number & 1]
        sources = [true(possible[number]) for number in numbers]
        added = [
            self.words.begun(number, len(after.number)) if admitted >> number & 1 else 0 for number in numbers
        ]
        lengths = [len(states) for states in sources]
        every = np.concatenate([np.zeros(0, np.intp), *sources])
        keys = self.words.pack(after)[every] | np.repeat(np.array(added, np.uint64), lengths)
        return every, np.repeat(np.array(numbers, np.int16), lengths), keys

    def _joined(self, step: Step, table: States) -> Iterator[tuple[Rows, Small, Keys]]:
        """The ways in which the new cell joins unfinished regions beside it, all of one number."""
        allowed = np.zeros(self._largest + 1, bool)
        allowed[list(step.numbers)] = True
        for turn, slot in enumerate(step.beside):
            possible = (table.need[slot] > 0) & allowed[table.number[slot]]
            for other in (*step.beside[:turn], *step.walled):
                possible &= table.number[other] != table.number[slot]
            states = true(possible)
            if not len(states):
                continue
            part = table.select(states)
            number, region = part.number[slot], part.region[slot]
            need = part.need[slot] - 1
            member = part.region == region
            for other in step.beside[turn + 1 :]:
                new = (part.number[other] == number) & ~member[other]
                # A complete region of the number lacks nothing, so the need falls below 0.
                need = need - np.where(new, number - part.need[other], 0)
                member |= new & (part.region == part.region[other])
            grown = States(
                np.concatenate([part.number, number[None]]),
                np.concatenate([np.where(member, need, part.need), need[None]]),
                np.concatenate([np.where(member, region, part.region), region[None]]),
            )
            after, alive = self._left(step, grown, list(step.kept))
            keep = true(alive & (need >= 0))
            yield states[keep], number[keep], self.words.pack(after.select(keep))

    def _left(self, step: Step, table: States, kept: list[int]) -> tuple[States, Flags]:
        """The states with only the slots kept; and which of them cut off no region by that.

        Numbers that no cell beside them can hold are forgotten.
        """
        every = (2 << self._largest) - 2
        restricted = [slot for slot in kept if step.admitted[slot] != every]
        held = States(table.number.copy(), table.need.copy(), table.region) if restricted else table
        for slot in restricted:
            gone = np.array([not step.admitted[slot] >> n & 1 for n in range(self._largest + 1)], bool)
            states = true(gone[table.number[slot]])
            held.number[slot, states] = held.need[slot, states] = 0
        after = held.reduce(kept)
        seen = np.where(after.need > 0, table.region[kept], NONE[: len(kept)])
        alive = np.ones(len(table), bool)
        for slot in range(len(table.number)):
            if slot not in kept or step.admitted[slot] != every:
                cut = table.need[slot] > 0
                for region in seen:
                    cut &= region != table.region[slot]
                alive &= ~cut
        return after, alive

    def _forget(self, step: Step, table: States) -> None:
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

    def _renamed(self, step: Step, table: States) -> States:
        """Rename the numbers larger than the count of empty cells, in the order of the slots."""
        if step.empty >= self._largest:
            return table
        large = (table.number > step.empty) & (table.need > 0)
        if not large.any():
            return table
        # Several unfinished regions of one large number may merge or not, and how depends on the number:
        # such states are left as they are.
        slots = len(table.number)
        held = np.where(large, table.number, NONE[:slots])
        renamed = np.ones(len(table), bool)
        first = large
        for slot in range(slots):
            for earlier in range(slot):
                same = held[earlier] == held[slot]
                renamed &= ~(same & (table.region[earlier] != table.region[slot]))
                first[slot] &= ~same
        first &= renamed
        names = step.empty + np.cumsum(first, axis=0, dtype=np.int16)
        number = table.number.copy()
        for slot in range(slots):
            np.copyto(number, names[slot], where=first[slot] & (table.number == table.number[slot]))
        return States(number, table.need, table.region)


def missing(table: States) -> Missing:
    """Return the cells that the unfinished regions of some states need at least.

    Regions of one number may yet merge. But in the end their cells are a multiple of the number.
    """
    slots = len(table.number)
    first = (table.need > 0) & (table.region == OWN[:slots])
    number = np.where(first, table.number, NONE[:slots])
    cells = np.where(first, table.need, np.int16(0))
    for slot in range(slots):
        for later in range(slot + 1, slots):
            states = true(number[slot] == number[later])
            if len(states):
                both = number[slot, states]
                # Of a multiple of the number lack the sum of both, or what that exceeds the number by.
                cells[slot, states] = (cells[slot, states] + cells[later, states]) % both
                cells[later, states] = 0
                number[later, states] = ~later
    return Missing(np.maximum(number, 0), cells, cells.sum(axis=0, dtype=np.int16))
