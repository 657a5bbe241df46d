"""Connectedness by steps from the roots, or by paths between each two cells.

Becket's model of ``time-step`` is ``fillomino.mzn`` in minizinc-benchmarks. Keen's fills are "exact" where
regions have sizes, else "unbounded". Distances in unary, as in ``bfs``, make every inference about what can
be reached a chain of unit propagations, where integers need an induction: so the Glasgow constraint solver
writes `connected` for its proofs. For ``squaring`` see ``create_connected_constraints`` in
``gss/innards/proof.cc`` of the Glasgow subgraph solver.
"""

from __future__ import annotations

from collections.abc import Mapping

from encoder.builder import Builder
from encoder.parts.logics import BOOLEANS, INTEGERS
from encoder.parts.rooted_regions import Connectivity, Regions
from encoder.parts.spanning_trees import Link, link
from fillomino.graph import distances
from labs.connectivity import estimate
from labs.connectivity.frame import encoding
from smtlib.script import Family, all_of, any_of, implies, negation

BECKET = "R. Becket, model of Fillomino, MiniZinc challenge 2009: when, area and size"
ONE_LATER = Family(
    "time-step",
    "a cell joins its region at step 1 as the root, or one step after a neighbour",
    "for each cell x: root x and t_x = 1, or t_x = t_y + 1 for some y beside x in its region",
    BECKET,
)
WITHIN = Family(
    "time-bound", "no step is later than the region is large", "for each cell x: 1 <= t_x <= n_x", BECKET
)


def _require_time_steps(builder: Builder, regions: Regions) -> None:
    """Require a step for each cell: one constant each."""
    arithmetic = regions.arithmetic
    one = arithmetic.number(1)
    step = {x: regions.name("t", x) for x in regions.cells}
    builder.declare_all(step.values(), arithmetic.number_sort)
    for x, t in step.items():
        near = regions.joins[x]
        later = [all_of(regions.same(x, y), f"(= {t} {arithmetic.total([one, step[y]])})") for y in near]
        builder.require(ONE_LATER, (x, *near), regions.least_one(x, later))
        builder.require(ONE_LATER, (x,), implies(regions.root[x], f"(= {t} {one})"))
        last = regions.size[x] if regions.size else arithmetic.number(regions.most[x])
        builder.require(WITHIN, (x,), arithmetic.between(one, t, last))


BY_STEPS = Connectivity(
    name="time-step",
    families=(ONE_LATER, WITHIN),
    meaning={"t_x": "the step at which x joins its region, 1 at the root"},
    connect=_require_time_steps,
)
TIME_STEP = encoding(
    BY_STEPS,
    title="the step at which each cell joins its region",
    idea=(
        "The root of a region is joined at step 1, and every other cell one step after a neighbour of its "
        "region. Parents are not named: a cell may follow any neighbour that was joined before it."
    ),
    source=BECKET,
    logics=INTEGERS,
    good_for="comparing with a model of the MiniZinc challenge; a short text without parents",
)


KEEN = "K. Keen, SAT flood fill (kmkeen.com/sat-flood-fill): seeded fills, exact and unbounded"
FILLED = Family(
    "filled",
    "a cell is the seed, or filled later than a neighbour in its region",
    "for each cell x: root x and o_x = 1, or o_y < o_x for some y beside x in its region",
    KEEN,
)
ONE_EACH = Family(
    "one-each", "one step fills one cell", "for x, y in one region: not o_x = o_y; 1 <= o_x <= n_x", KEEN
)
NEXT = Family(
    "next", "no step is left out", "for each cell x: o_x = n_x, or o_y = o_x + 1 for a y in its region", KEEN
)


def _require_fill(builder: Builder, regions: Regions) -> None:
    """Require a step for each cell, and where regions have sizes as many steps as cells."""
    arithmetic = regions.arithmetic
    one = arithmetic.number(1)
    step = {x: regions.name("o", x) for x in regions.cells}
    builder.declare_all(step.values(), arithmetic.number_sort)
    for x, o in step.items():
        near = regions.joins[x]
        later = [all_of(regions.same(x, y), f"({arithmetic.below} {step[y]} {o})") for y in near]
        builder.require(FILLED, (x, *near), regions.least_one(x, later))
        builder.require(FILLED, (x,), implies(regions.root[x], f"(= {o} {one})"))
        if regions.size is None:
            last = arithmetic.number(regions.most[x])
            builder.require(FILLED, (x,), arithmetic.between(one, o, last))
    if regions.size is not None:
        _one_each(builder, regions, step, regions.size)


def _one_each(builder: Builder, regions: Regions, step: dict[int, str], sizes: Mapping[int, str]) -> None:
    """Require that the steps of a region are 1, 2 and so on up to its size."""
    arithmetic = regions.arithmetic
    one = arithmetic.number(1)
    following: dict[int, list[str]] = {x: [] for x in step}
    for (x, y), term in regions.together.items():
        builder.require(ONE_EACH, (x, y), any_of(negation(term), f"(not (= {step[x]} {step[y]}))"))
        following[x].append(all_of(term, f"(= {step[y]} {arithmetic.total([step[x], one])})"))
        following[y].append(all_of(term, f"(= {step[x]} {arithmetic.total([step[y], one])})"))
    for x, o in step.items():
        size, member = sizes[x], regions.inside(x)
        builder.require(ONE_EACH, (x,), implies(member, arithmetic.between(one, o, size)))
        builder.require(NEXT, (x,), any_of(negation(member), f"(= {o} {size})", *following[x]))


BY_FILLS = Connectivity(
    name="seeded",
    families=(FILLED, ONE_EACH, NEXT),
    meaning={"o_x": "the step that fills x, counted in its region from 1"},
    connect=_require_fill,
    counts=True,
)
SEEDED = encoding(
    BY_FILLS,
    title="a fill from each root, one cell at a time",
    idea=(
        "Each region is filled from its root, one cell a step: no two of its cells have the same step, none "
        "is left out, and each cell but the root is filled after a neighbour. The last step is the size, so "
        "that nothing else is counted; but a region can be filled in many orders."
    ),
    source=KEEN,
    logics=INTEGERS,
    good_for="showing the order in which a region is filled, cell by cell",
    estimate=estimate.seeded,
)


GLASGOW = "Glasgow constraint solver, pull request 784: reachability as a unary breadth-first unfolding"
STEP = Family(
    "bfs-step",
    "a search from the roots reaches what it had reached, and the cells of the region beside",
    "b_x_k iff b_x_(k-1), or b_y_(k-1) for some y beside x in its region; b_x_0 iff root x",
    GLASGOW,
)
REACHED = Family(
    "bfs-reached", "the search reaches each cell", "for each cell x: b_x_k for the last k", GLASGOW
)


def _require_search(builder: Builder, regions: Regions) -> None:
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


BY_SEARCH = Connectivity(
    name="bfs",
    families=(STEP, REACHED),
    meaning={"b_x_k": "the root of x is at most k steps away within the region"},
    connect=_require_search,
    in_booleans=True,
)
BFS = encoding(
    BY_SEARCH,
    title="a breadth-first search from the roots, unfolded step by step",
    idea=(
        "From the root of each region a search goes through the region, one step after the other, and must "
        "reach every cell of it. All is defined by the region and its root, so this adds no models."
    ),
    source=GLASGOW,
    logics=BOOLEANS,
    good_for="counting models: one for each solution; proofs by unit propagation",
    estimate=estimate.rooted_booleans,
)


GOCHT = "S. Gocht and others, CP 2020 (Glasgow subgraph solver): connectedness by repeated squaring"
SQUARE = Family(
    "square",
    "a path is a path half as long, or two of them one after the other",
    "w_x_y_k iff w_x_y_(k-1), or w_x_z_(k-1) and w_z_y_(k-1) for some z; w_x_y_0 iff q_x_y",
    GOCHT,
)
ROOTED = Family(
    "rooted",
    "a path leads from each cell to a root",
    "for each cell x: root x, or root y and w_x_y_last",
    GOCHT,
)


def _require_walks(builder: Builder, regions: Regions) -> None:
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


BY_SQUARING = Connectivity(
    name="squaring",
    families=(SQUARE, ROOTED),
    meaning={"w_x_y_k": "within the region a path of at most 2^k steps leads from x to y"},
    connect=_require_walks,
    in_booleans=True,
)
SQUARING = encoding(
    BY_SQUARING,
    title="paths between each two cells, by repeated squaring",
    idea=(
        "Two cells have a path of up to 2k steps if one has a path of up to k steps to a third, and that "
        "to the other. Few squarings reach across the board, each with a Boolean for each two cells; a path "
        "leads from each cell to the root of its region. All is defined, so this adds no models."
    ),
    source=GOCHT,
    logics=BOOLEANS,
    good_for="counting models: one for each solution; few rounds for long paths",
    estimate=estimate.squaring,
    size="N·R²·log K",
)
