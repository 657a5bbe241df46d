"""Constraints that follow from the others, by counting the cells of the whole board, and save much search."""

from __future__ import annotations

from collections.abc import Iterable

from encoder.parts.cardinality import counter
from encoder.parts.distances import span
from encoder.parts.region_bounds import Room
from encoder.parts.values import Tokens
from fillomino.graph import bits
from smtlib.script import Assertion, Family, assertions_about

OWN = "this project"
REDUNDANT = (
    Family(
        "count",
        "a large number with room for few regions has as many cells as one or two of them",
        "the number of true n_x_v is v (or 2v)",
        "C. Sinz, CP 2005: sequential counter",
    ),
    Family(
        "near",
        "a large number with room for one region has all its cells near its known ones",
        "if n_x_v, then a known cell is few steps away: d_x_k if some d_y_(k-1) beside x",
        OWN,
    ),
)


def redundant(tokens: Tokens, rooms: Iterable[Room]) -> tuple[list[str], list[Assertion]]:
    """The helpers, and the assertions."""
    names: list[str] = []
    assertions: list[Assertion] = []
    for room in rooms:
        cells = tuple(bits(room.cells))
        for family, (declared, terms) in (("count", counter(tokens, room)), ("near", span(tokens, room))):
            names += declared
            assertions += assertions_about(family, cells, terms)
    return names, assertions
