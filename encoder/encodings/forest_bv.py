"""The forest with roots, tightened, in bit-vectors: Boolean edges, bounds, and one root for each region.

The thesis leaves a region free to choose any tree and any root. Here the root is the first cell,
clues before others; it is within reach, sizes are bounded by numbers, numbers by what deduction
left, edges exist only where two cells may hold the same number, and of a region's trees nearly all are
ruled out (`encoder.parts.spanning_trees`). Numbers are so wide that no sum overflows. (What `forest-tight`
does without roots takes longer in bit-vectors: sums of sides on both ends of each edge.)
"""

from __future__ import annotations

from itertools import chain

from encoder.builder import Builder
from encoder.cells import Value
from encoder.encoding import Encoding
from encoder.families import TIGHTENED, Constraints, Families
from encoder.parts.arithmetic import Arithmetic, bit_vectors
from encoder.parts.integers import admitted, two_colours, walls
from encoder.parts.reduced import ReducedPuzzle, reduce_puzzle
from encoder.parts.redundant import HOLDS, REDUNDANT, require_counted
from encoder.parts.roots import places, root_ranges
from encoder.parts.spanning_trees import FIRST_CONTACT, KEPT_EDGE, first_contacts, kept, kept_edges
from encoder.parts.values import values_of
from encoder.parts.variants import CHECKERED, CLUED, colours, meaning
from encoder.script import PuzzleScript
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Puzzle
from smtlib.terms import disjunction, exactly_one

MEANING = {
    "e_x_y": "x is the parent of y in the forest",
    "q_x_y": "x and y hold the same number",
    "R_x": "x is a root",
    "n_x": "the number of cell x",
    "n_x_v": "x holds v, where the cells of v are counted",
    "s_x": "the number of cells in the subtree of x, with x",
    "r_x": "the place of the root of the region of x: cells are counted from 0, those with clues first",
}


class _Tight:
    """A reduced puzzle, and the sorts and operators in which its forest is written.

    Attributes:
        reduced: the reduced puzzle.
        cells: its open cells, each with its label and the neighbours it may join.
        pairs: each pair of neighbours that may join.
        place: for each cell its place in the order of roots.
        trees: the pairs whose edges each tree has, if both cells are in one region.
    """

    def __init__(self, reduced: ReducedPuzzle, arithmetic: Arithmetic) -> None:
        self.reduced, self.arithmetic, self.label = reduced, arithmetic, reduced.puzzle.board.labels
        self.cells = [(x, self.label[x], reduced.joins[x]) for x in reduced.open_cells]
        self.pairs = reduced.pairs()
        self.place = places(reduced.puzzle)
        self.trees = kept(self.pairs)

    def same(self, x: int, y: int) -> str:
        """The symbol "x and y hold the same number" of neighbours ``x < y`` that may join."""
        return f"q_{self.label[x]}_{self.label[y]}"

    def joined(self, x: int, y: int) -> str:
        """The term "one of two neighbours is the parent of the other"."""
        return self.reduced.joined(x, y)

    def number(self, x: int) -> str:
        """The symbol of a cell's number."""
        return f"n_{self.label[x]}"


FAMILIES: Families[_Tight] = Families()


@FAMILIES.family(
    "candidates", "a number is one of those left", "for each cell x: n_x in its candidates", TIGHTENED
)
def _candidates_left(its: _Tight) -> Constraints:
    for x, mask in enumerate(its.reduced.masks):
        yield (x,), admitted(its.number(x), mask, its.arithmetic)


@FAMILIES.family(
    "equal", "neighbours are equal", "for neighbours x, y that may be: q_x_y iff n_x = n_y", TIGHTENED
)
def _equal(its: _Tight) -> Constraints:
    for x, y in its.pairs:
        yield (x, y), f"(= {its.same(x, y)} (= {its.number(x)} {its.number(y)}))"


@FAMILIES.family(
    "size-bounds", "a subtree is not larger than its number", "for each cell x: 1 <= s_x <= n_x", TIGHTENED
)
def _size_bounds(its: _Tight) -> Constraints:
    at_most, one = its.arithmetic.at_most, its.arithmetic.number(1)
    for x, a, _ in its.cells:
        yield (x,), f"(and ({at_most} {one} s_{a}) ({at_most} s_{a} n_{a}))"


@FAMILIES.family(
    "first-root",
    "the root is the first cell of its region, clues before others",
    "for each cell x: first <= r_x <= last; last is the place of x, first that of a cell within reach",
    TIGHTENED,
)
def _first_root(its: _Tight) -> Constraints:
    at_most, root = its.arithmetic.at_most, its.arithmetic.root
    for x, span in root_ranges(its.reduced, its.place).items():
        r = f"r_{its.label[x]}"
        bounds = f"(and ({at_most} {root(span[0])} {r}) ({at_most} {r} {root(span[1])}))" if span else "false"
        yield (x,), bounds


@FAMILIES.family(
    "one-parent",
    "a cell is a root or has one parent",
    "for each cell x: exactly one of R_x, e_y_x",
    TIGHTENED,
)
def _one_parent(its: _Tight) -> Constraints:
    for x, a, near in its.cells:
        yield (x, *near), exactly_one([f"R_{a}", *(f"e_{its.label[y]}_{a}" for y in near)])


@FAMILIES.family(
    "size-sum",
    "a subtree is its root and the subtrees of its children",
    "for each cell x: s_x = 1 + the sum of s_y over the neighbours y with e_x_y",
    TIGHTENED,
)
def _size_sum(its: _Tight) -> Constraints:
    one, zero = its.arithmetic.number(1), its.arithmetic.number(0)
    for x, a, near in its.cells:
        subtrees = [f"(ite e_{a}_{its.label[y]} s_{its.label[y]} {zero})" for y in near]
        yield (x, *near), f"(= s_{a} {its.arithmetic.total([one, *subtrees])})"


@FAMILIES.family(
    "root-size", "a root's subtree is the region", "for each cell x: R_x iff s_x = n_x", TIGHTENED
)
def _root_size(its: _Tight) -> Constraints:
    for x, a, _ in its.cells:
        yield (x,), f"(= R_{a} (= s_{a} n_{a}))"


@FAMILIES.family(
    "root-self", "a root is its own root", "for each cell x: R_x iff r_x is the place of x", TIGHTENED
)
def _root_self(its: _Tight) -> Constraints:
    for x, a, _ in its.cells:
        yield (x,), f"(= R_{a} (= r_{a} {its.arithmetic.root(its.place[x])}))"


@FAMILIES.family(
    "edge", "an edge joins equal numbers", "for neighbours x, y: if e_x_y or e_y_x, then q_x_y", TIGHTENED
)
def _edge(its: _Tight) -> Constraints:
    for x, y in its.pairs:
        yield (x, y), f"(=> {its.joined(x, y)} {its.same(x, y)})"


@FAMILIES.shared(KEPT_EDGE)
def _kept_edge(its: _Tight) -> Constraints:
    return kept_edges(its.trees, its.same, its.joined)


@FAMILIES.shared(FIRST_CONTACT)
def _first_contact(its: _Tight) -> Constraints:
    may_agree = its.reduced.may_agree
    return first_contacts(its.pairs, its.trees, its.same, its.joined, lambda *all_: may_agree(chain(*all_)))


@FAMILIES.family(
    "same-root",
    "neighbours hold equal numbers iff they have one root",
    "for neighbours x, y: q_x_y iff r_x = r_y",
    TIGHTENED,
)
def _same_root(its: _Tight) -> Constraints:
    for x, y in its.pairs:
        yield (x, y), f"(= {its.same(x, y)} (= r_{its.label[x]} r_{its.label[y]}))"


@FAMILIES.family(
    "no-root",
    "redundant: the later of two equal neighbours is no root",
    "for neighbours x, y, x in the earlier place: not both q_x_y and R_y",
    TIGHTENED,
)
def _no_root(its: _Tight) -> Constraints:
    for x, y in its.pairs:
        later = max(x, y, key=its.place.__getitem__)
        yield (x, y), f"(not (and {its.same(x, y)} R_{its.label[later]}))"


@FAMILIES.family(
    "growth",
    "redundant: a region must grow",
    "for each cell x: n_x = 1 or q_x_y for a neighbour y",
    TIGHTENED,
)
def _growth(its: _Tight) -> Constraints:
    one = its.arithmetic.number(1)
    for x, a, near in its.cells:
        mask = its.reduced.masks[x]
        if mask != 2:
            alone = [f"(= n_{a} {one})"] if mask & 2 else []
            yield (x, *near), disjunction([*alone, *(its.same(min(x, y), max(x, y)) for y in near)])


@FAMILIES.family("wall", "cells parted by a given wall differ", "for each wall: not n_x = n_y", TIGHTENED)
def _wall(its: _Tight) -> Constraints:
    return walls(its.reduced)


for _family in (HOLDS, *REDUNDANT):
    FAMILIES.record(_family)


@FAMILIES.shared(CLUED)
def _clued_region(its: _Tight) -> Constraints:
    for x, a, _ in its.cells:
        if not its.reduced.may_be_root(x):
            yield (x,), f"(not R_{a})"


@FAMILIES.shared(CHECKERED)
def _two_colours(its: _Tight) -> Constraints:
    return two_colours(its.reduced)


def arithmetic(puzzle: Puzzle) -> Arithmetic:
    """Bit-vectors for a board: room for a cell and subtrees of the largest size on all its neighbours."""
    board = puzzle.board
    degree = max(1, *map(len, board.neighbours)) if board.size > 1 else 1
    largest = min(board.size, puzzle.largest_region or board.size)
    number_width = (1 + degree * largest).bit_length()
    return bit_vectors(number_width, max(1, (board.size - 1).bit_length()))


def build(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
    """Encode what deduction has left open; settled cells keep their number only."""
    its = _Tight(reduce_puzzle(puzzle, candidates), arithmetic(puzzle))
    builder = Builder(puzzle.board, MEANING | meaning(puzzle), FAMILIES.records, grouped=False)
    numbers = [f"n_{label}" for label in its.label]
    builder.declare_all(numbers, its.arithmetic.number_sort)
    for _, a, near in its.cells:
        builder.declare_all([f"s_{a}"], its.arithmetic.number_sort)
        builder.declare_all([f"r_{a}"], its.arithmetic.root_sort)
        builder.declare_all([f"R_{a}", *(f"e_{a}_{its.label[y]}" for y in near)])
    builder.declare_all([its.same(x, y) for x, y in its.pairs])
    FAMILIES.require(builder, its)

    def held(x: int, number: int) -> str:
        return f"(= {its.number(x)} {its.arithmetic.number(number)})"

    require_counted(builder, values_of(puzzle, candidates, cap=0, to_count=True), held)
    builder.declare_all(colours(puzzle))
    cells = [Value(name, its.arithmetic.number_width) for name in numbers]
    return builder.script(FOREST_BV.name, numbers, puzzle=puzzle, logic=logic, cells=cells)


FOREST_BV = Encoding(
    name="forest-bv",
    title="the tight forest in bit-vectors",
    idea=(
        "The thesis's forest with fewer models of one filling, over bit-vectors wide enough for any sum: "
        "numbers bound sizes, and a region's root is the first of its cells with clues, or of all if it has "
        "none. For solvers that translate arithmetic to propositional logic."
    ),
    logics=("QF_BV", "QF_FD"),
    families=FAMILIES.records,
    source=TIGHTENED,
    build=build,
    incremental_from=2,
    size="N",
    good_for="solvers of bit-vectors alone, such as Bitwuzla",
)
