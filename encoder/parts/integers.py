"""What encodings in integers have in common: a number in each cell, walls, colours."""

from __future__ import annotations

from encoder.builder import Builder
from encoder.parts.reduced import Ground, admitted
from smtlib.script import Family

CANDIDATES = Family(
    "candidates", "a number is one of those left", "for each cell x: n_x in its candidates", "the rules"
)
WALL = Family("wall", "cells parted by a given wall differ", "for each wall: not n_x = n_y", "the rules")


def numbers_of(builder: Builder, land: Ground) -> list[str]:
    """Declare the number of each cell, within its candidates; returns their names."""
    names = [builder.declare(f"n_{label}", "Int") for label in land.puzzle.board.labels]
    for x, mask in enumerate(land.masks):
        builder.require(CANDIDATES, (x,), admitted(names[x], mask))
    return names


def part_by_walls_and_colours(builder: Builder, land: Ground, numbers: list[str]) -> None:
    """Say the given walls, and the variant *checkered* if the puzzle is one."""
    for x, y in sorted(land.puzzle.walls):
        builder.require(WALL, (x, y), f"(not (= {numbers[x]} {numbers[y]}))")
    builder.two_colours(land.puzzle, lambda x, y: f"(= {numbers[x]} {numbers[y]})")
