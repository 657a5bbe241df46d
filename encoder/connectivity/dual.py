"""A spanning tree of the planar board and one of its dual, which exclude each other's cycles.

J. C. Williams (Networks 39, 2002) writes the spanning trees of a planar graph in linear size, without any
numbers: every vertex but a root has a parent, every face but the outer one has a parent across an edge, and
no edge is used twice. By Euler's formula both are trees, if the root lies on the outer face: H. Validi and
A. Buchanan (Networks, 2018, 10.1002/net.21849) show that the formulation is wrong without this root rule,
which is by K. Pashkovich and V. Kaibel. Each region is a part of the tree.
"""

from __future__ import annotations

from encoder.builder import Builder
from encoder.connectivity.faces import Faces, faces
from encoder.connectivity.regions import INTEGERS, Connectivity, Regions
from smtlib.script import Family
from smtlib.terms import all_of, any_of, negation

SOURCE = "J. C. Williams, Networks 39(1), 2002; root rule: H. Validi, A. Buchanan, 10.1002/net.21849"
TREE = Family(
    "tree",
    "every cell but one on the border of the board has a parent",
    "for each cell x but the first: t_y_x for some y beside x",
    SOURCE,
)
DUAL_TREE = Family(
    "dual-tree",
    "every face but the outer one has a parent across a link",
    "for each face: f_x_y for some link on it, counter-clockwise from x to y",
    SOURCE,
)
ONCE = Family(
    "once",
    "no link is used twice, by the tree or its dual",
    "for neighbours x, y: at most one of t_x_y, t_y_x, f_x_y, f_y_x",
    SOURCE,
)
PART = Family(
    "part",
    "a region is a part of the tree",
    "for each cell x: root x, or t_y_x for some y beside x in its region",
    SOURCE,
)


def connect(builder: Builder, regions: Regions) -> None:
    """Require two trees: four constants for each two neighbours.

    Raises:
        EncodingError: for a board that is not drawn in the plane.
    """
    planar = faces(regions.board)
    arcs = _trees(builder, regions, planar)
    for x in regions.cells:
        near = regions.joins[x]
        inside = [all_of(arcs[y, x], regions.same(x, y)) for y in near if (y, x) in arcs]
        builder.require(PART, (x, *near), regions.least_one(x, inside))


def _trees(builder: Builder, regions: Regions, planar: Faces) -> dict[tuple[int, int], str]:
    """Require a tree of the whole board; returns for each parent and child the term."""
    board = regions.board
    halves = [(x, y) for x, around in enumerate(board.neighbours) for y in around]
    arcs = {(x, y): regions.name("t", x, y) for x, y in halves if y not in planar.roots}
    duals = {
        (x, y): regions.name("f", x, y)
        for x, y in halves
        if planar.left[x, y] != planar.left[y, x] and planar.left[x, y] not in planar.outer
    }
    builder.declare_all([*arcs.values(), *duals.values()])
    for x, near in enumerate(board.neighbours):
        if x not in planar.roots:
            builder.require(TREE, (x, *near), any_of(*(arcs[y, x] for y in near)))
    around: dict[int, list[tuple[int, int]]] = {}
    for half in duals:
        around.setdefault(planar.left[half], []).append(half)
    for border in around.values():
        cells = dict.fromkeys(x for half in border for x in half)
        builder.require(DUAL_TREE, cells, any_of(*(duals[half] for half in border)))
    for x, y in board.links():
        uses = [terms[half] for terms in (arcs, duals) for half in ((x, y), (y, x)) if half in terms]
        for i, later in enumerate(uses):
            for earlier in uses[:i]:
                builder.require(ONCE, (x, y), any_of(negation(earlier), negation(later)))
    return arcs


DUAL = Connectivity(
    name="dual",
    title="a spanning tree of the board and one of its planar dual",
    idea=(
        "A tree spans the whole board, and another all places where cells meet; they share no link, and so "
        "neither can have a cycle. A region is a part of the first: all its cells but one have their parent "
        "in it. That takes four Booleans for two neighbours and no numbers, but a board drawn in the plane."
    ),
    source=SOURCE,
    families=(TREE, DUAL_TREE, ONCE, PART),
    meaning={
        "t_x_y": "x is the parent of y in the tree of the whole board",
        "f_x_y": "the face to the left of x, seen towards y, has its parent across that link",
    },
    logics=INTEGERS,
    good_for="showing connectedness on plane boards, without distances or times",
    connect=connect,
    any_root=True,
)
