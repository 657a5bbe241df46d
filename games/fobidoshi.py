"""Fobidoshi (forbidden four): draw circles that are connected, never four in a row.

Sources agree that no line has four circles in a row, across or down, and that all circles are connected by
sides. None says whether a board may be without circles; here it may, where none is given. In some puzzles an
``x`` marks a cell without a circle.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fillomino.instance import Filling
from games.game import Broken, Game, Rectangle


class Fobidoshi(Game):
    """Some circles, to which others are added."""

    name, title = "fobidoshi", "Fobidoshi"
    values = {0: "no circle", 1: "circle"}
    rules = {
        "connected": "the circles are connected",
        "four": "no four circles stand in a row",
        "circle": "a cell with a given circle has one",
        "cross": "a cell with a cross has no circle",
    }
    shades = {1: "o"}

    def signs(self, height: int, width: int) -> Sequence[str]:
        """An empty cell, a circle, a cross."""
        return [".", "o", "x"]

    def shape(self, puzzle: Rectangle, answer: Filling) -> Iterator[Broken]:
        """Circles are connected, and no four stand in a row."""
        parts = puzzle.parts(cell for cell in puzzle.cells if answer[cell])
        if len(parts) > 1:
            yield Broken("connected", "circles are cut off from the first", min(parts[1:], key=len))
        for line in puzzle.rows + puzzle.columns:
            for start in range(len(line) - 3):
                four = line[start : start + 4]
                if all(answer[cell] for cell in four):
                    yield Broken("four", "four circles stand in a row", four)

    def clues(self, puzzle: Rectangle, answer: Filling) -> Iterator[Broken]:
        """Given circles and crosses stay."""
        for cell, sign in enumerate(puzzle.signs):
            if sign == "o" and not answer[cell]:
                yield Broken("circle", "a given circle is missing", (cell,))
            if sign == "x" and answer[cell]:
                yield Broken("cross", "a circle is on a cross", (cell,))


GAME = Fobidoshi()
