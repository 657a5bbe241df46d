"""Parent and distance: a cell is one step farther from the root than its parent.

So does the standard library of MiniZinc, where a solver has no propagator of its own for `connected` and
`reachable` (predicate ``fzn_dreachable``, to which both lead): a parent and a distance for each node.
"""

from __future__ import annotations

from encoder.builder import Builder
from encoder.connectivity.parents import MEANING, PARENT, require_parents
from encoder.connectivity.regions import Connectivity, Regions
from smtlib.script import Family
from smtlib.terms import implies

SOURCE = "MiniZinc, standard library: fzn_dreachable, to which connected and reachable are decomposed"
DISTANCE = Family(
    "distance",
    "a cell is one step farther from the root than its parent",
    "for each cell x: d_x = 0 if it is a root, d_x = d_y + 1 if p_y_x; d_x is less than the region has cells",
    SOURCE,
)


def connect(builder: Builder, regions: Regions) -> None:
    """Require a parent and a distance for each cell: a constant for each, and one for each two neighbours."""
    its = regions.arithmetic
    parent = require_parents(builder, regions)
    distance = {x: regions.name("d", x) for x in regions.cells}
    builder.declare_all(distance.values(), its.number_sort)
    for x, d in distance.items():
        last = its.number(regions.most[x] - 1)
        builder.require(
            DISTANCE,
            (x,),
            f"(and ({its.at_most} {its.number(0)} {d}) ({its.at_most} {d} {last}))",
        )
        builder.require(DISTANCE, (x,), implies(regions.root[x], f"(= {d} {its.number(0)})"))
    for (y, x), term in parent.items():
        farther = f"(= {distance[x]} {its.total([its.number(1), distance[y]])})"
        builder.require(DISTANCE, (x, y), implies(term, farther))


DISTANCES = Connectivity(
    name="distance",
    title="a parent for each cell, and its distance from the root",
    idea=(
        "Every cell but the root of its region has a parent beside it, in its region, and is one step "
        "farther from the root than its parent. Distances grow along parents, so that none is its own "
        "ancestor."
    ),
    source=SOURCE,
    families=(PARENT, DISTANCE),
    meaning=MEANING | {"d_x": "how many parents lead from x to its root"},
    connect=connect,
)
