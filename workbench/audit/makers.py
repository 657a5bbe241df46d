"""Makers of puzzles that have a given answer, on boards too large for the rules to list all answers.

A maker starts from a vague puzzle, takes an answer, and changes sign after sign so that the answer breaks
fewer rules, and others more. It knows nothing of a game but its signs and rules.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, permutations

from fillomino.instance import Filling, Instance
from games.game import Game, Rectangle, rectangle, room_and_clue
from games.rooms import random_rooms

SHARES = (0.0, 0.08, 0.15, 0.25, 0.4, 0.6)
"""Of the cells of a vague puzzle such parts have signs that are no numbers, such as ``?``."""

ROUNDS = 3
"""So often the cells are gone through, until the answer breaks no rule."""

TRIED = 5
"""Signs that are tried in a cell."""

OTHERS = 3
"""So many other answers are looked at for each sign."""


class Maker(ABC):
    """What making puzzles needs to know of a game."""

    @abstractmethod
    def vague(self, height: int, width: int, chance: random.Random) -> Instance | None:
        """A puzzle that says little; ``None`` if this one is none."""

    @property
    def ways(self) -> int:
        """The number of ways in which `shaped` finds answers."""
        return 0

    def shaped(self, puzzle: Instance, way: int, chance: random.Random) -> Filling | None:
        """An answer found by the rules alone for which a vague puzzle may be told; ``None`` if none is."""
        raise NotImplementedError

    @abstractmethod
    def told(
        self,
        puzzle: Instance,
        answer: Filling,
        others: Sequence[Filling],
        share: float,
        chance: random.Random,
    ) -> Instance | None:
        """A puzzle that says more, of which an answer is a solution; ``None`` if it can't be made one.

        Args:
            puzzle: the puzzle so far.
            answer: the answer, which may break rules of clues so far.
            others: answers that are to be no solutions.
            share: the part of the cells that get a sign, at least.
            chance: the source of randomness.
        """

    @abstractmethod
    def spoilt(self, puzzle: Instance, chance: random.Random) -> Instance | None:
        """The puzzle with another sign in some cell."""


@dataclass(frozen=True, slots=True)
class GameMaker(Maker):
    """Makes puzzles of signs."""

    game: Game

    def vague(self, height: int, width: int, chance: random.Random) -> Instance | None:
        """Cells without clues, and some with signs that are no numbers."""
        signs = list(self.game.signs(height, width))
        rooms = random_rooms(height, width, chance) if self.game.rooms else [""] * (height * width)
        start = Rectangle(self.game, height, width, tuple(room + signs[0] for room in rooms))
        blanks = [self.game.blank(start, cell) or start.signs[cell] for cell in start.cells]
        loose = [sign for sign in signs[1:] if not sign.isdecimal()]
        share = chance.choice(SHARES) if loose else 0.0
        made = (
            room + chance.choice(loose) if chance.random() < share else blank
            for room, blank in zip(rooms, blanks, strict=True)
        )
        puzzle = Rectangle(self.game, height, width, tuple(made))
        return puzzle if self.game.complaint(puzzle) is None else None

    @property
    def ways(self) -> int:
        """From any number to any other."""
        return len(self.game.values) * (len(self.game.values) - 1)

    def shaped(self, puzzle: Instance, way: int, chance: random.Random) -> Filling | None:
        """Begin with one number everywhere; give place after place another if no more rules of shape break.

        That number is given wherever it can be, as much of an answer is in games with few solutions.
        """
        own = rectangle(puzzle)
        number, new = list(permutations(self.game.values, 2))[way]
        answer = (number,) * own.places.size
        broken = len(own.shape_broken(answer))
        for _ in range(ROUNDS):
            before = answer
            for place in chance.sample(range(len(answer)), len(answer)):
                other = (*answer[:place], new, *answer[place + 1 :])
                if other != answer and (its := len(own.shape_broken(other))) <= broken:
                    answer, broken = other, its
            if answer == before:
                break
        return None if broken else answer

    def told(
        self,
        puzzle: Instance,
        answer: Filling,
        others: Sequence[Filling],
        share: float,
        chance: random.Random,
    ) -> Instance | None:
        """First signs with which the answer breaks no rule; then such as others of its shape break.

        What breaks a rule of shape alone is left to that rule, so that an encoding without it is found out.
        """
        own = self._fitted(rectangle(puzzle), answer, chance)
        if own is None:
            return None
        order = chance.sample(own.cells, len(own.cells))
        for cell in order[: int(share * len(order))]:
            own = next(self._kept(own, cell, answer, chance), own)
        for cell in order:
            near = self._near(own, cell, answer, others, chance)
            if alive := [other for other in near if not (own.clues_broken(other) or own.shape_broken(other))]:
                kept = self._kept(own, cell, answer, chance)
                own = next((new for new in kept if any(map(new.clues_broken, alive))), own)
        return own

    def _fitted(self, puzzle: Rectangle, answer: Filling, chance: random.Random) -> Rectangle | None:
        """The puzzle with other signs, where an answer breaks rules, until it breaks none."""
        broken = puzzle.clues_broken(answer)
        for _ in range(ROUNDS * len(puzzle.cells)):
            if not broken:
                return puzzle
            about = chance.choice(broken).places if puzzle.places.grid is not None else ()
            cell = chance.choice(about or puzzle.cells)
            for other in self._changed(puzzle, cell, chance, keep_layout=True):
                its = other.clues_broken(answer)
                if len(its) < len(broken) and self.game.complaint(other) is None:
                    puzzle, broken = other, its
                    break
        return None

    def _kept(
        self, puzzle: Rectangle, cell: int, answer: Filling, chance: random.Random
    ) -> Iterator[Rectangle]:
        """Puzzles with another sign in a cell of which an answer is a solution; some are tried."""
        for other in islice(self._changed(puzzle, cell, chance, keep_layout=True), TRIED):
            if not other.clues_broken(answer) and self.game.complaint(other) is None:
                yield other

    def _changed(
        self, puzzle: Rectangle, cell: int, chance: random.Random, *, keep_layout: bool = False
    ) -> Iterator[Rectangle]:
        """The puzzles with another sign in a cell, in random order, unchecked."""
        layout = self.game.layout(puzzle)
        signs = self.game.signs(puzzle.height, puzzle.width)
        room = room_and_clue(puzzle.signs[cell])[0] if self.game.rooms else ""
        for sign in chance.sample(signs, len(signs)):
            if room + sign != puzzle.signs[cell]:
                other = puzzle.replace((*puzzle.signs[:cell], room + sign, *puzzle.signs[cell + 1 :]))
                if not keep_layout or self.game.layout(other) == layout:
                    yield other

    def _near(
        self, puzzle: Rectangle, cell: int, answer: Filling, others: Sequence[Filling], chance: random.Random
    ) -> list[Filling]:
        """Some other answers; where cells are places, also those with another number here."""
        near = chance.sample(others, min(OTHERS, len(others)))
        if puzzle.places.grid is not None:
            changed = (number for number in self.game.values if number != answer[cell])
            near += [(*answer[:cell], number, *answer[cell + 1 :]) for number in changed]
        return near

    def spoilt(self, puzzle: Instance, chance: random.Random) -> Instance | None:
        """One sign is any other."""
        own = rectangle(puzzle)
        made = self._changed(own, chance.choice(own.cells), chance)
        return next((other for other in made if self.game.complaint(other) is None), None)
