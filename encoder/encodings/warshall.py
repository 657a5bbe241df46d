"""Regions as a transitive closure, by Warshall's algorithm written out as definitions."""

from __future__ import annotations

from itertools import combinations

from encoder import estimate
from encoder.builder import RULES
from encoder.encoding import Encoding
from encoder.parts.reduced import CANDIDATES, WALL, ReducedPuzzle, reaches
from encoder.parts.spanning_trees import link
from encoder.parts.variants import CHECKERED, CONNECTED
from encoder.puzzle_script import PuzzleScript
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Puzzle
from smtlib.script import Family, any_of, plus

SOURCE = "S. Warshall, A theorem on Boolean matrices, 1962"
MEANING = {
    "n_x": "the number of cell x",
    "q_x_y": "neighbours x and y hold the same number",
    "c_x_y_z": "x connects with y through cells up to z, by equal numbers",
}


EQUAL = Family("equal", "neighbours are equal", "for neighbours x, y: q_x_y iff n_x = n_y", RULES)
CLOSURE = Family(
    "closure",
    "cells connect directly, or through one of the cells up to z",
    "c_x_y_z iff c_x_y, or c_x_z and c_z_y, as they were before z",
    SOURCE,
)
COUNT = Family(
    "count",
    "a cell connects with as many cells as its number",
    "for each cell x: n_x = 1 + the number of cells y that x connects with",
    RULES,
)


def build(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
    """Encode what deduction has left open: up to N cubed over 2 constants for N cells."""
    reduced = ReducedPuzzle(puzzle, candidates)
    builder = reduced.begin(MEANING, WARSHALL.families)
    # For each pair of cells that may share a region the term that they do, as far as is defined.
    connects = dict.fromkeys(reaches(reduced), "false")
    others: dict[int, list[int]] = {x: [] for x in reduced.open_cells}
    for x, y in sorted(connects):  # so that each list ascends
        others[x].append(y)
        others[y].append(x)

    def connected(x: int) -> dict[int, str]:
        """For each cell that a cell is known to connect with, so far, the term that it does."""
        terms = {y: connects[link(x, y)] for y in others[x]}
        return {y: term for y, term in terms.items() if term != "false"}

    for pair in reduced.links:
        connects[pair] = builder.define(EQUAL, pair, reduced.same(*pair), reduced.equal(*pair))
    for z in reduced.open_cells:
        for (x, here), (y, there) in combinations(connected(z).items(), 2):
            if (x, y) in connects:
                term = any_of(connects[x, y], f"(and {here} {there})")
                connects[x, y] = builder.define(CLOSURE, (x, y, z), reduced.name("c", x, y, z), term)
    for x in reduced.open_cells:
        terms = connected(x)
        total = plus(["1", *(f"(ite {term} 1 0)" for term in terms.values())])
        builder.require(COUNT, (x,), f"(= {reduced.number(x)} {total})")
        if not reduced.may_be_root(x):
            clued = any_of(*(term for y, term in terms.items() if y in puzzle.clues))
            builder.require(CONNECTED, (x,), clued)
    reduced.require_walls(builder)
    builder.two_colours(puzzle, reduced.equal)
    return reduced.script(builder, WARSHALL.name, logic)


WARSHALL = Encoding(
    name="warshall",
    title="the transitive closure of equal neighbours, and its counts",
    idea=(
        "Two cells share a region iff a path of equal numbers connects them. Warshall's algorithm finds "
        "that for all pairs, admitting one more cell on the paths at a time; written out, each step is a "
        "definition. Then a cell connects with as many cells as its number. There is one model for each "
        "solution."
    ),
    logics=("QF_LIA", "QF_UFLIA"),
    families=(CANDIDATES, EQUAL, CLOSURE, COUNT, CONNECTED, WALL, CHECKERED),
    source=SOURCE,
    build=build,
    estimate=estimate.warshall,
    size="N·R²",
    good_for="counting models: one for each solution, in integers",
    symbols=tuple(MEANING),
)
