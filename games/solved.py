"""Answers as a sign for each cell, as janko.at's files hold solutions.

``x`` is a shaded cell, or one inside the loop, and ``o`` a circle; bridges are ``1``, ``2`` across, ``a``,
``b`` down.
"""

from __future__ import annotations

from collections.abc import Sequence

from fillomino.instance import Filling
from games.game import Rectangle
from games.geometry import cell_sides, pairs

NONE = "-"
"""The sign of any other cell."""

_ACROSS, _DOWN = "-12", "-ab"


def read(puzzle: Rectangle, signs: Sequence[str]) -> Filling | None:
    """Return the answer of some signs; ``None`` if they do not tell it."""
    if puzzle.game.name == "slitherlink":
        answer = [0] * puzzle.places.size
        for cell, sides in enumerate(cell_sides(puzzle.height, puzzle.width)):
            for line in sides if signs[cell] == "x" else ():
                answer[line] ^= 1
        return tuple(answer)
    if puzzle.game.name == "hashi":
        between = [(signs[_first(puzzle, pair)], _bridges(puzzle, pair)) for pair in pairs(puzzle)]
        told = all(_first(puzzle, pair) != pair[1] for pair in pairs(puzzle))
        return tuple(max(0, words.find(sign)) for sign, words in between) if told else None
    return tuple(int(sign in ("x", "o")) for sign in signs)


def write(puzzle: Rectangle, answer: Filling) -> list[str]:
    """Return the signs of an answer."""
    signs = [NONE] * len(puzzle.cells)
    if puzzle.game.name == "slitherlink":
        for row in puzzle.rows:
            inside = 0
            for cell in row:
                inside ^= answer[cell_sides(puzzle.height, puzzle.width)[cell][2]]
                signs[cell] = "x" if inside else NONE
    elif puzzle.game.name == "hashi":
        for (one, other), number in zip(pairs(puzzle), answer, strict=True):
            if number:
                step = _first(puzzle, (one, other)) - one
                signs[one + step : other : step] = [_bridges(puzzle, (one, other))[number]] * len(
                    range(one + step, other, step)
                )
    else:
        mark = puzzle.game.shades.get(1, "x")
        signs = [mark if number else NONE for number in answer]
    return signs


def _first(puzzle: Rectangle, pair: tuple[int, int]) -> int:
    """The cell after the first of a pair, towards the other."""
    return pair[0] + (1 if pair[1] - pair[0] < puzzle.width else puzzle.width)


def _bridges(puzzle: Rectangle, pair: tuple[int, int]) -> str:
    """The signs of bridges in the direction of a pair."""
    return _ACROSS if pair[1] - pair[0] < puzzle.width else _DOWN
