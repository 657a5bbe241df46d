"""Regions as a transitive closure, by Warshall's algorithm written out as definitions."""

from __future__ import annotations

from encoder.builder import Builder
from encoder.decode import block_integers, decode_numbers
from encoder.encoding import Encoding
from encoder.parts.integers import CANDIDATES, WALL, numbers_of, part_by_walls_and_colours
from encoder.parts.reduced import reaches, reduce_puzzle
from encoder.parts.variants import CHECKERED, CONNECTED
from encoder.script import PuzzleScript
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Puzzle
from smtlib.script import Family
from smtlib.terms import any_of, plus

SOURCE = "S. Warshall, A theorem on Boolean matrices, 1962"
EQUAL = Family("equal", "neighbours are equal", "for neighbours x, y: q_x_y iff n_x = n_y", "the rules")
CLOSURE = Family(
    "closure",
    "cells connect directly, or through one of the cells up to z",
    "c_x_y_z iff c_x_y, or c_x_z and c_z_y, as they were before z",
    SOURCE,
)
COUNT = Family(
    "count",
    "a cell connects with as many cells as its number says",
    "for each cell x: n_x = 1 + the number of cells y that x connects with",
    "the rules",
)
FAMILIES = (CANDIDATES, EQUAL, CLOSURE, COUNT, WALL, CONNECTED, CHECKERED)
MEANING = {
    "n_x": "the number of cell x",
    "q_x_y": "neighbours x and y hold the same number",
    "c_x_y_z": "x connects with y through cells up to z, by equal numbers",
}


def build(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
    """Encode what deduction has left open: up to N cubed over 2 constants for N cells."""
    reduced = reduce_puzzle(puzzle, candidates)
    builder = Builder(puzzle.board, meaning=dict(MEANING))
    numbers = numbers_of(builder, reduced)
    connects = dict.fromkeys(reaches(reduced), "false")
    for x, y in reduced.pairs():
        name = f"q_{reduced.label(x)}_{reduced.label(y)}"
        connects[x, y] = builder.define(EQUAL, (x, y), name, f"(= {numbers[x]} {numbers[y]})")
    near: dict[int, list[int]] = {x: [] for x in reduced.open_cells}
    for x, y in connects:
        near[x].append(y)
        near[y].append(x)
    for z in reduced.open_cells:
        known = {x: connects[min(x, z), max(x, z)] for x in sorted(near[z])}
        known = {x: term for x, term in known.items() if term != "false"}
        for x in known:
            for y in known:
                if x < y and (x, y) in connects:
                    through = f"(and {known[x]} {known[y]})"
                    name = f"c_{reduced.label(x)}_{reduced.label(y)}_{reduced.label(z)}"
                    connects[x, y] = builder.define(CLOSURE, (x, y, z), name, any_of(connects[x, y], through))
    for x in reduced.open_cells:
        terms = [connects[min(x, y), max(x, y)] for y in sorted(near[x])]
        total = plus(["1", *(f"(ite {term} 1 0)" for term in terms if term != "false")])
        builder.require(COUNT, (x,), f"(= {numbers[x]} {total})")
        if not reduced.may_be_root(x):
            clues = [connects[min(x, y), max(x, y)] for y in sorted(near[x]) if y in puzzle.clues]
            builder.require(CONNECTED, (x,), any_of(*clues))
    part_by_walls_and_colours(builder, reduced, numbers)
    return builder.script(WARSHALL.name, numbers, puzzle=puzzle, logic=logic)


WARSHALL = Encoding(
    name="warshall",
    title="the transitive closure of equal neighbours, and its counts",
    idea=(
        "Two cells share a region iff a path of equal numbers connects them. Warshall's algorithm finds "
        "that for all pairs, admitting one more cell on the paths at a time; written out, each step is a "
        "definition. Then a cell connects with as many cells as its number says. One model a filling."
    ),
    logics=("QF_LIA", "QF_UFLIA"),
    families=FAMILIES,
    source=SOURCE,
    build=build,
    decode=decode_numbers,
    block=block_integers,
)
