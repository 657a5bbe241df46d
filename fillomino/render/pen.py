"""Shared parts of all pictures: colours of cells and how numbers are written."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from fillomino.puzzle import Filling, Puzzle
from fillomino.render.region_colours import PALETTE, colours_of

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
