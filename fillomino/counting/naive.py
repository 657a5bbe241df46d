"""Every grid, each judged: the first method of the article on counting all games."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from fillomino.counting.task import Task
from fillomino.graph import equal_parts
from fillomino.puzzle import Filling


def grids(task: Task) -> Iterator[Filling]:
    """Every grid of allowed numbers, in lexicographic order."""
    return product(*(task.numbers(cell) for cell in range(task.board.size)))


def fillings(task: Task) -> Iterator[Filling]:
    """Those grids that are fillings."""
    return (grid for grid in grids(task) if keeps_rules(task, grid))


def keeps_rules(task: Task, grid: Filling) -> bool:
    """Return whether each region has as many cells as its number, and walls part numbers."""
    regions = equal_parts(task.board.neighbours, grid)
    if not all(len(region) == grid[region[0]] for region in regions):
        return False
    return all(grid[x] != grid[y] for x, y in task.walls)
