"""The published encodings of connectedness as encodings of Fillomino: each the same but for one part.

What is published about connectedness is one part of an encoding, a `Connectivity`, which fills and partitions
take, too; here is the frame, the same for each of them, so that comparing two compares that part. Every cell
names its root; neighbours with equal numbers name the same; and a root is named by as many cells as its
number. It remains that a cell is connected with the root it names: that the part requires, given which
neighbours are equal, and which cells are roots.

The frame stands here twice: in integers or bit-vectors, and with a Boolean for each number of a cell, and for
each of its roots; there cells are counted in unary where numbers are small, else in binary.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import or_

from encoder.builder import RULES
from encoder.encoding import Encoding
from encoder.forests import places
from encoder.parts import clauses
from encoder.parts.adders import Lines, binary_sum, equals, unary_equals, unary_sum
from encoder.parts.clauses import ValueBooleans
from encoder.parts.logics import BOOLEANS as LOGICS_OF_BOOLEANS
from encoder.parts.reduced import CANDIDATES, INTEGERS, WALL, Arithmetic, ReducedPuzzle, bit_vectors
from encoder.parts.redundant import one_of_counts
from encoder.parts.rooted_regions import Connectivity, Regions
from encoder.parts.variants import CHECKERED, CLUED
from encoder.puzzle_script import PuzzleScript
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

EQUAL = Family("equal", "neighbours are equal", "for neighbours x, y: q_x_y iff n_x = n_y", RULES)
ROOT_SELF = Family(
    "root-self",
    "a cell is a root iff it names itself; it names one within reach, and none later where roots come first",
    "for each cell x: first <= r_x <= last; R_x iff r_x is the place of x",
    SOURCE,
)
SAME_ROOT = Family(
    "same-root",
    "neighbours hold equal numbers iff they name one root",
    "for neighbours x, y: q_x_y iff r_x = r_y",
    SOURCE,
)
COUNT = Family(
    "count",
    "a root is named by as many cells as its number",
    "for each cell x: if R_x, then n_x = the number of cells y with r_y = the place of x",
    SOURCE,
)
CLUED_ROOT = CLUED.replace(formula="for each cell x: some clue z names the root that x names")
ONE_ROOT = Family(
    "one-root", "a cell names one root within reach", "for each cell x: exactly one of its m_x_z", SOURCE
)
NAMED = ROOT_SELF.replace(
    title="a cell that is named as a root names itself", formula="for each cell x: if m_x_z, then m_z_z"
)
SAME_NAMES = SAME_ROOT.replace(formula="for neighbours x, y: if q_x_y, then m_x_z iff m_y_z; else not both")
COUNT_BOOLEANS = COUNT.replace(formula="for each cell z: if m_z_z and n_z_v, then v of the m_x_z")
BOOLEANS = (
    *(clauses.KNOWN, clauses.ONE_VALUE, clauses.EQUAL, ONE_ROOT, NAMED, SAME_NAMES),
    *(clauses.WALL, CHECKERED, COUNT_BOOLEANS),
)


def encoding(
    part: Connectivity,
    *,
    title: str,
    idea: str,
    source: str,
    logics: tuple[str, ...],
    good_for: str,
    estimate: Callable[[Puzzle, Candidates], int] | None = None,
    size: str = "",
) -> Encoding:
    """The encoding of Fillomino with a part for connectedness, whose name it has.

    Args:
        part: how each cell is connected with the root that it names.
        title: one line.
        idea: a paragraph.
        source: the paper, and where in it.
        logics: in what it is written; those of Booleans for the frame in pure Booleans.
        good_for: the use of it, in a phrase.
        estimate: from a puzzle and candidates to the number of characters of its script.
        size: its length as a formula; by default as its frame has it.
    """
    in_booleans = logics == LOGICS_OF_BOOLEANS
    frame: tuple[Family, ...] = BOOLEANS
    if not in_booleans:
        counted = () if part.counts else (COUNT,)
        clued = (CLUED_ROOT,) if part.any_root else ()
        frame = (CANDIDATES, EQUAL, ROOT_SELF, SAME_ROOT, WALL, CHECKERED, *counted, *clued)
    families = (*frame, *part.families)
    script = _boolean_script if in_booleans else _script

    def build(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
        return script(part, families, puzzle, candidates, logic)

    return Encoding(
        name=part.name,
        title=title,
        idea=idea,
        logics=logics,
        families=families,
        source=source,
        build=build,
        estimate=estimate,
        size=size or ("N·R·log K" if in_booleans else "N·R"),
        good_for=good_for,
        frame="rooted-booleans" if in_booleans else "rooted",
        symbols=(*(clauses.MEANING | IN_BOOLEANS if in_booleans else MEANING), *part.meaning),
    )


def _script(
    part: Connectivity, families: tuple[Family, ...], puzzle: Puzzle, candidates: Candidates, logic: str
) -> PuzzleScript:
    """Return the script of a puzzle, in integers or bit-vectors."""
    reduced = ReducedPuzzle(puzzle, candidates)
    reduced.arithmetic = arithmetic = _arithmetic(puzzle, logic)
    place, term = places(puzzle), arithmetic.root
    named_by, roots = _named_roots(reduced, any_root=part.any_root)
    builder = reduced.begin(MEANING | dict(part.meaning), families)
    r = {x: reduced.name("r", x) for x in roots}
    is_root = {x: reduced.name("R", x) for x in named_by}
    builder.declare_all(r.values(), arithmetic.root_sort)
    builder.declare_all(is_root.values())
    builder.declare_all([reduced.same(*link) for link in reduced.links])
    reduced.require_equal(builder)
    reduced.require_walls(builder)
    builder.two_colours(puzzle, reduced.equal)
    for x, named in roots.items():
        within = sorted(place[z] for z in named)
        bounds = arithmetic.between(term(within[0]), r[x], term(within[-1])) if within else "false"
        builder.require(ROOT_SELF, (x,), bounds)
        if x in named:
            builder.require(ROOT_SELF, (x,), f"(= {is_root[x]} (= {r[x]} {term(place[x])}))")
    for x, y in reduced.links:
        builder.require(SAME_ROOT, (x, y), f"(= {reduced.same(x, y)} (= {r[x]} {r[y]}))")
    for z, near in named_by.items():
        names = {y: f"(= {r[y]} {term(place[z])})" for y in near}
        if not part.counts:
            one, zero = arithmetic.number(1), arithmetic.number(0)
            total = arithmetic.total([one, *(f"(ite {name} {one} {zero})" for name in names.values())])
            builder.require(COUNT, (z, *near), implies(is_root[z], f"(= {reduced.number(z)} {total})"))
        if part.any_root and puzzle.basic and z not in puzzle.clues:
            clued = disjunction([name for y, name in names.items() if y in puzzle.clues])
            builder.require(CLUED_ROOT, (z, *near), implies(is_root[z], clued))
    cells = reduced.open_cells
    regions = Regions(
        board=puzzle.board,
        cells=cells,
        links={link: reduced.same(*link) for link in reduced.links},
        root={x: is_root.get(x, "false") for x in cells},
        most={x: max(1, reduced.most(x)) for x in cells},
        size={x: reduced.number(x) for x in cells},
        together={pair: f"(= {r[pair[0]]} {r[pair[1]]})" for pair in _together(named_by, roots)}
        if part.counts
        else {},
        arithmetic=arithmetic,
    )
    part.connect(builder, regions)
    return reduced.script(builder, part.name, logic)


def _together(named_by: dict[int, list[int]], roots: dict[int, list[int]]) -> list[tuple[int, int]]:
    """The cells ``x < y`` that may name one root."""
    sets = {z: sum(1 << x for x in (z, *near)) for z, near in named_by.items()}
    return [
        (x, y)
        for x, named in roots.items()
        for y in bits(reduce(or_, (sets[z] for z in named), 0) & -(2 << x))
    ]


def _boolean_script(
    part: Connectivity, families: tuple[Family, ...], puzzle: Puzzle, candidates: Candidates, logic: str
) -> PuzzleScript:
    """The same in Booleans; the first cell of a region is its root."""
    reduced = ValueBooleans(puzzle, candidates)
    values = reduced.values
    named_by, roots = _named_roots(reduced, any_root=False)
    names = {x: {z: reduced.name("m", x, z) for z in named} for x, named in roots.items()}
    root = {x: named.get(x, "false") for x, named in names.items()}
    builder = reduced.begin(IN_BOOLEANS | dict(part.meaning), families)
    for x, named in names.items():
        literals = list(named.values())
        builder.declare_all(literals)
        if len(literals) <= PAIRWISE:
            builder.require(ONE_ROOT, (x,), exactly_one(literals))
        else:
            helpers, terms = one_of_counts(literals, [1], reduced.name("h", x))
            builder.declare_all(helpers)
            builder.require_all(ONE_ROOT, (x,), terms)
    for z, near in named_by.items():
        named_here = [names[x][z] for x in near]
        lines, prefix, most = Lines(), reduced.name("u", z), reduced.most(z)
        width = (len(near) + 1).bit_length()
        if most <= UNARY:
            digits = unary_sum(lines, prefix, [(name, ["true"]) for name in named_here], most - 1)
        else:
            summands = [[name, *["false"] * (width - 1)] for name in named_here]
            digits = binary_sum(lines, prefix, summands, width) if near else ["true"]
        builder.declare_all(lines.names)
        builder.require_all(COUNT_BOOLEANS, (z, *near), lines.terms)
        for number in values.held_by(z):
            if most <= UNARY:
                exact = unary_equals(digits, number - 1)
            else:
                exact = "false" if number >> len(digits) else all_of(*equals(digits, number))
            held = all_of(root[z], values.symbol(z, number))
            builder.require(COUNT_BOOLEANS, (z, *near), implies(held, exact))
    reduced.require_walls(builder)
    builder.two_colours(puzzle, reduced.equal)
    for z, near in named_by.items():
        for x in near:
            builder.require(NAMED, (x, z), implies(names[x][z], root[z]))
    for (x, y), equal in reduced.same_number.items():
        for z in sorted({*roots[x], *roots[y]}):
            here, there = names[x].get(z, "false"), names[y].get(z, "false")
            if "false" in (here, there):
                builder.require(SAME_NAMES, (x, y), any_of(negation(equal), negation(any_of(here, there))))
                continue
            builder.require(SAME_NAMES, (x, y), any_of(negation(equal), negation(here), there))
            builder.require(SAME_NAMES, (x, y), any_of(negation(equal), here, negation(there)))
            builder.require(SAME_NAMES, (x, y), any_of(equal, negation(here), negation(there)))
    regions = Regions(
        board=puzzle.board,
        cells=reduced.open_cells,
        links=reduced.same_number,
        root=root,
        most={x: max(1, reduced.most(x)) for x in root},
    )
    part.connect(builder, regions)
    return reduced.script(builder, part.name, logic)


def _named_roots(
    reduced: ReducedPuzzle, *, any_root: bool
) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
    """Return for each cell that may be a root the cells that may name it, and for each open cell its roots.

    With `any_root` any cell may be the root of its region, else the first. Cells that may name it are at most
    as many steps away as the largest number both admit: a region has less, but the last step shows that it is
    too large.
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


def _arithmetic(puzzle: Puzzle, logic: str) -> Arithmetic:
    """Return the sorts and operators of a logic: integers, or bit-vectors wide enough to count all cells."""
    if logic in ("QF_LIA", "QF_UFLIA"):
        return INTEGERS
    size = puzzle.board.size
    return bit_vectors(size.bit_length(), max(1, (size - 1).bit_length()))
