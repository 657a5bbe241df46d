"""Counting a number's cells in a part of the board that few regions of it fit in.

Cuts are about one set of cells at a time, of which a large number has too many. That its cells
in such a part are as many as one region has, or two, asserts much of it at once. The counter is the
sequential one (C. Sinz, Towards an optimal CNF encoding of Boolean cardinality constraints, 2005).
"""

from __future__ import annotations

from itertools import pairwise

from encoder.parts.region_bounds import RegionBound
from encoder.parts.values import Values
from fillomino.graph import bits

FROM = 4
"""Smaller numbers do well with cuts alone."""

MOST_HELPERS = 6_000
"""A counter that would need more helpers is left out."""


def has_cardinality(values: Values, bound: RegionBound) -> bool:
    """Return whether a counter pays."""
    cells = (bound.cells & ~values.fixed[bound.number]).bit_count()
    return bound.number >= FROM and cells * (bound.number * bound.most + 1) <= MOST_HELPERS


def cardinality(values: Values, bound: RegionBound) -> tuple[list[str], list[str]]:
    """Return helpers and clauses: a part has as many cells of its number as its regions.

    Nothing where that would not pay.
    """
    if not has_cardinality(values, bound):
        return [], []
    known = bound.cells & values.fixed[bound.number]
    counts = [bound.number * regions - known.bit_count() for regions in range(bound.fewest, bound.most + 1)]
    counts = [count for count in counts if count >= 0]
    if not counts:
        return [], ["false"]
    symbols = [values.symbol(x, bound.number) for x in bits(bound.cells & ~known)]
    return one_of_counts(symbols, counts, f"c_{bound.name}")


def one_of_counts(symbols: list[str], counts: list[int], prefix: str) -> tuple[list[str], list[str]]:
    """Return helpers and clauses: the number of true symbols is one of `counts` (ascending, not empty).

    The helper ``prefix_i_j`` is true iff at least j of the first i symbols are.
    """

    def least(i: int, j: int) -> str:
        return "true" if j <= 0 else "false" if j > i else f"{prefix}_{i}_{j}"

    total = len(symbols)
    lowest, highest = counts[0], min(counts[-1], total)
    declared: list[str] = []
    clauses: list[str] = []
    for i, symbol in enumerate(symbols, 1):
        # Only counts that still matter: at most one too many, at least what the rest could complete.
        for j in range(max(1, lowest - (total - i)), min(i, highest + 1) + 1):
            declared.append(least(i, j))
            clauses.append(f"(= {least(i, j)} (or {least(i - 1, j)} (and {symbol} {least(i - 1, j - 1)})))")
    clauses.append(least(total, lowest))
    for count, more in pairwise(counts):
        clauses.append(f"(or (not {least(total, count + 1)}) {least(total, more)})")
    clauses.append(f"(not {least(total, highest + 1)})")
    return declared, [clause for clause in clauses if clause not in ("true", "(not false)")]
