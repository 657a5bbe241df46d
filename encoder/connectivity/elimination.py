"""Vertex elimination: parents have no cycle iff none is left when cells are eliminated one by one.

M. F. Rankooh and J. Rintanen (AAAI 2022, arXiv 2105.12908): eliminating a vertex joins its predecessors with
its successors. Arcs ``a_x_y`` contain the parents and what elimination adds; in a graph with a cycle two of
them are opposite at last. Neighbours of an eliminated vertex become neighbours of each other (D. Rose and
R. Tarjan, 1975), so that an order in which few of them meet gives few clauses: here the cell with the fewest
neighbours left is always next.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations

from encoder.builder import Builder
from encoder.connectivity.parents import MEANING, PARENT, require_parents
from encoder.connectivity.regions import Connectivity, Regions
from smtlib.script import Family

SOURCE = "M. F. Rankooh, J. Rintanen, AAAI 2022 (arXiv 2105.12908): acyclicity by vertex elimination"
ARC = Family("arc", "a parent is an arc to its child", "if p_x_y, then a_x_y", SOURCE)
ELIMINATED = Family(
    "eliminated",
    "eliminating a cell joins its predecessors with its successors",
    "for each cell y in the order of elimination, and x, z beside it then: if a_x_y and a_y_z, then a_x_z",
    SOURCE,
)
NO_CYCLE = Family("no-cycle", "no two arcs are opposite", "not both a_x_y and a_y_x", SOURCE)
FAMILIES = (PARENT, ARC, ELIMINATED, NO_CYCLE)
ARCS = MEANING | {"a_x_y": "y is below x, as far as cells eliminated before both show"}


def connect(builder: Builder, regions: Regions) -> None:
    """Require parents, and that they have no cycle: clauses for each two cells that elimination joins."""
    eliminate(builder, regions)


def eliminate(builder: Builder, regions: Regions, degree: int | None = None) -> dict[tuple[int, int], str]:
    """Require parents, and that no cycle of them has an eliminated cell.

    Args:
        builder: the builder to add to.
        regions: the regions.
        degree: only cells are eliminated that have at most so many neighbours then; all if not given.

    Returns:
        The arcs between cells that are left, each with its term.
    """
    parent = require_parents(builder, regions)
    arcs: dict[tuple[int, int], str] = {}

    def arc(x: int, y: int) -> str:
        if (x, y) not in arcs:
            arcs[x, y] = builder.declare(regions.name("a", x, y))
        return arcs[x, y]

    for (x, y), term in parent.items():
        builder.require(ARC, (x, y), f"(=> {term} {arc(x, y)})")
    left = {x: set(regions.joins[x]) for x in regions.cells}
    for y in _order(left, degree):
        near = sorted(left.pop(y))
        for x in near:
            builder.require(NO_CYCLE, (x, y), f"(not (and {arc(x, y)} {arc(y, x)}))")
        for x, z in permutations(near, 2):
            builder.require(ELIMINATED, (x, y, z), f"(=> (and {arc(x, y)} {arc(y, z)}) {arc(x, z)})")
        for x in near:
            left[x].remove(y)
            left[x].update(z for z in near if z != x)
    return {(x, y): term for (x, y), term in arcs.items() if x in left and y in left}


def _order(left: dict[int, set[int]], degree: int | None) -> Iterable[int]:
    """Yield the cell with the fewest neighbours left, while its caller takes it out."""
    while left:
        found = min(left, key=lambda x: (len(left[x]), x))
        if degree is not None and len(left[found]) > degree:
            return
        yield found


ELIMINATION = Connectivity(
    name="elimination",
    title="parents without a cycle, by vertex elimination",
    idea=(
        "Every cell but the root of its region has a parent beside it, in its region. Cells are eliminated "
        "one after the other: every cell above the eliminated one is then above every cell below it. If "
        "parents had a cycle, two cells would at last be above each other."
    ),
    source=SOURCE,
    families=FAMILIES,
    meaning=ARCS,
    connect=connect,
)
