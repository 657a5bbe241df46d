"""The spanning-forest formulation, exactly as the thesis gives it.

Each region is a tree of directed edges with one root; the root's subtree is as large
as the region's number, and neighbours with equal numbers share a root. All variables
are integers, an edge being 0 or 1. Source: Ryan Behari, *Solving Fillomino: An
Algorithmic and SMT-Based Approach* (thesis, Leiden University, Opleiding Informatica;
supervisors Jeannette de Graaf and Rudy van Vliet), sections 8.2 to 8.10. Written for
QF_UFLIA as there, though no function is applied; QF_LIA is the same and may choose
another engine in a solver.
"""

from __future__ import annotations

from encoder.builder import Builder
from encoder.encoding import Encoding
from encoder.forests import EDGES
from encoder.parts.variants import CHECKERED, CLUED
from encoder.puzzle_script import PuzzleScript, Value
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Puzzle
from smtlib.script import Family, plus

THESIS = "R. Behari, Solving Fillomino, section {}"
MEANING = {
    "e_x_y": "1 if x is the parent of y in the forest, else 0",
    "n_x": "the number of cell x",
    "s_x": "the number of cells in the subtree of x, with x",
    "r_x": "the root of the region of x",
}
EDGE_BOOLEAN = Family(
    "edge-boolean",
    "an edge is there or not",
    "for neighbours x, y: e_x_y = 0 or e_x_y = 1",
    THESIS.format("8.2"),
)
EDGE_ONE_WAY = Family(
    "edge-one-way", "no edge runs both ways", "for neighbours x, y: e_x_y + e_y_x <= 1", THESIS.format("8.3")
)
ONE_PARENT = Family(
    "one-parent",
    "a cell has at most one parent",
    "for each cell x: the sum of e_y_x over its neighbours y <= 1",
    THESIS.format("8.4"),
)
CLUE = Family("clue", "a clue is its cell's number", "for each clue v at x: n_x = v", THESIS.format("8.5"))
ROOT_SIZE = Family(
    "root-size",
    "the subtree of a root is as large as its number",
    "for each cell x: if no e_y_x = 1, then s_x = n_x",
    THESIS.format("8.6"),
)
SIZE_SUM = Family(
    "size-sum",
    "a subtree is its root and the subtrees of its children",
    "for each cell x: s_x = 1 + the sum of s_y over the neighbours y with e_x_y = 1",
    THESIS.format("8.7"),
)
EDGE_NUMBER = Family(
    "edge-number",
    "an edge joins equal numbers",
    "for neighbours x, y: if e_x_y = 1, then n_x = n_y",
    THESIS.format("8.8"),
)
ROOT_SELF = Family(
    "root-self",
    "a root is its own root",
    "for each cell x: if no e_y_x = 1, then r_x = x",
    THESIS.format("8.9"),
)
SAME_ROOT = Family(
    "same-root",
    "neighbours with equal numbers share a root",
    "for neighbours x, y: if n_x = n_y, then r_x = r_y",
    THESIS.format("8.10"),
)
WALL = Family(
    "wall",
    "cells parted by a given wall differ",
    "for each wall between x and y: n_x and n_y are not equal",
    "a given wall of pzpr's Fillomino",
)
LARGEST = Family(
    "largest-region",
    "no region is larger than the puzzle allows",
    "for each cell x: n_x <= the largest region",
    "flag t of pzpr's Fillomino",
)


def build(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
    """Encode a puzzle of N cells and M pairs of neighbours: 2M + 3N constants, about 8M + 4N assertions."""
    del candidates  # the thesis encodes the puzzle as it is given
    label, around = puzzle.board.labels, puzzle.board.neighbours
    cells = [(x, a, around[x]) for x, a in enumerate(label)]
    pairs = [((x, y), a, label[y]) for x, a, near in cells for y in near]
    parents = [plus([f"e_{label[y]}_{a}" for y in near]) for _, a, near in cells]
    builder = Builder(puzzle.board, MEANING, FOREST.families, grouped=False)
    builder.declare_all([f"e_{a}_{b}" for _, a, b in pairs], "Int")
    builder.declare_all([f"{kind}_{a}" for a in label for kind in "nsr"], "Int")
    require = builder.require
    for pair, a, b in pairs:
        require(EDGE_BOOLEAN, pair, f"(or (= e_{a}_{b} 0) (= e_{a}_{b} 1))")
    for pair, a, b in pairs:
        require(EDGE_ONE_WAY, pair, f"(<= (+ e_{a}_{b} e_{b}_{a}) 1)")
    for x, _, near in cells:
        require(ONE_PARENT, (x, *near), f"(<= {parents[x]} 1)")
    for x, number in sorted(puzzle.clues.items()):
        require(CLUE, (x,), f"(= n_{label[x]} {number})")
    for x, a, near in cells:
        require(ROOT_SIZE, (x, *near), f"(=> (= {parents[x]} 0) (= s_{a} n_{a}))")
    for x, a, near in cells:
        subtrees = [f"(ite (= e_{a}_{label[y]} 1) s_{label[y]} 0)" for y in near]
        require(SIZE_SUM, (x, *near), f"(= s_{a} {plus(['1', *subtrees])})")
    for pair, a, b in pairs:
        require(EDGE_NUMBER, pair, f"(=> (= e_{a}_{b} 1) (= n_{a} n_{b}))")
    for x, a, near in cells:
        require(ROOT_SELF, (x, *near), f"(=> (= {parents[x]} 0) (= r_{a} {a}))")
    for pair, a, b in pairs:
        require(SAME_ROOT, pair, f"(=> (= n_{a} n_{b}) (= r_{a} r_{b}))")
    for x, y in sorted(puzzle.walls):
        require(WALL, (x, y), f"(not (= n_{label[x]} n_{label[y]}))")
    if puzzle.largest_region is not None:
        for x, a, _ in cells:
            require(LARGEST, (x,), f"(<= n_{a} {puzzle.largest_region})")
    if puzzle.basic:
        for x, _, near in cells:
            if x not in puzzle.clues:
                require(CLUED, (x, *near), f"(= {parents[x]} 1)")
    builder.two_colours(puzzle, lambda x, y: f"(= n_{label[x]} n_{label[y]})")
    numbers = [Value(f"n_{a}") for a in label]
    return builder.script(FOREST.name, puzzle=puzzle, logic=logic, cells=numbers)


FOREST = Encoding(
    name="forest",
    title="the thesis's spanning forest, all integers",
    idea=(
        "Every region is a tree of directed edges that leads from its root to each of its cells. "
        "Subtree sizes add up along the edges, so the size at the root is the size of the region, "
        "which must be its number; neighbours with equal numbers must name the same root."
    ),
    logics=("QF_UFLIA", "QF_LIA"),
    families=(
        *(EDGE_BOOLEAN, EDGE_ONE_WAY, ONE_PARENT, CLUE, ROOT_SIZE, SIZE_SUM, EDGE_NUMBER, ROOT_SELF),
        *(SAME_ROOT, WALL, LARGEST, CLUED, CHECKERED),
    ),
    source="R. Behari, Solving Fillomino: An Algorithmic and SMT-Based Approach, thesis, Leiden, section 8",
    build=build,
    deduces=False,
    size="N",
    good_for="the encoding as the thesis prints it: to learn from, and to compare with",
    forest=EDGES,
    symbols=tuple(MEANING),
)
