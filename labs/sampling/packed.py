"""The frontier method in NumPy: states in 64-bit words, whole layers at a time, exact sums in limbs.

A word holds one code per slot, the first slot in the lowest bits:

    0                       the slot's number no longer matters
    1 .. width-1            same unfinished region as slot code-1, the first slot of that region
    width + (number, need)  a complete region (need 0), or the first slot of an unfinished one

`Limbs` has a row for each limb, least significant first, and a column for each number. Up to 2^31 limbs
add up within 64 bits, so the carry is settled once after a sum and nothing is ever rounded.

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

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fillomino.counting.frontier import FORGOTTEN, State
from fillomino.counting.schedule import Schedule, Step

Keys: TypeAlias = NDArray[np.uint64]
Limbs: TypeAlias = NDArray[np.uint32]
Rows: TypeAlias = NDArray[np.intp]

BITS = np.uint64(32)
LOW = (1 << 32) - 1


def join(parts: Sequence[Limbs]) -> Limbs:
    """Return the numbers of several arrays in one."""
    height = max(map(len, parts))
    return np.concatenate([np.pad(part, ((0, height - len(part)), (0, 0))) for part in parts], axis=1)


def integers(numbers: Limbs) -> list[int]:
    """Return the numbers as Python integers."""
    result = np.zeros(numbers.shape[1], object)
    for i, limb in enumerate(numbers):
        result += limb.astype(object) << 32 * i
    return list(result)


def from_integers(numbers: Sequence[int]) -> Limbs:
    """Return an array of numbers."""
    height = max(1, -(-max(numbers, default=0).bit_length() // 32))
    return np.array([[number >> 32 * i & LOW for number in numbers] for i in range(height)], np.uint32)


def merge(keys: Keys, numbers: Limbs, sources: Rows | None = None) -> tuple[Keys, Limbs]:
    """Return the distinct keys, ascending, and for each the sum of its numbers.

    `sources` has for each key the column of its number; by default they are in the same order.
    """
    order = np.argsort(keys)
    ordered = keys[order]
    columns = order if sources is None else sources[order]
    new = np.empty(len(keys), bool)
    new[:1] = True
    np.not_equal(ordered[1:], ordered[:-1], out=new[1:])
    starts = np.flatnonzero(new)
    sums = []
    carry = np.zeros(len(starts), np.uint64)
    for limb in numbers:
        total = np.add.reduceat(limb[columns], starts, dtype=np.uint64) + carry
        sums.append((total & np.uint64(LOW)).astype(np.uint32))
        carry = total >> BITS
    if carry.any():
        sums.append(carry.astype(np.uint32))
    return ordered[starts], np.array(sums)


Flags: TypeAlias = NDArray[np.bool_]
Small: TypeAlias = NDArray[np.int16]
Slots: TypeAlias = NDArray[np.int8]

WORD = 64

OWN = np.arange(WORD, dtype=np.int8)[:, None]
"""For each slot its own index, as a column."""

NONE = ~OWN
"""For each slot a label that differs from all others and from every index, as a column."""


@dataclass(frozen=True, slots=True)
class States:
    """Unpacked states side by side: row = slot, column = state.

    Attributes:
        number: the number of a slot; 0 where it no longer matters.
        need: how many cells its region still needs.
        region: the first slot of the same unfinished region; where there is none, the slot itself.
    """

    number: Small
    need: Small
    region: Slots

    def __len__(self) -> int:
        """Return the number of states."""
        return int(self.number.shape[1])

    def select(self, indices: Rows) -> States:
        """Return some of the states."""
        if len(indices) == len(self):
            return self
        return States(self.number[:, indices], self.need[:, indices], self.region[:, indices])

    def reduce(self, slots: Sequence[int]) -> States:
        """Return the states with these slots only, in this order."""
        slots = list(slots)
        number, need = self.number[slots], self.need[slots]
        region = np.empty(number.shape, np.int8)
        region[:] = OWN[: len(slots)]
        old = np.where(need > 0, self.region[slots], NONE[: len(slots)])
        for slot in range(1, len(slots)):
            for earlier in range(slot - 1, -1, -1):  # the first comes last, and stays
                np.copyto(region[slot], earlier, where=old[earlier] == old[slot])
        return States(number, need, region)


def bits_for(schedule: Schedule) -> int:
    """Return how many bits one slot of a schedule's states takes."""
    largest = schedule.task.largest
    return (max(schedule.width, 1) + largest * (largest + 1) // 2 - 1).bit_length()


def fits(schedule: Schedule) -> bool:
    """Return whether the states of a schedule fit in a word."""
    return bits_for(schedule) * schedule.width <= WORD


class Words:
    """The words of a schedule's states."""

    def __init__(self, schedule: Schedule) -> None:
        self._width = max(schedule.width, 1)
        self._bits = bits_for(schedule)
        self._mask = np.uint64((1 << self._bits) - 1)
        self._shifts = np.arange(self._width + 1, dtype=np.uint64) * np.uint64(self._bits)
        # For each code the number and the need that it stands for; 0 and 0 for links.
        pairs = [(0, 0)] * self._width
        pairs += [(v, need) for v in range(1, schedule.task.largest + 1) for need in range(v)]
        self._numbers, self._needs = np.ascontiguousarray(np.array(pairs, np.int16).T)

    def begun(self, number: int, slot: int) -> int:
        """Return what a region of one cell adds to a word if it is seen in this slot alone."""
        return self._code(number, number - 1) << self._bits * slot

    def of_state(self, state: State) -> int:
        """Return the word of a state of `frontier`."""
        slots, parts = state
        first: dict[int, int] = {}
        word = 0
        for slot, label in enumerate(slots):
            if label == FORGOTTEN:
                continue
            number, need = parts[label]
            code = self._code(number, need)
            if need:
                if label in first:
                    code = first[label] + 1
                first.setdefault(label, slot)
            word |= code << self._bits * slot
        return word

    def unpack(self, keys: Keys, slots: int) -> States:
        """Return the states of words, with so many slots."""
        codes = (keys >> self._shifts[:slots, None]) & self._mask
        number, need = self._numbers[codes], self._needs[codes]
        region = np.empty(codes.shape, np.int8)
        region[:] = OWN[:slots]
        first = codes - np.uint64(1)  # code 0 becomes the largest of all, and is no link
        for slot in range(1, slots):
            rows = true(first[slot] < self._width - 1)
            linked = first[slot, rows]
            number[slot, rows] = number[linked, rows]
            need[slot, rows] = need[linked, rows]
            region[slot, rows] = linked
        return States(number, need, region)

    def pack(self, states: States) -> Keys:
        """Return the words of states."""
        slots = len(states.number)
        code = states.number.astype(np.int32)
        code *= code - 1
        code >>= 1
        code += states.need
        code += self._width
        code[states.number == 0] = 0
        linked = (states.need > 0) & (states.region != OWN[:slots])
        np.copyto(code, states.region + np.int8(1), where=linked)
        keys = np.zeros(len(states), np.uint64)
        for slot in range(slots):
            keys |= code[slot].astype(np.uint64) << self._shifts[slot]
        return keys

    def _code(self, number: int, need: int) -> int:
        return self._width + number * (number - 1) // 2 + need


def true(flags: Flags) -> Rows:
    """Return the indices whose flag is set: `numpy.flatnonzero` in a third of its calls."""
    return flags.nonzero()[0]


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
