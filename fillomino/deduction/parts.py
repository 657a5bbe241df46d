"""The connected parts of a set that only shrinks, kept up to date without flooding it anew."""

from __future__ import annotations

from fillomino.deduction.bitset import NeighbourFunction, component, components


def shrink(near: NeighbourFunction, parts: list[int], cells: int, least: int) -> list[int]:
    """The parts of a set after it shrank.

    Args:
        near: neighbours of a set.
        parts: its connected parts before.
        cells: what is left of it (it may hold more; only cells of `parts` count).
        least: parts with fewer cells are dropped.
    """
    result = []
    for part in parts:
        left = part & cells
        if left == part:
            result.append(part)
        elif left.bit_count() < least:
            continue
        elif _holds_together(near, part ^ left, left):
            result.append(left)
        else:
            result += [piece for piece in components(near, left) if piece.bit_count() >= least]
    return result


def _holds_together(near: NeighbourFunction, gone: int, left: int) -> bool:
    """Whether the cells around those that are gone are connected with each other close by."""
    around = near(gone) & left
    close = (near(around) & left) | around
    close |= near(close) & left
    return not around & ~component(near, around & -around, close)
