"""Constraints that follow from the others, by counting the cells of the whole board, and save much search."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from encoder.builder import Builder
from encoder.families import OWN, TIGHTENED
from fillomino.graph import bits
from smtlib.script import Family

if TYPE_CHECKING:
    from encoder.parts.region_bounds import RegionBound
    from encoder.parts.values import Values

COUNT = Family(
    "count",
    "a large number with room for few regions has as many cells as one or two of them",
    "the number of true n_x_v is v (or 2v)",
    "C. Sinz, CP 2005: sequential counter",
)
NEAR = Family(
    "near",
    "a large number with room for one region has all its cells near its known ones",
    "if n_x_v, then a known cell is few steps away: d_x_k if some d_y_(k-1) beside x",
    OWN,
)
REDUNDANT = (COUNT, NEAR)
HOLDS = Family("holds", "a Boolean for each cell of what is counted", "n_x_v iff n_x = v", TIGHTENED)
"""For numbers that are no Booleans."""


def redundant(values: Values, bound: RegionBound) -> tuple[list[str], list[tuple[Family, list[str]]]]:
    """Return the helpers of a region bound, and its terms by family; nothing where they would not pay."""
    from encoder.parts.cardinality import cardinality  # not needed where deduction decides the puzzle
    from encoder.parts.distances import group_distances

    names, terms = cardinality(values, bound)
    more, tied = group_distances(values, bound)
    return [*names, *more], [
        (family, required) for family, required in ((COUNT, terms), (NEAR, tied)) if required
    ]


def require_redundant(builder: Builder, values: Values, bounds: Iterable[RegionBound]) -> None:
    """Declare the helpers of region bounds, and require their terms."""
    for bound in bounds:
        names, constraints = redundant(values, bound)
        builder.declare_all(names)
        require_bound(builder, bound, constraints)


def require_bound(
    builder: Builder, bound: RegionBound, constraints: Iterable[tuple[Family, list[str]]]
) -> None:
    """Require what `redundant` returns for a region bound; its helpers must be declared."""
    cells = tuple(bits(bound.cells))
    for family, terms in constraints:
        builder.require_all(family, cells, terms)


def require_counted(builder: Builder, values: Values, held: Callable[[int, int], str]) -> None:
    """Require what counting the cells of the board implies for large numbers, and the Booleans for that.

    Args:
        builder: the script.
        values: the board.
        held: from a cell and a number to the term that the cell holds it.
    """
    from encoder.parts.region_bounds import region_bounds

    counted = []
    for bound in region_bounds(values):
        helpers, constraints = redundant(values, bound)
        if not constraints:
            continue
        unknown = list(bits(bound.cells & ~values.fixed[bound.number]))
        builder.declare_all([values.symbol(x, bound.number) for x in unknown])
        builder.declare_all(helpers)
        for x in unknown:
            builder.require(HOLDS, (x,), f"(= {values.symbol(x, bound.number)} {held(x, bound.number)})")
        counted.append((bound, constraints))
    for bound, constraints in counted:
        require_bound(builder, bound, constraints)
