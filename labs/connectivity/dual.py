"""A spanning tree of the planar board and one of its dual, which exclude each other's cycles.

J. C. Williams (Networks 39, 2002) writes the spanning trees of a planar graph in linear size, without any
numbers: every vertex but a root has a parent, every face but the outer one has a parent across an edge, and
no edge is used twice. By Euler's formula both are trees, if the root lies on the outer face: H. Validi and
A. Buchanan (Networks, 2018, 10.1002/net.21849) show that the formulation is wrong without this root rule,
which is by K. Pashkovich and V. Kaibel. Each region is a part of the tree.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import atan2

from encoder.builder import Builder
from encoder.errors import EncodingError
from encoder.parts.logics import INTEGERS
from encoder.parts.rooted_regions import Connectivity, Regions
from fillomino.board import Board
from labs.connectivity.frame import encoding
from smtlib.script import Family, all_of, any_of, negation

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Faces:
    """The faces of a board, numbered.

    Attributes:
        left: for each two neighbours, both ways, the face on one side of the way between.
        outer: the outer face of each part of the board.
        roots: a cell on each of these.
    """

    left: dict[tuple[int, int], int]
    outer: frozenset[int]
    roots: frozenset[int]


@lru_cache(maxsize=4)
def faces(board: Board) -> Faces:
    """Return the faces of a board, each part of it by itself.

    Raises:
        EncodingError: if nothing is known of where its cells lie, or if two links cross there.
    """
    at = _places(board)
    turned = {
        x: sorted(near, key=lambda y, x=x: atan2(at[y][1] - at[x][1], at[y][0] - at[x][0]))  # type: ignore[misc]
        for x, near in enumerate(board.neighbours)
    }
    place = {(x, y): index for x, near in turned.items() for index, y in enumerate(near)}
    left: dict[tuple[int, int], int] = {}
    areas: list[float] = []
    for first in place:
        if first in left:
            continue
        area, half = 0.0, first
        while half not in left:
            left[half] = len(areas)
            x, y = half
            area += at[x][0] * at[y][1] - at[x][1] * at[y][0]
            half = (y, turned[y][place[y, x] - 1])
        areas.append(area)
    outer, roots = set(), set()
    for part in board.components():
        roots.add(min(part, key=lambda x: at[x]))
        around = {left[x, y] for x in part for y in board.neighbours[x]}
        if around:
            outer.add(min(around, key=lambda face: areas[face]))
    return Faces(left, frozenset(outer), frozenset(roots))


def _places(board: Board) -> list[Point]:
    """Return where the cells of a board lie, if its links do not cross there."""
    if board.grid is not None:
        width = board.grid.width
        at: list[Point] = [
            (i % width, i // width) for i, cell in enumerate(board.grid.cells) if cell is not None
        ]
        if all(_steps(at[x], at[y]) == 1 for x, y in board.links()):
            return at
    if sum(1 for _ in board.links()) == board.size - len(board.components()):
        return [(0, 0)] * board.size  # without a ring there is only the outside, wherever cells lie
    if board.positions is None:
        raise EncodingError(
            "dual encodes boards drawn in the plane without crossings; nothing is known of where the cells "
            "of this board lie, or links lead around it: use another encoding",
            code="not-planar",
        )
    at = [*board.positions]
    for (a, b), (c, d) in combinations(board.links(), 2):
        if _meet(at, {a, b}, {c, d}):
            name = board.names
            raise EncodingError(
                f"dual encodes boards drawn in the plane without crossings; here the link from {name[a]} to "
                f"{name[b]} crosses that from {name[c]} to {name[d]}: use another encoding",
                code="not-planar",
            )
    return at


def _steps(here: Point, there: Point) -> float:
    return abs(here[0] - there[0]) + abs(here[1] - there[1])


def _meet(at: list[Point], one: set[int], other: set[int]) -> bool:
    """Return whether two links meet elsewhere than at an end they share."""
    if one & other:
        [x], [y], [z] = one & other, one - other, other - one
        ahead = (at[y][0] - at[x][0]) * (at[z][0] - at[x][0]) + (at[y][1] - at[x][1]) * (at[z][1] - at[x][1])
        return ahead > 0 and _turn(at[x], at[y], at[z]) == 0
    a, b, c, d = (at[x] for x in (*one, *other))
    boxes = zip(zip(a, b, strict=True), zip(c, d, strict=True), strict=True)
    return (
        _turn(a, b, c) * _turn(a, b, d) <= 0
        and _turn(c, d, a) * _turn(c, d, b) <= 0
        and all(max(min(p), min(q)) <= min(max(p), max(q)) for p, q in boxes)
    )


def _turn(a: Point, b: Point, c: Point) -> float:
    """Return which way one turns at the second of three points: the sign counts."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


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


BY_DUAL = Connectivity(
    name="dual",
    families=(TREE, DUAL_TREE, ONCE, PART),
    meaning={
        "t_x_y": "x is the parent of y in the tree of the whole board",
        "f_x_y": "the face to the left of x, seen towards y, has its parent across that link",
    },
    connect=connect,
    in_booleans=True,
    any_root=True,
)
DUAL = encoding(
    BY_DUAL,
    title="a spanning tree of the board and one of its planar dual",
    idea=(
        "A tree spans the whole board, and another all places where cells meet; they share no link, and so "
        "neither can have a cycle. A region is a part of the first: all its cells but one have their parent "
        "in it. That takes four Booleans for two neighbours and no numbers, but a board drawn in the plane."
    ),
    source=SOURCE,
    logics=INTEGERS,
    good_for="showing connectedness on plane boards, without distances or times",
)
