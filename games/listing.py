"""All answers of a size that keep the rules of shape, and so the solutions of small puzzles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from itertools import product
from time import process_time
from typing import NamedTuple

from fillomino.clock import OutOfTimeError, interrupted_at
from fillomino.errors import TooLargeError
from fillomino.instance import Filling
from games.game import MOST, Game, Rectangle, too_large

MOST_GUESSES = 20_000
"""More guesses at the solutions of one puzzle are not tried."""

SECONDS = 60.0
"""CPU seconds of listing the answers of a size."""


class Listing(NamedTuple):
    """The answers of a size, by the rules that do not look at signs.

    Attributes:
        right: those that keep these rules, ascending.
        near: those that break one of these rules and no other, by its name, ascending.
    """

    right: tuple[Filling, ...]
    near: Mapping[str, tuple[Filling, ...]]


def listing(puzzle: Rectangle) -> Listing:
    """Return the answers of a puzzle's size and layout.

    Raises:
        TooLargeError: if there are more than `MOST` to try.
    """
    return _listing(puzzle.game, puzzle.bare)


@lru_cache(maxsize=1024)
def _listing(game: Game, bare: Rectangle) -> Listing:
    right: list[Filling] = []
    near: dict[str, list[Filling]] = {rule: [] for rule in game.rules}
    seen: set[Filling] = set()

    def sort(answers: Iterable[Filling]) -> None:
        for answer in answers:
            if answer not in seen:
                seen.add(answer)
                rules = {broken.rule for broken in bare.shape_broken(answer)}
                if not rules:
                    right.append(answer)
                elif len(rules) == 1:
                    near.setdefault(rules.pop(), []).append(answer)

    with limited(bare):
        given = game.candidates(bare)
        sort(_some(bare, _all(bare) if given is None else given))
        if given is not None:
            sort(changed for answer in tuple(right) for changed in changes(game, answer))
            game.check_candidates(bare, right)
    return Listing(tuple(sorted(right)), {rule: tuple(sorted(its)) for rule, its in near.items()})


def solutions(puzzle: Rectangle) -> tuple[Filling, ...]:
    """Return every solution of a puzzle, ascending.

    Raises:
        TooLargeError: if there are too many answers to try.
    """
    guesses = puzzle.game.guesses(puzzle)
    with limited(puzzle):
        if guesses is None:
            found = tuple(answer for answer in listing(puzzle).right if not puzzle.clues_broken(answer))
        else:
            tried = _some(puzzle, guesses, MOST_GUESSES)
            found = tuple(sorted({answer for answer in tried if not puzzle.violations(answer)}))
        puzzle.game.check_solutions(puzzle, found)
    return found


def changes(game: Game, answer: Filling) -> Iterator[Filling]:
    """Yield the answers that differ from one in one place."""
    for place, number in enumerate(answer):
        for other in game.values:
            if other != number:
                yield (*answer[:place], other, *answer[place + 1 :])


def _all(bare: Rectangle) -> Iterator[Filling]:
    if len(bare.game.values) ** bare.places.size > MOST:
        raise too_large(bare)
    return product(bare.game.values, repeat=bare.places.size)


def _some(puzzle: Rectangle, answers: Iterable[Filling], most: int = MOST) -> Iterator[Filling]:
    for number, answer in enumerate(answers):
        if number >= most:
            raise too_large(puzzle)
        yield answer


@contextmanager
def limited(puzzle: Rectangle) -> Iterator[None]:
    """Limit the CPU time of a block in which rules judge many answers.

    Raises:
        TooLargeError: when `SECONDS` are over.
    """
    until = process_time() + SECONDS
    try:
        with interrupted_at(until):
            yield
    except OutOfTimeError as error:
        if process_time() < until:
            raise
        what = f"this {puzzle.game.title} of {puzzle.height}x{puzzle.width}"
        raise TooLargeError(f"to list the answers of {what} takes more than {SECONDS:g} s") from error
