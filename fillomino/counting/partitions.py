"""Permutations of the partitions of the area: the second method of the article on counting all games.

The region sizes of a filling are a partition of the number of cells, and a part n puts the number n
on n cells. So every filling is a permutation of the numbers of some partition, and only these
are tried.
"""

from __future__ import annotations

from collections.abc import Iterator

from fillomino.counting.naive import keeps_rules
from fillomino.counting.task import Task
from fillomino.puzzle import Filling


def partitions(total: int, largest: int) -> Iterator[tuple[int, ...]]:
    """The ways to write `total` as a sum of parts of at most `largest`, each with its parts descending."""
    if total == 0:
        yield ()
    for part in range(min(total, largest), 0, -1):
        for rest in partitions(total - part, part):
            yield (part, *rest)


def arrangements(numbers: list[int]) -> Iterator[Filling]:
    """The distinct permutations of a list, in lexicographic order."""
    grid = sorted(numbers)
    while True:
        yield tuple(grid)
        # The next one: raise the last number that a larger one follows, as little as possible.
        low = len(grid) - 2
        while low >= 0 and grid[low] >= grid[low + 1]:
            low -= 1
        if low < 0:
            return
        high = len(grid) - 1
        while grid[high] <= grid[low]:
            high -= 1
        grid[low], grid[high] = grid[high], grid[low]
        grid[low + 1 :] = reversed(grid[low + 1 :])


def grids(task: Task) -> Iterator[Filling]:
    """Every grid whose numbers come from a partition of the area; not in lexicographic order."""
    for parts in partitions(task.board.size, task.largest):
        for grid in arrangements([part for part in parts for _ in range(part)]):
            if all(task.masks[cell] >> number & 1 for cell, number in enumerate(grid)):
                yield grid


def fillings(task: Task) -> Iterator[Filling]:
    """Those grids that are fillings."""
    return (grid for grid in grids(task) if keeps_rules(task, grid))
