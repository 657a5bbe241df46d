"""Whether a grid is a filling: what the methods that try whole grids ask for each."""

from __future__ import annotations

from fillomino.counting.task import Task
from fillomino.puzzle import Filling


def keeps_rules(task: Task, grid: Filling) -> bool:
    """Whether each region of equal numbers has as many cells as its number says, and walls part numbers."""
    neighbours = task.board.neighbours
    seen = [False] * len(grid)
    for start, number in enumerate(grid):
        if seen[start]:
            continue
        seen[start] = True
        region = [start]
        for x in region:
            for y in neighbours[x]:
                if grid[y] == number and not seen[y]:
                    seen[y] = True
                    region.append(y)
        if len(region) != number:
            return False
    return all(grid[x] != grid[y] for x, y in task.walls)
