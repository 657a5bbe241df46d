"""Small regions as placed polyominoes, one Boolean each; trees for the larger ones."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import chain

from encoder.builder import Builder
from encoder.decode import block_integers, decode_numbers
from encoder.encoding import Encoding
from encoder.encodings.forest_tight import exactly_one, joined
from encoder.parts.integers import CANDIDATES, WALL, numbers_of, part_by_walls_and_colours
from encoder.parts.reduced import ReducedPuzzle, reduce_puzzle
from encoder.parts.spanning_trees import FIRST_CONTACT, KEPT_EDGE, require_one_tree
from encoder.parts.variants import CHECKERED, CLUED
from encoder.script import PuzzleScript
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Puzzle
from smtlib.script import Family
from smtlib.terms import conjunction, disjunction, plus

LARGEST = 4
"""The largest polyomino that is placed: there are 19 ways to place four cells around one, and 63 for five."""

SOURCE = "exact cover by polyominoes (D. Knuth, Dancing links, 2000); this project"
TREES = "after Behari's thesis"
PLACED = Family(
    "placed",
    "a placed polyomino holds its size, and no cell around it does",
    "if p, then n_x = v for its v cells x, and not n_y = v for the cells y beside it",
    SOURCE,
)
COVERED = Family(
    "covered",
    "a small number lies in a placed polyomino",
    f"for each cell x and v <= {LARGEST}: if n_x = v, then one of the p of v cells with x",
    SOURCE,
)
ROOT = Family(
    "lowest-root",
    "just a root names itself; nobody names a later cell",
    "0 <= r_x <= x; R_x iff r_x = x",
    TREES,
)
PARENT = Family("one-parent", "a cell is a root or has one parent", "exactly one of R_x, e_y_x", TREES)
EDGE = Family(
    "edge",
    "an edge joins equal large numbers under one root",
    f"if e_x_y, then n_x = n_y > {LARGEST} and r_x = r_y and s_y < s_x",
    TREES,
)
SUBTREE = Family("size-sum", "subtree sizes add up", "s_x = 1 + the sum of s_y over the y with e_x_y", TREES)
SIZE = Family(
    "root-size",
    "just a root's subtree is as large as a large number",
    f"1 <= s_x <= n_x; if n_x > {LARGEST}, then R_x iff s_x = n_x",
    TREES,
)
SAME_ROOT = Family(
    "same-root",
    "neighbours hold equal large numbers iff they have one root",
    f"if n_x > {LARGEST}, then n_x = n_y iff r_x = r_y",
    TREES,
)
FAMILIES = (
    CANDIDATES,
    PLACED,
    COVERED,
    ROOT,
    PARENT,
    EDGE,
    KEPT_EDGE,
    FIRST_CONTACT,
    SUBTREE,
    SIZE,
    SAME_ROOT,
    WALL,
    CLUED,
    CHECKERED,
)
MEANING = {
    "n_x": "the number of cell x",
    "p_x_i": "the i-th polyomino with x as its lowest cell is placed",
    "e_x_y": "x is the parent of y in the tree of a large region",
    "R_x": "x is a root of one, or lies in none",
    "r_x": "the root of the region of x, if it is large",
    "s_x": "the number of cells in the subtree of x, with x",
}


def build(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
    """Encode what deduction has left open."""
    reduced = reduce_puzzle(puzzle, candidates)
    builder = Builder(puzzle.board, meaning=dict(MEANING))
    numbers = numbers_of(builder, reduced)
    _polyominoes(builder, reduced, numbers)
    _trees(builder, reduced)
    part_by_walls_and_colours(builder, reduced, numbers)
    return builder.script(PLACEMENTS.name, numbers, puzzle=puzzle, logic=logic)


def placements(reduced: ReducedPuzzle, number: int) -> Iterator[frozenset[int]]:
    """Every connected set of so many open cells that admit this number, and is not beside a known one.

    In a basic puzzle it holds a clue.
    """
    admits = {x for x in reduced.open_cells if reduced.masks[x] >> number & 1}
    known = {x for x in admits if reduced.masks[x] == 1 << number}
    for lowest in sorted(admits):
        layer = {frozenset((lowest,))}
        for _ in range(number - 1):
            layer = {
                cells | {y}
                for cells in layer
                for x in cells
                for y in reduced.joins[x]
                if y > lowest and y in admits and y not in cells
            }
        for cells in sorted(layer, key=sorted):
            beside = {y for x in cells for y in reduced.puzzle.board.neighbours[x]} - cells
            walled = any(x in cells and y in cells for x, y in reduced.puzzle.walls)
            clued = any(reduced.may_be_root(x) for x in cells)
            if clued and not walled and not beside & known:
                yield cells


def _polyominoes(builder: Builder, reduced: ReducedPuzzle, numbers: list[str]) -> None:
    masks, neighbours = reduced.masks, reduced.puzzle.board.neighbours
    index: dict[int, int] = {}
    for number in range(1, LARGEST + 1):
        covering: dict[int, list[str]] = {x: [] for x in reduced.open_cells if masks[x] >> number & 1}
        for cells in placements(reduced, number):
            lowest = min(cells)
            index[lowest] = index.get(lowest, -1) + 1
            placed = builder.declare(f"p_{reduced.label(lowest)}_{index[lowest]}")
            beside = sorted({y for x in cells for y in neighbours[x] if masks[y] >> number & 1} - cells)
            inside = [f"(= {numbers[x]} {number})" for x in sorted(cells)]
            outside = [f"(not (= {numbers[y]} {number}))" for y in beside]
            builder.require(
                PLACED, (*sorted(cells), *beside), f"(=> {placed} {conjunction(inside + outside)})"
            )
            for x in cells:
                covering[x].append(placed)
        for x, ways in covering.items():
            builder.require(COVERED, (x,), f"(=> (= {numbers[x]} {number}) {disjunction(ways)})")


def _trees(builder: Builder, reduced: ReducedPuzzle) -> None:
    """The tight forest, for the numbers that are too large for placing; other cells are roots alone."""
    large = {x for x in reduced.open_cells if reduced.masks[x] >> LARGEST + 1}
    joins = {
        x: [y for y in reduced.joins[x] if (reduced.masks[x] & reduced.masks[y]) >> LARGEST + 1]
        for x in sorted(large)
    }
    for x, near in joins.items():
        a = reduced.label(x)
        builder.declare(f"R_{a}")
        builder.declare(f"r_{a}", "Int")
        builder.declare(f"s_{a}", "Int")
        for y in near:
            builder.declare(f"e_{a}_{reduced.label(y)}")
    for x, near in joins.items():
        a = reduced.label(x)
        last = a if reduced.may_be_root(x) else reduced.puzzle.board.labels[-1]
        builder.require(ROOT, (x,), f"(and (<= 0 r_{a}) (<= r_{a} {last}))")
        if not reduced.may_be_root(x):
            builder.require(CLUED, (x,), f"(=> (> n_{a} {LARGEST}) (not R_{a}))")
        builder.require(ROOT, (x,), f"(= R_{a} (= r_{a} {a}))")
        choices = [f"R_{a}", *(f"e_{reduced.label(y)}_{a}" for y in near)]
        builder.require(PARENT, (x, *near), exactly_one(choices))
        children = [f"(ite e_{a}_{reduced.label(y)} s_{reduced.label(y)} 0)" for y in near]
        builder.require(SUBTREE, (x, *near), f"(= s_{a} {plus(['1', *children])})")
        builder.require(SIZE, (x,), f"(and (<= 1 s_{a}) (<= s_{a} n_{a}))")
        builder.require(SIZE, (x,), f"(=> (> n_{a} {LARGEST}) (= R_{a} (= s_{a} n_{a})))")
        for y in near:
            b = reduced.label(y)
            same = f"(and (= n_{a} n_{b}) (> n_{a} {LARGEST}) (= r_{a} r_{b}) (< s_{b} s_{a}))"
            builder.require(EDGE, (x, y), f"(=> e_{a}_{b} {same})")
            if x < y:
                one_root = f"(= (= n_{a} n_{b}) (= r_{a} r_{b}))"
                builder.require(SAME_ROOT, (x, y), f"(=> (> n_{a} {LARGEST}) {one_root})")
    large_equal = "(and (= n_{0} n_{1}) (> n_{0} {2}))"
    require_one_tree(
        builder,
        [(x, y) for x, near in joins.items() for y in near if x < y],
        lambda x, y: large_equal.format(reduced.label(x), reduced.label(y), LARGEST),
        partial(joined, reduced),
        lambda *its: reduced.may_agree(chain(*its)),
    )


PLACEMENTS = Encoding(
    name="placements",
    title="a Boolean for each small polyomino that can be placed, trees for larger regions",
    idea=(
        f"A region of up to {LARGEST} cells is one of the polyominoes that can be placed on the open cells. "
        "Each has a Boolean, which says its cells' numbers and forbids them around it; a cell with a small "
        "number lies in one of them. Larger regions are trees, as in forest-tight."
    ),
    logics=("QF_LIA", "QF_UFLIA"),
    families=FAMILIES,
    source=SOURCE,
    build=build,
    decode=decode_numbers,
    block=block_integers,
)
