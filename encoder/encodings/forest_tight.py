"""The spanning forest, tightened: edges without direction, and how many cells lie on either side of each.

The thesis leaves a region free to choose any tree and any root. Here the numbers alone determine nearly every
tree (`encoder.parts.spanning_trees`), and no root is needed: each edge divides its tree in two, and
what counts is how many cells lie on each side.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import chain

from encoder.builder import Builder
from encoder.cells import Value
from encoder.encoding import Encoding
from encoder.families import OWN, TIGHTENED, Constraints, Families
from encoder.parts.integers import CANDIDATES, WALL, candidates_left, two_colours, walls
from encoder.parts.reduced import ReducedPuzzle, reduce_puzzle
from encoder.parts.redundant import HOLDS, REDUNDANT, require_counted
from encoder.parts.rings import FIRST_CELL, OPENING, RING, fewest
from encoder.parts.spanning_trees import MATROID, Link, kept, link, spare
from encoder.parts.values import values_of
from encoder.parts.variants import CHECKERED, CONNECTED, colours, meaning
from encoder.script import PuzzleScript
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Puzzle
from smtlib.terms import all_of, disjunction, implies, negation, plus

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


class _Tight:
    """A reduced puzzle, and what of it the forest is about.

    Attributes:
        reduced: the reduced puzzle.
        cells: its open cells, each with the neighbours it may join.
        pairs: each pair of neighbours that may join.
        ways: the same, both ways.
        spare: for each pair those two pairs that make an edge of it needless.
        ring: no region with fewer cells is a ring.
        openings: the pairs at which a ring may be open.
        rings: the cells that may be in one.
        ringed: the pairs of these that may be in one ring.
    """

    def __init__(self, reduced: ReducedPuzzle) -> None:
        self.reduced, self.label = reduced, reduced.puzzle.board.labels
        self.cells = [(x, reduced.joins[x]) for x in reduced.open_cells]
        self.pairs = reduced.pairs()
        trees = kept(self.pairs)
        self.spare: dict[Link, list[tuple[Link, Link]]] = defaultdict(list)
        for pair, one, other in spare(self.pairs, trees):
            if reduced.may_agree(chain(pair, one, other)):
                self.spare[pair].append((one, other))
        self.ways = [way for x, y in self.pairs for way in ((x, y), (y, x))]
        self._same = self._symbols("q")
        self._edge = self._symbols("e")
        self._side = {(x, y): f"s_{self.label[x]}_{self.label[y]}" for x, y in self.ways}
        self.ring = fewest(reduced)
        self.openings = {
            pair for pair in self.pairs if pair not in trees and reduced.most(*pair) >= self.ring
        }
        large = [x for x in reduced.open_cells if reduced.most(x) >= self.ring]
        self.rings = large if self.openings else []
        self.ringed = [pair for pair in self.pairs if self.openings and reduced.most(*pair) >= self.ring]

    def _symbols(self, kind: str) -> dict[Link, str]:
        """The symbol of a kind for each pair of neighbours that may join, found by either order."""
        symbols = {}
        for x, y in self.pairs:
            symbols[x, y] = symbols[y, x] = f"{kind}_{self.label[x]}_{self.label[y]}"
        return symbols

    def same(self, x: int, y: int) -> str:
        """The symbol "x and y hold the same number" of neighbours that may join."""
        return self._same[x, y]

    def edge(self, x: int, y: int) -> str:
        """The symbol "an edge joins x and y"."""
        return self._edge[x, y]

    def side(self, x: int, y: int) -> str:
        """The symbol of the number of cells that an edge from x to y leads to."""
        return self._side[x, y]

    def clue_beyond(self, x: int, y: int) -> str:
        """The symbol "the edge from x to y leads to a clue"."""
        return self.reduced.name("h", x, y)

    def leads(self, x: int, y: int) -> str:
        """The term "an edge leads from x to y, towards the first cell of a ring"."""
        u = self.reduced.name("u", *link(x, y))
        return all_of(self.edge(x, y), u if x < y else negation(u))

    def number(self, x: int) -> str:
        """The symbol of a cell's number."""
        return f"n_{self.label[x]}"


FAMILIES: Families[_Tight] = Families()


@FAMILIES.shared(CANDIDATES)
def _candidates_left(its: _Tight) -> Constraints:
    return candidates_left(its.reduced)


@FAMILIES.family(
    "equal", "neighbours are equal", "for neighbours x, y that may be: q_x_y iff n_x = n_y", TIGHTENED
)
def _equal(its: _Tight) -> Constraints:
    for x, y in its.pairs:
        yield (x, y), f"(= {its.same(x, y)} (= {its.number(x)} {its.number(y)}))"


@FAMILIES.family(
    "edge",
    "equal neighbours are joined in their row, and where two rows first touch",
    "for neighbours x, y: e_x_y iff q_x_y, not o_x_y, and not both q_x_a and q_y_b (a, b before x, y)",
    MATROID,
)
def _edge(its: _Tight) -> Constraints:
    for x, y in its.pairs:
        needless = [all_of(its.same(*one), its.same(*other)) for one, other in its.spare.get((x, y), ())]
        if (x, y) in its.openings:
            needless.append(its.reduced.name("o", x, y))
        yield (x, y), f"(= {its.edge(x, y)} {all_of(its.same(x, y), *map(negation, needless))})"


@FAMILIES.family(
    "side",
    "an edge leads to one cell or more, and no edge to none",
    "for neighbours x, y: 0 <= s_x_y < the largest number of both; e_x_y iff s_x_y >= 1",
    OWN,
)
def _side(its: _Tight) -> Constraints:
    for x, y in its.ways:
        s = its.side(x, y)
        yield (x, y), f"(and (<= 0 {s}) (<= {s} {its.reduced.most(x, y) - 1}))"
        yield (x, y), f"(= {its.edge(x, y)} (<= 1 {s}))"


@FAMILIES.family(
    "two-sides",
    "the two sides of an edge are the region",
    "for neighbours x, y: s_x_y + s_y_x <= n_x; if e_x_y, then s_x_y + s_y_x >= n_x",
    OWN,
)
def _two_sides(its: _Tight) -> Constraints:
    for x, y in its.pairs:
        both = f"(+ {its.side(x, y)} {its.side(y, x)})"
        yield (x, y), f"(<= {both} {its.number(x)})"
        yield (x, y), f"(=> {its.edge(x, y)} (<= {its.number(x)} {both}))"


@FAMILIES.family(
    "region-size",
    "a region is a cell and all that its edges lead to",
    "for each cell x: n_x = 1 + the sum of s_x_y over its neighbours y",
    OWN,
)
def _region_size(its: _Tight) -> Constraints:
    for x, near in its.cells:
        yield (x, *near), f"(= {its.number(x)} {plus(['1', *(its.side(x, y) for y in near)])})"


@FAMILIES.shared(OPENING)
def _opening(its: _Tight) -> Constraints:
    for x, y in sorted(its.openings):
        opened = its.reduced.name("o", x, y)
        yield (x, y), f"(=> {opened} (and {its.same(x, y)} {its.reduced.name('O', x)}))"


@FAMILIES.shared(RING)
def _ring(its: _Tight) -> Constraints:
    for x in its.rings:
        yield (x,), f"(=> {its.reduced.name('O', x)} (<= {its.ring} {its.number(x)}))"
    for x, y in its.ringed:
        a, b, equal = its.label[x], its.label[y], its.same(x, y)
        yield (x, y), f"(=> {equal} (= O_{a} O_{b}))"
        yield (x, y), f"(=> (and {equal} O_{a}) (= r_{a} r_{b}))"


@FAMILIES.shared(FIRST_CELL)
def _first_cell(its: _Tight) -> Constraints:
    leading: dict[int, list[int]] = defaultdict(list)
    for x, y in its.ringed:
        leading[x].append(y)
        leading[y].append(x)
    for x in its.rings:
        a, near = its.label[x], sorted(leading[x])
        yield (x,), f"(and (<= 0 r_{a}) (<= r_{a} {a}))"
        yield (x, *near), f"(=> O_{a} {disjunction([f'(= r_{a} {a})', *(its.leads(x, y) for y in near)])})"


@FAMILIES.shared(WALL)
def _wall(its: _Tight) -> Constraints:
    return walls(its.reduced)


for _family in (HOLDS, *REDUNDANT):
    FAMILIES.record(_family)


@FAMILIES.shared(CONNECTED)
def _clued_region(its: _Tight) -> Constraints:
    if not its.reduced.puzzle.basic:
        return
    for x, near in its.cells:
        if not its.reduced.may_be_root(x):
            yield (x, *near), disjunction([its.clue_beyond(x, y) for y in near])
    for x, y in its.ways:
        beyond = [its.clue_beyond(y, z) for z in its.reduced.joins[y] if z != x]
        there = "true" if its.reduced.may_be_root(y) else disjunction(beyond)
        yield (x, y), implies(its.clue_beyond(x, y), all_of(its.edge(x, y), there))


@FAMILIES.shared(CHECKERED)
def _two_colours(its: _Tight) -> Constraints:
    return two_colours(its.reduced)


def build(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
    """Encode what deduction has left open; settled cells keep their number only."""
    its = _Tight(reduce_puzzle(puzzle, candidates))
    builder = Builder(puzzle.board, MEANING | meaning(puzzle), FAMILIES.records, grouped=False)
    numbers = [f"n_{label}" for label in its.label]
    builder.declare_all(numbers, "Int")
    builder.declare_all([its.same(x, y) for x, y in its.pairs])
    builder.declare_all([its.edge(x, y) for x, y in its.pairs])
    builder.declare_all([its.side(x, y) for x, y in its.ways], "Int")
    builder.declare_all([its.reduced.name("o", x, y) for x, y in sorted(its.openings)])
    builder.declare_all([its.reduced.name("O", x) for x in its.rings])
    builder.declare_all([its.reduced.name("r", x) for x in its.rings], "Int")
    builder.declare_all([its.reduced.name("u", x, y) for x, y in its.ringed])
    if puzzle.basic:
        builder.declare_all([its.clue_beyond(x, y) for x, y in its.ways])
    FAMILIES.require(builder, its)
    counted = values_of(puzzle, candidates, cap=0, to_count=True)
    require_counted(builder, counted, lambda x, number: f"(= {its.number(x)} {number})")
    builder.declare_all(colours(puzzle))
    cells = map(Value, numbers)
    return builder.script(FOREST_TIGHT.name, numbers, puzzle=puzzle, logic=logic, cells=cells)


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
