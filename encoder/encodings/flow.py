"""Regions as a flow: the root of a region sends one unit to each of its other cells."""

from __future__ import annotations

from encoder.builder import Constraints, Families
from encoder.encoding import Encoding
from encoder.parts.reduced import ReducedPuzzle, first_families, last_families, no_roots
from encoder.parts.variants import CLUED
from encoder.script import PuzzleScript
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Puzzle
from smtlib.script import plus

SOURCE = "single-commodity flow, usual in integer programming (B. Gavish, 1982)"
MEANING = {
    "n_x": "the number of cell x",
    "r_x": "the root of the region of x",
    "R_x": "x is a root",
    "f_x_y": "the flow from x to y; from y to x where it is negative",
}

FAMILIES: Families[ReducedPuzzle] = Families(SOURCE)
first_families(FAMILIES)


@FAMILIES.family(
    "lowest-root",
    "a cell is a root iff it names itself; no cell names a later one",
    "for each cell x: 0 <= r_x <= x; R_x iff r_x = x",
)
def _lowest_root(reduced: ReducedPuzzle) -> Constraints:
    for x in reduced.open_cells:
        a = reduced.label[x]
        last = a if reduced.may_be_root(x) else reduced.label[-1]
        yield (x,), f"(and (<= 0 r_{a}) (<= r_{a} {last}))"
        yield (x,), f"(= R_{a} (= r_{a} {a}))"


@FAMILIES.family(
    "flow-bounds",
    "flow runs between equal numbers only, and less than a region holds",
    "for neighbours x < y: -(v - 1) <= f_x_y <= v - 1 for the largest v both admit; n_x = n_y or f_x_y = 0",
)
def _flow_bounds(reduced: ReducedPuzzle) -> Constraints:
    for x, y in reduced.links:
        a, b = reduced.label[x], reduced.label[y]
        flow, most = f"f_{a}_{b}", reduced.most(x, y) - 1
        yield (x, y), f"(and (<= (- {most}) {flow}) (<= {flow} {most}))"
        yield (x, y), f"(or (= n_{a} n_{b}) (= {flow} 0))"


@FAMILIES.family(
    "flow-balance",
    "every cell keeps one unit; a root has none to come, and sends all but its own",
    "for each cell x: what flows into x, less what flows out = 1, or 1 - n_x if R_x",
)
def _flow_balance(reduced: ReducedPuzzle) -> Constraints:
    for x in reduced.open_cells:
        a, near = reduced.label[x], reduced.joins[x]
        coming = [
            f"f_{reduced.label[y]}_{a}" if y < x else f"(- f_{a}_{reduced.label[y]})" for y in sorted(near)
        ]
        yield (x, *near), f"(= {plus(coming)} (ite R_{a} (- 1 n_{a}) 1))"


@FAMILIES.family(
    "same-root",
    "neighbours hold equal numbers iff they have one root",
    "for neighbours x, y: n_x = n_y iff r_x = r_y",
)
def _same_root(reduced: ReducedPuzzle) -> Constraints:
    for x, y in reduced.links:
        a, b = reduced.label[x], reduced.label[y]
        yield (x, y), f"(= (= n_{a} n_{b}) (= r_{a} r_{b}))"


FAMILIES.shared(CLUED)(no_roots)
last_families(FAMILIES)


def build(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
    """Encode what deduction has left open: three constants a cell and one a pair of neighbours."""
    reduced = ReducedPuzzle(puzzle, candidates)
    builder = reduced.begin(MEANING, FAMILIES.records)
    for x in reduced.open_cells:
        builder.declare(reduced.name("r", x), "Int")
        builder.declare(reduced.name("R", x))
    builder.declare_all([reduced.name("f", x, y) for x, y in reduced.links], "Int")
    reduced.require(builder, FAMILIES)
    return reduced.script(builder, FLOW.name, logic)


FLOW = Encoding(
    name="flow",
    title="a flow from each region's root to its cells; integers",
    idea=(
        "The root of a region sends one unit to each other cell of it, along neighbours with equal numbers, "
        "and every cell keeps one. A region without a root would have to make its units out of nothing, and "
        "what the root sends is its number less one. No trees and no subtree sizes are needed."
    ),
    logics=("QF_LIA", "QF_UFLIA"),
    families=FAMILIES.records,
    source=SOURCE,
    build=build,
    size="N",
    good_for="the shortest text; CP-SAT",
)
