"""Redundant constraints that speed up a search: cells counted, and the rings around large regions.

Where rows of a region are joined at their first contacts alone (`encoder.parts.spanning_trees`), only a ring
of rows still has a cycle. One contact of a ring is *open*: there is no edge, and yet the region is one. That
both sides of an opening belong to one tree is required by a cell that the whole region names, its first: in
each tree every cell but that one leads there by an edge of its own, and a tree has fewer edges than cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import TYPE_CHECKING

from encoder.builder import OWN, TIGHTENED, Builder
from encoder.parts.reduced import ReducedPuzzle
from fillomino.graph import bits
from smtlib.script import Family

if TYPE_CHECKING:
    from encoder.parts.region_bounds import RegionBound
    from encoder.parts.values import Values


OPENING = Family(
    "opening",
    "a ring of rows is open somewhere",
    "for neighbours x, y: if o_x_y, then q_x_y and O_x",
    OWN,
)
RING = Family(
    "ring",
    "all cells of a ring hold a large number, and name one first cell",
    "for neighbours x, y: if q_x_y, then O_x = O_y, and if O_x, r_x = r_y; if O_x, then n_x >= 8",
    OWN,
)
FIRST_CELL = Family(
    "first-cell",
    "a cell of a ring is the one that it names, or an edge leads there",
    "for each cell x: r_x <= x; if O_x, then r_x = x, or e_x_y leads to y (u_x_y, y > x; not u_y_x, y < x)",
    OWN,
)

AROUND_A_CELL = 8
AROUND_A_WALL = 6
ANY = 3


def fewest(reduced: ReducedPuzzle) -> int:
    """Return a number of cells below which no region is a ring.

    In rows and columns a ring of fewer than eight cells surrounds no cell. So it consists of blocks of two by
    two, which have one edge between their rows; unless there is a wall, or a gap, within six.
    """
    board = reduced.puzzle.board
    if board.grid is None:
        return ANY
    rows = list(board.grid.rows())
    columns = list(zip(*rows, strict=True))
    beside = {pair for line in (*rows, *columns) for pair in pairwise(line) if None not in pair}
    links = set(board.links())
    if links - beside:
        return ANY
    return AROUND_A_WALL if reduced.puzzle.walls or beside - links else AROUND_A_CELL


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
