"""A mixed-integer program for HiGHS: columns and rows are collected, and solved with all before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import highspy
import numpy as np

from fillomino.puzzle import Filling
from workbench.paradigms.instance import Instance, RefusedError

Terms = Iterable[tuple[int, float]]
"""A linear expression: columns and their coefficients."""

INFINITY = highspy.kHighsInf


class Program:
    """Columns, which are binary or continuous, and rows between bounds; there is no objective."""

    def __init__(self, instance: Instance) -> None:
        self._highs = highspy.Highs()
        self._highs.silent()
        self._highs.setOptionValue("threads", instance.workers)
        self._highs.setOptionValue("random_seed", instance.seed)
        self._columns: list[tuple[float, float, bool]] = []
        self._rows: list[tuple[float, float, dict[int, float]]] = []
        self._taken = 0
        self._impossible = False

    def binary(self) -> int:
        """Add a column that is 0 or 1."""
        self._columns.append((0.0, 1.0, True))
        return len(self._columns) - 1

    def continuous(self, low: float, high: float) -> int:
        """Add a column between bounds."""
        self._columns.append((low, high, False))
        return len(self._columns) - 1

    def row(self, terms: Terms, low: float = -INFINITY, high: float = INFINITY) -> None:
        """Add a row; a column that comes twice counts twice."""
        together: dict[int, float] = {}
        for column, factor in terms:
            together[column] = together.get(column, 0.0) + factor
        if together:
            self._rows.append((low, high, together))
        elif not low <= 0 <= high:
            self._impossible = True

    def at_most(self, columns: Iterable[int], number: float) -> None:
        """Add the row that the sum of some columns is at most a number."""
        self.row(((column, 1.0) for column in columns), high=number)

    def exactly(self, columns: Iterable[int], number: float) -> None:
        """Add the row that the sum of some columns is a number."""
        self.row(((column, 1.0) for column in columns), number, number)

    def clause(self, positive: Sequence[int], negative: Sequence[int]) -> None:
        """Add the row that some binary column is 1, or some other one 0."""
        terms = [*((column, 1.0) for column in positive), *((column, -1.0) for column in negative)]
        self.row(terms, low=1.0 - len(negative))

    def solve(self) -> list[float] | None:
        """Return the values of the columns; ``None`` where there are none.

        Raises:
            RefusedError: if HiGHS gives up.
        """
        if self._impossible:
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
        """Give HiGHS what is new."""
        columns, rows = self._columns[self._taken :], self._rows
        if columns:
            lows, highs, whole = zip(*columns, strict=True)
            self._highs.addVars(len(columns), np.array(lows), np.array(highs))
            kinds = [
                highspy.HighsVarType.kInteger if its else highspy.HighsVarType.kContinuous for its in whole
            ]
            indices = np.arange(self._taken, len(self._columns), dtype=np.int32)
            self._highs.changeColsIntegrality(len(columns), indices, np.array(kinds))
            self._taken = len(self._columns)
        if rows:
            starts = np.cumsum([0, *(len(terms) for _, _, terms in rows[:-1])], dtype=np.int32)
            indices = np.array([column for _, _, terms in rows for column in terms], dtype=np.int32)
            factors = np.array([factor for _, _, terms in rows for factor in terms.values()])
            low, high = np.array([one for one, _, _ in rows]), np.array([one for _, one, _ in rows])
            self._highs.addRows(len(rows), low, high, len(indices), starts, indices, factors)
            self._rows = []


class Numbers:
    """Binary columns "cell x holds v", one of them 1 for each cell, and none on both sides of a wall."""

    def __init__(self, program: Program, instance: Instance) -> None:
        self.columns = [{v: program.binary() for v in instance.numbers(x)} for x in range(instance.size)]
        self._program = program
        for its in self.columns:
            program.exactly(its.values(), 1)
        for x, y in instance.puzzle.walls:
            for v in self.shared(x, y):
                program.at_most((self.columns[x][v], self.columns[y][v]), 1)

    def shared(self, x: int, y: int) -> Iterator[int]:
        """Yield the numbers that two cells may hold both."""
        return (v for v in self.columns[x] if v in self.columns[y])

    def filling(self, values: Sequence[float]) -> Filling:
        """Return the numbers in a solution."""
        return tuple(max(its, key=lambda v: values[its[v]]) for its in self.columns)

    def block(self, filling: Filling) -> None:
        """Require that some number is another one."""
        held = [self.columns[x][v] for x, v in enumerate(filling)]
        self._program.at_most(held, len(held) - 1)


def two_colours(program: Program, instance: Instance, same: dict[tuple[int, int], list[int]]) -> None:
    """Add the rows of a *checkered* puzzle.

    Args:
        program: the program.
        instance: its puzzle.
        same: for each pair of neighbours columns whose sum is 1 if they are in one region, else 0.
    """
    dark = [program.binary() for _ in range(instance.size)]
    for x, y in instance.links:
        together = [(column, 1.0) for column in same[x, y]]
        apart = [(column, -1.0) for column in same[x, y]]
        program.row([(dark[x], 1.0), (dark[y], 1.0), *together], low=1)
        program.row([(dark[x], 1.0), (dark[y], 1.0), *apart], high=1)
        program.row([(dark[x], 1.0), (dark[y], -1.0), *together], high=1)
        program.row([(dark[x], -1.0), (dark[y], 1.0), *together], high=1)
