"""The boards of an audit, in order of size."""

from __future__ import annotations

from collections.abc import Iterator

from fillomino.board import Board, from_links, rectangle

ODD: tuple[tuple[str, Board], ...] = (
    ("two cells apart", from_links("AB", [])),
    ("triangle", from_links("ABC", [(0, 1), (1, 2), (0, 2)])),
    ("a cell apart", rectangle(1, 4, {(0, 2)})),
    ("triangle with a tail", from_links("ABCD", [(0, 1), (1, 2), (0, 2), (2, 3)])),
    ("every cell beside every other", from_links("ABCD", [(x, y) for x in range(4) for y in range(x)])),
    ("corner without a cell", rectangle(2, 3, {(0, 0)})),
    ("star", from_links("CNESW", [(0, 1), (0, 2), (0, 3), (0, 4)])),
    ("ring of five", from_links("ABCDE", [(x, (x + 1) % 5) for x in range(5)])),
    ("ring around a hole", rectangle(3, 3, {(1, 1)})),
)
"""Boards that are no full rectangles: parts, triangles, rings, a cell with many neighbours."""


def rectangles(cells: int) -> Iterator[tuple[str, Board]]:
    """The rectangles of exactly so many cells, with their names.

    A column is left out: its cells have the names and neighbours of a row's, so its script is the same.
    """
    for height in range(1, cells + 1):
        if cells % height == 0 and (height < cells or cells == 1):
            yield f"{height}x{cells // height}", rectangle(height, cells // height)


def boards(most: int) -> list[tuple[str, Board]]:
    """All boards of up to so many cells: by size, rectangles first."""
    found: list[tuple[str, Board]] = []
    for cells in range(1, most + 1):
        found += rectangles(cells)
        found += [(name, board) for name, board in ODD if board.size == cells]
    return found
