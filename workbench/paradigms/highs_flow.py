"""Integer programming: a single-commodity flow from the root of a region to its cells (B. Gavish, 1982)."""

from __future__ import annotations

from functools import reduce
from operator import or_

from fillomino.graph import bits
from fillomino.puzzle import Filling
from workbench.paradigms.highs import HighsProgram
from workbench.paradigms.instance import Instance
from workbench.paradigms.mip import Numbers, two_colours


class HighsFlow:
    """Binary columns: numbers, the number of a root, the root of each cell, neighbours in one region."""

    def __init__(self, instance: Instance) -> None:
        self._program = program = HighsProgram(instance)
        self._numbers = numbers = Numbers(program, instance)
        cells = range(instance.size)
        of_root = [{v: program.binary() for v in regions} for regions in instance.regions]
        reach = [reduce(or_, regions.values(), 0) for regions in instance.regions]
        in_region = [{x: program.binary() for x in bits(reach[r])} for r in cells]
        for x in cells:
            program.exactly((in_region[r][x] for r in cells if x in in_region[r]), 1)
        for r, regions in enumerate(instance.regions):
            if not regions:
                continue
            program.row([(in_region[r][r], 1.0), *((column, -1.0) for column in of_root[r].values())], 0, 0)
            sizes = [(column, -float(v)) for v, column in of_root[r].items()]
            program.row([*((column, 1.0) for column in in_region[r].values()), *sizes], 0, 0)
            for x, column in in_region[r].items():
                near = [of_root[r][v] for v, cells_of in regions.items() if cells_of >> x & 1]
                program.row([(column, 1.0), *((root, -1.0) for root in near)], high=0)
                for v, root in of_root[r].items():
                    if v in numbers.columns[x]:
                        program.row([(column, 1.0), (root, 1.0), (numbers.columns[x][v], -1.0)], high=1)
        coming: list[list[tuple[int, float]]] = [[] for _ in cells]
        same: dict[tuple[int, int], list[int]] = {}
        for x, y in instance.links:
            shared = list(numbers.shared(x, y))
            same[x, y] = []
            if not shared or (x, y) in instance.puzzle.walls:
                continue
            together = program.binary()
            same[x, y].append(together)
            for v in shared:
                pair = numbers.columns[x][v], numbers.columns[y][v]
                program.row([(pair[0], 1.0), (pair[1], 1.0), (together, -1.0)], high=1)
            for r in cells:
                one, other = in_region[r].get(x), in_region[r].get(y)
                if one is None and other is None:
                    continue
                sides = [(one, 1.0), (other, -1.0)]
                for sign in (1.0, -1.0):
                    terms = [(column, sign * factor) for column, factor in sides if column is not None]
                    program.row([*terms, (together, 1.0)], high=1)
            most = float(max(shared) - 1)
            flow = program.continuous(-most, most)
            program.row([(flow, 1.0), (together, -most)], high=0)
            program.row([(flow, -1.0), (together, -most)], high=0)
            coming[x].append((flow, -1.0))
            coming[y].append((flow, 1.0))
        for x in cells:  # each cell keeps one unit; a root makes as many as its region has cells
            program.row([*coming[x], *((column, float(v)) for v, column in of_root[x].items())], 1, 1)
        if instance.puzzle.checkered:
            two_colours(program, instance, same)

    def solve(self) -> Filling | None:
        """Return the numbers of a solution."""
        values = self._program.solve()
        return None if values is None else self._numbers.filling(values)

    def block(self, filling: Filling) -> None:
        """Exclude a filling."""
        self._numbers.block(filling)
