"""The levels of deduction, by number and by name."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

from fillomino.errors import InputError


class Level(IntEnum):
    """Levels of deduction: how much to deduce.

    Attributes:
        NONE: the clues only.
        LIGHT: by the rules up to reach.
        FULL: by bottleneck, too, and by counting all cells of the board.
        AHEAD: by looking ahead, too, while that is fruitful; this solves most real puzzles.
        THESIS: by the three strategies of the thesis instead, slower than by the rules up to reach.
    """

    NONE = 0
    LIGHT = 1
    FULL = 2
    AHEAD = 3
    THESIS = 4


LEVELS: Mapping[str, str] = {
    "none": "the clues only",
    "light": "by the rules up to reach: single candidates, borders and merges, single exits, room, reach",
    "full": "also by bottleneck, and by counting: a number for which the known groups leave too few cells "
    "of the board is ruled out",
    "ahead": "also by looking ahead: a case that leads to a contradiction is ruled out, and what all other "
    "cases have in common is kept",
    "thesis": "by the three strategies of the thesis instead: single exit, forced cells, reachability",
}
"""The deduction of each level before a puzzle is encoded, in a phrase; the order is that of `Level`."""


def level_of(name: str) -> Level:
    """The level of a name.

    Raises:
        InputError: for an unknown level; the message lists those there are.
    """
    if name not in LEVELS:
        raise InputError(
            f"there is no level of deduction {name!r}; there is {', '.join(LEVELS)}", code="unknown-level"
        )
    return Level[name.upper()]
