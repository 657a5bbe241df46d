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

from encoder.builder import TIGHTENED
from encoder.encoding import Encoding
from encoder.forests import EDGES_AND_PLACES, places
from encoder.parts.reduced import CANDIDATES, EQUAL, WALL, Arithmetic, ReducedPuzzle, bit_vectors
from encoder.parts.redundant import HOLDS, REDUNDANT, counted
from encoder.parts.spanning_trees import FIRST_CONTACT, KEPT_EDGE, require_one_tree
from encoder.parts.variants import CHECKERED, CLUED
from encoder.puzzle_script import PuzzleScript
from fillomino.deduction.engine import Candidates
from fillomino.graph import bits, cells_by_value, layers, neighbour_function
from fillomino.puzzle import Puzzle
from smtlib.script import Family, disjunction, exactly_one

MEANING = {
    "e_x_y": "x is the parent of y in the forest",
    "q_x_y": "x and y hold the same number",
    "R_x": "x is a root",
    "n_x": "the number of cell x",
    "n_x_v": "x holds v, where the cells of v are counted",
    "s_x": "the number of cells in the subtree of x, with x",
    "r_x": "the place of the root of the region of x: cells are counted from 0, those with clues first",
}


SIZE_BOUNDS = Family(
    "size-bounds", "a subtree is not larger than its number", "for each cell x: 1 <= s_x <= n_x", TIGHTENED
)
FIRST_ROOT = Family(
    "first-root",
    "the root is the first cell of its region, clues before others",
    "for each cell x: first <= r_x <= last; last is the place of x, first that of a cell within reach",
    TIGHTENED,
)
ONE_PARENT = Family(
    "one-parent",
    "a cell is a root or has one parent",
    "for each cell x: exactly one of R_x, e_y_x",
    TIGHTENED,
)
SIZE_SUM = Family(
    "size-sum",
    "a subtree is its root and the subtrees of its children",
    "for each cell x: s_x = 1 + the sum of s_y over the neighbours y with e_x_y",
    TIGHTENED,
)
ROOT_SIZE = Family(
    "root-size", "a root's subtree is the region", "for each cell x: R_x iff s_x = n_x", TIGHTENED
)
ROOT_SELF = Family(
    "root-self", "a root is its own root", "for each cell x: R_x iff r_x is the place of x", TIGHTENED
)
EDGE = Family(
    "edge", "an edge joins equal numbers", "for neighbours x, y: if e_x_y or e_y_x, then q_x_y", TIGHTENED
)
SAME_ROOT = Family(
    "same-root",
    "neighbours hold equal numbers iff they have one root",
    "for neighbours x, y: q_x_y iff r_x = r_y",
    TIGHTENED,
)
NO_ROOT = Family(
    "no-root",
    "redundant: the later of two equal neighbours is no root",
    "for neighbours x, y, x in the earlier place: not both q_x_y and R_y",
    TIGHTENED,
)
GROWTH = Family(
    "growth",
    "redundant: a region must grow",
    "for each cell x: n_x = 1 or q_x_y for a neighbour y",
    TIGHTENED,
)


def build(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
    """Encode what deduction has left open; settled cells keep their number only."""
    reduced = ReducedPuzzle(puzzle, candidates)
    reduced.arithmetic = arithmetic = arithmetic_of(puzzle)
    between, number, root = arithmetic.between, arithmetic.number, arithmetic.root
    label, links, same = reduced.label, reduced.links, reduced.same
    cells = [(x, label[x], reduced.joins[x]) for x in reduced.open_cells]
    place, one, zero = places(puzzle), number(1), number(0)

    builder = reduced.begin(MEANING, FOREST_BV.families, grouped=False)
    for _, a, near in cells:
        builder.declare_all([f"s_{a}"], arithmetic.number_sort)
        builder.declare_all([f"r_{a}"], arithmetic.root_sort)
        builder.declare_all([f"R_{a}", *(f"e_{a}_{label[y]}" for y in near)])
    builder.declare_all([same(*pair) for pair in links])
    require = builder.require

    reduced.require_equal(builder)
    for x, a, _ in cells:
        require(SIZE_BOUNDS, (x,), between(one, f"s_{a}", f"n_{a}"))
    for x, span in root_ranges(reduced, place).items():
        within = between(root(span[0]), f"r_{label[x]}", root(span[1])) if span else "false"
        require(FIRST_ROOT, (x,), within)
    for x, a, near in cells:
        require(ONE_PARENT, (x, *near), exactly_one([f"R_{a}", *(f"e_{label[y]}_{a}" for y in near)]))
    for x, a, near in cells:
        subtrees = [f"(ite e_{a}_{label[y]} s_{label[y]} {zero})" for y in near]
        require(SIZE_SUM, (x, *near), f"(= s_{a} {arithmetic.total([one, *subtrees])})")
    for x, a, _ in cells:
        require(ROOT_SIZE, (x,), f"(= R_{a} (= s_{a} n_{a}))")
    for x, a, _ in cells:
        require(ROOT_SELF, (x,), f"(= R_{a} (= r_{a} {root(place[x])}))")
    for pair in links:
        require(EDGE, pair, f"(=> {reduced.joined(*pair)} {same(*pair)})")
    require_one_tree(builder, links, same, reduced.joined, reduced.may_agree)
    for x, y in links:
        require(SAME_ROOT, (x, y), f"(= {same(x, y)} (= r_{label[x]} r_{label[y]}))")
    for x, y in links:
        later = max(x, y, key=place.__getitem__)
        require(NO_ROOT, (x, y), f"(not (and {same(x, y)} R_{label[later]}))")
    for x, a, near in cells:
        mask = reduced.masks[x]
        if mask != 2:
            alone = [f"(= n_{a} {one})"] if mask & 2 else []
            grown = disjunction([*alone, *(same(min(x, y), max(x, y)) for y in near)])
            require(GROWTH, (x, *near), grown)
    reduced.require_walls(builder)
    for x, a, _ in cells:
        if not reduced.may_be_root(x):
            require(CLUED, (x,), f"(not R_{a})")
    large_numbers = counted(builder, reduced)
    builder.two_colours(puzzle, reduced.equal)
    for each in large_numbers:
        builder.require_all(*each)
    return reduced.script(builder, FOREST_BV.name, logic)


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


def arithmetic_of(puzzle: Puzzle) -> Arithmetic:
    """Bit-vectors for a board: room for a cell and subtrees of the largest size on all its neighbours."""
    board = puzzle.board
    degree = max(1, *map(len, board.neighbours)) if board.size > 1 else 1
    largest = min(board.size, puzzle.largest_region or board.size)
    number_width = (1 + degree * largest).bit_length()
    return bit_vectors(number_width, max(1, (board.size - 1).bit_length()))


FOREST_BV = Encoding(
    name="forest-bv",
    title="the tight forest in bit-vectors",
    idea=(
        "The thesis's forest with fewer models of one filling, over bit-vectors wide enough for any sum: "
        "numbers bound sizes, and a region's root is the first of its cells with clues, or of all if it has "
        "none. For solvers that translate arithmetic to propositional logic."
    ),
    logics=("QF_BV", "QF_FD"),
    families=(
        *(CANDIDATES.replace(source=TIGHTENED), EQUAL, SIZE_BOUNDS, FIRST_ROOT, ONE_PARENT, SIZE_SUM),
        *(ROOT_SIZE, ROOT_SELF, EDGE, KEPT_EDGE, FIRST_CONTACT, SAME_ROOT, NO_ROOT, GROWTH),
        *(WALL.replace(source=TIGHTENED), HOLDS, *REDUNDANT, CLUED, CHECKERED),
    ),
    source=TIGHTENED,
    build=build,
    incremental_from=2,
    size="N",
    good_for="solvers of bit-vectors alone, such as Bitwuzla",
    forest=EDGES_AND_PLACES,
    symbols=tuple(MEANING),
)
