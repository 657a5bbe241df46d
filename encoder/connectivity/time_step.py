"""Time steps: a region is joined cell by cell, each beside one that was joined a step before.

R. Becket's model of Fillomino for the MiniZinc challenge of 2009 (``fillomino.mzn`` in minizinc-benchmarks):
``when`` a cell is fixed, 1 at the root of its area, else one more than at a neighbour of the same area. It is
at most the size of the area.
"""

from __future__ import annotations

from encoder.builder import Builder
from encoder.connectivity.regions import Connectivity, Regions
from smtlib.script import Family
from smtlib.terms import all_of, implies

SOURCE = "R. Becket, model of Fillomino, MiniZinc challenge 2009: when, area and size"
TIME_STEP = Family(
    "time-step",
    "a cell joins its region at step 1 as the root, or one step after a neighbour",
    "for each cell x: root x and t_x = 1, or t_x = t_y + 1 for some y beside x in its region",
    SOURCE,
)
WITHIN = Family(
    "time-bound", "no step is later than the region is large", "for each cell x: 1 <= t_x <= n_x", SOURCE
)


def connect(builder: Builder, regions: Regions) -> None:
    """Require a step for each cell: one constant each."""
    its = regions.arithmetic
    one = its.number(1)
    step = {x: regions.name("t", x) for x in regions.cells}
    builder.declare_all(step.values(), its.number_sort)
    for x, t in step.items():
        near = regions.joins[x]
        later = [all_of(regions.same(x, y), f"(= {t} {its.total([one, step[y]])})") for y in near]
        builder.require(TIME_STEP, (x, *near), regions.least_one(x, later))
        builder.require(TIME_STEP, (x,), implies(regions.root[x], f"(= {t} {one})"))
        last = regions.size[x] if regions.size else its.number(regions.most[x])
        builder.require(WITHIN, (x,), f"(and ({its.at_most} {one} {t}) ({its.at_most} {t} {last}))")


TIME_STEPS = Connectivity(
    name="time-step",
    title="the step at which each cell joins its region",
    idea=(
        "The root of a region is joined at step 1, and every other cell one step after a neighbour of its "
        "region. Parents are not named: a cell may follow any neighbour that was joined before it."
    ),
    source=SOURCE,
    families=(TIME_STEP, WITHIN),
    meaning={"t_x": "the step at which x joins its region, 1 at the root"},
    connect=connect,
)
