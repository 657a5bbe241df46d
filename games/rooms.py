"""Rooms: rectangles divided into connected sets of cells, which letters name."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from string import ascii_lowercase

from games.game import cells, room_and_clue


def letters(number: int) -> str:
    """Return the letters of a room by its number from 0: a to z, then ba."""
    word = ascii_lowercase[number % 26]
    while number := number // 26:
        word = ascii_lowercase[number % 26] + word
    return word


def relettered(signs: Sequence[str]) -> list[str]:
    """Return signs with the letters of their rooms in the order in which they come."""
    new: dict[str, str] = {}
    split = [room_and_clue(sign) for sign in signs]
    return [new.setdefault(room, letters(len(new))) + clue for room, clue in split]


def partitions(height: int, width: int) -> Iterator[list[str]]:
    """Yield every division of a rectangle into rooms, as the letters of each cell."""
    board = cells(height, width)

    def grown(numbers: list[int]) -> Iterator[list[int]]:
        if len(numbers) == board.size:
            parts = (board.components(x for x, y in enumerate(numbers) if y == room) for room in set(numbers))
            if all(len(part) == 1 for part in parts):
                yield numbers
            return
        for room in range(max(numbers, default=-1) + 2):
            yield from grown([*numbers, room])

    yield from ([letters(number) for number in numbers] for numbers in grown([]))


def random_rooms(height: int, width: int, chance: random.Random) -> list[str]:
    """Return the letters of each cell of a random division into rooms."""
    board = cells(height, width)
    count = chance.randint(1, max(1, board.size // 2))
    room = dict(zip(chance.sample(range(board.size), count), range(count), strict=True))
    while len(room) < board.size:
        rim = [(x, y) for x in room for y in board.neighbours[x] if y not in room]
        cell, new = chance.choice(rim)
        room[new] = room[cell]
    return relettered([letters(room[cell]) for cell in range(board.size)])
