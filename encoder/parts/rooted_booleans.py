"""The frame of `encoder.parts.rooted` in Booleans: one for each number of a cell, and for each of its roots.

Cells are counted in unary where numbers are small, else in binary.
"""

from __future__ import annotations

from encoder.builder import Builder, Constraints, Families
from encoder.connectivity.regions import Connectivity, Regions
from encoder.parts.adders import Lines, binary_sum, unary_sum
from encoder.parts.cardinality import one_of_counts
from encoder.parts.clauses import EQUAL, ValueBooleans, first_families, last_families
from encoder.parts.clauses import MEANING as VALUES_MEANING
from encoder.parts.rooted import SOURCE, named_roots
from encoder.parts.variants import colours
from encoder.script import PuzzleScript
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Puzzle
from smtlib.script import Family, all_of, any_of, exactly_one, implies, negation

PAIRWISE = 6
"""Among so many possible roots each two exclude each other by a clause of their own."""

UNARY = 16
"""Larger numbers are counted in binary."""

MEANING = VALUES_MEANING | {
    "m_x_z": "x names z as the root of its region",
    "h_x_i_j": "of the first i possible roots of x at least j are named",
    "u_z": "digits of the number of cells that name z, in unary or binary",
}


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


FAMILIES: Families[RootedBooleans] = Families()
first_families(FAMILIES)
FAMILIES.record(EQUAL)

ONE_ROOT = FAMILIES.record(
    Family(
        "one-root", "a cell names one root within reach", "for each cell x: exactly one of its m_x_z", SOURCE
    )
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


@FAMILIES.family(
    "root-self",
    "a cell that is named as a root names itself",
    "for each cell x: if m_x_z, then m_z_z",
    SOURCE,
)
def _root_self(rooted: RootedBooleans) -> Constraints:
    for z, near in rooted.named_by.items():
        for x in near:
            yield (x, z), implies(rooted.names(x, z), rooted.names(z, z))


@FAMILIES.family(
    "same-root",
    "neighbours hold equal numbers iff they name one root",
    "for neighbours x, y: if q_x_y, then m_x_z iff m_y_z; else not both",
    SOURCE,
)
def _same_root(rooted: RootedBooleans) -> Constraints:
    for (x, y), equal in rooted.equal.items():
        for z in sorted({*rooted.roots[x], *rooted.roots[y]}):
            here, there = rooted.names(x, z), rooted.names(y, z)
            if "false" in (here, there):
                yield (x, y), any_of(negation(equal), negation(any_of(here, there)))
                continue
            yield (x, y), any_of(negation(equal), negation(here), there)
            yield (x, y), any_of(negation(equal), here, negation(there))
            yield (x, y), any_of(equal, negation(here), negation(there))


COUNT = Family(
    "count",
    "a root is named by as many cells as its number",
    "for each cell z: if m_z_z and n_z_v, then v of the m_x_z",
    SOURCE,
)


def _count(builder: Builder, rooted: RootedBooleans) -> None:
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
        builder.require_all(COUNT, (z, *near), lines.terms)
        for number in rooted.values.held_by(z):
            if most <= UNARY:
                more = dict(enumerate(digits))
                exact = all_of(more.get(number - 1, "false"), negation(more.get(number, "false")))
            elif number >= 1 << len(digits) or not digits:
                exact = "true" if number == 1 and not digits else "false"
            else:
                exact = all_of(*(bit if number >> i & 1 else negation(bit) for i, bit in enumerate(digits)))
            held = all_of(rooted.names(z, z), rooted.values.symbol(z, number))
            builder.require(COUNT, (z, *near), implies(held, exact))


last_families(FAMILIES)
FAMILIES.record(COUNT)


def boolean_families(connectivity: Connectivity) -> tuple[Family, ...]:
    """Return the families of the encoding with a part for connectedness."""
    return (*FAMILIES.records, *connectivity.families)


def boolean_script(
    connectivity: Connectivity, puzzle: Puzzle, candidates: Candidates, logic: str
) -> PuzzleScript:
    """Return the script of a puzzle with a part for connectedness; the first cell of a region is its root."""
    rooted = RootedBooleans(puzzle, candidates)
    builder = Builder(puzzle.board, MEANING | dict(connectivity.meaning), boolean_families(connectivity))
    numbers = rooted.begin(builder)
    _one_root(builder, rooted)
    _count(builder, rooted)
    builder.declare_all(colours(puzzle))
    FAMILIES.require(builder, rooted)
    connectivity.connect(builder, rooted.regions())
    return builder.script(connectivity.name, numbers, puzzle=puzzle, logic=logic, cells=rooted.values.cells())
