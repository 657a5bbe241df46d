"""Regions as a transitive closure, by Warshall's algorithm written out as definitions."""

from __future__ import annotations

from itertools import combinations

from encoder import estimate
from encoder.builder import Builder
from encoder.cells import Value
from encoder.encoding import Encoding
from encoder.families import RULES, Constraints, Families
from encoder.parts.integers import CANDIDATES, WALL, candidates_left, two_colours, walls
from encoder.parts.reduced import ReducedPuzzle, reaches, reduce_puzzle
from encoder.parts.variants import CHECKERED, CONNECTED, colours, meaning
from encoder.script import PuzzleScript
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Puzzle
from smtlib.script import Family
from smtlib.terms import any_of, plus

SOURCE = "S. Warshall, A theorem on Boolean matrices, 1962"
MEANING = {
    "n_x": "the number of cell x",
    "q_x_y": "neighbours x and y hold the same number",
    "c_x_y_z": "x connects with y through cells up to z, by equal numbers",
}


class _Closure:
    """A reduced puzzle, and which of its cells connect.

    Attributes:
        reduced: the reduced puzzle.
        connects: for each pair of cells ``x < y`` that may share a region the term that they do, as far as is
            defined.
        reach: for each open cell the others of such pairs, ascending.
    """

    def __init__(self, reduced: ReducedPuzzle) -> None:
        self.reduced = reduced
        self.connects = dict.fromkeys(reaches(reduced), "false")
        self.reach: dict[int, list[int]] = {x: [] for x in reduced.open_cells}
        for x, y in sorted(self.connects):  # so that each list ascends
            self.reach[x].append(y)
            self.reach[y].append(x)

    def with_each(self, x: int) -> dict[int, str]:
        """For each cell that a cell may connect with the term that it does."""
        return {y: self.connects[min(x, y), max(x, y)] for y in self.reach[x]}


FAMILIES: Families[_Closure] = Families()


@FAMILIES.shared(CANDIDATES)
def _candidates_left(its: _Closure) -> Constraints:
    return candidates_left(its.reduced)


EQUAL = FAMILIES.record(
    Family("equal", "neighbours are equal", "for neighbours x, y: q_x_y iff n_x = n_y", RULES)
)
CLOSURE = FAMILIES.record(
    Family(
        "closure",
        "cells connect directly, or through one of the cells up to z",
        "c_x_y_z iff c_x_y, or c_x_z and c_z_y, as they were before z",
        SOURCE,
    )
)


def _close(builder: Builder, its: _Closure) -> None:
    """Define which neighbours are equal, and then which cells connect, by one more cell at a time."""
    connects = its.connects
    for x, y in its.reduced.pairs():
        same = f"(= {its.reduced.name('n', x)} {its.reduced.name('n', y)})"
        connects[x, y] = builder.define(EQUAL, (x, y), its.reduced.name("q", x, y), same)
    for z in its.reduced.open_cells:
        known = {x: term for x, term in its.with_each(z).items() if term != "false"}
        for (x, here), (y, there) in combinations(known.items(), 2):
            if (x, y) in connects:
                term = any_of(connects[x, y], f"(and {here} {there})")
                connects[x, y] = builder.define(CLOSURE, (x, y, z), its.reduced.name("c", x, y, z), term)


@FAMILIES.family(
    "count",
    "a cell connects with as many cells as its number",
    "for each cell x: n_x = 1 + the number of cells y that x connects with",
    RULES,
)
def _count(its: _Closure) -> Constraints:
    for x in its.reduced.open_cells:
        others = [f"(ite {term} 1 0)" for term in its.with_each(x).values() if term != "false"]
        yield (x,), f"(= {its.reduced.name('n', x)} {plus(['1', *others])})"


@FAMILIES.shared(CONNECTED)
def _clued_region(its: _Closure) -> Constraints:
    for x in its.reduced.open_cells:
        if not its.reduced.may_be_root(x):
            clues = its.reduced.puzzle.clues
            yield (x,), any_of(*(term for y, term in its.with_each(x).items() if y in clues))


@FAMILIES.shared(WALL)
def _wall(its: _Closure) -> Constraints:
    return walls(its.reduced)


@FAMILIES.shared(CHECKERED)
def _two_colours(its: _Closure) -> Constraints:
    return two_colours(its.reduced)


def build(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
    """Encode what deduction has left open: up to N cubed over 2 constants for N cells."""
    builder = Builder(puzzle.board, MEANING | meaning(puzzle), FAMILIES.records)
    numbers = [f"n_{label}" for label in puzzle.board.labels]
    builder.declare_all(numbers, "Int")
    its = _Closure(reduce_puzzle(puzzle, candidates))
    _close(builder, its)
    builder.declare_all(colours(puzzle))
    FAMILIES.require(builder, its)
    cells = map(Value, numbers)
    return builder.script(WARSHALL.name, numbers, puzzle=puzzle, logic=logic, cells=cells)


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
