"""Regions as a flow: the root of a region sends one unit to each of its other cells."""

from __future__ import annotations

from encoder.builder import Builder
from encoder.decode import block_integers, decode_numbers
from encoder.encoding import Encoding
from encoder.parts.integers import CANDIDATES, WALL, numbers_of, part_by_walls_and_colours
from encoder.parts.reduced import ReducedPuzzle, reduce_puzzle
from encoder.parts.variants import CHECKERED, CLUED
from encoder.script import PuzzleScript
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Puzzle
from smtlib.script import Family
from smtlib.terms import plus

SOURCE = "single-commodity flow, usual in integer programming (B. Gavish, 1982)"
ROOT = Family(
    "lowest-root",
    "just a root names itself; nobody names a later cell",
    "for each cell x: 0 <= r_x <= x; R_x iff r_x = x",
    SOURCE,
)
BOUNDS = Family(
    "flow-bounds",
    "flow runs between equal numbers only, and less than a region holds",
    "for neighbours x < y: -(v - 1) <= f_x_y <= v - 1 for the largest v both admit; n_x = n_y or f_x_y = 0",
    SOURCE,
)
BALANCE = Family(
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
FAMILIES = (CANDIDATES, ROOT, BOUNDS, BALANCE, SAME_ROOT, WALL, CLUED, CHECKERED)
MEANING = {
    "n_x": "the number of cell x",
    "r_x": "the root of the region of x",
    "R_x": "x is a root",
    "f_x_y": "the flow from x to y; from y to x where it is negative",
}


def build(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
    """Encode what deduction has left open: three constants a cell and one a pair of neighbours."""
    reduced = reduce_puzzle(puzzle, candidates)
    builder = Builder(puzzle.board, meaning=dict(MEANING))
    numbers = numbers_of(builder, reduced)
    for x in reduced.open_cells:
        a = reduced.label(x)
        builder.declare(f"r_{a}", "Int")
        builder.declare(f"R_{a}")
        last = a if reduced.may_be_root(x) else puzzle.board.labels[-1]
        builder.require(ROOT, (x,), f"(and (<= 0 r_{a}) (<= r_{a} {last}))")
        builder.require(ROOT, (x,), f"(= R_{a} (= r_{a} {a}))")
    _flow(builder, reduced)
    for x, y in reduced.pairs():
        a, b = reduced.label(x), reduced.label(y)
        builder.require(SAME_ROOT, (x, y), f"(= (= n_{a} n_{b}) (= r_{a} r_{b}))")
    for x in reduced.open_cells:
        if not reduced.may_be_root(x):
            builder.require(CLUED, (x,), f"(not R_{reduced.label(x)})")
    part_by_walls_and_colours(builder, reduced, numbers)
    return builder.script(FLOW.name, numbers, puzzle=puzzle, logic=logic)


def _flow(builder: Builder, reduced: ReducedPuzzle) -> None:
    coming: dict[int, list[str]] = {x: [] for x in reduced.open_cells}
    for x, y in reduced.pairs():
        a, b = reduced.label(x), reduced.label(y)
        flow = builder.declare(f"f_{a}_{b}", "Int")
        most = (reduced.masks[x] & reduced.masks[y]).bit_length() - 2
        builder.require(BOUNDS, (x, y), f"(and (<= (- {most}) {flow}) (<= {flow} {most}))")
        builder.require(BOUNDS, (x, y), f"(or (= n_{a} n_{b}) (= {flow} 0))")
        coming[x].append(f"(- {flow})")
        coming[y].append(flow)
    for x, terms in coming.items():
        a = reduced.label(x)
        builder.require(BALANCE, (x, *reduced.joins[x]), f"(= {plus(terms)} (ite R_{a} (- 1 n_{a}) 1))")


FLOW = Encoding(
    name="flow",
    title="a flow from each region's root to its cells; integers",
    idea=(
        "The root of a region sends one unit to each other cell of it, along neighbours with equal numbers, "
        "and every cell keeps one. A region without a root would have to make its units out of nothing, and "
        "what the root sends is its number less one. No trees and no subtree sizes are needed."
    ),
    logics=("QF_LIA", "QF_UFLIA"),
    families=FAMILIES,
    source=SOURCE,
    build=build,
    decode=decode_numbers,
    block=block_integers,
    roots=lambda puzzle: puzzle.board.labels,
)
