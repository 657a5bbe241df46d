"""Regions as a transitive closure, by Warshall's algorithm written out as definitions."""

from __future__ import annotations

from itertools import combinations

from encoder import estimate
from encoder.builder import RULES, Builder, Constraints, Families
from encoder.encoding import Encoding
from encoder.parts.reduced import ReducedPuzzle, first_families, last_families, reaches
from encoder.parts.variants import CONNECTED
from encoder.script import PuzzleScript
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Puzzle
from smtlib.script import any_of, plus

SOURCE = "S. Warshall, A theorem on Boolean matrices, 1962"
MEANING = {
    "n_x": "the number of cell x",
    "q_x_y": "neighbours x and y hold the same number",
    "c_x_y_z": "x connects with y through cells up to z, by equal numbers",
}


class _Closure(ReducedPuzzle):
    """A reduced puzzle, and which of its cells connect.

    Attributes:
        connects: for each pair of cells ``x < y`` that may share a region the term that they do, as far as is
            defined.
        reach: for each open cell the others of such pairs, ascending.
    """

    def __init__(self, puzzle: Puzzle, candidates: Candidates) -> None:
        super().__init__(puzzle, candidates)
        self.connects = dict.fromkeys(reaches(self), "false")
        self.reach: dict[int, list[int]] = {x: [] for x in self.open_cells}
        for x, y in sorted(self.connects):  # so that each list ascends
            self.reach[x].append(y)
            self.reach[y].append(x)

    def with_each(self, x: int) -> dict[int, str]:
        """For each cell that a cell may connect with the term that it does."""
        return {y: self.connects[min(x, y), max(x, y)] for y in self.reach[x]}


FAMILIES: Families[_Closure] = Families(SOURCE)
first_families(FAMILIES)
EQUAL = FAMILIES.declare("equal", "neighbours are equal", "for neighbours x, y: q_x_y iff n_x = n_y", RULES)
CLOSURE = FAMILIES.declare(
    "closure",
    "cells connect directly, or through one of the cells up to z",
    "c_x_y_z iff c_x_y, or c_x_z and c_z_y, as they were before z",
)


def _close(builder: Builder, closure: _Closure) -> None:
    """Define which neighbours are equal, and then which cells connect, by one more cell at a time."""
    connects = closure.connects
    for x, y in closure.links:
        same = f"(= {closure.number(x)} {closure.number(y)})"
        connects[x, y] = builder.define(EQUAL, (x, y), closure.same(x, y), same)
    for z in closure.open_cells:
        known = {x: term for x, term in closure.with_each(z).items() if term != "false"}
        for (x, here), (y, there) in combinations(known.items(), 2):
            if (x, y) in connects:
                term = any_of(connects[x, y], f"(and {here} {there})")
                connects[x, y] = builder.define(CLOSURE, (x, y, z), closure.name("c", x, y, z), term)


@FAMILIES.family(
    "count",
    "a cell connects with as many cells as its number",
    "for each cell x: n_x = 1 + the number of cells y that x connects with",
    RULES,
)
def _count(closure: _Closure) -> Constraints:
    for x in closure.open_cells:
        others = [f"(ite {term} 1 0)" for term in closure.with_each(x).values() if term != "false"]
        yield (x,), f"(= {closure.number(x)} {plus(['1', *others])})"


@FAMILIES.shared(CONNECTED)
def _clued_region(closure: _Closure) -> Constraints:
    for x in closure.open_cells:
        if not closure.may_be_root(x):
            clues = closure.puzzle.clues
            yield (x,), any_of(*(term for y, term in closure.with_each(x).items() if y in clues))


last_families(FAMILIES)


def build(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
    """Encode what deduction has left open: up to N cubed over 2 constants for N cells."""
    closure = _Closure(puzzle, candidates)
    builder = closure.begin(MEANING, FAMILIES.records)
    _close(builder, closure)
    closure.require(builder, FAMILIES)
    return closure.script(builder, WARSHALL.name, logic)


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
    families=FAMILIES.records,
    source=SOURCE,
    build=build,
    estimate=estimate.warshall,
    size="N·R²",
    good_for="counting models: one for each solution, in integers",
)
