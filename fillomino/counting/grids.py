"""Grids tried one by one: the two methods of the article on counting all games.

``naive`` tries every grid. ``partitions`` tries the permutations of the partitions of the area: the region
sizes of a filling are a partition of the number of cells, and a part n puts the number n on n cells, so every
filling is a permutation of the numbers of some partition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from fillomino.counting.task import Task
from fillomino.graph import equal_parts
from fillomino.puzzle import Filling


def every_grid(task: Task) -> Iterator[Filling]:
    """Yield every grid of allowed numbers, in lexicographic order."""
    return product(*(task.numbers(cell) for cell in range(task.board.size)))


def every_arrangement(task: Task) -> Iterator[Filling]:
    """Yield every grid whose numbers come from a partition of the area; not in lexicographic order."""
    for parts in partitions(task.board.size, task.largest):
        for grid in arrangements([part for part in parts for _ in range(part)]):
            if all(task.masks[cell] >> number & 1 for cell, number in enumerate(grid)):
                yield grid


def among(grids: Callable[[Task], Iterator[Filling]]) -> Callable[[Task], Iterator[Filling]]:
    """Return a function that yields those of a task's grids that are fillings."""
    return lambda task: (grid for grid in grids(task) if keeps_rules(task, grid))


def keeps_rules(task: Task, grid: Filling) -> bool:
    """Return whether each region has as many cells as its number, and walls part numbers."""
    regions = equal_parts(task.board.neighbours, grid)
    if not all(len(region) == grid[region[0]] for region in regions):
        return False
    return all(grid[x] != grid[y] for x, y in task.walls)


def partitions(total: int, largest: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to write `total` as a sum of parts of at most `largest`, each with parts descending."""
    if total == 0:
        yield ()
    for part in range(min(total, largest), 0, -1):
        for rest in partitions(total - part, part):
            yield (part, *rest)


def arrangements(numbers: list[int]) -> Iterator[Filling]:
    """Yield the distinct permutations of a list, in lexicographic order."""
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
