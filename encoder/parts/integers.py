"""Numbers as integers: one in each cell within its candidates, walls, colours."""

from __future__ import annotations

from encoder.builder import Builder
from encoder.parts.reduced import ReducedPuzzle
from fillomino.graph import bits
from smtlib.script import Family
from smtlib.terms import disjunction

CANDIDATES = Family(
    "candidates", "a number is one of those left", "for each cell x: n_x in its candidates", "the rules"
)
WALL = Family("wall", "cells parted by a given wall differ", "for each wall: not n_x = n_y", "the rules")


def ranges(mask: int) -> list[tuple[int, int]]:
    """The numbers of a candidate mask as ranges of consecutive ones, ``(first, last)``, ascending."""
    found: list[tuple[int, int]] = []
    for number in bits(mask):
        if found and found[-1][1] == number - 1:
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return found


def admitted(name: str, mask: int) -> str:
    """The term "this integer is a number of the mask"."""
    return disjunction(
        [
            f"(= {name} {first})" if first == last else f"(and (<= {first} {name}) (<= {name} {last}))"
            for first, last in ranges(mask)
        ]
    )


def numbers_of(builder: Builder, reduced: ReducedPuzzle) -> list[str]:
    """Declare the number of each cell, within its candidates; returns their names."""
    names = [builder.declare(f"n_{label}", "Int") for label in reduced.puzzle.board.labels]
    for x, mask in enumerate(reduced.masks):
        builder.require(CANDIDATES, (x,), admitted(names[x], mask))
    return names


def part_by_walls_and_colours(builder: Builder, reduced: ReducedPuzzle, numbers: list[str]) -> None:
    """Require the given walls, and the variant *checkered* if the puzzle is one."""
    for x, y in sorted(reduced.puzzle.walls):
        builder.require(WALL, (x, y), f"(not (= {numbers[x]} {numbers[y]}))")
    builder.two_colours(reduced.puzzle, lambda x, y: f"(= {numbers[x]} {numbers[y]})")
