"""Clauses over "this cell holds this value": the base of the lazy method."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from encoder.families import Constraints
from encoder.parts.values import Values
from fillomino.graph import NeighbourFunction, bits
from smtlib.terms import conjunction, disjunction

PAIRWISE = 8
"""Up to so many options per cell, each two exclude each other by a clause of their own."""

GROUP = 4
"""More options than that are parted into groups of so many, of which two exclude each other."""


class Cut(NamedTuple):
    """The clause "not all of these cells hold the value, or some cell of the border does".

    Attributes:
        value: the value.
        cells: the cells.
        border: the cells around them, or around a set that they belong to; none for a set too large.
    """

    value: int
    cells: tuple[int, ...]
    border: tuple[int, ...] = ()


class Options(Protocol):
    """What cells may hold, as cuts need it: `encoder.parts.values.Values`, or what a certificate knows."""

    @property
    def near(self) -> NeighbourFunction:
        """Neighbours of a set, not through walls."""

    @property
    def admits(self) -> Mapping[int, int]:
        """For each value the cells that may hold it."""

    @property
    def fixed(self) -> Mapping[int, int]:
        """For each value the cells among them that are known to hold it."""

    def held_by(self, cell: int) -> Sequence[int]:
        """The values that a cell may hold."""

    def least(self, value: int) -> int:
        """The least number of connected cells of a value."""


def leaves(options: Options, value: int, cells: int, premise: int) -> Cut | None:
    """Return the cut "if the premise holds the value, so does some cell on the border of `cells`".

    Args:
        options: what cells may hold.
        value: the value.
        cells: a set with the premise in it, too small to be a region of the value.
        premise: a cell of it.

    Returns:
        ``None`` if that is plain, for a cell on the border is known to hold the value.
    """
    border = options.near(cells) & ~cells
    if border & options.fixed[value]:
        return None
    return Cut(value, (premise,), tuple(bits(border)))


def one_value_each(values: Values) -> Constraints:
    """Each cell holds exactly one of its values; many are divided into groups with helpers ``g_x_i``."""
    for cell, options in enumerate(values.options):
        if options:
            symbols = [values.symbols[value][cell] for value in options]
            terms = [disjunction(symbols), *_at_most_one(symbols, helpers(values, cell))]
            yield (cell,), conjunction(terms)
        elif not values.known[cell]:  # deduction has found that the puzzle has no filling
            yield (cell,), "false"


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


def constraints(values: Values, cuts: Iterable[Cut]) -> Constraints:
    """Yield cuts as terms after their cells."""
    return ((cut.cells, term(values, cut)) for cut in cuts)
