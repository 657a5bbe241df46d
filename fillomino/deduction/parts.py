"""The connected parts of a set that only shrinks, kept up to date without flooding it anew."""

from __future__ import annotations

from fillomino.deduction.bitset import NeighbourFunction, PinchFunction, component, components


def shrink(
    near: NeighbourFunction, pinch: PinchFunction, parts: list[int], cells: int, least: int
) -> list[int]:
    """The parts of a set after it shrank.

    Args:
        near: neighbours of a set.
        pinch: whether a set may fall apart without a cell.
        parts: its connected parts before.
        cells: what is left of it (it may hold more; only cells of `parts` count).
        least: parts with fewer cells are dropped.
    """
    result = []
    for part in parts:
        left = part & cells
        if left == part:
            result.append(part)
            continue
        if left.bit_count() < least:
            continue
        gone = part ^ left
        single = not gone & (gone - 1)
        if not pinch(gone.bit_length() - 1, left) if single else _holds_together(near, gone, left):
            result.append(left)
        else:
            result += [piece for piece in components(near, left) if piece.bit_count() >= least]
    return result


def _holds_together(near: NeighbourFunction, gone: int, left: int) -> bool:
    """Whether the cells around those that are gone are connected with each other close by."""
    around = near(gone) & left
    if not around & (around - 1):
        return True
    close = (near(around) & left) | around
    close |= near(close) & left
    return not around & ~component(near, around & -around, close)
