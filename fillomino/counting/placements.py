"""The fillings themselves, in lexicographic order: number after number is placed.

This shares no code with the frontier method. Cells are filled in their own order; each number placed
must leave its region, and the regions beside it, the room they need.
"""

from __future__ import annotations

from collections.abc import Iterator

from fillomino.counting.task import Task
from fillomino.graph import bits, component, has_room, neighbour_function
from fillomino.puzzle import Filling


def fillings(task: Task, *, after: Filling | None = None) -> Iterator[Filling]:
    """Yield every filling of a task, in lexicographic order, from the first that is larger than `after`.

    That grid need not be a filling. (See `fillomino.counting.task.with_prefix` for a part of a task.)
    """
    size = task.board.size
    board = _Placed(task)
    choices = [_choices(task, 0, after, along=after is not None)]
    while choices:
        cell = len(choices) - 1
        board.clear(cell)
        for number in choices[-1]:
            if board.place(cell, number):
                break
        else:
            choices.pop()
            continue
        if cell + 1 < size:
            along = after is not None and tuple(board.grid[: cell + 1]) == after[: cell + 1]
            choices.append(_choices(task, cell + 1, after, along=along))
        elif (filling := tuple(board.grid)) != after:
            yield filling


def _choices(task: Task, cell: int, after: Filling | None, *, along: bool) -> Iterator[int]:
    """The numbers for a cell: with `along`, from that of `after` on."""
    least = after[cell] if along and after is not None else 0
    return (number for number in task.numbers(cell) if number >= least)


class _Placed:
    """A grid being filled. Sets of cells are bit sets."""

    def __init__(self, task: Task) -> None:
        size = task.board.size
        self.grid = [0] * size
        self._neighbours = task.board.neighbours
        self._near = neighbour_function(task.board)
        self._held = [0] * (task.largest + 1)
        self._open = (1 << size) - 1
        self._empty = size
        self._count = [0] * (task.largest + 1)  # on how many cells each number stands
        self._missing = 0  # cells that the numbers on the grid still need at least, all together
        self._admit = [
            sum(1 << cell for cell, mask in enumerate(task.masks) if mask >> number & 1)
            for number in range(task.largest + 1)
        ]
        self._behind_walls = [0] * size
        for x, y in task.walls:
            self._behind_walls[x] |= 1 << y
            self._behind_walls[y] |= 1 << x

    def clear(self, cell: int) -> None:
        """Remove the number of a cell, if it has one."""
        number = self.grid[cell]
        if number:
            self.grid[cell] = 0
            self._held[number] ^= 1 << cell
            self._open ^= 1 << cell
            self._empty += 1
            self._count[number] -= 1
            self._missing += 1 if self._count[number] % number else 1 - number

    def place(self, cell: int, number: int) -> bool:
        """Put a number on an empty cell; or return false if some region could not be completed then."""
        # In the end a number stands on a multiple of itself, so each lacks -count modulo number.
        count = self._count[number]
        missing = self._missing + (number - 1 if count % number == 0 else -1)
        if missing >= self._empty:
            return False
        here = 1 << cell
        self.grid[cell] = number
        self._held[number] |= here
        self._open ^= here
        self._empty -= 1
        self._count[number] = count + 1
        self._missing = missing
        if self._held[number] & self._behind_walls[cell] or not self._fits(cell, number):
            self.clear(cell)
            return False
        return True

    def _fits(self, cell: int, number: int) -> bool:
        region = component(self._near, 1 << cell, self._held[number])
        if region.bit_count() > number or not self._has_room(region, number):
            return False
        around = self._near(1 << cell) & ~self._open & ~region
        return all(
            self._has_room(component(self._near, 1 << other, self._held[self.grid[other]]), self.grid[other])
            for other in bits(around)
        )

    def _has_room(self, region: int, number: int) -> bool:
        """Return whether a region can still reach as many cells as its number."""
        return has_room(self._near, region, self._open & self._admit[number] | self._held[number], number)
