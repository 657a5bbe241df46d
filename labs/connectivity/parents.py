"""Connectedness by parents (`encoder.parts.parents`): the encodings differ in what excludes cycles of them.

Their sources are in the records.
"""

from __future__ import annotations

from encoder.builder import Builder
from encoder.parts.logics import BITS, BOOLEANS, INTEGERS
from encoder.parts.parents import (
    ARCS,
    ELIMINATION_FAMILIES,
    LEAVES,
    PARENT,
    PARENTS,
    VERTICES,
    require_elimination,
    require_parents,
    require_times,
)
from encoder.parts.parents import ELIMINATION as BY_ELIMINATION
from encoder.parts.parents import LEAF as BY_LEAVES
from encoder.parts.rooted_regions import Connectivity, Regions
from labs.connectivity import estimate
from labs.connectivity.frame import encoding
from smtlib.script import Family, implies

MINIZINC = "MiniZinc, standard library: fzn_dreachable, to which connected and reachable are decomposed"
ONE_FARTHER = Family(
    "distance",
    "a cell is one step farther from the root than its parent",
    "for each cell x: d_x = 0 if it is a root, d_x = d_y + 1 if p_y_x; d_x is less than the region has cells",
    MINIZINC,
)


def _require_distances(builder: Builder, regions: Regions) -> None:
    """Require a parent and a distance for each cell: a constant for each, and one for each two neighbours."""
    arithmetic = regions.arithmetic
    parent = require_parents(builder, regions)
    distance = {x: regions.name("d", x) for x in regions.cells}
    builder.declare_all(distance.values(), arithmetic.number_sort)
    for x, d in distance.items():
        bounds = arithmetic.between(arithmetic.number(0), d, arithmetic.number(regions.most[x] - 1))
        builder.require(ONE_FARTHER, (x,), bounds)
        builder.require(ONE_FARTHER, (x,), implies(regions.root[x], f"(= {d} {arithmetic.number(0)})"))
    for (y, x), term in parent.items():
        farther = f"(= {distance[x]} {arithmetic.total([arithmetic.number(1), distance[y]])})"
        builder.require(ONE_FARTHER, (x, y), implies(term, farther))


BY_DISTANCE = Connectivity(
    name="distance",
    families=(PARENT, ONE_FARTHER),
    meaning=PARENTS | {"d_x": "how many parents lead from x to its root"},
    connect=_require_distances,
)
DISTANCE = encoding(
    BY_DISTANCE,
    title="a parent for each cell, and its distance from the root",
    idea=(
        "Every cell but the root of its region has a parent beside it, in its region, and is one step "
        "farther from the root than its parent. Distances grow along parents, so that none is its own "
        "ancestor."
    ),
    source=MINIZINC,
    logics=INTEGERS,
    good_for="comparing with MiniZinc, which decomposes its constraints so",
)


LEAF = encoding(
    BY_LEAVES,
    title="parents without a cycle, by leaf elimination",
    idea=(
        "Every cell but the root of its region has a parent beside it, in its region. Leaves are eliminated, "
        "then the leaves of what is left, and so on; the time at which a cell goes is later than that of its "
        "children. On a cycle no cell could be first."
    ),
    source=LEAVES,
    logics=BITS,
    good_for="comparing acyclicity: leaf elimination alone",
)


ELIMINATION = encoding(
    BY_ELIMINATION,
    title="parents without a cycle, by vertex elimination",
    idea=(
        "Every cell but the root of its region has a parent beside it, in its region. Cells are eliminated "
        "one after the other: every cell above the eliminated one is then above every cell below it. If "
        "parents had a cycle, two cells would at last be above each other."
    ),
    source=VERTICES,
    logics=BOOLEANS,
    good_for="comparing acyclicity: vertex elimination alone",
    estimate=estimate.rooted_booleans,
)


DEGREE = 4
"""Cells with more neighbours left are not eliminated as vertices: on a rectangle about half of all."""

BOTH = "N.-F. Zhou, R. Wang, R. Yap, SAT 2023 (LIPIcs.SAT.2023.30): vertex and leaf elimination, hybrid"
REST = Family(
    "leaf",
    "what is left has no cycle: a cell becomes a leaf when those below it are eliminated",
    "for x and y that are left: if a_x_y, then t_y < t_x; 0 <= t_x, less than there are cells left",
    BOTH,
)


def _require_both(builder: Builder, regions: Regions) -> None:
    """Require parents, and that they have no cycle."""
    arcs = require_elimination(builder, regions, DEGREE)
    left = sorted({x for arc in arcs for x in arc})
    most = {x: min(len(left), regions.most[x]) for x in left}
    require_times(builder, regions.name, regions.arithmetic, arcs, most, REST)


BY_BOTH = Connectivity(
    name="hybrid",
    families=(*ELIMINATION_FAMILIES, REST),
    meaning=ARCS | {"t_x": "the time at which x is eliminated as a leaf"},
    connect=_require_both,
)
HYBRID = encoding(
    BY_BOTH,
    title="parents without a cycle: vertex elimination first, leaf elimination for the rest",
    idea=(
        f"Cells with at most {DEGREE} neighbours are eliminated as in elimination, until all others have "
        "more: elimination has made neighbours of cells far apart. Those left have times as in leaf."
    ),
    source=BOTH,
    logics=BITS,
    good_for="comparing acyclicity: leaf and vertex elimination together",
)
