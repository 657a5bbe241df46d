"""Cuts against the fillings close to a known one, asserted before the solver comes upon them one by one.

Asked for another filling, a solver answers with the known one changed in one place, mostly a region that gave
up a cell or took one too many. Each such answer would cost a round; the cuts against all of them are few.
"""

from __future__ import annotations

from collections.abc import Iterator

from encoder.parts.clauses import absent, leaves
from encoder.parts.values import BIG, Values
from fillomino.graph import bits, components
from fillomino.puzzle import Filling


def near_fillings(values: Values, filling: Filling) -> Iterator[str]:
    """Yield cuts that any filling keeps, and that the given one with a cell of a region changed may break."""
    held: dict[int, int] = {}
    for x, number in enumerate(filling):
        value = values.known[x] or values.value(x, number)
        held[value] = held.get(value, 0) | 1 << x
    for value, cells in held.items():
        admits = values.admits.get(value, 0)
        for region in components(values.near, cells & admits):
            if region & ~values.fixed[value]:
                yield from _without_one(values, value, region)
                if value != BIG:
                    border = values.near(region) & admits & ~region
                    yield from (absent(values, value, region | 1 << y) for y in bits(border))


def _without_one(values: Values, value: int, region: int) -> Iterator[str]:
    """Yield that what is left of a region without one of its cells is too small, so it goes on."""
    fixed, least = values.fixed[value], values.least(value)
    for x in bits(region & ~fixed):
        for part in components(values.near, region ^ 1 << x):
            if part.bit_count() < least:
                known = part & fixed
                cut = leaves(values, value, part, (known & -known or part & -part).bit_length() - 1)
                if cut is not None:
                    yield cut
