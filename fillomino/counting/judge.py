"""Whether a grid is a filling: what the methods that try whole grids ask for each."""

from __future__ import annotations

from fillomino.counting.task import Task
from fillomino.graph import equal_parts
from fillomino.puzzle import Filling


def keeps_rules(task: Task, grid: Filling) -> bool:
    """Whether each region of equal numbers has as many cells as its number says, and walls part numbers."""
    regions = equal_parts(task.board.neighbours, grid)
    if not all(len(region) == grid[region[0]] for region in regions):
        return False
    return all(grid[x] != grid[y] for x, y in task.walls)
