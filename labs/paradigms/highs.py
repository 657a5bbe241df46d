"""Integer programming by HiGHS: rows are added and it is solved anew; as a flow, or by placements."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_

import highspy
import numpy as np

from fillomino.deduction.engine import Candidates
from fillomino.graph import StepLimitError, bits, cells_by_value, components, connected_sets_of
from fillomino.puzzle import Filling
from labs.paradigms.mip import Accept, Cuts, Program, two_colours
from labs.paradigms.problem import Problem, RefusedError


class HighsProgram(Program):
    """A program that HiGHS solves."""

    def __init__(self, instance: Problem) -> None:
        super().__init__()
        self._columns_given = self._rows_given = 0
        self._highs = highspy.Highs()
        self._highs.silent()
        self._highs.setOptionValue("threads", instance.workers)
        self._highs.setOptionValue("random_seed", instance.seed)

    def solve(self, accept: Accept = lambda _: True) -> Sequence[float] | None:
        """See `Program`; solves again for each solution that is not accepted."""
        while (values := self._solution()) is not None:
            if accept(values):
                return values
        return None

    def _solution(self) -> Sequence[float] | None:
        if self.impossible:
            return None
        self._hand_over()
        status = self._run("choose")
        if status == highspy.HighsModelStatus.kInfeasible:
            # The presolve of HiGHS 1.16.0 finds some feasible programs infeasible; the search alone does not.
            status = self._run("off")
        if status == highspy.HighsModelStatus.kInfeasible:
            return None
        if status not in (highspy.HighsModelStatus.kOptimal, highspy.HighsModelStatus.kModelEmpty):
            raise RefusedError(f"HiGHS ends with: {self._highs.modelStatusToString(status)}")
        return list(self._highs.getSolution().col_value)

    def _run(self, presolve: str) -> object:
        """Solve the program from the beginning; returns its status."""
        self._highs.setOptionValue("presolve", presolve)
        self._highs.clearSolver()
        self._highs.run()
        status: object = self._highs.getModelStatus()
        return status

    def _hand_over(self) -> None:
        """Give HiGHS the columns and rows that are new."""
        columns, rows = self.columns[self._columns_given :], self.rows[self._rows_given :]
        if columns:
            lows, highs = (
                np.array(bounds) for bounds in zip(*((c.low, c.high) for c in columns), strict=True)
            )
            self._highs.addVars(len(columns), lows, highs)
            types = highspy.HighsVarType
            kinds = [types.kInteger if column.whole else types.kContinuous for column in columns]
            indices = np.arange(self._columns_given, len(self.columns), dtype=np.int32)
            self._highs.changeColsIntegrality(len(columns), indices, np.array(kinds))
        if rows:
            starts = np.cumsum([0, *(len(row.terms) for row in rows[:-1])], dtype=np.int32)
            indices = np.array([column for row in rows for column in row.terms], dtype=np.int32)
            factors = np.array([factor for row in rows for factor in row.terms.values()])
            lows, highs = np.array([(row.low, row.high) for row in rows]).T.copy()
            self._highs.addRows(len(rows), lows, highs, len(indices), starts, indices, factors)
        self._columns_given, self._rows_given = len(self.columns), len(self.rows)


class HighsCuts(Cuts):
    """Separators in rounds."""

    def __init__(self, instance: Problem) -> None:
        super().__init__(instance, HighsProgram(instance))


class HighsFlow:
    """Binary columns: numbers, the number of a root, the root of each cell, neighbours in one region."""

    def __init__(self, instance: Problem) -> None:
        self._program = program = HighsProgram(instance)
        cells = range(instance.size)
        self._numbers = numbers = [{v: program.binary() for v in instance.numbers(x)} for x in cells]
        for of_cell in numbers:
            program.exactly(of_cell.values(), 1)
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
                    if v in numbers[x]:
                        program.row([(column, 1.0), (root, 1.0), (numbers[x][v], -1.0)], high=1)
        coming: list[list[tuple[int, float]]] = [[] for _ in cells]
        same: dict[tuple[int, int], list[int]] = {}
        for x, y in instance.links:
            shared = [v for v in numbers[x] if v in numbers[y]]
            same[x, y] = []
            if (x, y) in instance.puzzle.walls:
                for v in shared:
                    program.at_most((numbers[x][v], numbers[y][v]), 1)
                continue
            if not shared:
                continue
            together = program.binary()
            same[x, y].append(together)
            for v in shared:
                program.row([(numbers[x][v], 1.0), (numbers[y][v], 1.0), (together, -1.0)], high=1)
            for r in cells:
                sides = [(in_region[r][z], sign) for z, sign in ((x, 1.0), (y, -1.0)) if z in in_region[r]]
                if sides:
                    program.row([*sides, (together, 1.0)], high=1)
                    program.row([*((column, -sign) for column, sign in sides), (together, 1.0)], high=1)
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
        if values is None:
            return None
        return tuple(max(of_cell, key=lambda v: values[of_cell[v]]) for of_cell in self._numbers)

    def block(self, filling: Filling) -> None:
        """Exclude a filling."""
        held = [of_cell[v] for of_cell, v in zip(self._numbers, filling, strict=True)]
        self._program.at_most(held, len(held) - 1)


MOST = 100_000
"""The most regions, about: a program with more would take hundreds of MiB and too long."""


class HighsPlacements:
    """A binary column for each placement, a set of cells that is a region."""

    def __init__(self, instance: Problem) -> None:
        self._program = program = HighsProgram(instance)
        self._near = instance.near
        self._columns = {cells: program.binary() for cells in placements(instance)}
        covering: list[list[int]] = [[] for _ in range(instance.size)]
        self._size = instance.size
        for cells in self._columns:
            for x in bits(cells):
                covering[x].append(cells)
        for regions in covering:
            program.exactly((self._columns[cells] for cells in regions), 1)
        same: dict[tuple[int, int], list[int]] = {}
        for x, y in instance.links:
            apart: dict[int, list[int]] = {}
            same[x, y] = []
            for one, other in ((x, y), (y, x)):
                for cells in covering[one]:
                    if not cells >> other & 1:
                        apart.setdefault(cells.bit_count(), []).append(self._columns[cells])
                    elif one == x:
                        same[x, y].append(self._columns[cells])
            for columns in apart.values():  # regions of one size on both sides touch
                program.at_most(columns, 1)
        if instance.puzzle.checkered:
            two_colours(program, instance, same)

    def solve(self) -> Filling | None:
        """Return the numbers of a solution."""
        values = self._program.solve()
        if values is None:
            return None
        numbers = [0] * self._size
        for cells, column in self._columns.items():
            for x in bits(cells) if values[column] > 0.5 else ():
                numbers[x] = cells.bit_count()
        return tuple(numbers)

    def block(self, filling: Filling) -> None:
        """Exclude a filling: one of its regions is not placed."""
        held = cells_by_value(filling).values()
        regions = [region for cells in held for region in components(self._near, cells)]
        self._program.at_most((self._columns[cells] for cells in regions), len(regions) - 1)


def placements(instance: Problem) -> set[int]:
    """Return every set of cells that can be a region.

    Raises:
        RefusedError: if there are too many.
    """
    found: set[int] = set()
    known = cells_by_value(Candidates(instance.masks).filling())
    walls = [1 << x | 1 << y for x, y in instance.puzzle.walls]
    try:
        for root, regions in enumerate(instance.regions):
            for number, allowed in regions.items():
                beside = known.get(number, 0)
                steps = 5 * (MOST - len(found))
                for cells in connected_sets_of(number, instance.near, 1 << root, allowed, most_steps=steps):
                    if not instance.near(cells) & ~cells & beside and not any(
                        cells & pair == pair for pair in walls
                    ):
                        found.add(cells)
    except StepLimitError:
        raise RefusedError(
            f"about {MOST:,} regions or more could be placed on this board, too many for a column each; "
            "more deduction may leave fewer"
        ) from None
    return found
