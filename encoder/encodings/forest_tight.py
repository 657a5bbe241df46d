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
from collections.abc import Iterable, Iterator
from itertools import pairwise

from encoder.builder import OWN, TIGHTENED, Constraints, Families
from encoder.encoding import Encoding
from encoder.parts.reduced import (
    EQUAL,
    WALL,
    ReducedPuzzle,
    equal_numbers,
    first_families,
    two_colours,
    walls,
)
from encoder.parts.redundant import HOLDS, REDUNDANT, require_counted
from encoder.parts.spanning_trees import MATROID, Link, kept, link, spare
from encoder.parts.variants import CHECKERED, CONNECTED, colours
from encoder.script import PuzzleScript
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Puzzle
from smtlib.script import all_of, conjunction, disjunction, implies, negation, plus

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
    """Return a number of cells below which no region is a ring.

    In rows and columns a ring of fewer than eight cells surrounds no cell. So it consists of blocks of two by
    two, which have one edge between their rows; unless there is a wall, or a gap, within six.
    """
    board = reduced.puzzle.board
    if board.grid is None:
        return ANY
    rows = list(board.grid.rows())
    columns = list(zip(*rows, strict=True))
    beside = {pair for line in (*rows, *columns) for pair in pairwise(line) if None not in pair}
    links = set(board.links())
    if links - beside:
        return ANY
    return AROUND_A_WALL if reduced.puzzle.walls or beside - links else AROUND_A_CELL


class _Forest(ReducedPuzzle):
    """A reduced puzzle, and what of it the forest is about.

    Attributes:
        ways: the links, each both ways.
        spare: for each link those two links that make an edge of it needless.
        ring: no region with fewer cells is a ring.
        openings: the links at which a ring may be open.
        rings: the cells that may be in one.
        ringed: the links of these that may be in one ring.
    """

    def __init__(self, puzzle: Puzzle, candidates: Candidates) -> None:
        super().__init__(puzzle, candidates)
        trees = kept(self.links)
        self.ways = [way for pair in self.links for way in (pair, pair[::-1])]
        self.spare: dict[Link, list[tuple[Link, Link]]] = defaultdict(list)
        for pair, one, other in spare(self.links, trees):
            if self.may_agree(pair, one, other):
                self.spare[pair].append((one, other))
        self.ring = fewest(self)
        large = [pair for pair in self.links if self.most(*pair) >= self.ring]
        self.openings = {pair for pair in large if pair not in trees}
        self.ringed = large if self.openings else []
        self.rings = [x for x in self.open_cells if self.openings and self.most(x) >= self.ring]

    def labelled(self, pairs: Iterable[Link]) -> Iterator[tuple[Link, int, int]]:
        """Yield pairs of cells, each with their labels."""
        label = self.label
        return ((pair, label[pair[0]], label[pair[1]]) for pair in pairs)

    def edge(self, x: int, y: int) -> str:
        """The symbol "an edge joins x and y"."""
        return self.name("e", *link(x, y))

    def leads(self, x: int, y: int) -> str:
        """The term "an edge leads from x to y, towards the first cell of a ring"."""
        u = self.name("u", *link(x, y))
        return all_of(self.edge(x, y), u if x < y else negation(u))


FAMILIES: Families[_Forest] = Families(OWN)
first_families(FAMILIES)
FAMILIES.shared(EQUAL)(equal_numbers)


@FAMILIES.family(
    "edge",
    "equal neighbours are joined in their row, and where two rows first touch",
    "for neighbours x, y: e_x_y iff q_x_y, not o_x_y, and not both q_x_a and q_y_b (a, b before x, y)",
    MATROID,
)
def _edge(forest: _Forest) -> Constraints:
    for pair, a, b in forest.labelled(forest.links):
        needless = [
            f"(not {all_of(forest.same(*one), forest.same(*other))})"
            for one, other in forest.spare.get(pair, ())
        ]
        if pair in forest.openings:
            needless.append(f"(not o_{a}_{b})")
        yield pair, f"(= e_{a}_{b} {conjunction([f'q_{a}_{b}', *needless])})"


@FAMILIES.family(
    "side",
    "an edge leads to one cell or more, and no edge to none",
    "for neighbours x, y: 0 <= s_x_y < the largest number of both; e_x_y iff s_x_y >= 1",
)
def _side(forest: _Forest) -> Constraints:
    for way, a, b in forest.labelled(forest.ways):
        yield way, f"(and (<= 0 s_{a}_{b}) (<= s_{a}_{b} {forest.most(*way) - 1}))"
        yield way, f"(= {forest.edge(*way)} (<= 1 s_{a}_{b}))"


@FAMILIES.family(
    "two-sides",
    "the two sides of an edge are the region",
    "for neighbours x, y: s_x_y + s_y_x <= n_x; if e_x_y, then s_x_y + s_y_x >= n_x",
)
def _two_sides(forest: _Forest) -> Constraints:
    for pair, a, b in forest.labelled(forest.links):
        both = f"(+ s_{a}_{b} s_{b}_{a})"
        yield pair, f"(<= {both} n_{a})"
        yield pair, f"(=> e_{a}_{b} (<= n_{a} {both}))"


@FAMILIES.family(
    "region-size",
    "a region is a cell and all that its edges lead to",
    "for each cell x: n_x = 1 + the sum of s_x_y over its neighbours y",
)
def _region_size(forest: _Forest) -> Constraints:
    for x in forest.open_cells:
        a, near = forest.label[x], forest.joins[x]
        sides = [f"s_{a}_{forest.label[y]}" for y in near]
        yield (x, *near), f"(= n_{a} {plus(['1', *sides])})"


@FAMILIES.family(
    "opening", "a ring of rows is open somewhere", "for neighbours x, y: if o_x_y, then q_x_y and O_x"
)
def _opening(forest: _Forest) -> Constraints:
    for x, y in sorted(forest.openings):
        opened = forest.name("o", x, y)
        yield (x, y), f"(=> {opened} (and {forest.same(x, y)} {forest.name('O', x)}))"


@FAMILIES.family(
    "ring",
    "all cells of a ring hold a large number, and name one first cell",
    "for neighbours x, y: if q_x_y, then O_x = O_y, and if O_x, r_x = r_y; if O_x, then n_x >= 8",
)
def _ring(forest: _Forest) -> Constraints:
    for x in forest.rings:
        yield (x,), f"(=> {forest.name('O', x)} (<= {forest.ring} {forest.number(x)}))"
    for pair in forest.ringed:
        a, b = forest.label[pair[0]], forest.label[pair[1]]
        yield pair, f"(=> q_{a}_{b} (= O_{a} O_{b}))"
        yield pair, f"(=> (and q_{a}_{b} O_{a}) (= r_{a} r_{b}))"


@FAMILIES.family(
    "first-cell",
    "a cell of a ring is the one that it names, or an edge leads there",
    "for each cell x: r_x <= x; if O_x, then r_x = x, or e_x_y leads to y (u_x_y, y > x; not u_y_x, y < x)",
)
def _first_cell(forest: _Forest) -> Constraints:
    leading: dict[int, list[int]] = defaultdict(list)
    for x, y in forest.ringed:
        leading[x].append(y)
        leading[y].append(x)
    for x in forest.rings:
        a, near = forest.label[x], sorted(leading[x])
        yield (x,), f"(and (<= 0 r_{a}) (<= r_{a} {a}))"
        yield (x, *near), f"(=> O_{a} {disjunction([f'(= r_{a} {a})', *(forest.leads(x, y) for y in near)])})"


FAMILIES.shared(WALL)(walls)
FAMILIES.record(HOLDS, *REDUNDANT)


@FAMILIES.shared(CONNECTED)
def _clued_region(forest: _Forest) -> Constraints:
    if not forest.puzzle.basic:
        return
    for x in forest.open_cells:
        near = forest.joins[x]
        if not forest.may_be_root(x):
            yield (x, *near), disjunction([forest.name("h", x, y) for y in near])
    for way in forest.ways:
        x, y = way
        beyond = [forest.name("h", y, z) for z in forest.joins[y] if z != x]
        there = "true" if forest.may_be_root(y) else disjunction(beyond)
        yield way, implies(forest.name("h", x, y), all_of(forest.edge(x, y), there))


FAMILIES.shared(CHECKERED)(two_colours)


def build(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
    """Encode what deduction has left open; settled cells keep their number only."""
    forest = _Forest(puzzle, candidates)
    builder = forest.begin(MEANING, FAMILIES.records, grouped=False)
    builder.declare_all([f"q_{a}_{b}" for _, a, b in forest.labelled(forest.links)])
    builder.declare_all([f"e_{a}_{b}" for _, a, b in forest.labelled(forest.links)])
    builder.declare_all([f"s_{a}_{b}" for _, a, b in forest.labelled(forest.ways)], "Int")
    builder.declare_all([forest.name("o", *pair) for pair in sorted(forest.openings)])
    builder.declare_all([forest.name("O", x) for x in forest.rings])
    builder.declare_all([forest.name("r", x) for x in forest.rings], "Int")
    builder.declare_all([forest.name("u", *pair) for pair in forest.ringed])
    if puzzle.basic:
        builder.declare_all([forest.name("h", *way) for way in forest.ways])
    FAMILIES.require(builder, forest)
    require_counted(builder, forest)
    builder.declare_all(colours(puzzle))
    return forest.script(builder, FOREST_TIGHT.name, logic)


FOREST_TIGHT = Encoding(
    name="forest-tight",
    title="the same forest, tightened: numbers determine the edges, which have two sides, and no root",
    idea=(
        "The thesis's forest with one tree for each region, which its numbers determine. An edge divides its "
        "tree in two. Counting the cells of each side needs no direction, no root and no order of cells: the "
        "sums exclude cycles, and regions of a wrong size."
    ),
    logics=("QF_LIA", "QF_UFLIA"),
    families=FAMILIES.records,
    source=TIGHTENED,
    build=build,
    incremental_from=2,
    push_first=True,
    size="N",
    good_for="the first choice for a file; solvers of integer arithmetic",
)
