"""The connected parts of a set that only shrinks, kept up to date without flooding it anew."""

from __future__ import annotations

from typing import NamedTuple

from fillomino.graph import NeighbourFunction, PinchFunction, component, components


class Parts(NamedTuple):
    """The connected parts of a set, large ones only where that is asked for.

    Attributes:
        sized: the parts, each with its number of cells.
        cells: all of them together.
    """

    sized: list[tuple[int, int]]
    cells: int


def split(near: NeighbourFunction, cells: int, least: int = 1) -> Parts:
    """The parts of a set that have at least so many cells."""
    parts = []
    remaining = cells
    for part in components(near, cells):
        size = part.bit_count()
        if size < least:
            remaining ^= part
        else:
            parts.append((part, size))
    return Parts(parts, remaining)


def shrink(near: NeighbourFunction, pinch: PinchFunction, parts: Parts, cells: int, least: int = 1) -> Parts:
    """The parts of a set after it shrank.

    Args:
        near: neighbours of a set.
        pinch: whether a set may fall apart without a cell.
        parts: its connected parts before.
        cells: what is left of it (it may hold more; only cells of `parts` count).
        least: parts with fewer cells are dropped.
    """
    gone = parts.cells & ~cells
    if not gone:
        return parts
    shrunk = []
    remaining = parts.cells ^ gone
    for part_and_size in parts.sized:
        part = part_and_size[0]
        lost = part & gone
        if not lost:
            shrunk.append(part_and_size)
            continue
        left = part ^ lost
        size = left.bit_count()
        if size < least:
            remaining ^= left
            continue
        single = not lost & (lost - 1)
        if not pinch(lost.bit_length() - 1, left) if single else _holds_together(near, lost, left):
            shrunk.append((left, size))
        else:
            pieces = split(near, left, least)
            shrunk += pieces.sized
            remaining ^= left ^ pieces.cells
    return Parts(shrunk, remaining)


def _holds_together(near: NeighbourFunction, gone: int, left: int) -> bool:
    """Return whether the cells around those that are gone are connected with each other close by."""
    around = near(gone) & left
    if not around & (around - 1):
        return True
    close = (near(around) & left) | around
    close |= near(close) & left
    return not around & ~component(near, around & -around, close)
