"""The states of `frontier` in 64-bit words, side by side for NumPy, and exact sums in limbs.

A word holds one code per slot, the first slot in the lowest bits:

    0                       the slot's number no longer matters
    1 .. width-1            same unfinished region as slot code-1, the first slot of that region
    width + (number, need)  a complete region (need 0), or the first slot of an unfinished one

`Limbs` has a row for each limb, least significant first, and a column for each number. Up to 2^31 limbs
add up within 64 bits, so the carry is settled once after a sum and nothing is ever rounded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from fillomino.counting.frontier import FORGOTTEN, State
from fillomino.counting.schedule import Schedule

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

    Args:
        keys: a key for each number to add.
        numbers: the numbers.
        sources: for each key the column of its number; by default they are in the same order.
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
class PackedLayer:
    """The packed states between two steps of a count.

    Attributes:
        done: how many cells are filled.
        keys: the states, ascending.
        ways: in how many ways each arises.
    """

    done: int
    keys: Keys
    ways: Limbs


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
