"""The unary unfolding of a breadth-first search from the roots: one Boolean for each cell and step.

Distances written in unary make every inference about what can be reached a chain of unit propagations, where
distances as integers need an induction: so the Glasgow constraint solver writes `connected` for its proofs
(pull request 784, 2026: "a breadth-first unfolding"), and answer-set programming and bounded model checking
have unfolded floods for long.
"""

from __future__ import annotations

from encoder.builder import Builder
from encoder.connectivity.regions import Connectivity, Regions
from fillomino.graph import distances
from smtlib.script import Family
from smtlib.terms import all_of, any_of

SOURCE = "Glasgow constraint solver, pull request 784: reachability as a unary breadth-first unfolding"
STEP = Family(
    "bfs-step",
    "a search from the roots reaches what it had reached, and the cells of the region beside",
    "b_x_k iff b_x_(k-1), or b_y_(k-1) for some y beside x in its region; b_x_0 iff root x",
    SOURCE,
)
REACHED = Family(
    "bfs-reached", "the search reaches each cell", "for each cell x: b_x_k for the last k", SOURCE
)


def connect(builder: Builder, regions: Regions) -> None:
    """Require that a search from the roots reaches each cell: a constant for each cell and step."""
    reached = {x: regions.root[x] for x in regions.cells}
    roots = [x for x, term in reached.items() if term != "false"]
    nearest = distances(regions.joins, roots) if roots else {}
    for step in range(1, max(regions.most.values(), default=1)):
        before = dict(reached)
        for x in regions.cells:
            if nearest.get(x, step + 1) > step or step >= regions.most[x]:
                continue
            near = regions.joins[x]
            beside = [all_of(before[y], regions.same(x, y)) for y in near]
            name = f"{regions.name('b', x)}_{step}"
            reached[x] = builder.define(STEP, (x, *near), name, any_of(before[x], *beside))
    for x, term in reached.items():
        builder.require(REACHED, (x,), regions.least_one(x, [term]))


BFS = Connectivity(
    name="bfs",
    title="a breadth-first search from the roots, unfolded step by step",
    idea=(
        "From the root of each region a search goes through the region, one step after the other, and must "
        "reach every cell of it. All is defined by the region and its root, so this adds no models."
    ),
    source=SOURCE,
    families=(STEP, REACHED),
    meaning={"b_x_k": "the root of x is at most k steps away within the region"},
    connect=connect,
)
