"""Clauses over "this cell holds this value": the base of the lazy method, and the cuts it learns."""

from __future__ import annotations

from encoder.families import Constraints
from encoder.parts.values import Values
from fillomino.graph import bits
from smtlib.terms import conjunction, disjunction

PAIRWISE = 8
"""Up to so many options per cell, each two exclude each other by a clause of their own."""

GROUP = 4
"""More options than that are parted into groups of so many, of which two exclude each other."""


def absent(values: Values, value: int, cells: int) -> str:
    """The clause "not all of these cells hold the value"."""
    return disjunction(
        [f"(not {symbol})" for symbol in _symbols(values, value, cells & ~values.fixed[value])]
    )


def leaves(values: Values, value: int, cells: int, premise: int) -> str | None:
    """The clause "if the premise holds the value, so does some cell on the border of `cells`".

    Args:
        values: the board.
        value: the value.
        cells: a set with the premise in it, too small to be a region of the value.
        premise: a cell of it.

    Returns:
        ``None`` if the clause is plainly true, for a cell on the border is known to hold the value.
    """
    fixed = values.fixed[value]
    border = values.near(cells) & ~cells & values.admits[value]
    if border & fixed:
        return None
    literals = _symbols(values, value, border)
    if not fixed >> premise & 1:
        literals.append(f"(not {values.symbols[value][premise]})")
    return disjunction(literals)


def _symbols(values: Values, value: int, cells: int) -> list[str]:
    """The variables "this cell holds the value" of cells that are not known."""
    found = []
    if cells:
        symbols = values.symbols[value]
        while cells:  # `bits`, written out: every clause passes here
            lowest = cells & -cells
            found.append(symbols[lowest.bit_length() - 1])
            cells ^= lowest
    return found


def one_value_each(values: Values) -> Constraints:
    """Each cell holds exactly one of its values; many are parted into groups with helpers ``g_x_i``."""
    for cell, its in enumerate(values.options):
        if its:
            symbols = [values.symbols[value][cell] for value in its]
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


def growth(values: Values) -> Constraints:
    """A cell that is not a region by itself has a neighbour with its value.

    The same for pairs of cells was measured: fewer rounds, but more time in all.
    """
    beside = [values.near(1 << x) for x in range(values.puzzle.board.size)]
    around = [tuple(bits(cells)) for cells in beside]
    for value, cells in values.admits.items():
        if values.least(value) < 2:
            continue
        fixed, symbols = values.fixed[value], values.symbols.get(value, {})
        for x in bits(cells):
            if not beside[x] & fixed:
                literals = [symbols[y] for y in around[x] if y in symbols]
                if x in symbols:
                    literals.append(f"(not {symbols[x]})")
                yield (x,), disjunction(literals)


def small_regions(values: Values) -> Constraints:
    """Two neighbours are not both 1; a cell and two of its neighbours are not all 2; walls part values."""

    def not_all(value: int, *cells: int) -> tuple[tuple[int, ...], str]:
        symbols = values.symbols.get(value, {})
        denied = [f"(not {symbols[x]})" for x in cells if x in symbols]
        return cells, disjunction(denied)

    ones, twos = values.admits.get(1, 0), values.admits.get(2, 0)
    for x in bits(ones):
        for y in bits(values.near(1 << x) & ones & -(2 << x)):
            yield not_all(1, x, y)
    for y in bits(twos):
        around = tuple(bits(values.near(1 << y) & twos))
        for i, x in enumerate(around):
            for z in around[:i]:
                yield not_all(2, x, y, z)
    for x, y in sorted(values.puzzle.walls):
        for value in sorted(set(values.held_by(x)) & set(values.held_by(y))):
            yield not_all(value, x, y)
