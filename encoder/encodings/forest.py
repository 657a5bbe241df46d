"""The spanning-forest formulation, exactly as the thesis gives it.

Each region is a tree of directed edges with one root; the root's subtree is as large
as the region's number, and neighbours with equal numbers share a root. All variables
are integers, an edge being 0 or 1. Source: S. Behari's thesis on solving Fillomino with
SMT solvers, sections 8.2 to 8.10. Written for QF_UFLIA as there, though no function is
applied; QF_LIA says the same and may choose another engine in a solver.
"""

from __future__ import annotations

from collections.abc import Iterator

from encoder.decode import block_integers, decode_numbers, forest_of
from encoder.encoding import Encoding
from encoder.parts.variants import CHECKERED, CLUED, checkered, colours, meaning
from encoder.script import PuzzleScript, header
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Puzzle
from smtlib.script import Assertion, Declaration, Family
from smtlib.terms import plus

THESIS = "Behari's thesis, section {}"
EDGE_BOOLEAN = Family(
    "edge-boolean",
    "an edge is there or not",
    "for neighbours x, y: e_x_y = 0 or e_x_y = 1",
    THESIS.format("8.2"),
)
EDGE_ONE_WAY = Family(
    "edge-one-way",
    "no edge runs both ways",
    "for neighbours x, y: e_x_y + e_y_x <= 1",
    THESIS.format("8.3"),
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
LARGEST_REGION = Family(
    "largest-region",
    "no region is larger than the puzzle allows",
    "for each cell x: n_x <= the largest region",
    "flag t of pzpr's Fillomino",
)
FAMILIES = (
    EDGE_BOOLEAN,
    EDGE_ONE_WAY,
    ONE_PARENT,
    CLUE,
    ROOT_SIZE,
    SIZE_SUM,
    EDGE_NUMBER,
    ROOT_SELF,
    SAME_ROOT,
    WALL,
    LARGEST_REGION,
    CLUED,
    CHECKERED,
)
MEANING = {
    "e_x_y": "1 if x is the parent of y in the forest, else 0",
    "n_x": "the number of cell x",
    "s_x": "the number of cells in the subtree of x, with x",
    "r_x": "the root of the region of x",
}


def build(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
    """Encode a puzzle of N cells and M pairs of neighbours: 2M + 3N constants, about 8M + 4N assertions."""
    del candidates  # the thesis encodes the puzzle as it is given
    labels = puzzle.board.labels
    declarations = [
        Declaration(f"e_{labels[x]}_{labels[y]}", "Int")
        for x, around in enumerate(puzzle.board.neighbours)
        for y in around
    ]
    declarations += [Declaration(f"{kind}_{label}", "Int") for label in labels for kind in "nsr"]
    return PuzzleScript(
        encoding=FOREST.name,
        puzzle=puzzle,
        header=header(puzzle),
        logic=logic,
        families=FAMILIES,
        declarations=(*declarations, *colours(puzzle)),
        assertions=(*_edges_and_sizes(puzzle), *_numbers_and_roots(puzzle), *_given(puzzle)),
        values=tuple(f"n_{label}" for label in labels),
        meaning=MEANING | meaning(puzzle),
    )


def _edges_and_sizes(puzzle: Puzzle) -> Iterator[Assertion]:
    """The families of sections 8.2 to 8.7: what a forest is, and how large its trees are."""
    board = puzzle.board
    cells = [(x, label, board.neighbours[x]) for x, label in enumerate(board.labels)]
    pairs = [(x, y, f"{a}_{board.labels[y]}", f"{board.labels[y]}_{a}") for x, a, near in cells for y in near]
    for x, y, there, _ in pairs:
        yield Assertion("edge-boolean", (x, y), f"(or (= e_{there} 0) (= e_{there} 1))")
    for x, y, there, back in pairs:
        yield Assertion("edge-one-way", (x, y), f"(<= (+ e_{there} e_{back}) 1)")
    parents = [plus([f"e_{board.labels[y]}_{a}" for y in near]) for _, a, near in cells]
    for x, _, near in cells:
        yield Assertion("one-parent", (x, *near), f"(<= {parents[x]} 1)")
    for x, number in sorted(puzzle.clues.items()):
        yield Assertion("clue", (x,), f"(= n_{board.labels[x]} {number})")
    for x, a, near in cells:
        yield Assertion("root-size", (x, *near), f"(=> (= {parents[x]} 0) (= s_{a} n_{a}))")
    for x, a, near in cells:
        subtrees = [f"(ite (= e_{a}_{board.labels[y]} 1) s_{board.labels[y]} 0)" for y in near]
        yield Assertion("size-sum", (x, *near), f"(= s_{a} {plus(['1', *subtrees])})")


def _numbers_and_roots(puzzle: Puzzle) -> Iterator[Assertion]:
    """The families of sections 8.8 to 8.10: one number and one root per tree, one tree per region."""
    board = puzzle.board
    cells = [(x, label, board.neighbours[x]) for x, label in enumerate(board.labels)]
    pairs = [(x, y, a, board.labels[y]) for x, a, near in cells for y in near]
    for x, y, a, b in pairs:
        yield Assertion("edge-number", (x, y), f"(=> (= e_{a}_{b} 1) (= n_{a} n_{b}))")
    for x, a, near in cells:
        parents = plus([f"e_{board.labels[y]}_{a}" for y in near])
        yield Assertion("root-self", (x, *near), f"(=> (= {parents} 0) (= r_{a} {a}))")
    for x, y, a, b in pairs:
        yield Assertion("same-root", (x, y), f"(=> (= n_{a} n_{b}) (= r_{a} r_{b}))")


def _given(puzzle: Puzzle) -> Iterator[Assertion]:
    """What a puzzle may give beside its clues; some of the thesis's puzzles are basic."""
    labels = puzzle.board.labels
    for x, y in sorted(puzzle.walls):
        yield Assertion("wall", (x, y), f"(not (= n_{labels[x]} n_{labels[y]}))")
    if puzzle.largest_region is not None:
        for x, a in enumerate(labels):
            yield Assertion("largest-region", (x,), f"(<= n_{a} {puzzle.largest_region})")
    if puzzle.basic:
        for x, around in enumerate(puzzle.board.neighbours):
            if x not in puzzle.clues:
                parents = plus([f"e_{labels[y]}_{labels[x]}" for y in around])
                yield Assertion("clued-region", (x, *around), f"(= {parents} 1)")
    yield from checkered(puzzle, lambda x, y: f"(= n_{labels[x]} n_{labels[y]})")


FOREST = Encoding(
    name="forest",
    title="the thesis's spanning forest, all integers",
    idea=(
        "Every region is a tree of directed edges that leads from its root to each of its cells. "
        "Subtree sizes add up along the edges, so the size at the root is the size of the region, "
        "which must be its number; neighbours with equal numbers must name the same root."
    ),
    logics=("QF_UFLIA", "QF_LIA"),
    families=FAMILIES,
    source=THESIS.format("8"),
    build=build,
    decode=decode_numbers,
    block=block_integers,
    forest=forest_of,
    roots=lambda puzzle: puzzle.board.labels,
    deduces=False,
)
