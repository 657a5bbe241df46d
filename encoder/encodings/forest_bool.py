"""The tight forest in pure Booleans, for a SAT engine alone.

Numbers are one-hot; those above a cap that stand nowhere on the board are one value, BIG, with the
number in binary. A node of the forest is an open cell or a known group; what deduction finds about roots
and sizes leaves out much of both (`encoder.parts.trees`). Trees of small numbers have sizes in unary
and roots among landmarks (`encoder.parts.unary_trees`), those of wide ones binary sizes and roots
(`encoder.parts.binary_trees`). 1 and 2 need no tree, nor a number of which a part of the board has
room for one region: its cells are counted and tied to the known ones (`encoder.parts.trees`).
Redundant clauses propagate early what trees propagate late.
"""

from __future__ import annotations

from encoder import estimate
from encoder.builder import TIGHTENED, Builder, Constraints, Families
from encoder.encoding import Encoding
from encoder.parts.binary_trees import (
    big_numbers,
    binary_roots,
    binary_sizes,
    number_bits,
    wide_equal,
)
from encoder.parts.clauses import constraints, declare_values, first_families, growth, small_regions
from encoder.parts.redundant import REDUNDANT, region_bounds, require_redundant
from encoder.parts.spanning_trees import Link, kept, one_tree
from encoder.parts.trees import Trees
from encoder.parts.unary_trees import ROOT_SELF, ROOT_SIZE, SAME_ROOT, SIZE_SUM, unary_roots, unary_sizes
from encoder.parts.values import BIG, Values, values_of
from encoder.parts.variants import CHECKERED, CLUED, checkered, colours
from encoder.script import PuzzleScript
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Puzzle
from smtlib.script import conjunction, disjunction, exactly_one, implies, negation

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


class _Forest(Trees):
    """The nodes of a forest, and the edges there may be.

    Attributes:
        bounds: where few regions of a number fit.
        links: the neighbouring nodes that may be in one tree.
        kept: the links whose edges each tree has, if both nodes are in one region.
    """

    def __init__(self, values: Values) -> None:
        self.bounds = region_bounds(values)
        super().__init__(values, self.bounds)
        small, wide = self.same_small, self.same_wide
        self.links = list(dict.fromkeys((*small, *wide)))
        self.kept = kept(self.links)
        self._shared = {pair: {*small.get(pair, ()), *wide.get(pair, ())} for pair in self.links}

    def edges(self, x: int, y: int) -> list[str]:
        """The edges there may be between two nodes."""
        a, b = self.label(x), self.label(y)
        forth = [f"e_{a}_{b}"] if y in self.children[x] else []
        return [*forth, f"e_{b}_{a}"] if x in self.children[y] else forth

    def joined(self, x: int, y: int) -> str:
        """The term "one of two nodes is the parent of the other"."""
        return disjunction(self.edges(x, y))

    def same(self, x: int, y: int) -> str:
        """The term "both hold the same small or wide number"."""
        pair = (x, y)
        small = [self.agree(pair, wide=False)] if pair in self.same_small else []
        return disjunction([*small, self.agree(pair, wide=True)] if pair in self.same_wide else small)

    def may_agree(self, *links: Link) -> bool:
        """Return whether there is a value for which all these links may be in one tree."""
        return bool(set.intersection(*(self._shared[pair] for pair in links)))


FAMILIES: Families[_Forest] = Families(TIGHTENED)


first_families(FAMILIES, TIGHTENED)


FAMILIES.family(
    "big-number", "BIG stands for a number above the cap", "if n_x_big, then b_x is one of those"
)(big_numbers)
WIDE = FAMILIES.declare(
    "wide", "a cell is wide iff its number is too large for unary sizes", "W_x iff n_x_v, v wide"
)
EQUAL = FAMILIES.declare(
    "equal",
    "neighbours are equal",
    "for neighbours x, y: q_x_y (w_x_y) iff they hold the same small (wide) number",
)


def _equal(builder: Builder, forest: _Forest) -> None:
    """Require which cells are wide, and which neighbours are equal in a small or a wide number."""
    names: list[str] = []
    for x in forest.weights:
        literal = forest.is_wide(x)
        if literal not in ("true", "false"):
            names.append(literal)
            ways = disjunction([forest.holds(x, value) for value in forest.wide[x]])
            builder.require(WIDE, (x,), f"(= {literal} {ways})")
    for link, both in forest.same_small.items():
        literal = forest.agree(link, wide=False)
        if literal.startswith("q"):
            names.append(literal)
            builder.require(EQUAL, link, f"(= {literal} {disjunction(forest.equal(*link, both))})")
    for link in forest.same_wide:
        literal = forest.agree(link, wide=True)
        if literal.startswith("w"):
            names.append(literal)
            builder.require(EQUAL, link, f"(= {literal} {wide_equal(forest, *link)})")
    builder.declare_all(names)


PARENT = FAMILIES.declare(
    "one-parent",
    "a cell is a root, or has one parent, or its number needs no tree",
    "exactly one of R_x, e_y_x, n_x_v for settled v",
)


def _parents(builder: Builder, forest: _Forest) -> None:
    """Declare roots, and edges from parents to children."""
    names: list[str] = []
    for x in forest.weights:
        a = forest.label(x)
        if x not in forest.sure:
            parents = [f"e_{forest.label(y)}_{a}" for y in forest.joins[x] if x in forest.children[y]]
            choices = [forest.holds(x, value) for value in forest.settled[x]]
            if forest.may_be_root(x) or forest.values.puzzle.basic:
                names.append(f"R_{a}")
                choices.append(f"R_{a}")
            builder.require(PARENT, (x, *forest.joins[x]), exactly_one([*choices, *parents]))
        names += [f"e_{a}_{forest.label(y)}" for y in forest.children[x]]
    builder.declare_all(names)


@FAMILIES.family(
    "edge", "an edge joins equal numbers, one way", "if e_x_y, then q_x_y or w_x_y, and not e_y_x"
)
def _edge(forest: _Forest) -> Constraints:
    for x, y in forest.links:
        edges = forest.edges(x, y)
        if edges:
            yield (x, y), f"(=> {disjunction(edges)} {forest.same(x, y)})"
        if len(edges) > 1:
            yield (x, y), f"(not {conjunction(edges)})"


one_tree(FAMILIES)
FAMILIES.record(ROOT_SELF)
ANCHORED = FAMILIES.declare(
    "anchored",
    "redundant: a region with a known cell is rooted in a known group",
    "if n_x_v and no hidden region of v can be at x, then k_x; if no known v is near, not k_x",
)


def _anchored(builder: Builder, forest: _Forest) -> None:
    """Require which roots are anchors, the same for equal neighbours."""
    names: list[str] = []
    for x in forest.weights:
        literal = forest.anchored(x)
        if literal in ("true", "false"):
            continue
        names.append(literal)
        for value in (*forest.small[x], *forest.wide[x]):
            origin = forest.origins[value]
            held = forest.holds(x, value)
            if not origin.hidden >> x & 1:
                builder.require(ANCHORED, (x,), implies(held, literal))
            elif x not in origin.anchors:
                builder.require(ANCHORED, (x,), implies(held, negation(literal)))
    builder.declare_all(names)
    for x, y in forest.links:
        here, there = forest.anchored(x), forest.anchored(y)
        if here == there:
            continue
        if here in ("true", "false"):
            here, there = there, here
        equal = here if there == "true" else negation(here) if there == "false" else f"(= {here} {there})"
        if here in ("true", "false"):
            equal = "false"
        for wide, links in ((False, forest.same_small), (True, forest.same_wide)):
            if (x, y) in links:
                builder.require(SAME_ROOT, (x, y), implies(forest.agree((x, y), wide=wide), equal))


FAMILIES.record(SAME_ROOT, SIZE_SUM, ROOT_SIZE)


@FAMILIES.family(
    "growth",
    "a region must grow: all that a 2 needs, redundant for larger numbers",
    "if n_x_v and v >= 2, then n_y_v for some y beside x",
)
def _grows(forest: _Forest) -> Constraints:
    return constraints(forest.values, growth(forest.values))


@FAMILIES.family("small-region", "no two 1s, no three 2s; walls part numbers", "not n_x_v or not n_y_v")
def _small_region(forest: _Forest) -> Constraints:
    return constraints(forest.values, small_regions(forest.values, forest.values.puzzle.walls))


FAMILIES.record(*REDUNDANT)


@FAMILIES.shared(CLUED)
def _clued_region(forest: _Forest) -> Constraints:
    for x in forest.weights:
        if forest.values.puzzle.basic and not forest.may_be_root(x):
            yield (x,), f"(not R_{forest.label(x)})"


@FAMILIES.shared(CHECKERED)
def _two_colours(forest: _Forest) -> Constraints:
    values = forest.values

    def same(x: int, y: int) -> str:
        """The term that two neighbours hold the same number; there is no BIG in a checkered puzzle."""
        shared = tuple(value for value in values.held_by(x) if value in values.held_by(y))
        return disjunction(forest.equal(x, y, shared))

    return checkered(values.puzzle, same)


def build(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
    """Encode what deduction has left open; settled cells keep their number only."""
    largest = max(mask.bit_length() - 1 for mask in candidates.masks)
    values = values_of(puzzle, candidates, UNCAPPED if largest <= UNCAPPED else CAP)
    forest = _Forest(values)
    builder = Builder(puzzle.board, MEANING, FAMILIES.records)
    bits = [bit for x, wide in forest.wide.items() if BIG in wide for bit in number_bits(forest, x)]
    numbers = declare_values(builder, values, bits)
    _equal(builder, forest)
    _parents(builder, forest)
    _anchored(builder, forest)
    unary_roots(builder, forest)
    binary_roots(builder, forest)
    unary_sizes(builder, forest)
    binary_sizes(builder, forest)
    require_redundant(builder, values, forest.bounds)
    builder.declare_all(colours(puzzle))
    FAMILIES.require(builder, forest)
    cells = values.cells(lambda x: number_bits(forest, x))
    return builder.script(FOREST_BOOL.name, numbers, puzzle=puzzle, logic=logic, cells=cells)


FOREST_BOOL = Encoding(
    name="forest-bool",
    title="the tight forest in pure Booleans",
    idea=(
        "Every number is a choice among a few Booleans, every size a row of them, so that a solver's "
        "SAT engine alone decides the puzzle. Large hidden numbers are written in binary."
    ),
    logics=("QF_UF", "QF_FD", "QF_BV"),
    families=FAMILIES.records,
    source=TIGHTENED,
    build=build,
    estimate=estimate.forest_bool,
    incremental_from=2,
    push_first=True,
    size="N·min(K, 16)",
    good_for="SAT solvers, as DIMACS; solvers without arithmetic",
)
