"""The spanning forest, tightened: edges without direction, and how many cells lie on either side of each.

The thesis leaves a region free to choose any tree and any root. Here the numbers alone determine nearly every
tree (`encoder.parts.spanning_trees`), and no root is needed: each edge divides its tree in two, and
what counts is how many cells lie on each side.

Where rows of a region are joined at their first contacts alone, only a ring of rows still has a cycle. One
contact of a ring is *open*: there is no edge, and yet the region is one. That both sides of an opening belong
to one tree is required by a cell that the whole region names, its first: in each tree every cell but that one
leads there by an edge of its own, and a tree has fewer edges than cells.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

from encoder.builder import OWN, TIGHTENED, Builder
from encoder.encoding import Encoding
from encoder.forests import SIDES
from encoder.parts.reduced import CANDIDATES, EQUAL, WALL, ReducedPuzzle
from encoder.parts.redundant import HOLDS, REDUNDANT, counted
from encoder.parts.spanning_trees import FEW, MATROID, Link, kept_and_spare, link
from encoder.parts.variants import CHECKERED, CONNECTED
from encoder.puzzle_script import PuzzleScript
from fillomino.board import Board
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Puzzle
from smtlib.script import Family, all_of, conjunction, disjunction, implies, negation, plus

MEANING = {
    "n_x": "the number of cell x",
    "q_x_y": "x and y hold the same number",
    "e_x_y": "an edge joins x and y",
    "s_x_y": "how many cells of the region of x the edge to y leads to; 0 without an edge",
    "o_x_y": "x and y hold the same number, but the region is a ring, and open here: there is no edge",
    "O_x": "the region of x is a ring with an opening",
    "r_x": "the first cell of the region of x, if it is a ring",
    "u_x_y": "if x and y are joined in a ring, its first cell is on the side of y",
    "n_x_v": "x holds v, where the cells of v are counted",
    "h_x_y": "the edge from x to y leads to a clue",
}


AROUND_A_CELL = 8
AROUND_A_WALL = 6
ANY = 3


def fewest(reduced: ReducedPuzzle) -> int:
    """Return a number of cells below which no region is a ring."""
    return _fewest(reduced.puzzle.board, walled=bool(reduced.puzzle.walls))


@lru_cache(maxsize=16)
def _fewest(board: Board, *, walled: bool) -> int:
    """Return the same of a board, perhaps with walls.

    In rows and columns a ring of fewer than eight cells surrounds no cell. So it consists of blocks of two by
    two, which have one edge between their rows; unless there is a wall, or a gap, within six.
    """
    if board.grid is None:
        return ANY
    rows = list(board.grid.rows())
    columns = list(zip(*rows, strict=True))
    beside = {pair for line in (*rows, *columns) for pair in pairwise(line) if None not in pair}
    links = set(board.links())
    if links - beside:
        return ANY
    return AROUND_A_WALL if walled or beside - links else AROUND_A_CELL


EDGE = Family(
    "edge",
    "equal neighbours are joined in their row, and where two rows first touch",
    "for neighbours x, y: e_x_y iff q_x_y, not o_x_y, and not both q_x_a and q_y_b (a, b before x, y)",
    MATROID,
)
SIDE = Family(
    "side",
    "an edge leads to one cell or more, and no edge to none",
    "for neighbours x, y: 0 <= s_x_y < the largest number of both; e_x_y iff s_x_y >= 1",
    OWN,
)
TWO_SIDES = Family(
    "two-sides",
    "the two sides of an edge are the region",
    "for neighbours x, y: s_x_y + s_y_x <= n_x; if e_x_y, then s_x_y + s_y_x >= n_x",
    OWN,
)
REGION_SIZE = Family(
    "region-size",
    "a region is a cell and all that its edges lead to",
    "for each cell x: n_x = 1 + the sum of s_x_y over its neighbours y",
    OWN,
)
OPENING = Family(
    "opening", "a ring of rows is open somewhere", "for neighbours x, y: if o_x_y, then q_x_y and O_x", OWN
)
RING = Family(
    "ring",
    "all cells of a ring hold a large number, and name one first cell",
    "for neighbours x, y: if q_x_y, then O_x = O_y, and if O_x, r_x = r_y; if O_x, then n_x >= 8",
    OWN,
)
FIRST_CELL = Family(
    "first-cell",
    "a cell of a ring is the one that it names, or an edge leads there",
    "for each cell x: r_x <= x; if O_x, then r_x = x, or e_x_y leads to y (u_x_y, y > x; not u_y_x, y < x)",
    OWN,
)


class _Links:
    """The constants of some links, and the terms that depend on nothing else but their largest numbers.

    Attributes:
        named: each link by its labels.
        same, edges, sides: the names of the constants.
        equal, edge, side, two_sides: the terms of each family; `edge` where every link is needed.
        ways, twice: the cells that the terms of `side` and of `two_sides` are about.
    """

    __slots__ = ("edge", "edges", "equal", "named", "same", "side", "sides", "twice", "two_sides", "ways")

    def __init__(self, label: Sequence[int], links: Sequence[Link], most: Sequence[int]) -> None:
        self.named = named = [(label[x], label[y]) for x, y in links]
        self.same = [f"q_{a}_{b}" for a, b in named]
        self.edges = [f"e_{a}_{b}" for a, b in named]
        self.sides = [side for a, b in named for side in (f"s_{a}_{b}", f"s_{b}_{a}")]
        self.equal = [f"(= q_{a}_{b} (= n_{a} n_{b}))" for a, b in named]
        self.edge = [f"(= e_{a}_{b} q_{a}_{b})" for a, b in named]
        self.side = [
            term
            for (a, b), number in zip(named, most, strict=True)
            for s in (f"s_{a}_{b}", f"s_{b}_{a}")
            for term in (f"(and (<= 0 {s}) (<= {s} {number - 1}))", f"(= e_{a}_{b} (<= 1 {s}))")
        ]
        self.ways = [way for x, y in links for way in ((x, y), (x, y), (y, x), (y, x))]
        both = ((a, b, f"(+ s_{a}_{b} s_{b}_{a})") for a, b in named)
        self.two_sides = [
            term for a, b, s in both for term in (f"(<= {s} n_{a})", f"(=> e_{a}_{b} (<= n_{a} {s}))")
        ]
        self.twice = [pair for pair in links for _ in range(2)]


_kept_links = lru_cache(maxsize=4096)(_Links)
"""The same, kept: thousands of puzzles of small boards share them."""


@lru_cache(maxsize=4096)
def _size(a: int, near: Sequence[int]) -> str:
    """The term `REGION_SIZE` of a cell by its label, and those of the neighbours it may join."""
    return f"(= n_{a} {plus(['1', *(f's_{a}_{b}' for b in near)])})"


def build(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
    """Encode what deduction has left open; settled cells keep their number only."""
    reduced = ReducedPuzzle(puzzle, candidates)
    label, joins, name = reduced.label, reduced.joins, reduced.name
    links, masks = reduced.links, reduced.masks
    most = [(masks[x] & masks[y]).bit_length() - 1 for x, y in links]
    few = len(links) <= FEW
    linked = _kept_links(label, tuple(links), tuple(most)) if few else _Links(label, links, most)
    trees, spare = kept_and_spare(links)
    ring = fewest(reduced)
    large = [pair for pair, number in zip(links, most, strict=True) if number >= ring]
    openings = [pair for pair in large if pair not in trees]
    ringed = large if openings else []  # the links that may be in one ring, and the cells
    rings = [x for x in reduced.open_cells if openings and reduced.most(x) >= ring]

    builder = reduced.begin(MEANING, FOREST_TIGHT.families, grouped=False)
    builder.declare_all(linked.same)
    builder.declare_all(linked.edges)
    builder.declare_all(linked.sides, "Int")
    if rings:
        builder.declare_all([name("o", *pair) for pair in openings])
        builder.declare_all([name("O", x) for x in rings])
        builder.declare_all([name("r", x) for x in rings], "Int")
        builder.declare_all([name("u", *pair) for pair in ringed])

    builder.require_each(EQUAL, links, linked.equal)
    builder.require_each(EDGE, links, _edge_terms(reduced, linked, spare, openings))
    builder.require_each(SIDE, linked.ways, linked.side)
    builder.require_each(TWO_SIDES, linked.twice, linked.two_sides)
    sizes = [_size(label[x], tuple([label[y] for y in joins[x]])) for x in reduced.open_cells]
    builder.require_each(REGION_SIZE, [(x, *joins[x]) for x in reduced.open_cells], sizes)
    for x, y in openings:
        opened = f"(=> {name('o', x, y)} (and {reduced.same(x, y)} {name('O', x)}))"
        builder.require(OPENING, (x, y), opened)
    _require_rings(builder, reduced, ring, rings, ringed)
    reduced.require_walls(builder)
    if puzzle.basic:
        _require_clues(builder, reduced)
    large_numbers = counted(builder, reduced)
    builder.two_colours(puzzle, reduced.equal)
    for each in large_numbers:
        builder.require_all(*each)
    return reduced.script(builder, FOREST_TIGHT.name, logic)


def _edge_terms(
    reduced: ReducedPuzzle,
    linked: _Links,
    spare: Iterable[tuple[Link, Link, Link]],
    openings: Sequence[Link],
) -> list[str]:
    """The term `EDGE` of each link: it is one unless two others make it needless, or a ring is open there."""
    needless: dict[Link, list[str]] = defaultdict(list)
    for pair, one, other in spare:
        if reduced.may_agree(pair, one, other):
            needless[pair].append(f"(not {all_of(reduced.same(*one), reduced.same(*other))})")
    for pair in openings:
        needless[pair].append(f"(not {reduced.name('o', *pair)})")
    if not needless:
        return linked.edge
    return [
        f"(= e_{a}_{b} {conjunction([f'q_{a}_{b}', *needless[pair]])})" if pair in needless else plain
        for pair, (a, b), plain in zip(reduced.links, linked.named, linked.edge, strict=True)
    ]


def _require_rings(
    builder: Builder, reduced: ReducedPuzzle, least: int, rings: Sequence[int], links: Sequence[Link]
) -> None:
    """Require of cells that may be in rings of rows, and of links there: a number, and one first cell."""
    label, require = reduced.label, builder.require
    for x in rings:
        require(RING, (x,), f"(=> {reduced.name('O', x)} (<= {least} {reduced.number(x)}))")
    leading: dict[int, list[int]] = defaultdict(list)
    for x, y in links:
        a, b = label[x], label[y]
        require(RING, (x, y), f"(=> q_{a}_{b} (= O_{a} O_{b}))")
        require(RING, (x, y), f"(=> (and q_{a}_{b} O_{a}) (= r_{a} r_{b}))")
        leading[x].append(y)
        leading[y].append(x)
    for x in rings:
        a, near = label[x], sorted(leading[x])
        first = [f"(= r_{a} {a})", *(_leads(reduced, x, y) for y in near)]
        require(FIRST_CELL, (x,), f"(and (<= 0 r_{a}) (<= r_{a} {a}))")
        require(FIRST_CELL, (x, *near), f"(=> O_{a} {disjunction(first)})")


def _edge(reduced: ReducedPuzzle, x: int, y: int) -> str:
    """The symbol "an edge joins x and y"."""
    return reduced.name("e", *link(x, y))


def _leads(reduced: ReducedPuzzle, x: int, y: int) -> str:
    """The term "an edge leads from x to y, towards the first cell of a ring"."""
    u = reduced.name("u", *link(x, y))
    return all_of(_edge(reduced, x, y), u if x < y else negation(u))


def _require_clues(builder: Builder, reduced: ReducedPuzzle) -> None:
    """Require that each region holds a clue, to which edges lead from each cell."""
    name, joins = reduced.name, reduced.joins
    builder.declare_all([name("h", *way) for x, y in reduced.links for way in ((x, y), (y, x))])
    for x in reduced.open_cells:
        if not reduced.may_be_root(x):
            builder.require(CONNECTED, (x, *joins[x]), disjunction([name("h", x, y) for y in joins[x]]))
    for pair in reduced.links:
        for x, y in (pair, pair[::-1]):
            beyond = [name("h", y, z) for z in joins[y] if z != x]
            there = "true" if reduced.may_be_root(y) else disjunction(beyond)
            leads = implies(name("h", x, y), all_of(_edge(reduced, x, y), there))
            builder.require(CONNECTED, (x, y), leads)


FOREST_TIGHT = Encoding(
    name="forest-tight",
    title="the same forest, tightened: numbers determine the edges, which have two sides, and no root",
    idea=(
        "The thesis's forest with one tree for each region, which its numbers determine. An edge divides its "
        "tree in two. Counting the cells of each side needs no direction, no root and no order of cells: the "
        "sums exclude cycles, and regions of a wrong size."
    ),
    logics=("QF_LIA", "QF_UFLIA"),
    families=(
        *(CANDIDATES, EQUAL, EDGE, SIDE, TWO_SIDES, REGION_SIZE, OPENING, RING),
        *(FIRST_CELL, WALL, HOLDS, *REDUNDANT, CONNECTED, CHECKERED),
    ),
    source=TIGHTENED,
    build=build,
    incremental_from=2,
    push_first=True,
    size="N",
    good_for="the first choice for a file; solvers of integer arithmetic",
    forest=SIDES,
    symbols=tuple(MEANING),
)
