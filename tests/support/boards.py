"""Small boards for tests: all rectangles up to a size, and odd ones."""

from __future__ import annotations

from pathlib import Path

from fillomino import formats
from fillomino.board import Board, from_links, rectangle
from fillomino.puzzle import Puzzle


def read(path: Path) -> Puzzle:
    """The puzzle in a file."""
    return formats.read_bytes(path.read_bytes(), source=str(path)).puzzle


def rectangles(cells: int) -> list[Board]:
    """Every rectangle of exactly so many cells, both ways up."""
    return [rectangle(height, cells // height) for height in range(1, cells + 1) if cells % height == 0]


ODD = {
    "corner hole": rectangle(2, 3, {(0, 0)}),
    "isolated cell": rectangle(1, 4, {(0, 2)}),
    "ring": rectangle(3, 3, {(1, 1)}),
    "triangle with a tail": from_links(
        "ABCD", [(0, 1), (1, 2), (0, 2), (2, 3)], [(0, 0), (1, 0), (0, 1), (0, 2)]
    ),
    "star": from_links("CNESW", [(0, 1), (0, 2), (0, 3), (0, 4)]),
    "complete graph": from_links("ABCDE", [(x, y) for x in range(5) for y in range(x)]),
    "no links": from_links("AB", []),
}
