"""Clauses over "this cell holds this value": the base of the lazy method, and numbers as Booleans."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from encoder.builder import RULES, Builder
from encoder.parts.cut_clauses import Cut, Options
from encoder.parts.reduced import ReducedPuzzle
from encoder.parts.values import Values, values_of
from encoder.puzzle_script import Choice, Value
from fillomino.deduction.engine import Candidates
from fillomino.graph import bits
from fillomino.puzzle import Puzzle
from smtlib.script import Family, all_of, any_of, conjunction, disjunction, negation

PAIRWISE = 8
"""Up to so many options per cell, each two exclude each other by a clause of their own."""

GROUP = 4
"""More options than that are parted into groups of so many, of which two exclude each other."""


def require_one_value(builder: Builder, family: Family, values: Values) -> None:
    """Require that each cell holds exactly one of its values; many are grouped with helpers ``g_x_i``."""
    for cell, options in enumerate(values.options):
        if options:
            symbols = [values.symbols[value][cell] for value in options]
            terms = [disjunction(symbols), *_at_most_one(symbols, helpers(values, cell))]
            builder.require(family, (cell,), conjunction(terms))
        elif not values.known[cell]:  # deduction has found that the puzzle has no filling
            builder.require(family, (cell,), "false")


def _at_most_one(symbols: list[str], heads: list[str]) -> list[str]:
    """Clauses: no two of some symbols are true, nor two heads of their groups; without heads they are one."""
    clauses = []
    for i, head in enumerate(heads):
        group = symbols[i * len(symbols) // len(heads) : (i + 1) * len(symbols) // len(heads)]
        clauses += [f"(or (not {symbol}) {head})" for symbol in group]
        clauses += _at_most_one(group, [])
    denied = [f"(not {symbol})" for symbol in heads or symbols]
    clauses += [f"(or {earlier} {later})" for i, later in enumerate(denied) for earlier in denied[:i]]
    return clauses


def helpers(values: Values, cell: int) -> list[str]:
    """The helpers of a cell with many options: the i-th is true iff one of the i-th group of them is held."""
    count = len(values.options[cell])
    label = values.puzzle.board.labels[cell]
    return [f"g_{label}_{i}" for i in range(-(-count // GROUP))] if count > PAIRWISE else []


def growth(options: Options) -> Iterator[Cut]:
    """A cell that is not a region by itself has a neighbour with its value.

    The same for pairs of cells was measured: fewer rounds, but more time in all.
    """
    around: dict[int, tuple[int, tuple[int, ...]]] = {}
    for value, cells in options.admits.items():
        if options.least(value) < 2:
            continue
        fixed = options.fixed[value]
        for x in bits(cells):
            if x not in around:
                beside = options.near(1 << x)
                around[x] = beside, tuple(bits(beside))
            beside, border = around[x]
            if not beside & fixed:
                yield Cut(value, (x,), border)


def small_regions(options: Options, walls: Iterable[tuple[int, int]]) -> Iterator[Cut]:
    """Two neighbours are not both 1; a cell and two of its neighbours are not all 2; walls part values."""
    near, admits = options.near, options.admits
    ones, twos = admits.get(1, 0), admits.get(2, 0)
    for x in bits(ones):
        for y in bits(near(1 << x) & ones & -(2 << x)):
            yield Cut(1, (x, y))
    for y in bits(twos):
        around = tuple(bits(near(1 << y) & twos))
        for i, x in enumerate(around):
            for z in around[:i]:
                yield Cut(2, (x, y, z))
    for x, y in sorted(walls):
        for value in sorted(set(options.held_by(x)) & set(options.held_by(y))):
            yield Cut(value, (x, y))


def literals(values: Values, cut: Cut) -> tuple[list[str], list[str]]:
    """Return the variables of cells that are not known: those of the border, and those that are negated."""
    symbols = values.symbols.get(cut.value, {})
    border = [symbols[x] for x in cut.border if x in symbols]
    return border, [symbols[x] for x in cut.cells if x in symbols]


def term(values: Values, cut: Cut) -> str:
    """Return a cut as a clause of SMT-LIB."""
    symbols = values.symbols.get(cut.value, {})
    found = [symbols[x] for x in cut.border if x in symbols]
    found += [f"(not {symbols[x]})" for x in cut.cells if x in symbols]
    return disjunction(found)


def terms(values: Values, cuts: Iterable[Cut]) -> list[str]:
    """Return cuts as clauses of SMT-LIB, each once."""
    return list(dict.fromkeys(term(values, cut) for cut in cuts))


def require_cuts(builder: Builder, family: Family, values: Values, cuts: Iterable[Cut]) -> None:
    """Require cuts."""
    listed = list(cuts)
    if listed:
        builder.require_each(family, [cut.cells for cut in listed], [term(values, cut) for cut in listed])


MEANING = {
    "n_x_v": "cell x holds v",
    "g_x_i": "cell x, with many candidates, holds one of the i-th group of them",
    "q_x_y": "neighbours x and y hold the same number",
}
KNOWN = Family("known", "cells fixed by deduction or a clue", "for each known cell x: n_x_v", RULES)
ONE_VALUE = Family(
    "one-value", "each cell holds one number", "for each cell x: exactly one of its n_x_v", RULES
)
EQUAL = Family("equal", "neighbours are equal", "q_x_y iff n_x_v and n_y_v for some v", RULES)
WALL = Family("wall", "cells parted by a given wall differ", "not n_x_v or not n_y_v", RULES)


class ValueBooleans(ReducedPuzzle):
    """A reduced puzzle and what its cells may hold.

    Attributes:
        values: the values that each cell may hold.
        same_number: for neighbours ``x < y`` that may join the term that they hold the same number.
    """

    def __init__(self, puzzle: Puzzle, candidates: Candidates) -> None:
        super().__init__(puzzle, candidates)
        self.values = values_of(puzzle, candidates, puzzle.board.size)
        self.same_number: dict[tuple[int, int], str] = {}

    def both(self, x: int, y: int) -> list[str]:
        """For each value that two cells may both hold the term that they do."""
        symbol = self.values.symbol
        return [all_of(symbol(x, value), symbol(y, value)) for value in self.values.shared(x, y)]

    def begin(
        self, meaning: Mapping[str, str], families: Sequence[Family], *, grouped: bool = True
    ) -> Builder:
        """Return a builder; the numbers are declared, and it is defined which neighbours are equal."""
        builder = Builder(self.puzzle.board, {**MEANING, **meaning}, families, grouped=grouped)
        self.asked = declare_values(builder, self.values)
        require_numbers(builder, self.values)
        for x, y in self.links:
            self.same_number[x, y] = builder.define(EQUAL, (x, y), self.same(x, y), any_of(*self.both(x, y)))
        return builder

    def equal(self, x: int, y: int) -> str:
        """The term that two neighbours ``x < y`` hold the same number."""
        return self.same_number.get((x, y)) or any_of(*self.both(x, y))

    def require_walls(self, builder: Builder) -> None:
        """Require that cells parted by a wall differ."""
        for pair in sorted(self.puzzle.walls):
            for both in self.both(*pair):
                builder.require(WALL, pair, negation(both))

    def cells(self) -> Sequence[Value | Choice]:
        """The terms of the number of each cell."""
        return self.values.cells()


def declare_values(builder: Builder, values: Values, bits: Iterable[str] = ()) -> list[str]:
    """Declare the Booleans of the numbers, bits of theirs, and helpers for many; returns all but the last."""
    numbers = [values.symbol(x, number) for x, number in enumerate(values.known) if number]
    numbers += [values.symbol(x, value) for x, value in values.pairs]
    numbers += bits
    builder.declare_all(numbers)
    builder.declare_all([name for x in range(len(values.known)) for name in helpers(values, x)])
    return numbers


def require_numbers(builder: Builder, values: Values) -> None:
    """Require that each cell holds the number that is known, or one of its values."""
    for x, number in enumerate(values.known):
        if number:
            builder.require(KNOWN, (x,), values.symbol(x, number))
    require_one_value(builder, ONE_VALUE, values)
