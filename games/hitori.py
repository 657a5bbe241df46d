"""Hitori: shade cells so that no number is seen twice in a row or column.

Sources disagree on whether all cells may stay white where no number is twice in a line: puzz.link wants a
shaded cell, these rules do not. A published puzzle may hold numbers beyond its size.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fillomino.instance import Filling
from games.game import NUMBER, Broken, Game, Rectangle


class Hitori(Game):
    """Numbers, of which some are shaded."""

    name, title = "hitori", "Hitori"
    values = {0: "white", 1: "shaded"}
    rules = {
        "apart": "no two shaded cells are side by side",
        "connected": "the white cells are connected",
        "once": "no row or column holds a number twice in white cells",
    }
    pattern = NUMBER

    def signs(self, height: int, width: int) -> Sequence[str]:
        """The numbers up to one beyond the longer side."""
        return [str(number) for number in range(1, max(height, width) + 2)]

    def blank(self, puzzle: Rectangle, cell: int) -> str:
        """A number that no other cell has, another for each cell."""
        count = len(puzzle.signs)
        others = {sign for other, sign in enumerate(puzzle.signs) if other != cell}
        return next(str(number) for number in range(cell + 1, 10_000, count) if str(number) not in others)

    def shape(self, puzzle: Rectangle, answer: Filling) -> Iterator[Broken]:
        """Shaded cells are apart, white ones connected."""
        for cell, beside in puzzle.pairs:
            if answer[cell] and answer[beside]:
                yield Broken("apart", "two shaded cells are side by side", (cell, beside))
        parts = puzzle.parts(cell for cell in puzzle.cells if not answer[cell])
        if len(parts) > 1:
            yield Broken("connected", "white cells are cut off from the first", min(parts[1:], key=len))

    def clues(self, puzzle: Rectangle, answer: Filling) -> Iterator[Broken]:
        """No number is twice in the white cells of a line."""
        signs = puzzle.signs
        for line in puzzle.rows + puzzle.columns:
            seen: dict[str, int] = {}
            for cell in line:
                if not answer[cell]:
                    other = seen.setdefault(signs[cell], cell)
                    if other != cell:
                        yield Broken("once", f"{signs[cell]} is twice in a line", (other, cell))


GAME = Hitori()
