"""The tight forest in pure Booleans, for a SAT engine alone.

Numbers are one-hot; those above a cap that stand nowhere on the board are one value, BIG, with the
number in binary. A node of the forest is an open cell or a known group; what deduction finds about roots
and sizes leaves out much of both (`labs.connectivity.trees`). Trees of small numbers have sizes in unary
and roots among landmarks (`labs.connectivity.unary_trees`), those of wide ones binary sizes and roots
(`labs.connectivity.binary_trees`). 1 and 2 need no tree, nor a number of which a part of the board has
room for one region: its cells are counted and tied to the known ones (`labs.connectivity.trees`).
Redundant clauses propagate early what trees propagate late.
"""

from __future__ import annotations

from encoder.builder import TIGHTENED, Builder
from encoder.encoding import Encoding
from encoder.parts.clauses import (
    KNOWN,
    ONE_VALUE,
    declare_values,
    growth,
    require_cuts,
    require_numbers,
    small_regions,
)
from encoder.parts.redundant import REDUNDANT, redundant
from encoder.parts.spanning_trees import FIRST_CONTACT, KEPT_EDGE, require_one_tree
from encoder.parts.values import BIG, values_of
from encoder.parts.variants import CHECKERED, CLUED
from encoder.puzzle_script import PuzzleScript
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Puzzle
from labs.connectivity import estimate
from labs.connectivity.binary_trees import (
    big_numbers,
    binary_roots,
    binary_sizes,
    number_bits,
    wide_equal,
)
from labs.connectivity.trees import Trees
from labs.connectivity.unary_trees import ROOT_SELF, ROOT_SIZE, SAME_ROOT, SIZE_SUM, unary_roots, unary_sizes
from smtlib.script import Family, conjunction, disjunction, exactly_one, implies, negation

CAP = 9
"""Numbers above it that stand nowhere are BIG, unless no number is larger than `UNCAPPED`."""

UNCAPPED = 16
"""The largest number up to which each number has a Boolean of its own."""

MEANING = {
    "n_x_v": "cell x holds v; v is big for a number above the cap that stands nowhere",
    "g_x_i": "cell x, with many candidates, holds one of the i-th group of them",
    "b_x_i": "bit i of the number of x, where it is big",
    "q_x_y": "x and y hold the same small number; here and below a known group goes by one of its cells",
    "e_x_y": "x is the parent of y in the forest",
    "w_x_y": "the same for numbers too large for unary sizes; W_x: x holds such a number",
    "R_x": "x is a root; k_x: its root is a known group",
    "r_x_i_d": "the root of x is d steps or more from landmark i; wide: bits o_x_i of its label",
    "s_x_k": "k cells or more hang below x (with t_x, m_x_y); wide: bits z_x_i of the size (u_x, v_x_y)",
}


BIG_NUMBER = Family(
    "big-number", "BIG stands for a number above the cap", "if n_x_big, then b_x is one of those", TIGHTENED
)
WIDE = Family(
    "wide", "a cell is wide iff its number is too large for unary sizes", "W_x iff n_x_v, v wide", TIGHTENED
)
EQUAL = Family(
    "equal",
    "neighbours are equal",
    "for neighbours x, y: q_x_y (w_x_y) iff they hold the same small (wide) number",
    TIGHTENED,
)
PARENT = Family(
    "one-parent",
    "a cell is a root, or has one parent, or its number needs no tree",
    "exactly one of R_x, e_y_x, n_x_v for settled v",
    TIGHTENED,
)
EDGE = Family(
    "edge", "an edge joins equal numbers, one way", "if e_x_y, then q_x_y or w_x_y, and not e_y_x", TIGHTENED
)
ANCHORED = Family(
    "anchored",
    "redundant: a region with a known cell is rooted in a known group",
    "if n_x_v and no hidden region of v can be at x, then k_x; if no known v is near, not k_x",
    TIGHTENED,
)
GROWTH = Family(
    "growth",
    "a region must grow: all that a 2 needs, redundant for larger numbers",
    "if n_x_v and v >= 2, then n_y_v for some y beside x",
    TIGHTENED,
)
SMALL_REGION = Family(
    "small-region", "no two 1s, no three 2s; walls part numbers", "not n_x_v or not n_y_v", TIGHTENED
)


def build(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
    """Encode what deduction has left open; settled cells keep their number only."""
    largest = max(mask.bit_length() - 1 for mask in candidates.masks)
    values = values_of(puzzle, candidates, UNCAPPED if largest <= UNCAPPED else CAP)
    trees = Trees(values)
    builder = Builder(puzzle.board, MEANING, FOREST_BOOL.families)
    bits = [bit for x, wide in trees.wide.items() if BIG in wide for bit in number_bits(trees, x)]
    numbers = declare_values(builder, values, bits)
    require_numbers(builder, values)
    _require_equal(builder, trees)
    _require_parents(builder, trees)
    _require_anchored(builder, trees)
    unary_roots(builder, trees)
    binary_roots(builder, trees)
    unary_sizes(builder, trees)
    binary_sizes(builder, trees)
    for large_number in redundant(builder, values, trees.bounds):
        builder.require_all(*large_number)
    big_numbers(builder, BIG_NUMBER, trees)
    require_one_tree(builder, trees.links, trees.same, trees.joined, trees.may_agree)
    require_cuts(builder, GROWTH, values, growth(values))
    require_cuts(builder, SMALL_REGION, values, small_regions(values, puzzle.walls))
    builder.two_colours(puzzle, lambda x, y: disjunction(trees.equal(x, y, values.shared(x, y))))
    cells = values.cells(lambda x: number_bits(trees, x))
    return builder.script(FOREST_BOOL.name, numbers, puzzle=puzzle, logic=logic, cells=cells)


def _require_equal(builder: Builder, trees: Trees) -> None:
    """Require which cells are wide, and which neighbours are equal in a small or a wide number."""
    names: list[str] = []
    for x in trees.weights:
        literal = trees.is_wide(x)
        if literal not in ("true", "false"):
            names.append(literal)
            ways = disjunction([trees.holds(x, value) for value in trees.wide[x]])
            builder.require(WIDE, (x,), f"(= {literal} {ways})")
    for link, both in trees.same_small.items():
        literal = trees.agree(link, wide=False)
        if literal.startswith("q"):
            names.append(literal)
            builder.require(EQUAL, link, f"(= {literal} {disjunction(trees.equal(*link, both))})")
    for link in trees.same_wide:
        literal = trees.agree(link, wide=True)
        if literal.startswith("w"):
            names.append(literal)
            builder.require(EQUAL, link, f"(= {literal} {wide_equal(trees, *link)})")
    builder.declare_all(names)


def _require_parents(builder: Builder, trees: Trees) -> None:
    """Declare roots, and edges from parents to children: each node is a root or has one parent."""
    names: list[str] = []
    for x in trees.weights:
        a = trees.label(x)
        if x not in trees.sure:
            parents = [f"e_{trees.label(y)}_{a}" for y in trees.joins[x] if x in trees.children[y]]
            choices = [trees.holds(x, value) for value in trees.settled[x]]
            if trees.may_be_root(x) or trees.values.puzzle.basic:
                names.append(f"R_{a}")
                choices.append(f"R_{a}")
            builder.require(PARENT, (x, *trees.joins[x]), exactly_one([*choices, *parents]))
        names += [f"e_{a}_{trees.label(y)}" for y in trees.children[x]]
        if trees.values.puzzle.basic and not trees.may_be_root(x):
            builder.require(CLUED, (x,), f"(not R_{a})")
    builder.declare_all(names)
    for x, y in trees.links:
        edges = trees.edges(x, y)
        if edges:
            builder.require(EDGE, (x, y), f"(=> {disjunction(edges)} {trees.same(x, y)})")
        if len(edges) > 1:
            builder.require(EDGE, (x, y), f"(not {conjunction(edges)})")


def _require_anchored(builder: Builder, trees: Trees) -> None:
    """Require which roots are anchors, the same for equal neighbours."""
    names: list[str] = []
    for x in trees.weights:
        literal = trees.anchored(x)
        if literal in ("true", "false"):
            continue
        names.append(literal)
        for value in (*trees.small[x], *trees.wide[x]):
            origin = trees.origins[value]
            held = trees.holds(x, value)
            if not origin.hidden >> x & 1:
                builder.require(ANCHORED, (x,), implies(held, literal))
            elif x not in origin.anchors:
                builder.require(ANCHORED, (x,), implies(held, negation(literal)))
    builder.declare_all(names)
    for x, y in trees.links:
        here, there = trees.anchored(x), trees.anchored(y)
        if here == there:
            continue
        if here in ("true", "false"):
            here, there = there, here
        equal = here if there == "true" else negation(here) if there == "false" else f"(= {here} {there})"
        if here in ("true", "false"):
            equal = "false"
        for wide, links in ((False, trees.same_small), (True, trees.same_wide)):
            if (x, y) in links:
                builder.require(SAME_ROOT, (x, y), implies(trees.agree((x, y), wide=wide), equal))


FOREST_BOOL = Encoding(
    name="forest-bool",
    title="the tight forest in pure Booleans",
    idea=(
        "Every number is a choice among a few Booleans, every size a row of them, so that a solver's "
        "SAT engine alone decides the puzzle. Large hidden numbers are written in binary."
    ),
    logics=("QF_UF", "QF_FD", "QF_BV"),
    families=(
        *(KNOWN.replace(source=TIGHTENED), ONE_VALUE.replace(source=TIGHTENED), BIG_NUMBER, WIDE, EQUAL),
        *(PARENT, EDGE, KEPT_EDGE, FIRST_CONTACT, ROOT_SELF, ANCHORED, SAME_ROOT, SIZE_SUM, ROOT_SIZE),
        *(GROWTH, SMALL_REGION, *REDUNDANT, CLUED, CHECKERED),
    ),
    source=TIGHTENED,
    build=build,
    estimate=estimate.forest_bool,
    incremental_from=2,
    push_first=True,
    size="N·min(K, 16)",
    good_for="SAT solvers, as DIMACS; solvers without arithmetic",
    symbols=(*MEANING, "W_x", "k_x", "o_x_i", "t_x_k", "m_x_y_k", "z_x_i", "u_x_i", "v_x_y_i"),
)
