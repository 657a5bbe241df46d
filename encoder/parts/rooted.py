"""The frame of the encodings of connectedness: numbers, roots, and as many cells for each root as its number.

What is published about connectedness is one part of an encoding of Fillomino; here is the rest, the same
for each of them, so that comparing two compares that part. Every cell names its root; neighbours with equal
numbers name the same; and a root is named by as many cells as its number. It remains that a cell is
connected with the root it names: that the part requires, given which neighbours are equal, and which cells
are roots.

The frame stands here twice: `Rooted` in integers or bit-vectors, and `RootedBooleans` with a Boolean for each
number of a cell, and for each of its roots; there cells are counted in unary where numbers are small, else in
binary.
"""

from __future__ import annotations

from functools import reduce
from operator import or_

from encoder.builder import RULES, Builder, Constraints, Families
from encoder.connectivity.regions import Connectivity, Regions
from encoder.forests import places
from encoder.parts import clauses
from encoder.parts.adders import Lines, binary_sum, unary_sum
from encoder.parts.clauses import ValueBooleans
from encoder.parts.reduced import (
    INTEGERS,
    Arithmetic,
    ReducedPuzzle,
    bit_vectors,
    equal_numbers,
    first_families,
    last_families,
)
from encoder.parts.redundant import one_of_counts
from encoder.parts.spanning_trees import Link
from encoder.parts.variants import CLUED
from encoder.script import PuzzleScript
from fillomino.deduction.engine import Candidates
from fillomino.graph import bits, distances
from fillomino.puzzle import Puzzle
from smtlib.script import Family, all_of, any_of, disjunction, exactly_one, implies, negation

SOURCE = "R. Becket, model of Fillomino, MiniZinc challenge 2009: the size of an area counts its cells"
MEANING = {
    "n_x": "the number of cell x",
    "q_x_y": "neighbours x and y hold the same number",
    "r_x": "the place of the root of the region of x: cells are counted from 0, those with clues first",
    "R_x": "x is a root",
}
IN_BOOLEANS = {
    "m_x_z": "x names z as the root of its region",
    "h_x_i_j": "of the first i possible roots of x at least j are named",
    "u_z": "digits of the number of cells that name z, in unary or binary",
}

PAIRWISE = 6
"""Among so many possible roots each two exclude each other by a clause of their own."""

UNARY = 16
"""Larger numbers are counted in binary."""


def families(connectivity: Connectivity) -> tuple[Family, ...]:
    """Return the families of the encoding with a part for connectedness."""
    if connectivity.in_booleans:
        return (*BOOLEAN_FAMILIES.records, *connectivity.families)
    counted = () if connectivity.counts else (COUNT,)
    clued = (CLUED_ROOT,) if connectivity.any_root else ()
    return (*FAMILIES.records, *counted, *clued, *connectivity.families)


def rooted_script(
    connectivity: Connectivity, puzzle: Puzzle, candidates: Candidates, logic: str
) -> PuzzleScript:
    """Return the script of a puzzle with a part for connectedness."""
    if connectivity.in_booleans:
        return _boolean_script(connectivity, RootedBooleans(puzzle, candidates), logic)
    rooted = Rooted(puzzle, candidates, arithmetic_of(puzzle, logic), any_root=connectivity.any_root)
    builder = rooted.begin(MEANING | dict(connectivity.meaning), families(connectivity))
    builder.declare_all([rooted.name("r", x) for x in rooted.roots], rooted.arithmetic.root_sort)
    builder.declare_all([rooted.name("R", x) for x in rooted.named_by])
    builder.declare_all([rooted.same(*link) for link in rooted.links])
    rooted.require(builder, FAMILIES)
    if not connectivity.counts:
        builder.require_each(COUNT, _count(rooted))
    if connectivity.any_root and puzzle.basic:
        builder.require_each(CLUED_ROOT, _clued(rooted))
    connectivity.connect(builder, rooted.regions(connectivity.counts))
    return rooted.script(builder, connectivity.name, logic)


def _boolean_script(connectivity: Connectivity, rooted: RootedBooleans, logic: str) -> PuzzleScript:
    """The same in Booleans; the first cell of a region is its root."""
    builder = rooted.begin(IN_BOOLEANS | dict(connectivity.meaning), families(connectivity))
    _one_root(builder, rooted)
    _count_in_booleans(builder, rooted)
    rooted.require(builder, BOOLEAN_FAMILIES)
    connectivity.connect(builder, rooted.regions())
    return rooted.script(builder, connectivity.name, logic)


class Rooted(ReducedPuzzle):
    """A reduced puzzle, and which cells may be the roots of which.

    Attributes:
        place: for each cell its place in the order of roots.
        named_by: for each cell that may be a root the other cells that may name it.
        roots: for each open cell the cells that may be its root.
    """

    def __init__(
        self, puzzle: Puzzle, candidates: Candidates, arithmetic: Arithmetic, *, any_root: bool
    ) -> None:
        super().__init__(puzzle, candidates)
        self.arithmetic = arithmetic
        self.place = places(puzzle)
        self.named_by, self.roots = named_roots(self, any_root=any_root)

    def names(self, x: int, z: int) -> str:
        """The term "x names the root z"."""
        return f"(= {self.name('r', x)} {self.arithmetic.root(self.place[z])})"

    def together(self) -> dict[Link, str]:
        """The cells ``x < y`` that may name one root, each pair with the term that they do."""
        named_by = {z: sum(1 << x for x in (z, *near)) for z, near in self.named_by.items()}
        return {
            (x, y): f"(= {self.name('r', x)} {self.name('r', y)})"
            for x, roots in self.roots.items()
            for y in bits(reduce(or_, (named_by[z] for z in roots), 0) & -(2 << x))
        }

    def regions(self, counts: bool) -> Regions:
        """The regions as an encoding of connectedness sees them."""
        cells = self.open_cells
        return Regions(
            board=self.puzzle.board,
            cells=cells,
            links={link: self.same(*link) for link in self.links},
            root={x: self.name("R", x) if x in self.named_by else "false" for x in cells},
            most={x: max(1, self.most(x)) for x in cells},
            size={x: self.name("n", x) for x in cells},
            together=self.together() if counts else {},
            arithmetic=self.arithmetic,
        )


def named_roots(
    reduced: ReducedPuzzle, *, any_root: bool
) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
    """Find which cells may be the roots of which.

    Args:
        reduced: the reduced puzzle.
        any_root: any cell may be the root of its region; else the first is.

    Returns:
        For each cell that may be a root the other cells that may name it; they are at most as many steps
        away as the largest number both admit (a region has less, but the last step shows that it is too
        large). And for each open cell the cells that it may name.
    """
    masks, place = reduced.masks, places(reduced.puzzle)
    named_by: dict[int, list[int]] = {}
    roots: dict[int, list[int]] = {x: [] for x in reduced.open_cells}
    for z in reduced.open_cells:
        if not any_root and not reduced.may_be_root(z):
            continue
        later = {y for y in reduced.open_cells if any_root or place[y] > place[z]}
        most = masks[z].bit_length() - 1
        reached = distances(reduced.joins, [z], most=most, through=later.__contains__)
        near = [y for y, steps in reached.items() if steps < (masks[y] & masks[z]).bit_length()]
        named_by[z] = sorted(y for y in near if y != z)
        for y in near:
            roots[y].append(z)
    return named_by, roots


EQUAL = Family("equal", "neighbours are equal", "for neighbours x, y: q_x_y iff n_x = n_y", RULES)
FAMILIES: Families[Rooted] = Families(SOURCE)
first_families(FAMILIES)
FAMILIES.shared(EQUAL)(equal_numbers)


@FAMILIES.family(
    "root-self",
    "a cell is a root iff it names itself; it names one within reach, and none later where roots come first",
    "for each cell x: first <= r_x <= last; R_x iff r_x is the place of x",
)
def _root_self(rooted: Rooted) -> Constraints:
    between, root = rooted.arithmetic.between, rooted.arithmetic.root
    for x, roots in rooted.roots.items():
        places_of_roots = sorted(rooted.place[z] for z in roots)
        if not places_of_roots:
            yield (x,), "false"
            continue
        first, last = places_of_roots[0], places_of_roots[-1]
        yield (x,), between(root(first), rooted.name("r", x), root(last))
        if x in rooted.named_by:
            yield (x,), f"(= {rooted.name('R', x)} {rooted.names(x, x)})"


@FAMILIES.family(
    "same-root",
    "neighbours hold equal numbers iff they name one root",
    "for neighbours x, y: q_x_y iff r_x = r_y",
)
def _same_root(rooted: Rooted) -> Constraints:
    for x, y in rooted.links:
        yield (x, y), f"(= {rooted.same(x, y)} (= {rooted.name('r', x)} {rooted.name('r', y)}))"


COUNT = Family(
    "count",
    "a root is named by as many cells as its number",
    "for each cell x: if R_x, then n_x = the number of cells y with r_y = the place of x",
    SOURCE,
)


def _count(rooted: Rooted) -> Constraints:
    number = rooted.arithmetic.number
    for z, near in rooted.named_by.items():
        named = [f"(ite {rooted.names(y, z)} {number(1)} {number(0)})" for y in near]
        total = rooted.arithmetic.total([number(1), *named])
        yield (z, *near), implies(rooted.name("R", z), f"(= {rooted.name('n', z)} {total})")


last_families(FAMILIES)


CLUED_ROOT = Family(
    CLUED.name, CLUED.title, "for each cell x: some clue z names the root that x names", CLUED.source
)


def arithmetic_of(puzzle: Puzzle, logic: str) -> Arithmetic:
    """Return the sorts and operators of a logic: integers, or bit-vectors wide enough to count all cells."""
    if logic in ("QF_LIA", "QF_UFLIA"):
        return INTEGERS
    size = puzzle.board.size
    return bit_vectors(size.bit_length(), max(1, (size - 1).bit_length()))


def _clued(rooted: Rooted) -> Constraints:
    clues = rooted.puzzle.clues
    for z, near in rooted.named_by.items():
        if z not in clues:
            named = [rooted.names(y, z) for y in near if y in clues]
            yield (z, *near), implies(rooted.name("R", z), disjunction(named))


class RootedBooleans(ValueBooleans):
    """A reduced puzzle, what its cells may hold, and which cells may be the roots of which.

    Attributes:
        named_by: for each cell that may be a root the other cells that may name it.
        roots: for each open cell the cells that may be its root.
    """

    def __init__(self, puzzle: Puzzle, candidates: Candidates) -> None:
        super().__init__(puzzle, candidates)
        self.named_by, self.roots = named_roots(self, any_root=False)

    def names(self, x: int, z: int) -> str:
        """The term "x names the root z"."""
        return self.name("m", x, z) if z in self.roots[x] else "false"

    def regions(self) -> Regions:
        """The regions as an encoding of connectedness sees them."""
        cells = self.open_cells
        return Regions(
            board=self.puzzle.board,
            cells=cells,
            links=self.equal,
            root={x: self.names(x, x) for x in cells},
            most={x: max(1, self.most(x)) for x in cells},
        )


BOOLEAN_FAMILIES: Families[RootedBooleans] = Families(SOURCE)
clauses.first_families(BOOLEAN_FAMILIES)
BOOLEAN_FAMILIES.record(clauses.EQUAL)

ONE_ROOT = BOOLEAN_FAMILIES.declare(
    "one-root", "a cell names one root within reach", "for each cell x: exactly one of its m_x_z"
)


def _one_root(builder: Builder, rooted: RootedBooleans) -> None:
    """Require one root for each cell."""
    for x, roots in rooted.roots.items():
        named = [rooted.names(x, z) for z in roots]
        builder.declare_all(named)
        if len(named) <= PAIRWISE:
            builder.require(ONE_ROOT, (x,), exactly_one(named))
            continue
        names, clauses = one_of_counts(named, [1], rooted.name("h", x))
        builder.declare_all(names)
        builder.require_all(ONE_ROOT, (x,), clauses)


@BOOLEAN_FAMILIES.family(
    "root-self", "a cell that is named as a root names itself", "for each cell x: if m_x_z, then m_z_z"
)
def _root_names_itself(rooted: RootedBooleans) -> Constraints:
    for z, near in rooted.named_by.items():
        for x in near:
            yield (x, z), implies(rooted.names(x, z), rooted.names(z, z))


@BOOLEAN_FAMILIES.family(
    "same-root",
    "neighbours hold equal numbers iff they name one root",
    "for neighbours x, y: if q_x_y, then m_x_z iff m_y_z; else not both",
)
def _same_names(rooted: RootedBooleans) -> Constraints:
    for (x, y), equal in rooted.equal.items():
        for z in sorted({*rooted.roots[x], *rooted.roots[y]}):
            here, there = rooted.names(x, z), rooted.names(y, z)
            if "false" in (here, there):
                yield (x, y), any_of(negation(equal), negation(any_of(here, there)))
                continue
            yield (x, y), any_of(negation(equal), negation(here), there)
            yield (x, y), any_of(negation(equal), here, negation(there))
            yield (x, y), any_of(equal, negation(here), negation(there))


COUNT_IN_BOOLEANS = Family(
    "count",
    "a root is named by as many cells as its number",
    "for each cell z: if m_z_z and n_z_v, then v of the m_x_z",
    SOURCE,
)


def _count_in_booleans(builder: Builder, rooted: RootedBooleans) -> None:
    """Count the cells that name each root."""
    for z, near in rooted.named_by.items():
        named = [rooted.names(x, z) for x in near]
        lines, prefix = Lines(), rooted.name("u", z)
        most = rooted.most(z)
        digits: list[str] = []
        if most <= UNARY:
            digits = ["true", *unary_sum(lines, prefix, [(term, ["true"]) for term in named], most - 1)]
        elif named:
            width = (len(named) + 1).bit_length()
            digits = binary_sum(
                lines, prefix, [[term, *["false"] * (width - 1)] for term in named], width, constant=1
            )
        builder.declare_all(lines.names)
        builder.require_all(COUNT_IN_BOOLEANS, (z, *near), lines.terms)
        for number in rooted.values.held_by(z):
            if most <= UNARY:
                more = dict(enumerate(digits))
                exact = all_of(more.get(number - 1, "false"), negation(more.get(number, "false")))
            elif number >= 1 << len(digits) or not digits:
                exact = "true" if number == 1 and not digits else "false"
            else:
                exact = all_of(*(bit if number >> i & 1 else negation(bit) for i, bit in enumerate(digits)))
            held = all_of(rooted.names(z, z), rooted.values.symbol(z, number))
            builder.require(COUNT_IN_BOOLEANS, (z, *near), implies(held, exact))


clauses.last_families(BOOLEAN_FAMILIES)
BOOLEAN_FAMILIES.record(COUNT_IN_BOOLEANS)
