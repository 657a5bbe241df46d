"""Sets of cells as integers: bit x is cell x. Growing a set by its neighbours takes a few shifts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TypeAlias

from fillomino.board import Board

NeighbourFunction: TypeAlias = Callable[[int], int]
"""From a set of cells to its neighbours."""

PinchFunction: TypeAlias = Callable[[int, int], bool]
"""From a cell and a set to whether the set may fall apart without the cell."""

MAX_SHIFTS = 12
"""Beyond so many different distances between neighbours, walking the cells one by one is faster."""


def bits(cells: int) -> Iterator[int]:
    """The members of a set, ascending."""
    while cells:
        lowest = cells & -cells
        yield lowest.bit_length() - 1
        cells ^= lowest


@lru_cache(maxsize=16)
def neighbour_function(board: Board, walls: frozenset[tuple[int, int]] = frozenset()) -> NeighbourFunction:
    """The function that takes a set to its neighbours (members among them where they are neighbours).

    Neighbours that a wall parts do not count. On a board where few differences ``y - x`` between
    neighbours occur (every grid, torus or hexagon board), each difference is one masked shift.
    """
    by_difference: dict[int, int] = {}
    masks = [0] * board.size
    for x, y in board.links():
        if (x, y) in walls:
            continue
        by_difference[y - x] = by_difference.get(y - x, 0) | 1 << x
        masks[x] |= 1 << y
        masks[y] |= 1 << x
    shifts = sorted(by_difference.items())
    if not shifts or len(shifts) > MAX_SHIFTS:
        return _by_cells(masks)
    if len(shifts) == 2:
        return _by_two_shifts(*shifts)
    return _by_shifts(shifts)


@lru_cache(maxsize=16)
def neighbour_masks(board: Board, walls: frozenset[tuple[int, int]] = frozenset()) -> list[int]:
    """For each cell the set of its neighbours, not through walls."""
    near = neighbour_function(board, walls)
    return [near(1 << cell) for cell in range(board.size)]


@lru_cache(maxsize=16)
def pinch_function(board: Board, walls: frozenset[tuple[int, int]] = frozenset()) -> PinchFunction:
    """The function that tells whether a set may fall apart without a cell.

    It does not if the cell's neighbours in the set are connected with each other through the cells next to
    them. What it finds is remembered: the same few patterns come again and again.
    """
    near = neighbour_function(board, walls)
    beside = neighbour_masks(board, walls)
    close = [(its | near(its)) & ~(1 << cell) for cell, its in enumerate(beside)]

    @lru_cache(maxsize=1 << 14)
    def parted(cell: int, left: int) -> bool:
        around = beside[cell] & left
        return bool(around & ~component(near, around & -around, left))

    def pinch(cell: int, cells: int) -> bool:
        return parted(cell, close[cell] & cells)

    return pinch


def _by_cells(masks: list[int]) -> NeighbourFunction:
    def near(cells: int) -> int:
        found = 0
        while cells:
            lowest = cells & -cells
            found |= masks[lowest.bit_length() - 1]
            cells ^= lowest
        return found

    return near


def _by_shifts(shifts: list[tuple[int, int]]) -> NeighbourFunction:
    both = [(distance, up, up << distance) for distance, up in shifts]

    def near(cells: int) -> int:
        found = 0
        for distance, up, down in both:
            found |= (cells & up) << distance | (cells & down) >> distance
        return found

    return near


def _by_two_shifts(first: tuple[int, int], second: tuple[int, int]) -> NeighbourFunction:
    """The same for two differences, as every rectangle has: written out, for it is the innermost step."""
    (a, a_up), (b, b_up) = first, second
    a_down, b_down = a_up << a, b_up << b

    def near(cells: int) -> int:
        return (
            (cells & a_up) << a
            | (cells & a_down) >> a
            | (cells & b_up) << b
            | (cells & b_down) >> b
        )  # fmt: skip

    return near


def component(near: NeighbourFunction, start: int, allowed: int) -> int:
    """The members of `allowed` connected with `start` (a subset of it) through `allowed`."""
    part = front = start
    while front:
        front = near(front) & allowed & ~part
        part |= front
    return part


def components(near: NeighbourFunction, cells: int) -> list[int]:
    """The connected parts of a set."""
    parts = []
    while cells:
        front = part = cells & -cells
        cells ^= part
        while front:
            front = near(front) & cells
            cells ^= front
            part |= front
        parts.append(part)
    return parts


def touched(near: NeighbourFunction, cells: int, by: int) -> list[int]:
    """The connected parts of a set that some cells are in, or beside."""
    start = cells & (by | near(by))
    parts = []
    while start:
        parts.append(component(near, start & -start, cells))
        start &= ~parts[-1]
    return parts
