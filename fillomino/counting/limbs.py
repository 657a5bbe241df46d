"""Exact sums of numbers that outgrow 64 bits, on NumPy arrays: several limbs of 32 bits each.

A column of numbers is a list of arrays, least significant limb first. Up to 2^31 limbs add up
within 64 bits, so the carry is settled once after a sum and nothing is ever rounded.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Keys: TypeAlias = NDArray[np.uint64]
Limbs: TypeAlias = list[NDArray[np.uint32]]

BITS = np.uint64(32)
LOW = np.uint64(0xFFFFFFFF)


@dataclass(frozen=True, slots=True)
class Layer:
    """A layer of packed states, between two steps of a count: those after so many cells.

    Attributes:
        done: how many cells are filled.
        keys: the states, ascending.
        ways: in how many ways each arises.
        peak: the most states in a layer so far.
        states: the states of all layers so far.
    """

    done: int
    keys: Keys
    ways: Limbs
    peak: int
    states: int


def ones(length: int) -> Limbs:
    """A column of ones."""
    return [np.ones(length, np.uint32)]


def take(column: Limbs, rows: NDArray[np.intp]) -> Limbs:
    """The rows of a column, in the order given."""
    return [limb[rows] for limb in column]


def join(columns: list[Limbs]) -> Limbs:
    """Columns one below the other."""
    height = max(len(column) for column in columns)
    return [
        np.concatenate(
            [column[i] if i < len(column) else np.zeros(len(column[0]), np.uint32) for column in columns]
        )
        for i in range(height)
    ]


def sums(column: Limbs, starts: NDArray[np.intp]) -> Limbs:
    """The sums over consecutive rows, from each start to the next (or the end)."""
    result: Limbs = []
    carry = np.zeros(len(starts), np.uint64)
    for limb in column:
        total = np.add.reduceat(limb, starts, dtype=np.uint64) + carry
        result.append((total & LOW).astype(np.uint32))
        carry = total >> BITS
    if carry.any():
        result.append(carry.astype(np.uint32))
    return result


def total(column: Limbs) -> int:
    """The sum of a whole column."""
    return sum(int(limb.sum(dtype=np.uint64)) << 32 * i for i, limb in enumerate(column))


def integers(column: Limbs) -> list[int]:
    """The numbers of a column."""
    result = [0] * len(column[0])
    for i, limb in enumerate(column):
        result = [number | part << 32 * i for number, part in zip(result, limb.tolist(), strict=True)]
    return result


def from_integers(numbers: list[int]) -> Limbs:
    """A column of numbers."""
    height = max(1, -(-max(numbers, default=0).bit_length() // 32))
    return [np.array([number >> 32 * i & 0xFFFFFFFF for number in numbers], np.uint32) for i in range(height)]


def merge(keys: Keys, column: Limbs) -> tuple[Keys, Limbs]:
    """The distinct keys, ascending, and for each the sum over its rows."""
    order = np.argsort(keys)
    ordered = keys[order]
    new = np.empty(len(keys), bool)
    new[:1] = True
    np.not_equal(ordered[1:], ordered[:-1], out=new[1:])
    starts = np.flatnonzero(new)
    return ordered[starts], sums(take(column, order), starts)
