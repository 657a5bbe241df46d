"""Numbers as integers: one in each cell within its candidates, walls, colours."""

from __future__ import annotations

from encoder.builder import Builder
from encoder.cells import Value
from encoder.families import RULES, Constraints
from encoder.parts.reduced import ReducedPuzzle
from encoder.parts.variants import checkered
from smtlib.script import Family
from smtlib.terms import disjunction

CANDIDATES = Family(
    "candidates", "a number is one of those left", "for each cell x: n_x in its candidates", RULES
)
WALL = Family("wall", "cells parted by a given wall differ", "for each wall: not n_x = n_y", RULES)


def ranges(mask: int) -> list[tuple[int, int]]:
    """The numbers of a candidate mask as ranges of consecutive ones, ``(first, last)``, ascending."""
    pairs: list[tuple[int, int]] = []
    past = 0
    while mask:
        first = past + (mask & -mask).bit_length() - 1
        mask >>= first - past
        past = first + (~mask & mask + 1).bit_length() - 1
        mask >>= past - first
        pairs.append((first, past - 1))
    return pairs


def declare_numbers(builder: Builder, reduced: ReducedPuzzle) -> list[Value]:
    """Declare the number of each cell; returns the terms of the cells."""
    arithmetic = reduced.arithmetic
    cells = [Value(f"n_{label}", arithmetic.number_width) for label in reduced.label]
    builder.declare_all([cell.term for cell in cells], arithmetic.number_sort)
    return cells


def candidates_left(reduced: ReducedPuzzle) -> Constraints:
    """Yield the constraints of `CANDIDATES`."""
    between, number = reduced.arithmetic.between, reduced.arithmetic.number
    for x, mask in enumerate(reduced.masks):
        n = reduced.number(x)
        ways = [
            f"(= {n} {number(first)})" if first == last else between(number(first), n, number(last))
            for first, last in ranges(mask)
        ]
        yield (x,), disjunction(ways)


def equal_numbers(reduced: ReducedPuzzle) -> Constraints:
    """Yield that neighbours which may join are equal iff their numbers are."""
    for link in reduced.links:
        a, b = reduced.label[link[0]], reduced.label[link[1]]
        yield link, f"(= q_{a}_{b} (= n_{a} n_{b}))"


def walls(reduced: ReducedPuzzle) -> Constraints:
    """Yield the constraints of `WALL`."""
    for x, y in sorted(reduced.puzzle.walls):
        yield (x, y), f"(not (= {reduced.number(x)} {reduced.number(y)}))"


def two_colours(reduced: ReducedPuzzle) -> Constraints:
    """Yield the constraints of the variant *checkered*."""
    return checkered(reduced.puzzle, lambda x, y: f"(= {reduced.number(x)} {reduced.number(y)})")
