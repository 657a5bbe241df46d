"""`no_ring` and `simple_fill`: connectedness in the plane, by what must not surround anything.

A set of cells of a rectangle is connected unless the other cells, with the border of the board, surround a
part of it: then links of theirs, by sides or corners, make a ring. So in place of the ways through a large
set one may forbid rings of a small one: the shaded cells of a Hitori, the islands of a Nurikabe. A set
whose own links make one tree surrounds nothing: it is connected, and so are the others with the border, by
sides or corners.

Links without a ring are a forest: each leads from a parent to its child, and no cell has two parents. Only
parents in a circle are left to exclude, as in `encoder.parts.parents`, by one of two methods:

``elimination``
    in pure Booleans, by vertex elimination.
``leaf``
    each cell has a number, larger than those of its children.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from encoder.builder import OWN, Builder
from encoder.parts.adders import Lines, unary_sum
from encoder.parts.parents import CHILDREN_FIRST, eliminate, require_times
from encoder.parts.reduced import INTEGERS
from encoder.parts.spanning_trees import Link
from fillomino.board import Board
from smtlib.script import Family, all_of, any_of, implies, negation

METHODS = ("elimination", "leaf")
"""Ways to exclude parents in a circle; the first is of Booleans alone."""

FEW = 5
"""Up to so many terms exclude each other two by two."""

LED = Family(
    "led",
    "a link leads from a parent to its child",
    "for linked x, y: p_x_y or p_y_x; if p_x_y, then x and y are linked",
    OWN,
)
ONE_PARENT = Family(
    "one-parent",
    "a cell has one parent at most; a cell linked with the border has none",
    "for each cell x: at most one of linked with the border, p_y_x",
    OWN,
)


def no_ring(
    script: Builder,
    prefix: str,
    board: Board,
    links: Mapping[Link, str],
    *,
    anchored: Mapping[int, str] | None = None,
    method: str | None = "elimination",
) -> dict[tuple[int, int], str]:
    """Require that links make no ring, also none that leads through the border.

    Args:
        script: the builder to add to.
        prefix: with what all new symbols begin.
        board: the cells, for their labels.
        links: for pairs of cells ``x < y`` that may be linked the term that they are.
        anchored: for cells that may be linked with the border, as if it were one cell, the term that they
            are.
        method: one of `METHODS`; ``None`` if links are known to connect all cells that they link with one
            that has no parent, so that no parents are in a circle.

    Returns:
        For each x and y that may be linked the term that x is the parent of y.
    """

    def name(kind: str, *cells: int) -> str:
        return "_".join([prefix, kind, *(str(board.labels[x]) for x in cells)])

    anchored = anchored or {}
    script.meaning[f"{prefix}_p_x_y"] = "x and y are linked, and x is the parent of y"
    joins: dict[int, list[int]] = {}
    parent: dict[tuple[int, int], str] = {}
    for x, y in links:
        joins.setdefault(x, []).append(y)
        joins.setdefault(y, []).append(x)
        for way in ((x, y), (y, x)):
            if anchored.get(way[1]) != "true":
                parent[way] = script.declare(name("p", *way))
    for (x, y), linked in links.items():
        ways = [parent[pair] for pair in ((x, y), (y, x)) if pair in parent]
        script.require(LED, (x, y), implies(linked, any_of(*ways)))
        for term in ways:
            script.require(LED, (x, y), implies(term, linked))
    for x, near in sorted(joins.items()):
        parents = [parent[y, x] for y in near if (y, x) in parent]
        at_most_one(script, ONE_PARENT, (x, *near), [anchored.get(x, "false"), *parents], name("o", x))
    if method == "elimination":
        script.meaning[f"{prefix}_a_x_y"] = "y is below x, as far as cells eliminated before both show"
        eliminate(script, name, joins, parent)
    elif method == "leaf":
        script.meaning[f"{prefix}_t_x"] = "larger than those of the children of x"
        require_times(script, name, INTEGERS, parent, dict.fromkeys(joins, len(joins)), CHILDREN_FIRST)
    return parent


CONTACT = Family(
    "contact",
    "neighbours in the fill are linked, but of a full block of two by two those on its right are not",
    "k_x_y iff member x, y, for x above y also unless both cells on their left are members",
    f"{OWN}, after L. Euler: blocks, links and cells of a set that surrounds nothing",
)
ONE_TREE = Family(
    "one-tree", "each cell of the fill but its root has a parent", "if member x: root x or some p_y_x", OWN
)


def simple_fill(
    script: Builder,
    prefix: str,
    board: Board,
    member: Mapping[int, str],
    root: Mapping[int, str],
    *,
    method: str | None = "elimination",
) -> None:
    """Require that a set of cells is connected and surrounds nothing: its contacts make one tree.

    With V cells, E links by sides and F full blocks of two by two, V - E + F is the number of connected parts
    less that of what they surround. Each full block takes one link away, so that V - 1 links are left iff
    both are as required.

    Args:
        script: the builder to add to.
        prefix: with what all new symbols begin.
        board: a rectangle.
        member: for the cells that may be in the set the term that they are.
        root: for some of them the term that it is the root, of which one may hold.
        method: one of `METHODS`; ``None`` if the set is known to be connected.
    """
    links = contacts(script, prefix, board, member)
    parent = no_ring(script, prefix, board, links, anchored=root, method=method)
    for x, inside in member.items():
        ways = [parent[y, x] for y in board.neighbours[x] if (y, x) in parent]
        script.require(ONE_TREE, (x,), implies(inside, any_of(root.get(x, "false"), *ways)))


def contacts(script: Builder, prefix: str, board: Board, member: Mapping[int, str]) -> dict[Link, str]:
    """Define the links that are left of a set of cells of a rectangle when each full block takes one away."""
    script.meaning[f"{prefix}_k_x_y"] = "x and y are linked"
    links = {}
    for x, y in board.links():
        term = all_of(member.get(x, "false"), member.get(y, "false"))
        if y > x + 1 and y - 1 in board.neighbours[y]:
            term = all_of(term, negation(all_of(member.get(x - 1, "false"), member.get(y - 1, "false"))))
        if term != "false":
            name = f"{prefix}_k_{board.labels[x]}_{board.labels[y]}"
            links[x, y] = script.define(CONTACT, (x, y), name, term)
    return links


def at_most_one(
    script: Builder, family: Family, about: Sequence[int], terms: Sequence[str], prefix: str
) -> None:
    """Require that at most one of some terms holds; more than a `FEW` are counted, by helpers."""
    terms = [term for term in terms if term != "false"]
    if len(terms) <= FEW:
        for i, later in enumerate(terms):
            for earlier in terms[:i]:
                script.require(family, about, any_of(negation(earlier), negation(later)))
        return
    lines = Lines()
    unary_sum(lines, prefix, [(term, ["true"]) for term in terms], 1)
    script.declare_all(lines.names)
    script.require_all(family, tuple(about), lines.terms)
