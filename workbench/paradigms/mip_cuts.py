"""Integer programs with separators, lazily: numbers alone, and a row for each cut that a solution breaks.

A set that is too small must be left through its border (a node separator), and a set that is too large can't
hold one number. The rows are the cuts of `encoder.lazy`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from encoder.lazy.cuts import held_symbols, judge
from encoder.lazy.near_fillings import near_fillings
from encoder.parts.clauses import Cut, growth, literals, small_regions
from encoder.parts.values import values_of
from fillomino.puzzle import Filling
from workbench.paradigms.instance import Instance
from workbench.paradigms.mip import Program, two_colours


class Cuts:
    """A binary column for each number that a cell may hold, where that is not known."""

    def __init__(self, instance: Instance, program: Program) -> None:
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

    def _colours(self, instance: Instance) -> None:
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
