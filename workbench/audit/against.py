"""An audit against another encoding, on boards too large for the rules to list all answers.

Puzzles are made for answers. The other encoding gives an answer of a puzzle that says little, with some
places fixed at random; signs are added for it until few answers are left, all of which the other encoding
gives. The rules check each of them; that there are no more is the word of the other encoding, which the
subject may contradict.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from drivers.answer import Sat
from drivers.backend import run
from drivers.limits import Limits
from drivers.solver import Solver
from encoder.encoding import Encoding
from encoder.errors import DecodeError
from encoder.script import cells_of, decode
from fillomino.errors import FillominoError, InputError
from fillomino.instance import Filling, Instance
from games.game import Game, Rectangle, room_and_clue
from games.rooms import random_rooms
from smtlib.render import driver
from workbench.audit.course import Course, Stage
from workbench.methods.encodings import best_logic
from workbench.methods.method import Question, Status
from workbench.methods.smt import SmtMethod

FEW = 24
"""Most solutions of a puzzle."""

SIZES = ((5, 5), (4, 7), (6, 6), (8, 8), (10, 10))
"""Heights and widths, where none are chosen."""

PUZZLES = 12
"""So many puzzles of each size."""

SECONDS = 20.0
"""For each question to the other encoding; a puzzle that takes longer is not used."""

_TRIES = 12
_STEPS = 6
_FIXED = 0.3


class RivalError(FillominoError):
    """The encoding to compare with does not give the solutions of a puzzle, so that it can be no judge."""

    code = "no-judge"


class Maker(ABC):
    """What making puzzles needs to know of a game."""

    @abstractmethod
    def vague(self, height: int, width: int, chance: random.Random) -> Instance | None:
        """A puzzle that says little; ``None`` if this one is none."""

    @abstractmethod
    def cells(self, puzzle: Instance) -> range:
        """The cells that may get another sign."""

    @abstractmethod
    def told(self, puzzle: Instance, cell: int, answer: Filling, chance: random.Random) -> Instance:
        """The puzzle with a sign in a cell that says something true of an answer, if there is one."""

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
        share = chance.choice([0.0, 0.08, 0.15, 0.25]) if loose else 0.0
        made = (
            room + chance.choice(loose) if chance.random() < share else blank
            for room, blank in zip(rooms, blanks, strict=True)
        )
        puzzle = Rectangle(self.game, height, width, tuple(made))
        return puzzle if self.game.complaint(puzzle) is None else None

    def cells(self, puzzle: Instance) -> range:
        """All cells."""
        return _own(puzzle).cells

    def told(self, puzzle: Instance, cell: int, answer: Filling, chance: random.Random) -> Instance:
        """Try the signs of the game in random order; one that breaks no rule and moves no place is taken."""
        own = _own(puzzle)
        room = room_and_clue(own.signs[cell])[0]
        signs = list(self.game.signs(own.height, own.width)[1:])
        for sign in chance.sample(signs, len(signs)):
            other = self._with(own, cell, (room if self.game.rooms else "") + sign)
            same = other is not None and other.places.names == own.places.names
            if same and other is not None and not other.violations(answer):
                return other
        return puzzle

    def spoilt(self, puzzle: Instance, chance: random.Random) -> Instance | None:
        """One sign is any other."""
        own, cell = _own(puzzle), chance.randrange(len(_own(puzzle).cells))
        sign = chance.choice(list(self.game.signs(own.height, own.width)))
        room = room_and_clue(own.signs[cell])[0]
        return self._with(own, cell, (room if self.game.rooms else "") + sign)

    def _with(self, puzzle: Rectangle, cell: int, sign: str) -> Rectangle | None:
        signs = (*puzzle.signs[:cell], sign, *puzzle.signs[cell + 1 :])
        other = puzzle.replace(signs)
        return other if self.game.complaint(other) is None else None


def _own(puzzle: Instance) -> Rectangle:
    if not isinstance(puzzle, Rectangle):
        raise TypeError(f"{puzzle.game.name} has no rectangles of signs")
    return puzzle


@dataclass
class Rival:
    """Another encoding as the judge: it gives all solutions of a puzzle, each checked by the rules."""

    encoding: Encoding
    solver: Solver
    limits: Limits
    _known: dict[str, tuple[Filling, ...]] = field(default_factory=dict)

    def solutions(self, puzzle: Instance) -> tuple[Filling, ...]:
        """Return all solutions, ascending.

        Raises:
            RivalError: if it does not give them, or one that breaks the rules.
        """
        key = puzzle.text()
        if key not in self._known:
            found = self.few(puzzle)
            if found is None:
                raise RivalError(f"{self.encoding.name} does not give the solutions of the puzzle in time")
            self._known[key] = found
        return self._known[key]

    def few(self, puzzle: Instance) -> tuple[Filling, ...] | None:
        """Return all solutions if they are few; else ``None``.

        Raises:
            RivalError: if it gives one that breaks the rules.
        """
        question = Question(limit=FEW + 1, seconds=self.limits.seconds or SECONDS)
        result = SmtMethod(self.encoding, self.solver, altered=True).run("", puzzle, question)
        if result.status is Status.WRONG or result.violations:
            raise RivalError(f"{self.encoding.name} can't be the judge: {result.error}")
        if result.status is Status.UNSOLVABLE or (result.complete and len(result.fillings) <= FEW):
            self._known[puzzle.text()] = tuple(sorted(result.fillings))
            return self._known[puzzle.text()]
        return None

    def answer(self, puzzle: Instance, chance: random.Random) -> Filling | None:
        """Return an answer of a puzzle with some places fixed at random, as far as that can be."""
        script = self.encoding.script(puzzle, best_logic(self.encoding, self.solver))
        of, values = cells_of(script).of, list(puzzle.game.values) or [1, 2, 3, 4, 5]
        places = chance.sample(range(len(of)), int(len(of) * _FIXED))
        fixed = [of[place].equals(chance.choice(values)) for place in places]
        fixed = [term for term in fixed if term != "false"]
        while True:
            text = driver(script, fixed)
            answer = run(
                text, self.solver, self.limits.replace(seconds=self.limits.seconds or SECONDS)
            ).answer
            if isinstance(answer, Sat):
                try:
                    filling = decode(script, answer.values).filling
                except DecodeError as error:
                    raise RivalError(f"{self.encoding.name} can't be the judge: {error}") from error
                if broken := puzzle.violations(filling):
                    raise RivalError(f"{self.encoding.name} can't be the judge: {broken[0].text}")
                return filling
            if not fixed:
                return None
            fixed = fixed[: len(fixed) // 2]


@dataclass(frozen=True)
class AgainstCourse(Course):
    """Puzzles of larger boards, of which a rival gives the solutions."""

    maker: Maker
    rival: Rival
    sizes: Sequence[tuple[int, int]] = SIZES
    inner: Course | None = None
    chosen: bool = False
    """Whether the sizes were chosen, so that a counterexample should be of one of them."""

    @property
    def rules(self) -> Mapping[str, str]:
        """None, as answers can't be listed."""
        return {}

    def stages(self) -> list[Stage]:
        """So many puzzles of each size."""
        return [
            Stage("sampled", f"{h}x{w}", h * w, PUZZLES, partial(self._batches, h, w)) for h, w in self.sizes
        ]

    def _batches(self, height: int, width: int) -> Iterator[Sequence[Instance]]:
        chance = random.Random(f"{height} {width}")  # noqa: S311
        for number in range(PUZZLES):
            puzzle = self.made(height, width, chance)
            if puzzle is None:
                continue
            if number % 3 == 2:
                spoilt = self.maker.spoilt(puzzle, chance)
                if spoilt is not None and self.rival.few(spoilt) is not None:
                    puzzle = spoilt
            yield [puzzle]

    def made(self, height: int, width: int, chance: random.Random) -> Instance | None:
        """Return a puzzle with few solutions; ``None`` if none is found."""
        for _ in range(_TRIES):
            puzzle = self.maker.vague(height, width, chance)
            answer = None if puzzle is None else self.rival.answer(puzzle, chance)
            if puzzle is None or answer is None:
                continue
            order = list(self.maker.cells(puzzle))
            chance.shuffle(order)
            share = max(1, len(order) // _STEPS)
            for start in range(0, len(order), share):
                for cell in order[start : start + share]:
                    puzzle = self.maker.told(puzzle, cell, answer, chance)
                if self.rival.few(puzzle) is not None:
                    return puzzle
        return None

    def made_for(self, rule: str) -> Iterator[Instance]:
        """Yield nothing."""
        del rule
        return iter(())

    def broken_alone(self, puzzle: Instance) -> Collection[str]:
        """Nothing, as answers can't be listed."""
        del puzzle
        return ()

    def simpler(self, puzzle: Instance) -> Iterator[Instance]:
        """Yield puzzles with a row, a column or a sign less, as far as the rival gives their solutions."""
        for other in () if self.inner is None else self.inner.simpler(puzzle):
            if self.chosen and self.name_of(other) != self.name_of(puzzle):
                continue
            if self.rival.few(other) is not None:
                yield other

    def name_of(self, puzzle: Instance) -> str:
        """Height and width."""
        return "" if self.inner is None else self.inner.name_of(puzzle)

    def given(self, puzzle: Instance) -> str:
        """What is given, in words."""
        return "" if self.inner is None else self.inner.given(puzzle)

    def plainest(self) -> Iterator[Instance]:
        """Yield nothing."""
        return iter(())

    def some(self) -> Iterator[Instance]:
        """Yield nothing."""
        return iter(())


def sizes_of(boards: Sequence[str]) -> Sequence[tuple[int, int]]:
    """Return heights and widths of boards such as ``8x8``; the usual ones if there are none.

    Raises:
        InputError: for a board that is no rectangle.
    """
    pairs = [name.partition("x") for name in boards]
    for height, _, width in pairs:
        if not (height.isdecimal() and width.isdecimal() and int(height) and int(width)):
            raise InputError(f"{height}{_}{width} is no rectangle such as 8x8", code="unknown-board")
    return tuple((int(height), int(width)) for height, _, width in pairs) or SIZES
