"""The seeded flood: from a seed a region is filled one cell at a time.

K. Keen's "SAT flood fill" (kmkeen.com/sat-flood-fill), made for puzzles with connected areas: bounded, where
the number of cells is known ("exact"), each step fills one cell, and there are as many steps as cells;
unbounded, a cell is filled later than some neighbour, and nothing is counted.
"""

from __future__ import annotations

from collections.abc import Mapping

from encoder.builder import Builder
from encoder.connectivity.regions import Connectivity, Regions
from smtlib.script import Family
from smtlib.terms import all_of, any_of, implies, negation

SOURCE = "K. Keen, SAT flood fill (kmkeen.com/sat-flood-fill): seeded fills, exact and unbounded"
FILLED = Family(
    "filled",
    "a cell is the seed, or filled later than a neighbour in its region",
    "for each cell x: root x and o_x = 1, or o_y < o_x for some y beside x in its region",
    SOURCE,
)
ONE_EACH = Family(
    "one-each", "one step fills one cell", "for x, y in one region: not o_x = o_y; 1 <= o_x <= n_x", SOURCE
)
NEXT = Family(
    "next",
    "no step is left out",
    "for each cell x: o_x = n_x, or o_y = o_x + 1 for a y in its region",
    SOURCE,
)


def connect(builder: Builder, regions: Regions) -> None:
    """Require a step for each cell, and where regions have sizes as many steps as cells."""
    its = regions.arithmetic
    one = its.number(1)
    step = {x: regions.name("o", x) for x in regions.cells}
    builder.declare_all(step.values(), its.number_sort)
    for x, o in step.items():
        near = regions.joins[x]
        later = [all_of(regions.same(x, y), f"({its.below} {step[y]} {o})") for y in near]
        builder.require(FILLED, (x, *near), regions.least_one(x, later))
        builder.require(FILLED, (x,), implies(regions.root[x], f"(= {o} {one})"))
        if regions.size is None:
            last = its.number(regions.most[x])
            builder.require(FILLED, (x,), f"(and ({its.at_most} {one} {o}) ({its.at_most} {o} {last}))")
    if regions.size is not None:
        _one_each(builder, regions, step, regions.size)


def _one_each(builder: Builder, regions: Regions, step: dict[int, str], sizes: Mapping[int, str]) -> None:
    """Require that the steps of a region are 1, 2 and so on up to its size."""
    its = regions.arithmetic
    one = its.number(1)
    following: dict[int, list[str]] = {x: [] for x in step}
    for (x, y), term in regions.together.items():
        builder.require(ONE_EACH, (x, y), any_of(negation(term), f"(not (= {step[x]} {step[y]}))"))
        following[x].append(all_of(term, f"(= {step[y]} {its.total([step[x], one])})"))
        following[y].append(all_of(term, f"(= {step[x]} {its.total([step[y], one])})"))
    for x, o in step.items():
        size, member = sizes[x], regions.member[x]
        bounds = f"(and ({its.at_most} {one} {o}) ({its.at_most} {o} {size}))"
        builder.require(ONE_EACH, (x,), implies(member, bounds))
        builder.require(NEXT, (x,), any_of(negation(member), f"(= {o} {size})", *following[x]))


SEEDED = Connectivity(
    name="seeded",
    title="a fill from each root, one cell at a time",
    idea=(
        "Each region is filled from its root, one cell a step: no two of its cells have the same step, none "
        "is left out, and each cell but the root is filled after a neighbour. The last step is the size, so "
        "that nothing else is counted; but a region can be filled in many orders."
    ),
    source=SOURCE,
    families=(FILLED, ONE_EACH, NEXT),
    meaning={"o_x": "the step that fills x, counted in its region from 1"},
    connect=connect,
    counts=True,
)
