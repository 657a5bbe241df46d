"""Slitherlink: draw one loop along the sides of cells; a number says how many sides of its cell it takes.

Sources agree that the loop is single and neither branches nor crosses. Some accept a board without a line
where all numbers are 0; here there must be a loop. A ``?`` says nothing; a 4 is a loop around its cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from fillomino.board import Board
from fillomino.instance import Filling
from games.drawing import table
from games.game import MOST, Broken, Game, Rectangle, joining, too_large
from games.geometry import cell_sides, lines


class Slitherlink(Game):
    """A loop between points; its places are the lines ``r0c0-r0c1`` from point to point."""

    name, title = "slitherlink", "Slitherlink"
    values = {0: "no line", 1: "line"}
    rules = {
        "degree": "at each point no line meets, or two",
        "loop": "the lines are one loop",
        "number": "a cell has as many lines as its number says",
    }
    pattern = r"\?"

    def signs(self, height: int, width: int) -> Sequence[str]:
        """An empty cell, or a number of sides."""
        return [".", "0", "1", "2", "3", "4"]

    def places(self, puzzle: Rectangle) -> Board:
        """The lines, those to the right first, row by row."""
        ends = lines(puzzle.height, puzzle.width)
        return joining(ends, ["-".join(f"r{row}c{column}" for row, column in both) for both in ends])

    def candidates(self, puzzle: Rectangle) -> Iterable[Filling]:
        """The border of each set of cells: every loop is that of the cells inside it."""
        if 2 ** len(puzzle.cells) > MOST:
            raise too_large(puzzle)
        sides = cell_sides(puzzle.height, puzzle.width)
        for inside in product((0, 1), repeat=len(puzzle.cells)):
            answer = [0] * puzzle.places.size
            for cell in puzzle.cells:
                if inside[cell]:
                    for line in sides[cell]:
                        answer[line] ^= 1
            yield tuple(answer)

    def shape(self, puzzle: Rectangle, answer: Filling) -> Iterator[Broken]:
        """The lines are one loop."""
        at: dict[tuple[int, int], list[int]] = {}
        for line, ends in enumerate(lines(puzzle.height, puzzle.width)):
            if answer[line]:
                for point in ends:
                    at.setdefault(point, []).append(line)
        for (row, column), its in at.items():
            if len(its) != 2:
                yield Broken("degree", f"{len(its)} lines meet at r{row}c{column}", its)
        drawn = {line for line, value in enumerate(answer) if value}
        part = sorted(drawn)[:1]
        drawn.difference_update(part)
        for line in part:
            beside = drawn.intersection(puzzle.places.neighbours[line])
            drawn -= beside
            part += beside
        if drawn or not part:
            yield Broken(
                "loop", "there is more than one loop" if drawn else "there is no line", sorted(drawn)
            )

    def clues(self, puzzle: Rectangle, answer: Filling) -> Iterator[Broken]:
        """A number is the number of sides that belong to the loop."""
        sides = cell_sides(puzzle.height, puzzle.width)
        for cell, number in puzzle.numbers.items():
            has = sum(answer[line] for line in sides[cell])
            if has != number:
                yield Broken("number", f"a cell of {number} has {has} lines", sides[cell])

    def draw(self, puzzle: Rectangle, answer: Filling | None) -> str:
        """The points and numbers, with the lines of an answer."""
        drawn = {
            ends
            for line, ends in enumerate(lines(puzzle.height, puzzle.width))
            if answer is not None and answer[line]
        }
        labels = [" " if sign in ".?" else sign for sign in puzzle.signs]
        return table(puzzle.height, puzzle.width, labels, drawn, "·")


GAME = Slitherlink()
