"""Parents: each cell of a region but its root has one of its neighbours as its parent.

Alone this lets cells be each other's ancestors. What excludes such cycles is the encoding.
"""

from __future__ import annotations

from encoder.builder import Builder
from encoder.connectivity.regions import Regions
from smtlib.script import Family
from smtlib.terms import any_of, implies, negation

PARENT = Family(
    "parent",
    "a cell has one parent, in its region, unless it is the root",
    "for each cell x: exactly one of root x, p_y_x; if p_y_x, then x and y are in one region",
    "trees as functions from child to parent, usual in constraint programming",
)
MEANING = {"p_x_y": "x is the parent of y"}


def require_parents(builder: Builder, regions: Regions) -> dict[tuple[int, int], str]:
    """Declare parents and require one for each cell; returns for each parent and child the term."""
    parent = {(y, x): regions.name("p", y, x) for x in regions.cells for y in regions.joins[x]}
    builder.declare_all(parent.values())
    for x in regions.cells:
        near = regions.joins[x]
        ways = [parent[y, x] for y in near]
        builder.require(PARENT, (x, *near), regions.least_one(x, ways))
        either = [way for way in (regions.root[x], *ways) if way != "false"]
        for i, later in enumerate(either):
            for earlier in either[:i]:
                builder.require(PARENT, (x, *near), any_of(negation(earlier), negation(later)))
    for (y, x), term in parent.items():
        builder.require(PARENT, (x, y), implies(term, regions.same(x, y)))
    return parent
