"""Cuts against the fillings close to one that is known, said before the solver comes upon them one by one.

Asked for another filling, a solver answers with the known one changed in one place, mostly a region that gave
up a cell or took one too many. Each such answer would cost a round; the cuts against all of them are few.
"""

from __future__ import annotations

from collections.abc import Iterator

from encoder.parts.clauses import absent, leaves
from encoder.parts.values import BIG, Tokens
from fillomino.graph import bits, components
from fillomino.puzzle import Filling


def near_fillings(tokens: Tokens, filling: Filling) -> Iterator[str]:
    """Yield cuts that any filling keeps, and that the given one with a cell of a region changed may break."""
    held: dict[int, int] = {}
    for x, number in enumerate(filling):
        token = tokens.known[x] or tokens.token(x, number)
        held[token] = held.get(token, 0) | 1 << x
    for token, cells in held.items():
        admits = tokens.admits.get(token, 0)
        for region in components(tokens.near, cells & admits):
            if region & ~tokens.fixed[token]:
                yield from _without_one(tokens, token, region)
                if token != BIG:
                    border = tokens.near(region) & admits & ~region
                    yield from (absent(tokens, token, region | 1 << y) for y in bits(border))


def _without_one(tokens: Tokens, token: int, region: int) -> Iterator[str]:
    """Yield that what is left of a region without one of its cells is too small, so it goes on."""
    fixed, least = tokens.fixed[token], tokens.least(token)
    for x in bits(region & ~fixed):
        for part in components(tokens.near, region ^ 1 << x):
            if part.bit_count() < least:
                known = part & fixed
                cut = leaves(tokens, token, part, (known & -known or part & -part).bit_length() - 1)
                if cut is not None:
                    yield cut
