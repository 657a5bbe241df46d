"""Delta debugging: a minimal subset of a sequence for which something still holds.

Source: Andreas Zeller, Ralf Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", IEEE TSE 2002.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

Item = TypeVar("Item")


def ddmin(items: Sequence[Item], holds: Callable[[list[Item]], bool]) -> list[Item]:
    """Return a subset that is minimal: without any one of its items it does not hold.

    Large parts are left out first, so that few questions are needed where most does not matter.

    Args:
        items: what it holds for.
        holds: whether it holds for some of them, in their order.
    """
    left = list(items)
    if left and holds([]):
        return []
    size = max(1, len(left) // 2)
    while left:
        start, shorter = 0, False
        while start < len(left):
            rest = left[:start] + left[start + size :]
            if rest and holds(rest):
                left, shorter = rest, True
            else:
                start += size
        if size == 1 and not shorter:
            break
        size = max(1, min(size if shorter and size == 1 else size // 2, len(left)))
    return left
