"""Mixed-integer programs: columns and rows, the solvers that take them, and separators added lazily.

A set that is too small must be left through its border (a node separator), and a set that is too large can't
hold one number. The rows are the cuts of `encoder.lazy`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from math import inf
from typing import NamedTuple, TypeAlias

from encoder.lazy.refutation import held_symbols, judge, near_fillings
from encoder.parts.clauses import growth, literals, small_regions
from encoder.parts.cut_clauses import Cut
from encoder.parts.values import values_of
from fillomino.puzzle import Filling
from labs.paradigms.problem import Problem

Terms: TypeAlias = Iterable[tuple[int, float]]
"""A linear expression: columns and their coefficients."""

Accept: TypeAlias = Callable[[Sequence[float]], bool]
"""Judges the values of all columns; adds rows against them where they are wrong."""


class Column(NamedTuple):
    """A variable between bounds, perhaps a whole number."""

    low: float
    high: float
    whole: bool


class Row(NamedTuple):
    """A linear expression between bounds, not both infinite: coefficients by column."""

    low: float
    high: float
    terms: dict[int, float]


class Program(ABC):
    """A program without an objective, which may grow.

    Attributes:
        columns: the variables.
        rows: the constraints.
        impossible: whether a row was added that nothing satisfies.
    """

    def __init__(self) -> None:
        self.columns: list[Column] = []
        self.rows: list[Row] = []
        self.impossible = False

    @abstractmethod
    def solve(self, accept: Accept = lambda _: True) -> Sequence[float] | None:
        """Return the values of all columns in an accepted solution; ``None`` where there is none.

        Raises:
            RefusedError: if the solver gives up.
        """

    def binary(self) -> int:
        """Add a column that is 0 or 1."""
        self.columns.append(Column(0.0, 1.0, True))
        return len(self.columns) - 1

    def continuous(self, low: float, high: float) -> int:
        """Add a column between bounds."""
        self.columns.append(Column(low, high, False))
        return len(self.columns) - 1

    def row(self, terms: Terms, low: float = -inf, high: float = inf) -> None:
        """Add a row; the coefficients of a column are summed."""
        together: dict[int, float] = {}
        for column, factor in terms:
            together[column] = together.get(column, 0.0) + factor
        if together:
            self.rows.append(Row(low, high, together))
        elif not low <= 0 <= high:
            self.impossible = True

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


def two_colours(program: Program, instance: Problem, same: dict[tuple[int, int], list[int]]) -> None:
    """Add the rows of a *checkered* puzzle.

    For each pair of neighbours `same` has columns whose sum is 1 if they are in one region, else 0.
    """
    dark = [program.binary() for _ in range(instance.size)]
    for x, y in instance.links:
        together = [(column, 1.0) for column in same[x, y]]
        apart = [(column, -1.0) for column in same[x, y]]
        program.row([(dark[x], 1.0), (dark[y], 1.0), *together], low=1)
        program.row([(dark[x], 1.0), (dark[y], 1.0), *apart], high=1)
        program.row([(dark[x], 1.0), (dark[y], -1.0), *together], high=1)
        program.row([(dark[x], -1.0), (dark[y], 1.0), *together], high=1)


class Cuts:
    """A binary column for each number that a cell may hold, where that is not known."""

    def __init__(self, instance: Problem, program: Program) -> None:
        # No number is above the cap, so that the values of cells are their numbers.
        self._values = values = values_of(instance.puzzle, instance.candidates, instance.size)
        self._program = program
        self._columns = {values.symbols[v][x]: program.binary() for x, v in values.pairs}
        for x, options in enumerate(values.options):
            if options:
                program.exactly((self._columns[values.symbols[v][x]] for v in options), 1)
        self._add(growth(values))
        self._add(small_regions(values, instance.puzzle.walls))
        if instance.puzzle.checkered:
            self._colours(instance)

    def solve(self) -> Filling | None:
        """Return the numbers of a solution."""
        solution = self._program.solve(lambda values: self._judge(values) is not None)
        return None if solution is None else self._judge(solution)

    def _judge(self, solution: Sequence[float]) -> Filling | None:
        """Return the numbers of a solution; ``None``, with rows against it, if they are wrong."""
        values = self._values
        held = dict(values.fixed)
        for x, v in values.pairs:
            if solution[self._columns[values.symbols[v][x]]] > 0.5:
                held[v] |= 1 << x
        verdict = judge(values, held)
        if verdict.filling is None:
            self._add(verdict.cuts)
        return verdict.filling

    def block(self, filling: Filling) -> None:
        """Exclude a filling, with the cuts against the fillings close to it."""
        values = self._values
        self._program.clause((), [self._columns[name] for name in held_symbols(values, filling)])
        self._add(near_fillings(values, values.held_in(filling)))

    def _add(self, cuts: Iterable[Cut]) -> None:
        """Add the rows of cuts."""
        for cut in cuts:
            positive, negative = literals(self._values, cut)
            self._program.clause(
                [self._columns[name] for name in positive], [self._columns[name] for name in negative]
            )

    def _colours(self, instance: Problem) -> None:
        """Two neighbours are in one region iff a column of theirs is 1."""
        program, values = self._program, self._values
        same: dict[tuple[int, int], list[int]] = {}
        for x, y in instance.links:
            shared = [v for v in values.held_by(x) if v in values.held_by(y)]
            same[x, y] = [program.binary() for _ in shared]
            for v, both in zip(shared, same[x, y], strict=True):
                columns = [self._columns[values.symbols[v][z]] for z in (x, y) if not values.known[z]]
                for column in columns:
                    program.clause([column], [both])
                program.clause([both], columns)
        two_colours(program, instance, same)
