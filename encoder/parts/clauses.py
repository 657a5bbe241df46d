"""Clauses over "this cell holds this token": the base of the lazy method, and the cuts it learns."""

from __future__ import annotations

from encoder.families import Constraints
from encoder.parts.values import Tokens
from fillomino.graph import bits
from smtlib.terms import conjunction, disjunction

PAIRWISE = 8
"""Up to so many options per cell, each two exclude each other by a clause of their own."""

GROUP = 4
"""More options than that are parted into groups of so many, of which two exclude each other."""


def absent(tokens: Tokens, token: int, cells: int) -> str:
    """The clause "not all of these cells hold the token"."""
    return disjunction(
        [f"(not {symbol})" for symbol in _symbols(tokens, token, cells & ~tokens.fixed[token])]
    )


def leaves(tokens: Tokens, token: int, cells: int, premise: int) -> str | None:
    """The clause "if the premise holds the token, so does some cell on the border of `cells`".

    Args:
        tokens: the board.
        token: the token.
        cells: a set with the premise in it, too small to be a region of the token.
        premise: a cell of it.

    Returns:
        ``None`` if the clause says nothing, for a cell on the border is known to hold the token.
    """
    fixed = tokens.fixed[token]
    border = tokens.near(cells) & ~cells & tokens.admits[token]
    if border & fixed:
        return None
    literals = _symbols(tokens, token, border)
    if not fixed >> premise & 1:
        literals.append(f"(not {tokens.symbols[token][premise]})")
    return disjunction(literals)


def _symbols(tokens: Tokens, token: int, cells: int) -> list[str]:
    """The variables "this cell holds the token" of cells that are not known."""
    found = []
    if cells:
        symbols = tokens.symbols[token]
        while cells:  # `bits`, written out: every clause passes here
            lowest = cells & -cells
            found.append(symbols[lowest.bit_length() - 1])
            cells ^= lowest
    return found


def one_token_each(tokens: Tokens) -> Constraints:
    """Each cell holds exactly one of its tokens; many are parted into groups with helpers ``g_x_i``."""
    for cell, its in enumerate(tokens.options):
        if its:
            symbols = [tokens.symbols[token][cell] for token in its]
            terms = [disjunction(symbols), *_at_most_one(symbols, helpers(tokens, cell))]
            yield (cell,), conjunction(terms)
        elif not tokens.known[cell]:  # deduction has found that the puzzle has no filling
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


def helpers(tokens: Tokens, cell: int) -> list[str]:
    """The helpers of a cell with many options: the i-th says that one of the i-th group of them is held."""
    count = len(tokens.options[cell])
    label = tokens.puzzle.board.labels[cell]
    return [f"g_{label}_{i}" for i in range(-(-count // GROUP))] if count > PAIRWISE else []


def growth(tokens: Tokens) -> Constraints:
    """A cell that is not a region by itself has a neighbour with its token.

    The same for pairs of cells was measured: fewer rounds, but more time in all.
    """
    beside = [tokens.near(1 << x) for x in range(tokens.puzzle.board.size)]
    around = [tuple(bits(cells)) for cells in beside]
    for token, cells in tokens.admits.items():
        if tokens.least(token) < 2:
            continue
        fixed, symbols = tokens.fixed[token], tokens.symbols.get(token, {})
        for x in bits(cells):
            if not beside[x] & fixed:
                literals = [symbols[y] for y in around[x] if y in symbols]
                if x in symbols:
                    literals.append(f"(not {symbols[x]})")
                yield (x,), disjunction(literals)


def small_regions(tokens: Tokens) -> Constraints:
    """Two neighbours are not both 1; a cell and two of its neighbours are not all 2; walls part tokens."""

    def not_all(token: int, *cells: int) -> tuple[tuple[int, ...], str]:
        symbols = tokens.symbols.get(token, {})
        denied = [f"(not {symbols[x]})" for x in cells if x in symbols]
        return cells, disjunction(denied)

    ones, twos = tokens.admits.get(1, 0), tokens.admits.get(2, 0)
    for x in bits(ones):
        for y in bits(tokens.near(1 << x) & ones & -(2 << x)):
            yield not_all(1, x, y)
    for y in bits(twos):
        around = tuple(bits(tokens.near(1 << y) & twos))
        for i, x in enumerate(around):
            for z in around[:i]:
                yield not_all(2, x, y, z)
    for x, y in sorted(tokens.puzzle.walls):
        for token in sorted(set(tokens.held_by(x)) & set(tokens.held_by(y))):
            yield not_all(token, x, y)
