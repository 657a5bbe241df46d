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
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, TypeAlias

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


def build(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
    """Encode what deduction has left open; settled cells keep their number only."""
    reduced = ReducedPuzzle(puzzle, candidates)
    links, masks = tuple(reduced.links), reduced.masks
    most = tuple([(masks[x] & masks[y]).bit_length() - 1 for x, y in links])
    trees, spare = kept_and_spare(links)
    ring = fewest(reduced)
    openings = tuple(
        [pair for pair, number in zip(links, most, strict=True) if number >= ring and pair not in trees]
    )
    open_cells = tuple(reduced.open_cells)
    rings = tuple([x for x in open_cells if reduced.most(x) >= ring]) if openings else ()
    needless = tuple([way for way in spare if reduced.may_agree(*way)])
    given = (puzzle.board, links, most, open_cells, needless, ring, openings, rings)

    builder = reduced.begin(MEANING, FOREST_TIGHT.families, grouped=False)
    if len(links) <= FEW:
        builder.add(_few_links(*given))
    else:
        _require_links(builder, *given)
    reduced.require_walls(builder)
    if puzzle.basic:
        _require_clues(builder, reduced)
    large_numbers = counted(builder, reduced)
    builder.two_colours(puzzle, reduced.equal)
    for each in large_numbers:
        builder.require_all(*each)
    return reduced.script(builder, FOREST_TIGHT.name, logic)


Spare: TypeAlias = tuple[Link, Link, Link]
"""A link that is no edge where two others hold, and these."""


def _require_links(
    builder: Builder,
    board: Board,
    links: Sequence[Link],
    most: Sequence[int],
    open_cells: Sequence[int],
    needless: Sequence[Spare],
    ring: int,
    openings: Sequence[Link],
    rings: Sequence[int],
) -> None:
    """Declare the constants of links, and require all that is about nothing else.

    Args:
        builder: the builder to add to.
        board: the cells.
        links: every pair of neighbours that may form a region.
        most: the largest number of each link.
        open_cells: the cells that are not settled.
        needless: links that are no edge where two others hold.
        ring: a number of cells below which no region is a ring.
        openings: the links at which a ring may be open.
        rings: the cells that may be in one.
    """
    label = board.labels
    named = [(label[x], label[y]) for x, y in links]
    joins: dict[int, list[int]] = {x: [] for x in open_cells}
    for x, y in links:
        joins[x].append(y)
        joins[y].append(x)
    sums = {x: [f"s_{label[x]}_{label[y]}" for y in sorted(near)] for x, near in joins.items()}
    ringed = [pair for pair, number in zip(links, most, strict=True) if openings and number >= ring]

    builder.declare_all([f"q_{a}_{b}" for a, b in named])
    builder.declare_all([f"e_{a}_{b}" for a, b in named])
    builder.declare_all([side for a, b in named for side in (f"s_{a}_{b}", f"s_{b}_{a}")], "Int")
    if rings:
        builder.declare_all([f"o_{label[x]}_{label[y]}" for x, y in openings])
        builder.declare_all([f"O_{label[x]}" for x in rings])
        builder.declare_all([f"r_{label[x]}" for x in rings], "Int")
        builder.declare_all([f"u_{label[x]}_{label[y]}" for x, y in ringed])

    builder.require_each(EQUAL, links, (f"(= q_{a}_{b} (= n_{a} n_{b}))" for a, b in named))
    builder.require_each(EDGE, links, _edge_terms(label, links, needless, openings))
    sides = (
        term
        for (a, b), number in zip(named, most, strict=True)
        for s in (f"s_{a}_{b}", f"s_{b}_{a}")
        for term in (f"(and (<= 0 {s}) (<= {s} {number - 1}))", f"(= e_{a}_{b} (<= 1 {s}))")
    )
    builder.require_each(SIDE, [way for x, y in links for way in ((x, y), (x, y), (y, x), (y, x))], sides)
    both = ((a, b, f"(+ s_{a}_{b} s_{b}_{a})") for a, b in named)
    two_sides = (term for a, b, s in both for term in (f"(<= {s} n_{a})", f"(=> e_{a}_{b} (<= n_{a} {s}))"))
    builder.require_each(TWO_SIDES, [pair for pair in links for _ in range(2)], two_sides)
    regions = [(x, *sorted(joins[x])) for x in open_cells]
    builder.require_each(REGION_SIZE, regions, (f"(= n_{label[x]} {plus(['1', *sums[x]])})" for x in sums))
    for x, y in openings:
        a, b = label[x], label[y]
        builder.require(OPENING, (x, y), f"(=> o_{a}_{b} (and q_{a}_{b} O_{a}))")
    _require_rings(builder, label, ring, rings, ringed)


@lru_cache(maxsize=4096)
def _few_links(board: Board, *given: Any) -> Builder:
    """A builder with what `_require_links` adds, kept: thousands of puzzles of small boards share it."""
    builder = Builder(board)
    _require_links(builder, board, *given)
    return builder


def _edge_terms(
    label: Sequence[int], links: Sequence[Link], needless: Sequence[Spare], openings: Sequence[Link]
) -> Iterator[str]:
    """The term `EDGE` of each link: it is one unless two others make it needless, or a ring is open there."""
    unless: dict[Link, list[str]] = defaultdict(list)
    for pair, *others in needless:
        unless[pair].append(f"(not {all_of(*(f'q_{label[x]}_{label[y]}' for x, y in others))})")
    for x, y in openings:
        unless[x, y].append(f"(not o_{label[x]}_{label[y]})")
    for pair in links:
        a, b = label[pair[0]], label[pair[1]]
        yield f"(= e_{a}_{b} {conjunction([f'q_{a}_{b}', *unless.get(pair, ())])})"


def _require_rings(
    builder: Builder, label: Sequence[int], least: int, rings: Sequence[int], links: Sequence[Link]
) -> None:
    """Require of cells that may be in rings of rows, and of links there: a number, and one first cell."""
    require = builder.require
    for x in rings:
        require(RING, (x,), f"(=> O_{label[x]} (<= {least} n_{label[x]}))")
    leading: dict[int, list[int]] = defaultdict(list)
    for x, y in links:
        a, b = label[x], label[y]
        require(RING, (x, y), f"(=> q_{a}_{b} (= O_{a} O_{b}))")
        require(RING, (x, y), f"(=> (and q_{a}_{b} O_{a}) (= r_{a} r_{b}))")
        leading[x].append(y)
        leading[y].append(x)
    for x in rings:
        a, near = label[x], sorted(leading[x])
        first = [f"(= r_{a} {a})", *(_leads(label, x, y) for y in near)]
        require(FIRST_CELL, (x,), f"(and (<= 0 r_{a}) (<= r_{a} {a}))")
        require(FIRST_CELL, (x, *near), f"(=> O_{a} {disjunction(first)})")


def _leads(label: Sequence[int], x: int, y: int) -> str:
    """The term "an edge leads from x to y, towards the first cell of a ring"."""
    a, b = (label[z] for z in link(x, y))
    u = f"u_{a}_{b}"
    return f"(and e_{a}_{b} {u if x < y else negation(u)})"


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
            leads = implies(name("h", x, y), all_of(name("e", *pair), there))
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
