"""Exact sums of numbers that outgrow 64 bits, in NumPy arrays: several limbs of 32 bits each.

`Limbs` has a row for each limb, least significant first, and a column for each number. Up to 2^31 limbs
add up within 64 bits, so the carry is settled once after a sum and nothing is ever rounded.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

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
