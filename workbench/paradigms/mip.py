"""Mixed-integer programs: columns and rows are collected, for a solver to take."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import inf

from fillomino.puzzle import Filling
from workbench.paradigms.instance import Instance

Terms = Iterable[tuple[int, float]]
"""A linear expression: columns and their coefficients."""

INFINITY = inf


class Program:
    """Columns, which are binary or continuous, and rows between bounds; there is no objective."""

    def __init__(self) -> None:
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
