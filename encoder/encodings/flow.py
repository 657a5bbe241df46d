"""Regions as a flow: the root of a region sends one unit to each of its other cells."""

from __future__ import annotations

from encoder.encoding import Encoding
from encoder.parts.reduced import CANDIDATES, WALL, ReducedPuzzle
from encoder.parts.variants import CHECKERED, CLUED
from encoder.puzzle_script import PuzzleScript
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Puzzle
from smtlib.script import Family, plus

SOURCE = "single-commodity flow, usual in integer programming (B. Gavish, 1982)"
MEANING = {
    "n_x": "the number of cell x",
    "r_x": "the root of the region of x",
    "R_x": "x is a root",
    "f_x_y": "the flow from x to y; from y to x where it is negative",
}

LOWEST_ROOT = Family(
    "lowest-root",
    "a cell is a root iff it names itself; no cell names a later one",
    "for each cell x: 0 <= r_x <= x; R_x iff r_x = x",
    SOURCE,
)
FLOW_BOUNDS = Family(
    "flow-bounds",
    "flow runs between equal numbers only, and less than a region holds",
    "for neighbours x < y: -(v - 1) <= f_x_y <= v - 1 for the largest v both admit; n_x = n_y or f_x_y = 0",
    SOURCE,
)
FLOW_BALANCE = Family(
    "flow-balance",
    "every cell keeps one unit; a root has none to come, and sends all but its own",
    "for each cell x: what flows into x, less what flows out = 1, or 1 - n_x if R_x",
    SOURCE,
)
SAME_ROOT = Family(
    "same-root",
    "neighbours hold equal numbers iff they have one root",
    "for neighbours x, y: n_x = n_y iff r_x = r_y",
    SOURCE,
)


def build(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
    """Encode what deduction has left open: three constants a cell and one a pair of neighbours."""
    reduced = ReducedPuzzle(puzzle, candidates)
    label = reduced.label
    builder = reduced.begin(MEANING, FLOW.families)
    for x in reduced.open_cells:
        a, last = label[x], label[x] if reduced.may_be_root(x) else label[-1]
        root, is_root = builder.declare(f"r_{a}", "Int"), builder.declare(f"R_{a}")
        builder.require(LOWEST_ROOT, (x,), f"(and (<= 0 {root}) (<= {root} {last}))")
        builder.require(LOWEST_ROOT, (x,), f"(= {is_root} (= {root} {a}))")
        if not reduced.may_be_root(x):
            builder.require(CLUED, (x,), f"(not {is_root})")
    coming: dict[int, list[str]] = {x: [] for x in reduced.open_cells}
    for x, y in reduced.links:
        a, b, most = label[x], label[y], reduced.most(x, y) - 1
        flow = builder.declare(f"f_{a}_{b}", "Int")
        coming[x].append(f"(- {flow})")
        coming[y].append(flow)
        builder.require(FLOW_BOUNDS, (x, y), f"(and (<= (- {most}) {flow}) (<= {flow} {most}))")
        builder.require(FLOW_BOUNDS, (x, y), f"(or (= n_{a} n_{b}) (= {flow} 0))")
        builder.require(SAME_ROOT, (x, y), f"(= (= n_{a} n_{b}) (= r_{a} r_{b}))")
    for x, flows in coming.items():
        kept = f"(ite R_{label[x]} (- 1 n_{label[x]}) 1)"
        builder.require(FLOW_BALANCE, (x, *reduced.joins[x]), f"(= {plus(flows)} {kept})")
    reduced.require_walls(builder)
    builder.two_colours(puzzle, reduced.equal)
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
    families=(CANDIDATES, LOWEST_ROOT, FLOW_BOUNDS, FLOW_BALANCE, SAME_ROOT, CLUED, WALL, CHECKERED),
    source=SOURCE,
    build=build,
    size="N",
    good_for="the shortest text",
    symbols=tuple(MEANING),
)
