"""Hashi (Hashiwokakero, bridges): join islands by bridges, as many at each as its number says.

Sources agree: at most two bridges join two islands, they run straight to the next island, none crosses
another, and all islands are connected. A ``?`` is an island with any number of bridges.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fillomino.board import Board
from fillomino.instance import Filling
from games.drawing import bridges
from games.game import Broken, Game, Rectangle, cells, joining
from games.geometry import crossings, pairs


class Hashi(Game):
    """Islands; the places are the pairs of islands that see each other, ``r1c1-r1c3``."""

    name, title = "hashi", "Hashi"
    values = {0: "no bridge", 1: "a bridge", 2: "two bridges"}
    rules = {
        "cross": "no two bridges cross",
        "connected": "the islands are connected",
        "number": "an island has as many bridges as its number says",
    }

    def signs(self, height: int, width: int) -> Sequence[str]:
        """Water, or an island with a number, ``?`` for any."""
        return [".", "?", "1", "2", "3", "4", "5", "6", "7", "8"]

    def layout(self, puzzle: Rectangle) -> tuple[str, ...]:
        """Where the islands are."""
        return tuple("." if sign == "." else "?" for sign in puzzle.signs)

    def places(self, puzzle: Rectangle) -> Board:
        """The pairs of islands, those in rows first; two touch if they have an island in common."""
        names = cells(puzzle.height, puzzle.width).names
        return joining(pairs(puzzle), [f"{names[one]}-{names[other]}" for one, other in pairs(puzzle)])

    def shape(self, puzzle: Rectangle, answer: Filling) -> Iterator[Broken]:
        """Bridges do not cross, and connect all islands."""
        for one, other in crossings(puzzle):
            if answer[one] and answer[other]:
                yield Broken("cross", "two bridges cross", (one, other))
        islands = [cell for cell, sign in enumerate(puzzle.signs) if sign != "."]
        reached = set(islands[:1])
        joined = [pair for pair, value in zip(pairs(puzzle), answer, strict=True) if value]
        while new := {cell for pair in joined if reached & {*pair} for cell in pair} - reached:
            reached |= new
        if left := [cell for cell in islands if cell not in reached]:
            at = cells(puzzle.height, puzzle.width).names[left[0]]
            yield Broken("connected", f"the island {at} is not connected with the first")

    def clues(self, puzzle: Rectangle, answer: Filling) -> Iterator[Broken]:
        """Each island has its number of bridges."""
        has = dict.fromkeys(puzzle.numbers, 0)
        for value, pair in zip(answer, pairs(puzzle), strict=True):
            for cell in pair:
                if cell in has:
                    has[cell] += value
        for cell, number in puzzle.numbers.items():
            if has[cell] != number:
                its = [place for place, pair in enumerate(pairs(puzzle)) if cell in pair]
                yield Broken("number", f"an island of {number} has {has[cell]} bridges", its)

    def guesses(self, puzzle: Rectangle) -> Iterator[Filling]:
        """Answers that give no island more bridges than its number, and all that it has, at its last pair."""
        joined = pairs(puzzle)
        last = {cell: place for place, pair in enumerate(joined) for cell in pair}
        todo: list[tuple[Filling, dict[int, int]]] = [((), dict(puzzle.numbers))]
        while todo:
            answer, missing = todo.pop()
            place = len(answer)
            if place == len(joined):
                yield answer
                continue
            for value in (2, 1, 0):
                ends = {cell: missing[cell] - value for cell in joined[place] if cell in missing}
                if all(left >= 0 and (not left or last[cell] > place) for cell, left in ends.items()):
                    todo.append(((*answer, value), missing | ends))

    def draw(self, puzzle: Rectangle, answer: Filling | None) -> str:
        """The islands, with the bridges of an answer."""
        labels = ["·" if sign == "." else sign for sign in puzzle.signs]
        built = zip(pairs(puzzle), answer or [], strict=answer is not None)
        drawn = [(*pair, value) for pair, value in built if value]
        return bridges(puzzle.height, puzzle.width, labels, drawn)


GAME = Hashi()
