"""Pairwise reachability by repeated squaring: paths of up to 2, 4, 8, ... steps between each two cells.

The Glasgow subgraph solver writes connectedness in that way for its proofs (S. Gocht and others, Certifying
solvers for clique and maximum common (connected) subgraph problems, CP 2020; ``create_connected_constraints``
in its ``gss/innards/proof.cc``), as pull request 784 of the Glasgow constraint solver reports.
"""

from __future__ import annotations

from encoder.builder import Builder
from encoder.connectivity.regions import Connectivity, Regions
from encoder.parts.spanning_trees import Link, link
from fillomino.graph import distances
from smtlib.script import Family
from smtlib.terms import all_of, any_of

SOURCE = "S. Gocht and others, CP 2020 (Glasgow subgraph solver): connectedness by repeated squaring"
SQUARE = Family(
    "square",
    "a path is a path half as long, or two of them one after the other",
    "w_x_y_k iff w_x_y_(k-1), or w_x_z_(k-1) and w_z_y_(k-1) for some z; w_x_y_0 iff q_x_y",
    SOURCE,
)
ROOTED = Family(
    "rooted",
    "a path leads from each cell to a root",
    "for each cell x: root x, or root y and w_x_y_last",
    SOURCE,
)


def connect(builder: Builder, regions: Regions) -> None:
    """Require a path from each cell to a root: N^3 log N terms where regions may be as large as the board."""
    steps = _steps(regions)
    others: dict[int, list[int]] = {x: [] for x in regions.cells}
    for x, y in steps:
        others[x].append(y)
        others[y].append(x)
    walks = {pair: regions.links.get(pair, "false") for pair in steps}
    most = {pair: regions.at_most(*pair) - 1 for pair in steps}
    index = 0
    while 2**index < max(most.values(), default=1):
        before, index = dict(walks), index + 1
        for (x, y), farthest in most.items():
            if steps[x, y] > 2**index or 2 ** (index - 1) >= farthest:
                continue
            between = [z for z in others[x] if z != y and link(z, y) in before]
            ways = [all_of(before[link(x, z)], before[link(z, y)]) for z in between]
            name = f"{regions.name('w', x, y)}_{index}"
            walks[x, y] = builder.define(SQUARE, (x, y), name, any_of(before[x, y], *ways))
    for x in regions.cells:
        ways = [all_of(regions.root[y], walks[link(x, y)]) for y in others[x]]
        builder.require(ROOTED, (x, *others[x]), regions.least_one(x, ways))


def _steps(regions: Regions) -> dict[Link, int]:
    """For each two cells ``x < y`` that may be in one region how far apart they are."""
    return {
        (x, y): steps
        for x in regions.cells
        for y, steps in distances(regions.joins, [x], most=regions.most[x] - 1).items()
        if x < y and steps < regions.at_most(x, y)
    }


SQUARING = Connectivity(
    name="squaring",
    title="paths between each two cells, by repeated squaring",
    idea=(
        "Two cells have a path of up to 2k steps if one has a path of up to k steps to a third, and that "
        "to the other. Few squarings reach across the board, each with a Boolean for each two cells; a path "
        "leads from each cell to the root of its region. All is defined, so this adds no models."
    ),
    source=SOURCE,
    families=(SQUARE, ROOTED),
    meaning={"w_x_y_k": "within the region a path of at most 2^k steps leads from x to y"},
    connect=connect,
)
