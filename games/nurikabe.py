"""Nurikabe: shade a stream around islands, each of which has the size of its one clue.

Sources agree on the rules, but not all say whether there has to be a stream; here an island may cover the
whole board. A clue ``?`` is that of an island of any size.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fillomino.instance import Filling
from games.game import NUMBER, Broken, Game, Rectangle


class Nurikabe(Game):
    """Clues of islands in a stream."""

    name, title = "nurikabe", "Nurikabe"
    values = {0: "island", 1: "stream"}
    rules = {
        "connected": "the stream is connected",
        "pool": "no block of two by two cells is all stream",
        "clue": "a cell with a clue lies in an island",
        "no-clue": "each island has a clue",
        "two-clues": "no island has two clues",
        "size": "an island has as many cells as its clue says",
    }
    pattern = rf"{NUMBER}|\?"

    def signs(self, height: int, width: int) -> Sequence[str]:
        """An empty cell, ``?``, and the numbers up to the number of cells, at most 9."""
        return [".", "?", *map(str, range(1, min(height * width, 9) + 1))]

    def shape(self, puzzle: Rectangle, answer: Filling) -> Iterator[Broken]:
        """The stream is connected and has no pools."""
        parts = puzzle.parts(cell for cell in puzzle.cells if answer[cell])
        if len(parts) > 1:
            yield Broken("connected", "a part of the stream is cut off", min(parts[1:], key=len))
        for block in puzzle.blocks:
            if all(answer[cell] for cell in block):
                yield Broken("pool", "a block of two by two cells is all stream", block)

    def clues(self, puzzle: Rectangle, answer: Filling) -> Iterator[Broken]:
        """Each island has one clue, and its size."""
        signs = puzzle.signs
        for cell in puzzle.cells:
            if answer[cell] and signs[cell] != ".":
                yield Broken("clue", "a clue lies in the stream", (cell,))
        for island in puzzle.parts(cell for cell in puzzle.cells if not answer[cell]):
            clues = [cell for cell in island if signs[cell] != "."]
            if not clues:
                yield Broken("no-clue", "an island has no clue", island)
            elif len(clues) > 1:
                yield Broken("two-clues", "an island has more than one clue", clues)
            elif signs[clues[0]] not in ("?", str(len(island))):
                text = f"an island of {len(island)} has the clue {signs[clues[0]]}"
                yield Broken("size", text, island)


GAME = Nurikabe()
