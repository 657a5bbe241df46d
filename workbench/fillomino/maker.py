"""Fillominos made for an answer that another encoding gives (`workbench.audit.against`)."""

from __future__ import annotations

import random

from fillomino.board import rectangle
from fillomino.instance import Filling, Instance
from fillomino.puzzle import Puzzle, as_fillomino
from workbench.audit.against import Maker


class FillominoMaker(Maker):
    """Makes puzzles of clues."""

    def vague(self, height: int, width: int, chance: random.Random) -> Instance:
        """A board without clues."""
        del chance
        return Puzzle(rectangle(height, width), {})

    def cells(self, puzzle: Instance) -> range:
        """The cells of the board."""
        return range(puzzle.places.size)

    def told(self, puzzle: Instance, cell: int, answer: Filling, chance: random.Random) -> Instance:
        """The clue is the answer's number."""
        del chance
        own = as_fillomino(puzzle, "audit")
        return own.replace(clues={**own.clues, cell: answer[cell]})

    def spoilt(self, puzzle: Instance, chance: random.Random) -> Instance | None:
        """One clue is another number."""
        own = as_fillomino(puzzle, "audit")
        if not own.clues:
            return None
        cell = chance.choice(sorted(own.clues))
        return own.replace(clues={**own.clues, cell: chance.randint(1, min(6, own.board.size))})
