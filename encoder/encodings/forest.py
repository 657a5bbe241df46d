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

from encoder.builder import Builder, Constraints, Families
from encoder.encoding import Encoding
from encoder.parts.variants import CHECKERED, CLUED, checkered, colours
from encoder.script import PuzzleScript, Value
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Puzzle
from smtlib.script import plus

THESIS = "R. Behari, Solving Fillomino, section {}"
MEANING = {
    "e_x_y": "1 if x is the parent of y in the forest, else 0",
    "n_x": "the number of cell x",
    "s_x": "the number of cells in the subtree of x, with x",
    "r_x": "the root of the region of x",
}


class _Labelled:
    """A puzzle's cells, neighbours and edges by the labels in their symbols.

    Attributes:
        puzzle: the puzzle.
        cells: each cell with its label and its neighbours.
        pairs: each cell and a neighbour of it, with their labels.
        parents: for each cell the sum of the edges that lead to it.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.label = label = puzzle.board.labels
        self.cells = [(x, label[x], near) for x, near in enumerate(puzzle.board.neighbours)]
        self.pairs = [(x, y, a, label[y]) for x, a, near in self.cells for y in near]
        self.parents = [plus([f"e_{label[y]}_{a}" for y in near]) for _, a, near in self.cells]


FAMILIES: Families[_Labelled] = Families()


@FAMILIES.family(
    "edge-boolean",
    "an edge is there or not",
    "for neighbours x, y: e_x_y = 0 or e_x_y = 1",
    THESIS.format("8.2"),
)
def _edge_boolean(labelled: _Labelled) -> Constraints:
    for x, y, a, b in labelled.pairs:
        yield (x, y), f"(or (= e_{a}_{b} 0) (= e_{a}_{b} 1))"


@FAMILIES.family(
    "edge-one-way",
    "no edge runs both ways",
    "for neighbours x, y: e_x_y + e_y_x <= 1",
    THESIS.format("8.3"),
)
def _edge_one_way(labelled: _Labelled) -> Constraints:
    for x, y, a, b in labelled.pairs:
        yield (x, y), f"(<= (+ e_{a}_{b} e_{b}_{a}) 1)"


@FAMILIES.family(
    "one-parent",
    "a cell has at most one parent",
    "for each cell x: the sum of e_y_x over its neighbours y <= 1",
    THESIS.format("8.4"),
)
def _one_parent(labelled: _Labelled) -> Constraints:
    for x, _, near in labelled.cells:
        yield (x, *near), f"(<= {labelled.parents[x]} 1)"


@FAMILIES.family("clue", "a clue is its cell's number", "for each clue v at x: n_x = v", THESIS.format("8.5"))
def _clue(labelled: _Labelled) -> Constraints:
    for x, number in sorted(labelled.puzzle.clues.items()):
        yield (x,), f"(= n_{labelled.label[x]} {number})"


@FAMILIES.family(
    "root-size",
    "the subtree of a root is as large as its number",
    "for each cell x: if no e_y_x = 1, then s_x = n_x",
    THESIS.format("8.6"),
)
def _root_size(labelled: _Labelled) -> Constraints:
    for x, a, near in labelled.cells:
        yield (x, *near), f"(=> (= {labelled.parents[x]} 0) (= s_{a} n_{a}))"


@FAMILIES.family(
    "size-sum",
    "a subtree is its root and the subtrees of its children",
    "for each cell x: s_x = 1 + the sum of s_y over the neighbours y with e_x_y = 1",
    THESIS.format("8.7"),
)
def _size_sum(labelled: _Labelled) -> Constraints:
    for x, a, near in labelled.cells:
        subtrees = [f"(ite (= e_{a}_{labelled.label[y]} 1) s_{labelled.label[y]} 0)" for y in near]
        yield (x, *near), f"(= s_{a} {plus(['1', *subtrees])})"


@FAMILIES.family(
    "edge-number",
    "an edge joins equal numbers",
    "for neighbours x, y: if e_x_y = 1, then n_x = n_y",
    THESIS.format("8.8"),
)
def _edge_number(labelled: _Labelled) -> Constraints:
    for x, y, a, b in labelled.pairs:
        yield (x, y), f"(=> (= e_{a}_{b} 1) (= n_{a} n_{b}))"


@FAMILIES.family(
    "root-self",
    "a root is its own root",
    "for each cell x: if no e_y_x = 1, then r_x = x",
    THESIS.format("8.9"),
)
def _root_self(labelled: _Labelled) -> Constraints:
    for x, a, near in labelled.cells:
        yield (x, *near), f"(=> (= {labelled.parents[x]} 0) (= r_{a} {a}))"


@FAMILIES.family(
    "same-root",
    "neighbours with equal numbers share a root",
    "for neighbours x, y: if n_x = n_y, then r_x = r_y",
    THESIS.format("8.10"),
)
def _same_root(labelled: _Labelled) -> Constraints:
    for x, y, a, b in labelled.pairs:
        yield (x, y), f"(=> (= n_{a} n_{b}) (= r_{a} r_{b}))"


@FAMILIES.family(
    "wall",
    "cells parted by a given wall differ",
    "for each wall between x and y: n_x and n_y are not equal",
    "a given wall of pzpr's Fillomino",
)
def _wall(labelled: _Labelled) -> Constraints:
    for x, y in sorted(labelled.puzzle.walls):
        yield (x, y), f"(not (= n_{labelled.label[x]} n_{labelled.label[y]}))"


@FAMILIES.family(
    "largest-region",
    "no region is larger than the puzzle allows",
    "for each cell x: n_x <= the largest region",
    "flag t of pzpr's Fillomino",
)
def _largest_region(labelled: _Labelled) -> Constraints:
    if labelled.puzzle.largest_region is not None:
        for x, a, _ in labelled.cells:
            yield (x,), f"(<= n_{a} {labelled.puzzle.largest_region})"


@FAMILIES.shared(CLUED)
def _clued_region(labelled: _Labelled) -> Constraints:
    if labelled.puzzle.basic:
        for x, _, near in labelled.cells:
            if x not in labelled.puzzle.clues:
                yield (x, *near), f"(= {labelled.parents[x]} 1)"


@FAMILIES.shared(CHECKERED)
def _two_colours(labelled: _Labelled) -> Constraints:
    return checkered(labelled.puzzle, lambda x, y: f"(= n_{labelled.label[x]} n_{labelled.label[y]})")


def build(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
    """Encode a puzzle of N cells and M pairs of neighbours: 2M + 3N constants, about 8M + 4N assertions."""
    del candidates  # the thesis encodes the puzzle as it is given
    labelled = _Labelled(puzzle)
    builder = Builder(puzzle.board, MEANING, FAMILIES.records, grouped=False)
    builder.declare_all([f"e_{a}_{b}" for _, _, a, b in labelled.pairs], "Int")
    builder.declare_all([f"{kind}_{label}" for label in labelled.label for kind in "nsr"], "Int")
    builder.declare_all(colours(puzzle))
    FAMILIES.require(builder, labelled)
    cells = [Value(f"n_{label}") for label in labelled.label]
    return builder.script(FOREST.name, puzzle=puzzle, logic=logic, cells=cells)


FOREST = Encoding(
    name="forest",
    title="the thesis's spanning forest, all integers",
    idea=(
        "Every region is a tree of directed edges that leads from its root to each of its cells. "
        "Subtree sizes add up along the edges, so the size at the root is the size of the region, "
        "which must be its number; neighbours with equal numbers must name the same root."
    ),
    logics=("QF_UFLIA", "QF_LIA"),
    families=FAMILIES.records,
    source="R. Behari, Solving Fillomino: An Algorithmic and SMT-Based Approach, thesis, Leiden, section 8",
    build=build,
    deduces=False,
    size="N",
    good_for="the encoding as the thesis prints it: to learn from, and to compare with",
)
