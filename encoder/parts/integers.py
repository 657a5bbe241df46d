"""Numbers as integers: one in each cell within its candidates, walls, colours."""

from __future__ import annotations

from encoder.families import RULES, Constraints
from encoder.parts.arithmetic import INTEGERS, Arithmetic
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
    found: list[tuple[int, int]] = []
    past = 0
    while mask:
        first = past + (mask & -mask).bit_length() - 1
        mask >>= first - past
        past = first + (~mask & mask + 1).bit_length() - 1
        mask >>= past - first
        found.append((first, past - 1))
    return found


def admitted(name: str, mask: int, arithmetic: Arithmetic = INTEGERS) -> str:
    """Return the term "this constant is a number of the mask"."""
    at_most, number = arithmetic.at_most, arithmetic.number
    return disjunction(
        [
            f"(= {name} {number(first)})"
            if first == last
            else f"(and ({at_most} {number(first)} {name}) ({at_most} {name} {number(last)}))"
            for first, last in ranges(mask)
        ]
    )


def candidates_left(reduced: ReducedPuzzle) -> Constraints:
    """Yield the constraints of `CANDIDATES`."""
    for x, mask in enumerate(reduced.masks):
        yield (x,), admitted(f"n_{reduced.label(x)}", mask)


def walls(reduced: ReducedPuzzle) -> Constraints:
    """Yield the constraints of `WALL`."""
    for x, y in sorted(reduced.puzzle.walls):
        yield (x, y), f"(not (= n_{reduced.label(x)} n_{reduced.label(y)}))"


def two_colours(reduced: ReducedPuzzle) -> Constraints:
    """Yield the constraints of the variant *checkered*."""
    return checkered(reduced.puzzle, lambda x, y: f"(= n_{reduced.label(x)} n_{reduced.label(y)})")
