"""Counting a large number's cells in a part of the board that has room for few regions of it.

Cuts speak of one set of cells at a time, of which a large number has too many. That its cells
in a part are as many as one region has, or two, says much of it at once. The counter is the
sequential one (C. Sinz, Towards an optimal CNF encoding of Boolean cardinality constraints, 2005).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from encoder.tokens import BIG, Tokens
from fillomino.deduction.bitset import bits, components

FROM = 4
"""Smaller numbers do well with cuts alone."""

MOST_HELPERS = 6_000
"""A counter that would need more helpers is left out."""

LARGE = 20
"""From here on a counter pays even where there is room for two regions; else it must be for one."""


def counters(tokens: Tokens) -> Iterator[tuple[list[str], list[str]]]:
    """Helpers and clauses that say how many cells of a number there are: a multiple of it.

    The multiple is bounded by the room in a part of the board, and by the board as a whole: every
    number takes some cells for its known groups, and what they leave free is all that one can have more.
    """
    least = {number: _least_regions(tokens, number) for number in tokens.admits if number != BIG}
    live = sum(1 << x for x in range(tokens.puzzle.board.size) if _is_live(tokens, x))
    free = live.bit_count() - sum(number * regions for number, regions in least.items())
    for number, fewest in least.items():
        if number < FROM:
            continue
        cells = tokens.admits[number]
        most = fewest + max(0, free) // number
        few = 2 if number >= LARGE else 1
        if fewest and most <= few:
            yield from _counter(tokens, number, cells, fewest, most, f"c_{number}")
            continue
        for index, part in enumerate(components(tokens.near, cells)):
            room = min(most, part.bit_count() // number)
            if part & tokens.fixed[number] and room <= few:
                yield from _counter(tokens, number, part, 1, room, f"c_{number}_{index}")


def _is_live(tokens: Tokens, cell: int) -> bool:
    known = tokens.known[cell]
    return not known or bool(tokens.admits.get(known, 0) >> cell & 1)


def _least_regions(tokens: Tokens, number: int) -> int:
    """At least how many regions the known groups of a number belong to: groups too far apart differ."""
    near, admits = tokens.near, tokens.admits[number]
    apart: list[tuple[int, int]] = []  # groups no two of which can be one region, with what they can reach
    for group in components(near, tokens.fixed[number]):
        reached = front = group
        for _ in range(number - group.bit_count()):
            front = near(front) & admits & ~reached
            reached |= front
        if not any(reached & other and grown & group for other, grown in apart):
            apart.append((group, reached))
    return len(apart)


def _counter(
    tokens: Tokens, number: int, cells: int, fewest: int, most: int, prefix: str
) -> Iterator[tuple[list[str], list[str]]]:
    known = cells & tokens.fixed[number]
    counts = [number * regions - known.bit_count() for regions in range(fewest, most + 1)]
    counts = [count for count in counts if count >= 0]
    symbols = [tokens.symbol(x, number) for x in bits(cells & ~known)]
    if not counts:
        yield [], ["false"]
    elif len(symbols) * (counts[-1] + 1) <= MOST_HELPERS:
        yield one_of_counts(symbols, counts, prefix)


def one_of_counts(symbols: list[str], counts: list[int], prefix: str) -> tuple[list[str], list[str]]:
    """Helpers and clauses that say that the number of true symbols is one of `counts` (ascending, not empty).

    The helper ``prefix_i_j`` says that at least j of the first i symbols are true.
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
