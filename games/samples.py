"""The puzzles of an audit of a game: all of a size if they are few, else such as tell much.

Hardly any random puzzle has a solution. So signs are changed for an answer, one by one, as long as it breaks
fewer rules: an answer that is right, or one that breaks a single rule, so that an encoding without it fails.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice, product

from fillomino.errors import PuzzleError, TooLargeError
from fillomino.instance import Filling
from games.game import Game, Rectangle, room_and_clue
from games.listing import Listing, changes, listing, solutions
from games.rooms import letters, partitions, random_rooms, relettered

FEW = 300
"""Up to so many puzzles of a size are all taken."""

OF_A_KIND = 40
"""So many puzzles of a size are made for right answers, for wrong ones, with one sign, and at random."""

MOST_PARTED = 6
"""Rectangles of more cells have too many divisions into rooms to take all."""

OF_A_RULE = 10
"""So many puzzles of a size are made for an answer that breaks a rule alone."""

COSTLY = 3_000
"""More answers of one layout are not listed for a sample."""

STARTS = 150
"""So many random puzzles are looked at for one with an answer that breaks a rule of shape alone."""

TRIES = 4
"""Attempts for each puzzle that is wanted."""


def sizes(most: int) -> list[tuple[int, int]]:
    """Return height and width of all rectangles of up to so many cells, smallest first."""
    return [
        (height, count // height)
        for count in range(1, most + 1)
        for height in range(1, count + 1)
        if count % height == 0
    ]


@lru_cache(maxsize=64)
def puzzles(game: Game, height: int, width: int) -> tuple[Rectangle, ...]:
    """Return the puzzles of an audit of a size, those with the fewest clues first; always the same."""
    maker = _Maker(game, height, width)
    every = maker.every()
    found = dict.fromkeys(maker.sampled() if every is None else every)
    return tuple(sorted(found, key=_signs_given))


def breaking(game: Game, height: int, width: int, rule: str, most: int = OF_A_RULE) -> list[Rectangle]:
    """Return puzzles, at most so many, that each have an answer which breaks a rule and no other."""
    return _Maker(game, height, width, rule).breaking(rule, most)


def broken_alone(puzzle: Rectangle) -> set[str]:
    """Return the rules that some answer of a puzzle breaks, and no other; as far as answers can be listed."""
    try:
        right, near = listing(puzzle)
    except TooLargeError:
        return _broken_near(puzzle)
    found = {rule for rule, answers in near.items() if any(not puzzle.clues_broken(one) for one in answers)}
    for answer in right:
        rules = {broken.rule for broken in puzzle.clues_broken(answer)}
        if len(rules) == 1:
            found |= rules
    return found


def _broken_near(puzzle: Rectangle) -> set[str]:
    """The same for the answers that differ from a solution in one place or two."""
    found: set[str] = set()
    for solution in solutions(puzzle)[:OF_A_KIND]:
        for answer in changes(puzzle.game, solution):
            for other in (answer, *changes(puzzle.game, answer)):
                rules = {broken.name for broken in puzzle.violations(other)}
                if len(rules) == 1:
                    found |= rules
    return found


@lru_cache(maxsize=8)
def rules_of(game: Game) -> Mapping[str, str]:
    """Return each rule of a game by its name, in words; without words those that some answers break.

    They are found on small boards, so that a game that lists none may have more.
    """
    names = (name for size in ((2, 3), (3, 3)) for name in _Maker(game, *size, "rules").rules())
    return game.rules or dict.fromkeys(names, "")


@lru_cache(maxsize=8)
def example(game: Game) -> Rectangle:
    """A small puzzle with solutions, but few, to try a program with.

    Raises:
        PuzzleError: if none is found.
    """
    for height, width in ((2, 3), (2, 2), (1, 3), (3, 3), (1, 2), (1, 1)):
        maker = _Maker(game, height, width, "example")
        made = [puzzle for _ in range(OF_A_KIND) if (puzzle := maker.made()) is not None]
        known = [(len(found), puzzle) for puzzle in made if (found := puzzle.solutions())]
        if known:
            return min(known, key=lambda pair: (pair[0], _signs_given(pair[1])))[1]
    raise PuzzleError(f"no puzzle of {game.title} up to 3x3 has a solution; are its rules right?")


def simpler(puzzle: Rectangle) -> Iterator[Rectangle]:
    """Yield puzzles with a row, a column or a sign less, for a smaller counterexample."""
    game, height, width, signs = puzzle.game, puzzle.height, puzzle.width, puzzle.signs
    rows = [signs[start : start + width] for start in range(0, height * width, width)]
    made: list[tuple[int, int, Sequence[str]]] = [
        (height - 1, width, [sign for row in rows[:gone] + rows[gone + 1 :] for sign in row])
        for gone in range(height)
        if height > 1
    ]
    made += [
        (height, width - 1, [sign for row in rows for sign in [*row[:gone], *row[gone + 1 :]]])
        for gone in range(width)
        if width > 1
    ]
    ranks = {sign: rank for rank, sign in enumerate(game.signs(height, width))}
    for cell, sign in enumerate(signs):
        room, clue = room_and_clue(sign) if game.rooms else ("", sign)
        lower = [other for other in ranks if ranks[other] < ranks.get(clue, len(ranks))]
        made += [(height, width, [*signs[:cell], room + other, *signs[cell + 1 :]]) for other in lower[:1]]
    for size in made:
        other = Rectangle(game, size[0], size[1], tuple(size[2]))
        if game.complaint(other) is None:
            yield other


def _signs_given(puzzle: Rectangle) -> int:
    """The number of cells with another sign than that of a cell without a clue, and of rooms."""
    blank, rooms = (
        puzzle.game.signs(puzzle.height, puzzle.width)[0],
        len(puzzle.rooms) if puzzle.game.rooms else 0,
    )
    return rooms + sum(_clue(puzzle.game, sign) != blank for sign in puzzle.signs)


def _clue(game: Game, sign: str) -> str:
    return room_and_clue(sign)[1] if game.rooms else sign


def _listed(puzzle: Rectangle) -> Listing | None:
    """The answers of a puzzle's size and layout; ``None`` if that takes long, and for this layout alone."""
    layout, values = puzzle.game.layout(puzzle), len(puzzle.game.values)
    if layout and values**puzzle.places.size > COSTLY:
        return None
    try:
        return listing(puzzle)
    except TooLargeError:
        return None


class _Maker:
    """Makes puzzles of a game of one size, by chance, but always the same."""

    def __init__(self, game: Game, height: int, width: int, what: str = "") -> None:
        self.game, self.height, self.width = game, height, width
        self.signs, self.cells = list(game.signs(height, width)), range(height * width)
        self._starts: dict[str, list[Rectangle]] = {}
        self._puzzles: dict[tuple[str, ...], Rectangle | None] = {}  # small boards come up again and again
        self.chance = random.Random(f"{game.name} {height} {width} {what}")  # noqa: S311

    def puzzle(self, signs: Iterable[str]) -> Rectangle | None:
        """The puzzle of some signs; ``None`` if it is none."""
        key = tuple(signs)
        if key not in self._puzzles:
            puzzle = Rectangle(self.game, self.height, self.width, key)
            self._puzzles[key] = puzzle if self.game.complaint(puzzle) is None else None
        return self._puzzles[key]

    def every(self) -> list[Rectangle] | None:
        """All puzzles; ``None`` if they are not few."""
        count = len(self.cells)
        if len(self.signs) ** count > FEW or (self.game.rooms and count > MOST_PARTED):
            return None
        rooms = list(partitions(self.height, self.width)) if self.game.rooms else [("",) * count]
        if len(rooms) * len(self.signs) ** count > FEW:
            return None
        signs = product(rooms, product(self.signs, repeat=count))
        made = (self.puzzle(map("".join, zip(*both, strict=True))) for both in signs)
        return [puzzle for puzzle in made if puzzle is not None]

    def sampled(self) -> Iterator[Rectangle]:
        """Some puzzles of each kind."""
        yield from self.sparse()
        for rule in self.rules():
            yield from self.breaking(rule, OF_A_RULE)
        yield from self.some(self.made)
        yield from self.some(lambda: self.made(wrong=True))
        yield from self.some(self.random)

    def some(self, make: Callable[[], Rectangle | None], most: int = OF_A_KIND) -> Iterator[Rectangle]:
        """Up to so many puzzles that a function makes."""
        made = (make() for _ in range(TRIES * most))
        return islice((puzzle for puzzle in made if puzzle is not None), most)

    def sparse(self) -> Iterator[Rectangle]:
        """The puzzle without clues, where that is one, and some with one clue."""
        blank = [self.signs[0]] * len(self.cells)
        rooms = self.rooms()
        one = [(cell, sign) for cell in self.cells for sign in self.signs]
        for cell, sign in self.chance.sample(one, min(OF_A_KIND, len(one))):
            signs = [*blank[:cell], sign, *blank[cell + 1 :]]
            for its in (blank, signs):
                puzzle = self.puzzle(map("".join, zip(rooms, its, strict=True)))
                if puzzle is not None:
                    yield puzzle

    def random(self) -> Rectangle | None:
        """A random puzzle, in about half of whose cells there is no clue."""
        rooms = self.rooms()
        signs = [self.chance.choice([self.signs[0], self.chance.choice(self.signs)]) for _ in self.cells]
        return self.puzzle(map("".join, zip(rooms, signs, strict=True)))

    def rooms(self) -> list[str]:
        """The letters of each cell's room, at random; none in games without rooms."""
        if not self.game.rooms:
            return [""] * len(self.cells)
        return random_rooms(self.height, self.width, self.chance)

    def rules(self) -> list[str]:
        """The rules of the game: those it lists, else those that some answers break."""
        if self.game.rules:
            return list(self.game.rules)
        rules: dict[str, None] = {}
        for puzzle in self.some(self.random):
            for _ in range(TRIES):
                answer = [self.chance.choice([*self.game.values]) for _ in range(puzzle.places.size)]
                rules |= dict.fromkeys(broken.name for broken in puzzle.violations(tuple(answer)))
        return list(rules)

    def breaking(self, rule: str, most: int) -> list[Rectangle]:
        """Puzzles, at most so many, that each have an answer which breaks a rule alone."""
        found: dict[Rectangle, None] = {}
        for _ in range(TRIES * most):
            puzzle = self.made(rule)
            if puzzle is not None:
                found[puzzle] = None
            if len(found) == most:
                break
        return list(found)

    def starts(self, rule: str) -> list[Rectangle]:
        """Random puzzles with answers that break a rule of shape alone; any others if there are none such."""
        if rule not in self._starts:
            some = list(dict.fromkeys(self.some(self.random, STARTS)))
            listed = [(puzzle, its) for puzzle in some if (its := _listed(puzzle)) is not None]
            near = [puzzle for puzzle, its in listed if its.near.get(rule)]
            self._starts[rule] = near or [puzzle for puzzle, _ in listed]
        return self._starts[rule]

    def made(self, rule: str = "", *, wrong: bool = False) -> Rectangle | None:
        """A puzzle whose signs were changed for an answer.

        Args:
            rule: a rule that this answer is to break, and no other, else there is no puzzle.
            wrong: whether to take an answer that is wrong whatever the signs.
        """
        starts = self.starts(rule)
        if not starts:
            return None
        start = self.chance.choice(starts)
        right, near = listing(start)
        of_shape = (
            near.get(rule, ()) if rule else [one for its in near.values() for one in its] if wrong else ()
        )
        if not (of_shape or right):
            return None if rule else start
        answer = self.chance.choice(of_shape or right)
        puzzle, missed = self.fitted(start, answer, {rule} - {""} if not of_shape else set())
        return None if rule and missed else puzzle

    def fitted(self, puzzle: Rectangle, answer: Filling, wanted: set[str]) -> tuple[Rectangle, int]:
        """Change sign after sign while that brings the clues which an answer breaks nearer to those wanted.

        Returns the puzzle, and how far it is from that.
        """

        def missed(puzzle: Rectangle) -> int:
            rules = [broken.rule for broken in puzzle.clues_broken(answer)]
            return sum(rule not in wanted for rule in rules) + len(wanted.difference(rules))

        left, names = missed(puzzle), puzzle.places.names
        while left:
            for other in self.changed(puzzle):
                if other.places.names == names and (its := missed(other)) < left:
                    puzzle, left = other, its
                    break
            else:
                break
        return puzzle, left

    def changed(self, puzzle: Rectangle) -> Iterator[Rectangle]:
        """The puzzles with another sign in one cell, in random order."""
        for cell in self.chance.sample(self.cells, len(self.cells)):
            sign, signs = puzzle.signs[cell], list(self.signs)
            if self.game.rooms:
                near = {room_and_clue(puzzle.signs[its])[0] for its in (cell, *puzzle.neighbours[cell])}
                rooms = sorted({*near, letters(len(puzzle.rooms))})
                signs = [room + clue for room in rooms for clue in self.signs]
            for other in self.chance.sample(signs, len(signs)):
                if other != sign:
                    changed = list(puzzle.signs)
                    changed[cell] = other
                    made = self.puzzle(relettered(changed) if self.game.rooms else changed)
                    if made is not None:
                        yield made
