"""Shared parts of all pictures: colours of regions, and how numbers are written."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from fillomino.board import Board
from fillomino.checkered import two_colours
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import regions

PALETTE = ("#fbe3c0", "#cfe6f5", "#d9ecc8", "#f3d3de", "#e3dcf2", "#f6f1b8", "#d5e9e4", "#e6e2da")
"""Light enough for black text; neighbours in the list also differ in lightness, for the colour-blind."""


def colours_of(puzzle: Puzzle, filling: Filling) -> tuple[int | None, ...]:
    """The colours of a filling: the two of a checkered puzzle where they do, else those of its regions."""
    if puzzle.checkered and 0 not in filling:
        two = two_colours(puzzle.board, filling)
        if two is not None:
            return two
    return region_colours(puzzle.board, filling)


def region_colours(board: Board, filling: Filling) -> tuple[int | None, ...]:
    """For each cell the index of its region's colour; ``None`` where the cell is empty.

    Greedy, largest region first, the colour least used among those not next to it; on
    boards that need more colours than the palette has, indices go on beyond it.
    """
    colour: list[int | None] = [None] * board.size
    used = [0] * len(PALETTE)
    for region in sorted(regions(board, filling), key=lambda cells: (-len(cells), cells)):
        if filling[region[0]] == 0:
            continue
        beside = {colour[y] for x in region for y in board.neighbours[x]}
        free = [index for index in range(len(used)) if index not in beside]
        if not free:
            free = [len(used)]
            used.append(0)
        best = min(free, key=lambda index: (used[index], index))
        used[best] += 1
        for x in region:
            colour[x] = best
    return tuple(colour)


SIDE = 40
"""Side of a square cell, and distance of two hexagons, in pixels."""


MARKED = "#ffd24d"
"""The background of marked cells, stronger than that of any region."""


@dataclass(frozen=True, slots=True)
class Pen:
    """A puzzle to draw, or a filling of it.

    Attributes:
        puzzle: the puzzle.
        filling: the filling, ``None`` to draw the puzzle alone.
        fills: for each cell its background colour.
    """

    puzzle: Puzzle
    filling: Filling | None
    fills: tuple[str, ...]

    def number(self, cell: int, x: float, y: float) -> list[str]:
        """The number of a cell in the middle of a place; nothing for an empty cell."""
        puzzle, filling = self.puzzle, self.filling
        number = puzzle.clues.get(cell, 0) if filling is None else filling[cell]
        shown = str(number) if number else "?" if cell in puzzle.unknown else ""
        if not shown:
            return []
        return [text_element(shown, x, y, clue=cell in puzzle.clues or shown == "?")]


def text_element(
    content: str, x: float, y: float, size: float | None = None, *, clue: bool = False, colour: str = ""
) -> str:
    """An SVG text in the middle of a place, by default as large as a number that fills a cell."""
    size = size or SIDE * (0.55 if len(content) < 3 else 0.38)
    kind, style = ' class="clue"' if clue else "", f' style="fill:{colour}"' if colour else ""
    return f'<text{kind} x="{x:g}" y="{y:g}" dy=".35em" font-size="{size:.3g}"{style}>{content}</text>'


def pen(puzzle: Puzzle, filling: Filling | None, marked: Collection[int] = ()) -> Pen:
    """Return a pen for a puzzle or filling; `marked` cells are highlighted."""
    size = puzzle.board.size
    if filling is None:
        return Pen(puzzle, None, tuple(MARKED if cell in marked else "#fff" for cell in range(size)))
    indices = colours_of(puzzle, filling)
    fills = ("#fff" if index is None else PALETTE[index % len(PALETTE)] for index in indices)
    return Pen(puzzle, filling, tuple(MARKED if x in marked else fill for x, fill in enumerate(fills)))
