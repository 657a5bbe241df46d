"""Integer programs with separators, lazily: numbers alone, and a row for each cut that a solution breaks.

A set that is too small must be left through its border (a node separator), and a set that is too large can't
hold one number. The rows are the cuts of `encoder.lazy`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from encoder.lazy.cuts import judge
from encoder.lazy.near_fillings import near_fillings
from encoder.parts.clauses import growth, small_regions
from encoder.parts.values import values_of
from fillomino.puzzle import Filling
from smtlib.sexpr import Sexpr, read_one
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
        for constraints in (growth(values), small_regions(values)):
            for _, term in constraints:
                self._cut(term)
        if instance.puzzle.checkered:
            self._colours(instance)

    def judge(self, solution: Sequence[float]) -> Filling | None:
        """Return the numbers of a solution; ``None``, with rows against it, if they are wrong."""
        values = self._values
        held = dict(values.fixed)
        for x, v in values.pairs:
            if solution[self._columns[values.symbols[v][x]]] > 0.5:
                held[v] |= 1 << x
        verdict = judge(values, held)
        if verdict.filling is None:
            for term in verdict.cuts:
                self._cut(term)
        return verdict.filling

    def block(self, filling: Filling) -> None:
        """Require that some number is another one, and the cuts against the fillings close by."""
        values = self._values
        held = [self._columns[values.symbols[v][x]] for x, v in enumerate(filling) if not values.known[x]]
        self._program.clause((), held)
        for term in near_fillings(values, filling):
            self._cut(term)

    def _cut(self, term: str) -> None:
        positive: list[int] = []
        negative: list[int] = []
        for name, holds in literals(read_one(term)):
            (positive if holds else negative).append(self._columns[name])
        self._program.clause(positive, negative)

    def _colours(self, instance: Instance) -> None:
        """Two neighbours are in one region iff a column of theirs is 1."""
        program, values = self._program, self._values
        same: dict[tuple[int, int], list[int]] = {}
        for x, y in instance.links:
            shared = [v for v in values.held_by(x) if v in values.held_by(y)]
            same[x, y] = [program.binary() for _ in shared]
            for v, both in zip(shared, same[x, y], strict=True):
                its = [self._columns[values.symbols[v][z]] for z in (x, y) if not values.known[z]]
                for column in its:
                    program.clause([column], [both])
                program.clause([both], its)
        two_colours(program, instance, same)


def literals(term: Sexpr) -> Iterator[tuple[str, bool]]:
    """Yield the variables of a clause of SMT-LIB, each with its sign; ``false`` has none."""
    match term:
        case "false":
            return
        case str(name):
            yield name, True
        case ("not", str(name)):
            yield name, False
        case ("or", *parts):
            for part in parts:
                yield from literals(part)
