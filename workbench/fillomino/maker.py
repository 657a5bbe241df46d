"""Fillominos made for an answer that another encoding gives (`workbench.audit.against`)."""

from __future__ import annotations

import random
from collections.abc import Sequence

from fillomino.board import rectangle
from fillomino.instance import Filling, Instance
from fillomino.puzzle import Puzzle, as_fillomino
from workbench.audit.makers import Maker


class FillominoMaker(Maker):
    """Makes puzzles of clues."""

    def vague(self, height: int, width: int, chance: random.Random) -> Instance:
        """A board without clues."""
        del chance
        return Puzzle(rectangle(height, width), {})

    def told(
        self,
        puzzle: Instance,
        answer: Filling,
        others: Sequence[Filling],
        share: float,
        chance: random.Random,
    ) -> Instance:
        """More clues, numbers of the answer: in some cells, and in one where another answer differs."""
        own = as_fillomino(puzzle, "audit")
        cells = chance.sample(range(len(answer)), int(share * len(answer)))
        for other in others:
            if all(other[cell] == answer[cell] for cell in cells):
                cells.append(chance.choice([x for x, number in enumerate(other) if number != answer[x]]))
        return own.replace(clues={**own.clues, **{cell: answer[cell] for cell in cells}})

    def spoilt(self, puzzle: Instance, chance: random.Random) -> Instance | None:
        """One clue is another number."""
        own = as_fillomino(puzzle, "audit")
        if not own.clues:
            return None
        cell = chance.choice(sorted(own.clues))
        return own.replace(clues={**own.clues, cell: chance.randint(1, min(6, own.board.size))})
