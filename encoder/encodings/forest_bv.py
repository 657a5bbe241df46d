"""The forest with roots, tightened, in bit-vectors: Boolean edges, bounds, and one root for each region.

The thesis leaves a region free to choose any tree and any root. Here the root is the first cell,
clues before others; it is within reach, sizes are bounded by numbers, numbers by what deduction
left, edges exist only where two cells may hold the same number, and of a region's trees nearly all are
ruled out (`encoder.parts.spanning_trees`). Numbers are so wide that no sum overflows. (What `forest-tight`
does without roots takes longer in bit-vectors: sums of sides on both ends of each edge.)
"""

from __future__ import annotations

from collections import defaultdict
from functools import reduce
from operator import or_

from encoder.builder import TIGHTENED, Constraints, Families
from encoder.encoding import Encoding
from encoder.forests import places
from encoder.parts.reduced import (
    EQUAL,
    WALL,
    Arithmetic,
    ReducedPuzzle,
    bit_vectors,
    equal_numbers,
    first_families,
    no_roots,
    two_colours,
    walls,
)
from encoder.parts.redundant import HOLDS, REDUNDANT, require_counted
from encoder.parts.spanning_trees import kept, one_tree
from encoder.parts.variants import CHECKERED, CLUED, colours
from encoder.script import PuzzleScript
from fillomino.deduction.engine import Candidates
from fillomino.graph import bits, cells_by_value, layers, neighbour_function
from fillomino.puzzle import Puzzle
from smtlib.script import disjunction, exactly_one

MEANING = {
    "e_x_y": "x is the parent of y in the forest",
    "q_x_y": "x and y hold the same number",
    "R_x": "x is a root",
    "n_x": "the number of cell x",
    "n_x_v": "x holds v, where the cells of v are counted",
    "s_x": "the number of cells in the subtree of x, with x",
    "r_x": "the place of the root of the region of x: cells are counted from 0, those with clues first",
}


class _Forest(ReducedPuzzle):
    """A reduced puzzle, and its forest.

    Attributes:
        open: the open cells, each with its label and the neighbours it may join.
        place: for each cell its place in the order of roots.
        kept: the links whose edges each tree has, if both cells are in one region.
    """

    def __init__(self, puzzle: Puzzle, candidates: Candidates) -> None:
        super().__init__(puzzle, candidates)
        self.arithmetic = arithmetic(puzzle)
        self.open = [(x, self.label[x], self.joins[x]) for x in self.open_cells]
        self.place = places(puzzle)
        self.kept = kept(self.links)


FAMILIES: Families[_Forest] = Families(TIGHTENED)
first_families(FAMILIES, TIGHTENED)
FAMILIES.shared(EQUAL)(equal_numbers)


@FAMILIES.family("size-bounds", "a subtree is not larger than its number", "for each cell x: 1 <= s_x <= n_x")
def _size_bounds(forest: _Forest) -> Constraints:
    between, one = forest.arithmetic.between, forest.arithmetic.number(1)
    for x, a, _ in forest.open:
        yield (x,), between(one, f"s_{a}", f"n_{a}")


@FAMILIES.family(
    "first-root",
    "the root is the first cell of its region, clues before others",
    "for each cell x: first <= r_x <= last; last is the place of x, first that of a cell within reach",
)
def _first_root(forest: _Forest) -> Constraints:
    between, root = forest.arithmetic.between, forest.arithmetic.root
    for x, span in root_ranges(forest, forest.place).items():
        yield (x,), between(root(span[0]), forest.name("r", x), root(span[1])) if span else "false"


@FAMILIES.family(
    "one-parent", "a cell is a root or has one parent", "for each cell x: exactly one of R_x, e_y_x"
)
def _one_parent(forest: _Forest) -> Constraints:
    for x, a, near in forest.open:
        yield (x, *near), exactly_one([f"R_{a}", *(f"e_{forest.label[y]}_{a}" for y in near)])


@FAMILIES.family(
    "size-sum",
    "a subtree is its root and the subtrees of its children",
    "for each cell x: s_x = 1 + the sum of s_y over the neighbours y with e_x_y",
)
def _size_sum(forest: _Forest) -> Constraints:
    one, zero = forest.arithmetic.number(1), forest.arithmetic.number(0)
    for x, a, near in forest.open:
        subtrees = [f"(ite e_{a}_{forest.label[y]} s_{forest.label[y]} {zero})" for y in near]
        yield (x, *near), f"(= s_{a} {forest.arithmetic.total([one, *subtrees])})"


@FAMILIES.family("root-size", "a root's subtree is the region", "for each cell x: R_x iff s_x = n_x")
def _root_size(forest: _Forest) -> Constraints:
    for x, a, _ in forest.open:
        yield (x,), f"(= R_{a} (= s_{a} n_{a}))"


@FAMILIES.family("root-self", "a root is its own root", "for each cell x: R_x iff r_x is the place of x")
def _root_self(forest: _Forest) -> Constraints:
    for x, a, _ in forest.open:
        yield (x,), f"(= R_{a} (= r_{a} {forest.arithmetic.root(forest.place[x])}))"


@FAMILIES.family("edge", "an edge joins equal numbers", "for neighbours x, y: if e_x_y or e_y_x, then q_x_y")
def _edge(forest: _Forest) -> Constraints:
    for x, y in forest.links:
        yield (x, y), f"(=> {forest.joined(x, y)} {forest.same(x, y)})"


one_tree(FAMILIES)


@FAMILIES.family(
    "same-root",
    "neighbours hold equal numbers iff they have one root",
    "for neighbours x, y: q_x_y iff r_x = r_y",
)
def _same_root(forest: _Forest) -> Constraints:
    for x, y in forest.links:
        yield (x, y), f"(= {forest.same(x, y)} (= r_{forest.label[x]} r_{forest.label[y]}))"


@FAMILIES.family(
    "no-root",
    "redundant: the later of two equal neighbours is no root",
    "for neighbours x, y, x in the earlier place: not both q_x_y and R_y",
)
def _no_root(forest: _Forest) -> Constraints:
    for x, y in forest.links:
        later = max(x, y, key=forest.place.__getitem__)
        yield (x, y), f"(not (and {forest.same(x, y)} R_{forest.label[later]}))"


@FAMILIES.family(
    "growth", "redundant: a region must grow", "for each cell x: n_x = 1 or q_x_y for a neighbour y"
)
def _growth(forest: _Forest) -> Constraints:
    one = forest.arithmetic.number(1)
    for x, a, near in forest.open:
        mask = forest.masks[x]
        if mask != 2:
            alone = [f"(= n_{a} {one})"] if mask & 2 else []
            yield (x, *near), disjunction([*alone, *(forest.same(min(x, y), max(x, y)) for y in near)])


FAMILIES.shared(WALL._replace(source=TIGHTENED))(walls)
FAMILIES.record(HOLDS, *REDUNDANT)


FAMILIES.shared(CLUED)(no_roots)
FAMILIES.shared(CHECKERED)(two_colours)


def root_ranges(reduced: ReducedPuzzle, place: tuple[int, ...]) -> dict[int, tuple[int, int] | None]:
    """For each open cell the first and the last place where its root may be (`places`: clues come first).

    ``None`` if there is none: in a basic puzzle, without a clue within reach.
    """
    reached, clues = _reached(reduced), sum(1 << x for x in reduced.puzzle.clues)
    reaching: defaultdict[int, int] = defaultdict(int)  # the clues that reach a cell
    for clue in reduced.puzzle.clues:
        for x in bits(reached.get(clue, 0)):
            reaching[x] |= 1 << clue
    ranges: dict[int, tuple[int, int] | None] = {}
    for x in reduced.open_cells:
        near = reached[x]
        known = near & reaching[x]
        if x in reduced.puzzle.clues:
            known &= (2 << x) - 1
        if reduced.may_be_root(x):
            first = next(bits(known), None)
            if first is None:
                first = next(y for y in bits(near & ~clues) if reached[y] >> x & 1)
            ranges[x] = place[first], place[x]
        else:
            roots = list(bits(known))
            ranges[x] = (place[roots[0]], place[roots[-1]]) if roots else None
    return ranges


def _reached(reduced: ReducedPuzzle) -> dict[int, int]:
    """For each open cell the set of those that may be in one region with it.

    They are connected with it by a path through cells that share a number with it, as long as its largest.
    """
    board, masks = reduced.puzzle.board, reduced.masks
    apart = frozenset((x, y) for x, y in board.links() if y not in reduced.joins[x])
    beside = neighbour_function(board, apart)
    alike = cells_by_value(masks)
    sharing: dict[int, int] = {}
    reached: dict[int, int] = {}
    for x in reduced.open_cells:
        if x in reached:
            continue
        mask, most = masks[x], reduced.most(x)
        if mask not in sharing:
            sharing[mask] = reduce(or_, (cells for other, cells in alike.items() if other & mask), 0)
        steps = list(layers(beside, 1 << x, sharing[mask], max(0, most - 1)))
        reached[x] = near = reduce(or_, steps, 1 << x)
        if 2 * len(steps) < most:  # so far apart are two of them at most, so that they reach the same
            reached |= dict.fromkeys(bits(near & alike[mask]), near)
    return reached


def arithmetic(puzzle: Puzzle) -> Arithmetic:
    """Bit-vectors for a board: room for a cell and subtrees of the largest size on all its neighbours."""
    board = puzzle.board
    degree = max(1, *map(len, board.neighbours)) if board.size > 1 else 1
    largest = min(board.size, puzzle.largest_region or board.size)
    number_width = (1 + degree * largest).bit_length()
    return bit_vectors(number_width, max(1, (board.size - 1).bit_length()))


def build(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
    """Encode what deduction has left open; settled cells keep their number only."""
    forest = _Forest(puzzle, candidates)
    builder = forest.begin(MEANING, FAMILIES.records, grouped=False)
    for _, a, near in forest.open:
        builder.declare_all([f"s_{a}"], forest.arithmetic.number_sort)
        builder.declare_all([f"r_{a}"], forest.arithmetic.root_sort)
        builder.declare_all([f"R_{a}", *(f"e_{a}_{forest.label[y]}" for y in near)])
    builder.declare_all([forest.same(*link) for link in forest.links])
    FAMILIES.require(builder, forest)
    require_counted(builder, forest)
    builder.declare_all(colours(puzzle))
    return forest.script(builder, FOREST_BV.name, logic)


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
