"""Clauses over "this cell holds this token": the base of the lazy method, and the cuts it learns."""

from __future__ import annotations

from collections.abc import Iterator

from encoder.clauses.tokens import Tokens
from encoder.script import Assertion
from encoder.terms import disjunction
from fillomino.deduction.bitset import bits

PAIRWISE = 8
"""Up to so many options per cell, each two exclude each other by a clause of their own."""

GROUP = 4
"""More options than that are parted into groups of so many, of which two exclude each other."""


def absent(tokens: Tokens, token: int, cells: int) -> str:
    """The clause "not all of these cells hold the token"."""
    symbols = tokens.symbols.get(token, {})
    return disjunction([f"(not {symbols[x]})" for x in bits(cells & ~tokens.fixed[token])])


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
    border = tokens.near(cells) & ~cells & tokens.admits[token]
    if border & tokens.fixed[token]:
        return None
    symbols = tokens.symbols.get(token, {})
    literals = [symbols[y] for y in bits(border)]
    if not tokens.fixed[token] >> premise & 1:
        literals.append(f"(not {symbols[premise]})")
    return disjunction(literals)


def one_token_each(tokens: Tokens) -> Iterator[Assertion]:
    """Each cell holds exactly one of its tokens; many are parted into groups with helpers ``g_x_i``."""
    for cell, its in enumerate(tokens.options):
        if not its:
            if not tokens.known[cell]:
                # Deduction has found that the puzzle has no filling.
                yield Assertion("one-token", (cell,), "false")
            continue
        symbols = [tokens.symbols[token][cell] for token in its]
        yield Assertion("one-token", (cell,), disjunction(symbols))
        for term in _at_most_one(symbols, helpers(tokens, cell)):
            yield Assertion("one-token", (cell,), term)


def _at_most_one(symbols: list[str], heads: list[str]) -> Iterator[str]:
    """No two of some symbols are true, nor two heads of their groups; without heads they are one group."""
    for i, head in enumerate(heads):
        group = symbols[i * len(symbols) // len(heads) : (i + 1) * len(symbols) // len(heads)]
        yield from (f"(or (not {symbol}) {head})" for symbol in group)
        yield from _at_most_one(group, [])
    alike = heads or symbols
    for i, later in enumerate(alike):
        for earlier in alike[:i]:
            yield f"(or (not {earlier}) (not {later}))"


def helpers(tokens: Tokens, cell: int) -> list[str]:
    """The helpers of a cell with many options: the i-th says that one of the i-th group of them is held."""
    count = len(tokens.options[cell])
    label = tokens.puzzle.board.labels[cell]
    return [f"g_{label}_{i}" for i in range(-(-count // GROUP))] if count > PAIRWISE else []


def growth(tokens: Tokens) -> Iterator[Assertion]:
    """A cell that is not a region by itself has a neighbour with its token.

    The same for pairs of cells was measured: fewer rounds, but more time in all.
    """
    for token, cells in tokens.admits.items():
        if tokens.least(token) < 2:
            continue
        for x in bits(cells):
            clause = leaves(tokens, token, 1 << x, x)
            if clause is not None:
                yield Assertion("growth", (x,), clause)


def small_regions(tokens: Tokens) -> Iterator[Assertion]:
    """Two neighbours are not both 1; a cell and two of its neighbours are not all 2; walls part tokens."""
    ones, twos = tokens.admits.get(1, 0), tokens.admits.get(2, 0)
    for x in bits(ones):
        for y in bits(tokens.near(1 << x) & ones & -(2 << x)):
            yield Assertion("small-region", (x, y), absent(tokens, 1, 1 << x | 1 << y))
    for y in bits(twos):
        around = list(bits(tokens.near(1 << y) & twos))
        for i, x in enumerate(around):
            for z in around[:i]:
                yield Assertion("small-region", (x, y, z), absent(tokens, 2, 1 << x | 1 << y | 1 << z))
    for x, y in sorted(tokens.puzzle.walls):
        shared = set(tokens.held_by(x)) & set(tokens.held_by(y))
        for token in sorted(shared):
            literals = [f"(not {tokens.symbol(z, token)})" for z in (x, y) if not tokens.known[z]]
            yield Assertion("small-region", (x, y), disjunction(literals))
