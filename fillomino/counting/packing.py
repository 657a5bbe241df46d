"""The states of `frontier` in one 64-bit word each, and laid out side by side for NumPy.

A word holds one code per slot, the first slot in the lowest bits:

    0                       the slot's number no longer matters
    1 .. width-1            same unfinished region as slot code-1, the first slot of that region
    width + (number, need)  a complete region (need 0), or the first slot of an unfinished one
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from fillomino.counting.frontier import NOTHING, State
from fillomino.counting.limbs import Keys
from fillomino.counting.schedule import Schedule

Rows: TypeAlias = NDArray[np.intp]
Flags: TypeAlias = NDArray[np.bool_]
Small: TypeAlias = NDArray[np.int16]
Slots: TypeAlias = NDArray[np.int8]

WORD = 64

ITSELF = np.arange(WORD, dtype=np.int8)[:, None]
"""For each slot its own place, as a column."""

NOBODY = ~ITSELF
"""For each slot a label that differs from all others and from every place, as a column."""


@dataclass(frozen=True, slots=True)
class Table:
    """States side by side: row = slot, column = state.

    Attributes:
        number: the number of a slot; 0 where it no longer matters.
        need: how many cells its region still needs.
        region: the first slot of the same unfinished region; where there is none, the slot itself.
    """

    number: Small
    need: Small
    region: Slots

    def columns(self, rows: Rows) -> Table:
        """Some of the states."""
        if len(rows) == self.number.shape[1]:
            return self
        return Table(self.number[:, rows], self.need[:, rows], self.region[:, rows])


def chosen(table: Table, slots: Sequence[int]) -> Table:
    """States of which only these slots stay, in this order."""
    slots = list(slots)
    number, need = table.number[slots], table.need[slots]
    region = np.empty(number.shape, np.int8)
    region[:] = ITSELF[: len(slots)]
    whose = np.where(need > 0, table.region[slots], NOBODY[: len(slots)])
    for place in range(1, len(slots)):
        for earlier in range(place - 1, -1, -1):  # the first comes last, and stays
            np.copyto(region[place], earlier, where=whose[earlier] == whose[place])
    return Table(number, need, region)


def bits_for(schedule: Schedule) -> int:
    """Return how many bits one slot of a schedule's states takes."""
    largest = schedule.task.largest
    return (max(schedule.width, 1) + largest * (largest + 1) // 2 - 1).bit_length()


def fits(schedule: Schedule) -> bool:
    """Return whether the states of a schedule fit in a word."""
    return bits_for(schedule) * schedule.width <= WORD


@lru_cache(maxsize=8)
def _meaning(width: int, largest: int) -> tuple[Small, Small]:
    """For each code the number and the need that it stands for; 0 and 0 for links."""
    pairs = [(0, 0)] * width + [(v, need) for v in range(1, largest + 1) for need in range(v)]
    both = np.array(pairs, np.int16)
    return np.ascontiguousarray(both[:, 0]), np.ascontiguousarray(both[:, 1])


class Words:
    """The words of a schedule's states."""

    def __init__(self, schedule: Schedule) -> None:
        self._width = max(schedule.width, 1)
        self._bits = bits_for(schedule)
        self._mask = np.uint64((1 << self._bits) - 1)
        self._shifts = np.arange(self._width + 1, dtype=np.uint64) * np.uint64(self._bits)
        self._numbers, self._needs = _meaning(self._width, schedule.task.largest)

    def begun(self, number: int, slot: int) -> int:
        """Return what a region of one cell adds to a word if it is seen in this slot alone."""
        return self._code(number, number - 1) << self._bits * slot

    def of_state(self, state: State) -> int:
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
            word |= code << self._bits * slot
        return word

    def unpack(self, keys: Keys, slots: int) -> Table:
        """The states of words, with so many slots."""
        codes = (keys >> self._shifts[:slots, None]) & self._mask
        number, need = self._numbers[codes], self._needs[codes]
        region = np.empty(codes.shape, np.int8)
        region[:] = ITSELF[:slots]
        first = codes - np.uint64(1)  # code 0 becomes the largest of all, and is no link
        for slot in range(1, slots):
            rows = true(first[slot] < self._width - 1)
            linked = first[slot, rows]
            number[slot, rows] = number[linked, rows]
            need[slot, rows] = need[linked, rows]
            region[slot, rows] = linked
        return Table(number, need, region)

    def pack(self, table: Table) -> Keys:
        """The words of states."""
        slots = len(table.number)
        code = table.number.astype(np.int32)
        code *= code - 1
        code >>= 1
        code += table.need
        code += self._width
        code[table.number == 0] = 0
        linked = (table.need > 0) & (table.region != ITSELF[:slots])
        np.copyto(code, table.region + np.int8(1), where=linked)
        keys = np.zeros(table.number.shape[1], np.uint64)
        for slot in range(slots):
            keys |= code[slot].astype(np.uint64) << self._shifts[slot]
        return keys

    def _code(self, number: int, need: int) -> int:
        return self._width + number * (number - 1) // 2 + need


def true(flags: Flags) -> Rows:
    """The rows whose flag is set: `numpy.flatnonzero` in a third of its calls."""
    return flags.nonzero()[0]
