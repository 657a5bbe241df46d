"""The states of `frontier` packed into one 64-bit word each, and whole layers advanced by NumPy.

A word holds one code per slot, the first slot in the lowest bits:

    0                       the slot's number no longer matters
    1 .. width-1            same unfinished region as slot code-1, the first slot of that region
    width + (number, need)  a complete region (need 0), or the first slot of an unfinished one

`Layers` does what `frontier.advance` does, and on a bare board joins more states, which the plain
method keeps apart for the sake of its clarity:

- *Large numbers are alike.* A number larger than the count of empty cells can't begin anew, only join
  what stands. If one unfinished region holds it, its name is of no consequence: such numbers are
  renamed left+1, left+2, … in the order of the slots.
- *Rows mirrored at row ends* have equally many ways to go on: the smaller word of the two is kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from fillomino.counting.frontier import NOTHING, State
from fillomino.counting.limbs import Keys
from fillomino.counting.order import Plan, Step

Rows: TypeAlias = NDArray[np.intp]
Flags: TypeAlias = NDArray[np.bool_]
Small: TypeAlias = NDArray[np.int16]

WORD = 64


@lru_cache(maxsize=8)
def _tables(width: int, largest: int) -> tuple[Small, Small]:
    """For each code the number and the need that it stands for; 0 and 0 for links."""
    pairs = [(0, 0)] * max(width, 1) + [(v, need) for v in range(1, largest + 1) for need in range(v)]
    both = np.array(pairs, np.int16)
    return np.ascontiguousarray(both[:, 0]), np.ascontiguousarray(both[:, 1])


def _true(flags: Flags) -> Rows:
    """The rows whose flag is set: `numpy.flatnonzero` in a third of its calls."""
    return flags.nonzero()[0]


def bits_for(plan: Plan) -> int:
    """How many bits one slot of a plan's states takes."""
    largest = plan.task.largest
    return (max(plan.width, 1) + largest * (largest + 1) // 2 - 1).bit_length()


def fits(plan: Plan) -> bool:
    """Whether the states of a plan fit in a word."""
    return bits_for(plan) * plan.width <= WORD


@dataclass(frozen=True, slots=True)
class Table:
    """States side by side: row = slot, column = state.

    Attributes:
        number: the number of a slot; 0 where it no longer matters.
        need: how many cells its region still needs.
        region: slots of the same unfinished region agree here, all others differ.
    """

    number: Small
    need: Small
    region: NDArray[np.int8]


class Layers:
    """The steps of a plan on packed states."""

    def __init__(self, plan: Plan, *, alike: bool = True) -> None:
        self.plan = plan
        self.width = max(plan.width, 1)
        self.bits = bits_for(plan)
        self.alike = alike and plan.task.bare
        self.mask = np.uint64((1 << self.bits) - 1)
        self.numbers, self.needs = _tables(self.width, plan.task.largest)

    def expand(self, step: Step, slots: int, keys: Keys) -> tuple[Rows, Small, Keys]:
        """All ways to take a step from some states of so many slots.

        Returns:
            For each way the row of the state it starts from, the number filled in, and the state after.
            A few of these may be states that `frontier` would drop because they can't be finished.
        """
        table = self._unpack(keys, slots)
        found = [*self._fresh(step, slots, keys, table), *self._joined(step, slots, table)]
        rows, numbers, after = zip(*found, strict=True) if found else ((), (), ())
        empty = (np.zeros(0, np.intp), np.zeros(0, np.int16), np.zeros(0, np.uint64))
        return (
            np.concatenate([empty[0], *rows]),
            np.concatenate([empty[1], *numbers]),
            np.concatenate([empty[2], *after]),
        )

    def settle(self, step: Step, keys: Keys) -> tuple[Rows, Keys]:
        """One word for all states that have equally many ways to go on, as far as this is seen.

        Returns:
            The rows of the states that can still be finished, as far as this is seen, and their words.
        """
        slots = len(step.kept)
        if not slots:
            return np.arange(len(keys)), keys
        table = self._unpack(keys, slots)
        _, wanted = self._wanted(table)
        rows = _true(wanted <= step.left)
        table = Table(table.number[:, rows], table.need[:, rows], table.region[:, rows])
        self._forget(step, slots, table)
        straight = range(slots)
        if not self.alike:
            return rows, self._pack(table, straight)
        settled = self._pack(self._renamed(step, straight, table), straight)
        if step.mirrored:
            back = range(slots - 1, -1, -1)
            settled = np.minimum(settled, self._pack(self._renamed(step, back, table), back))
        return rows, settled

    def pack_state(self, state: State) -> int:
        """The word of a state of `frontier`."""
        slots, parts = state
        first: dict[int, int] = {}
        word = 0
        for slot, label in enumerate(slots):
            if label == NOTHING:
                continue
            number, need = parts[label]
            code = self._code(number, need)
            if need:
                if label in first:
                    code = first[label] + 1
                first.setdefault(label, slot)
            word |= code << self.bits * slot
        return word

    def _code(self, number: int, need: int) -> int:
        return self.width + number * (number - 1) // 2 + need

    def _unpack(self, keys: Keys, slots: int) -> Table:
        number = np.empty((slots, len(keys)), np.int16)
        need = np.empty_like(number)
        region = np.empty((slots, len(keys)), np.int8)
        for slot in range(slots):
            code = (keys >> np.uint64(slot * self.bits) & self.mask).astype(np.intp)
            number[slot] = self.numbers[code]
            need[slot] = self.needs[code]
            region[slot] = slot
            if slot:
                linked = _true((code > 0) & (code < self.width))
                first = code[linked] - 1
                number[slot, linked] = number[first, linked]
                need[slot, linked] = need[first, linked]
                region[slot, linked] = first
        return Table(number, need, region)

    def _pack(self, table: Table, slots: range | list[int]) -> Keys:
        """The words of states of which only these slots stay, in this order."""
        keys = np.zeros(table.number.shape[1], np.uint64)
        for place, slot in enumerate(slots):
            number = table.number[slot].astype(np.int64)
            code = self.width + number * (number - 1) // 2 + table.need[slot]
            code[number == 0] = 0
            unfinished = table.need[slot] > 0
            for earlier in range(place - 1, -1, -1):
                same = table.region[slots[earlier]] == table.region[slot]
                code[same & unfinished & (table.number[slots[earlier]] > 0)] = earlier + 1
            keys |= code.astype(np.uint64) << np.uint64(place * self.bits)
        return keys

    def _fresh(self, step: Step, slots: int, keys: Keys, table: Table) -> list[tuple[Rows, Small, Keys]]:
        """The ways in which the new cell begins a region: its number stands on no neighbour."""
        numbers = step.numbers
        if not numbers or not len(keys):
            return []
        kept = [slot for slot in step.kept if slot < slots]
        beside = [table.number[slot] for slot in (*step.beside, *step.parted)]
        table, alive = self._leave(step, slots, table, kept)
        base = self._pack(table, kept)
        after = self._unpack(base, len(kept))
        sizes, wanted = self._wanted(after)
        place = np.uint64(len(kept) * self.bits)
        found = []
        for number in numbers:
            stays = bool(step.admitted[slots] >> number & 1)
            if number > 1 and not stays:
                continue
            room = min(step.left, step.room[number])
            possible = alive & (wanted + (number - 1) <= step.left)
            if number - 1 > step.room[number]:
                possible[:] = False
            if number > 1:
                # Where the number stands already, the new region may merge with that later.
                merged = self._size_of(after, sizes, number)
                standing = _true(alive & (merged > 0))
                size = merged[standing]
                missing = -(size + 1) % number
                total = wanted[standing] - (-size % number) + missing
                possible[standing] = (missing <= room) & (total <= step.left)
            for other in beside:
                possible &= other != number
            rows = _true(possible)
            if len(rows):
                code = self._code(number, number - 1) if stays else 0
                words = base[rows] | np.uint64(code) << place if stays else base[rows]
                found.append((rows, np.full(len(rows), number, np.int16), words))
        return found

    def _joined(self, step: Step, slots: int, table: Table) -> list[tuple[Rows, Small, Keys]]:
        """The ways in which the new cell joins unfinished regions beside it, all of one number."""
        found = []
        for turn, slot in enumerate(step.beside):
            number = table.number[slot]
            possible = (table.need[slot] > 0) & self._allows(step, number)
            for earlier in step.beside[:turn]:
                possible &= table.number[earlier] != number
            for other in step.parted:
                possible &= table.number[other] != number
            rows = _true(possible)
            if not len(rows):
                continue
            part = Table(table.number[:, rows], table.need[:, rows], table.region[:, rows])
            number, region = part.number[slot], part.region[slot].copy()
            need = part.need[slot] - 1
            joined = [region]
            for other in step.beside[turn + 1 :]:
                same = part.number[other] == number
                new = same.copy()
                for known in joined:
                    new &= part.region[other] != known
                # A complete region of the number lacks nothing, so the need falls below 0.
                need = need - np.where(new, number - part.need[other], 0)
                joined.append(np.where(new, part.region[other], region).astype(np.int8))
            grown = Table(
                np.concatenate([part.number, number[None]]),
                np.concatenate([part.need, need[None]]),
                np.concatenate([part.region, region[None]]),
            )
            old = slice(slots)
            unfinished = (part.need > 0) & (part.number == number)
            member = np.logical_or.reduce([part.region == known for known in joined]) & unfinished
            np.copyto(grown.need[old], need, where=member)
            np.copyto(grown.region[old], region, where=member)
            grown, alive = self._leave(step, slots + 1, grown, list(step.kept))
            alive &= need >= 0
            keep = _true(alive)
            words = self._pack(
                Table(grown.number[:, keep], grown.need[:, keep], grown.region[:, keep]), list(step.kept)
            )
            found.append((rows[keep], number[keep], words))
        return found

    def _allows(self, step: Step, number: Small) -> Flags:
        allowed = np.zeros(self.plan.task.largest + 1, bool)
        allowed[list(step.numbers)] = True
        return allowed[number]

    def _leave(self, step: Step, slots: int, table: Table, kept: list[int]) -> tuple[Table, Flags]:
        """Forget numbers that nobody beside them can hold; which states cut off no region by that."""
        largest = self.plan.task.largest
        stays = np.zeros(table.number.shape, bool)
        for slot in kept:
            admitted = step.admitted[slot]
            if admitted == (2 << largest) - 2:
                np.greater(table.number[slot], 0, out=stays[slot])
            else:
                flags = np.array([admitted >> number & 1 for number in range(largest + 1)], bool)
                stays[slot] = flags[table.number[slot]]
        alive = np.ones(table.number.shape[1], bool)
        for slot in range(slots):
            cut = (table.need[slot] > 0) & ~stays[slot]
            for other in kept:
                if other != slot:
                    cut &= ~(stays[other] & (table.region[other] == table.region[slot]))
            alive &= ~cut
        number = np.where(stays, table.number, 0).astype(np.int16)
        need = np.where(stays, table.need, 0).astype(np.int16)
        return Table(number, need, table.region), alive

    @staticmethod
    def _firsts(table: Table) -> list[Flags]:
        """For each slot where it is the first of an unfinished region (in fresh unpacked states)."""
        return [(table.region[slot] == slot) & (table.need[slot] > 0) for slot in range(len(table.number))]

    def _wanted(self, table: Table) -> tuple[list[Small], Small]:
        """The size of the region that begins in each slot (else 0), and how many cells are needed."""
        slots = len(table.number)
        firsts = self._firsts(table)
        sizes = [
            np.where(firsts[slot], table.number[slot] - table.need[slot], 0).astype(np.int16)
            for slot in range(slots)
        ]
        wanted = np.zeros(table.number.shape[1], np.int16)
        for slot in range(slots):
            counts = firsts[slot].copy()
            size = sizes[slot].copy()
            for other in range(slots):
                if other != slot:
                    same = (table.number[other] == table.number[slot]) & firsts[other]
                    if other < slot:
                        counts &= ~same
                    else:
                        size += np.where(same, sizes[other], 0).astype(np.int16)
            rows = _true(counts)
            wanted[rows] += -size[rows] % table.number[slot, rows]
        return sizes, wanted

    @staticmethod
    def _size_of(table: Table, sizes: list[Small], number: int) -> Small:
        """How many cells the unfinished regions of a number have together."""
        size = np.zeros(table.number.shape[1], np.int16)
        for slot, each in enumerate(sizes):
            size += each * (table.number[slot] == number)
        return size

    def _forget(self, step: Step, slots: int, table: Table) -> None:
        """Forget complete regions of numbers that can't come up again."""
        room = np.array(step.room, np.int16)
        for slot in range(slots):
            number = table.number[slot]
            gone = (table.need[slot] == 0) & (number > room[number])
            for other in range(slots):
                if other != slot:
                    gone &= ~((table.number[other] == number) & (table.need[other] > 0))
            number[gone] = 0

    def _renamed(self, step: Step, slots: range, table: Table) -> Table:
        """Rename the numbers larger than the count of empty cells, in the order of the slots."""
        left = step.left
        if left >= self.plan.task.largest:
            return table
        # Several unfinished regions of one large number may merge or not, and how depends on the number:
        # such states are left as they are.
        large = [(table.number[slot] > left) & (table.need[slot] > 0) for slot in slots]
        number = table.number.copy()
        touched = np.ones(number.shape[1], bool)
        for i, slot in enumerate(slots):
            for j in range(i):
                other = slots[j]
                same = large[i] & (table.number[other] == table.number[slot]) & (table.need[other] > 0)
                touched &= ~(same & (table.region[other] != table.region[slot]))
        if not any(flags.any() for flags in large):
            return table
        name = np.full(number.shape[1], left, np.int16)
        for i, slot in enumerate(slots):
            new = large[i] & touched
            for j in range(i):
                new &= ~(large[j] & (table.number[slots[j]] == table.number[slot]))
            name += new
            for other in slots:
                alike = new & (table.number[other] == table.number[slot])
                np.copyto(number[other], name, where=alike)
        return Table(number, table.need, table.region)
