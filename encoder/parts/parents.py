"""Connectedness by parents: each cell of a region but its root has one of its neighbours as its parent.

Alone that lets cells be each other's ancestors. Such cycles of any arcs are excluded by a time for each cell,
which falls along arcs (`require_times`), or by eliminating cells one after the other (`eliminate`): then
neighbours of an eliminated vertex become neighbours of each other (D. Rose and R. Tarjan, 1975), so an order
in which few of them meet gives few clauses. With times in binary, which is what solvers make of bit-vectors,
``leaf`` is the LEE-b of its paper.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import permutations

from encoder.builder import Builder
from encoder.parts.reduced import Arithmetic
from encoder.parts.rooted_regions import Connectivity, Regions
from smtlib.script import Family, any_of, implies, negation

PARENT = Family(
    "parent",
    "a cell has one parent, in its region, unless it is the root",
    "for each cell x: exactly one of root x, p_y_x; if p_y_x, then x and y are in one region",
    "trees as functions from child to parent, usual in constraint programming",
)
PARENTS = {"p_x_y": "x is the parent of y"}


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


LEAVES = "N.-F. Zhou, R. Wang, R. Yap, SAT 2023 (LIPIcs.SAT.2023.30): leaf elimination, times in binary"
CHILDREN_FIRST = Family(
    "leaf",
    "a cell becomes a leaf when its children are eliminated",
    "if p_x_y, then t_y < t_x; 0 <= t_x, less than the region has cells",
    LEAVES,
)


def _require_leaves(builder: Builder, regions: Regions) -> None:
    """Require parents, and a time for each cell."""
    parent = require_parents(builder, regions)
    most = {x: regions.most[x] for x in regions.cells}
    require_times(builder, regions.name, regions.arithmetic, parent, most, CHILDREN_FIRST)


def require_times(
    builder: Builder,
    name: Callable[..., str],
    arithmetic: Arithmetic,
    arcs: Mapping[tuple[int, int], str],
    most: Mapping[int, int],
    family: Family,
) -> None:
    """Require that times fall along arcs, for each cell one of `most`; the symbol of a time is `name` t."""
    time = {x: name("t", x) for x in most}
    builder.declare_all(time.values(), arithmetic.number_sort)
    for x, t in time.items():
        builder.require(
            family, (x,), arithmetic.between(arithmetic.number(0), t, arithmetic.number(most[x] - 1))
        )
    for (x, y), term in arcs.items():
        builder.require(family, (x, y), f"(=> {term} ({arithmetic.below} {time[y]} {time[x]}))")


LEAF = Connectivity(
    name="leaf",
    families=(PARENT, CHILDREN_FIRST),
    meaning=PARENTS | {"t_x": "the time at which x is eliminated as a leaf"},
    connect=_require_leaves,
)


VERTICES = "M. F. Rankooh, J. Rintanen, AAAI 2022 (arXiv 2105.12908): acyclicity by vertex elimination"
ARC = Family("arc", "a parent is an arc to its child", "if p_x_y, then a_x_y", VERTICES)
ELIMINATED = Family(
    "eliminated",
    "eliminating a cell joins its predecessors with its successors",
    "for each cell y in the order of elimination, and x, z beside it then: if a_x_y and a_y_z, then a_x_z",
    VERTICES,
)
NO_CYCLE = Family("no-cycle", "no two arcs are opposite", "not both a_x_y and a_y_x", VERTICES)
ELIMINATION_FAMILIES = (PARENT, ARC, ELIMINATED, NO_CYCLE)
ARCS = PARENTS | {"a_x_y": "y is below x, as far as cells eliminated before both show"}


def require_elimination(
    builder: Builder, regions: Regions, degree: int | None = None
) -> dict[tuple[int, int], str]:
    """Require parents, and that no cycle has an eliminated cell; returns the arcs that are left."""
    return eliminate(builder, regions.name, regions.joins, require_parents(builder, regions), degree)


def eliminate(
    builder: Builder,
    name: Callable[..., str],
    joins: Mapping[int, Iterable[int]],
    parent: Mapping[tuple[int, int], str],
    degree: int | None = None,
) -> dict[tuple[int, int], str]:
    """Require that parents make no cycle with an eliminated cell.

    Args:
        builder: the builder to add to.
        name: from a kind and two cells to a symbol.
        joins: for each cell those that may be its parent or child.
        parent: for parents and children the term.
        degree: the most neighbours that an eliminated cell has then; by default all cells are eliminated.

    Returns:
        The arcs between the cells that are left, each with its term.
    """
    arcs: dict[tuple[int, int], str] = {}

    def arc(x: int, y: int) -> str:
        if (x, y) not in arcs:
            arcs[x, y] = builder.declare(name("a", x, y))
        return arcs[x, y]

    for (x, y), term in parent.items():
        builder.require(ARC, (x, y), f"(=> {term} {arc(x, y)})")
    remaining = {x: set(near) for x, near in joins.items()}
    for y in _order(remaining, degree):
        near = sorted(remaining.pop(y))
        for x in near:
            builder.require(NO_CYCLE, (x, y), f"(not (and {arc(x, y)} {arc(y, x)}))")
        for x, z in permutations(near, 2):
            builder.require(ELIMINATED, (x, y, z), f"(=> (and {arc(x, y)} {arc(y, z)}) {arc(x, z)})")
        for x in near:
            remaining[x].remove(y)
            remaining[x].update(z for z in near if z != x)
    return {(x, y): term for (x, y), term in arcs.items() if x in remaining and y in remaining}


def _order(remaining: dict[int, set[int]], degree: int | None) -> Iterable[int]:
    """Yield the cell with the fewest neighbours left, while its caller takes it out."""
    while remaining:
        following = min(remaining, key=lambda x: (len(remaining[x]), x))
        if degree is not None and len(remaining[following]) > degree:
            return
        yield following


ELIMINATION = Connectivity(
    name="elimination",
    families=ELIMINATION_FAMILIES,
    meaning=ARCS,
    connect=require_elimination,
    in_booleans=True,
)
