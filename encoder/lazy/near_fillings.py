"""Cuts against the fillings close to a known one, asserted before the solver comes upon them one by one.

Asked for another filling, a solver answers with the known one changed in one place, mostly a region that gave
up a cell or took one too many. Each such answer would cost a round; the cuts against all of them are few.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from encoder.lazy.cuts import first_of
from encoder.parts.clauses import Cut, Options, leaves
from encoder.parts.values import BIG
from fillomino.graph import bits, components


def near_fillings(options: Options, held: Mapping[int, int]) -> Iterator[Cut]:
    """Yield cuts that any filling keeps, and that the given one with a cell of a region changed may break.

    Args:
        options: what cells may hold.
        held: for each value the cells that hold it in the filling.
    """
    near = options.near
    for value, cells in held.items():
        admits, fixed = options.admits.get(value, 0), options.fixed.get(value, 0)
        for region in components(near, cells & admits):
            if not region & ~fixed:
                continue
            for x in bits(region & ~fixed):  # what is left of it without a cell is too small, so it goes on
                for part in components(near, region ^ 1 << x):
                    if part.bit_count() < options.least(value):
                        cut = leaves(options, value, part, first_of(part, fixed))
                        if cut is not None:
                            yield cut
            if value != BIG:
                border = near(region) & admits & ~region
                yield from (Cut(value, tuple(bits(region | 1 << y))) for y in bits(border))
