"""Leaf elimination: parents have no cycle iff leaves can be eliminated until none is left.

The leaf-elimination encoding of N.-F. Zhou, R. Wang and R. Yap (SAT 2023): each vertex has the time at which
it is a leaf, later than those of its children; with times in binary it is the LEE-b of that paper, which is
what solvers make of the bit-vectors here.
"""

from __future__ import annotations

from collections.abc import Mapping

from encoder.builder import Builder
from encoder.connectivity.parents import MEANING, PARENT, require_parents
from encoder.connectivity.regions import Connectivity, Regions
from smtlib.script import Family

SOURCE = "N.-F. Zhou, R. Wang, R. Yap, SAT 2023 (LIPIcs.SAT.2023.30): leaf elimination, times in binary"
LEAF = Family(
    "leaf",
    "a cell becomes a leaf when its children are eliminated",
    "if p_x_y, then t_y < t_x; 0 <= t_x, less than the region has cells",
    SOURCE,
)


def connect(builder: Builder, regions: Regions) -> None:
    """Require parents, and a time for each cell."""
    parent = require_parents(builder, regions)
    require_times(builder, regions, parent, {x: regions.most[x] for x in regions.cells}, LEAF)


def require_times(
    builder: Builder,
    regions: Regions,
    arcs: Mapping[tuple[int, int], str],
    most: Mapping[int, int],
    family: Family,
) -> None:
    """Require that times fall along arcs.

    Args:
        builder: the builder to add to.
        regions: the regions.
        arcs: the arcs, each with its term.
        most: for each cell that has a time how many times there are.
        family: the family of these constraints.
    """
    its = regions.arithmetic
    time = {x: regions.name("t", x) for x in most}
    builder.declare_all(time.values(), its.number_sort)
    for x, t in time.items():
        last = its.number(most[x] - 1)
        builder.require(family, (x,), f"(and ({its.at_most} {its.number(0)} {t}) ({its.at_most} {t} {last}))")
    for (x, y), term in arcs.items():
        builder.require(family, (x, y), f"(=> {term} ({its.below} {time[y]} {time[x]}))")


LEAVES = Connectivity(
    name="leaf",
    title="parents without a cycle, by leaf elimination",
    idea=(
        "Every cell but the root of its region has a parent beside it, in its region. Leaves are eliminated, "
        "then the leaves of what is left, and so on; the time at which a cell goes is later than that of its "
        "children. On a cycle no cell could be first."
    ),
    source=SOURCE,
    families=(PARENT, LEAF),
    meaning=MEANING | {"t_x": "the time at which x is eliminated as a leaf"},
    connect=connect,
)
