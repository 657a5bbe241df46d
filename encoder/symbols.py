"""Names of constants and the cells they are about: the one place that takes a name apart.

A name is a letter for its kind, the label of a cell, and what else distinguishes it: ``n_4`` (the number of
the cell with label 4), ``n_4_7`` (it holds 7), ``n_4_big``, ``b_4_0`` (a bit of its number). Of all others an
encoding says what they stand for, and how they are made of cells x and y: ``e_x_y`` (`Encoding.symbols`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from fillomino.board import Board

_NAME = re.compile(r"(?<!\w)([A-Za-z])_([0-9]{1,9})(?:_([0-9]{1,9}|big))?(?!\w)", re.ASCII)

_NAMES = re.compile(r"(?<!\w)([A-Za-z]\w*?)((?:_(?:[0-9]{1,9}|big))+)(?!\w)", re.ASCII)
_CELLS = ("x", "y")

BIG = "big"
"""In place of a number that is written by its bits."""


class Symbol(NamedTuple):
    """A name taken apart.

    Attributes:
        kind: a letter.
        label: the label of its first cell.
        rest: digits or `BIG`; ``None`` for a name that ends with the label.
    """

    kind: str
    label: int
    rest: str | None


def symbol(name: str) -> Symbol | None:
    """Take a name apart; ``None`` for one of another form."""
    match = _NAME.fullmatch(name)
    return _symbol(match) if match else None


def labels_in(term: str, patterns: Iterable[str] = ()) -> Iterator[int]:
    """Yield the labels of the cells that occur in the names of a term, in the order of the text.

    Args:
        term: the term, with the names of an encoding.
        patterns: how its names are made of cells, see `Encoding.symbols`. Without any, what follows a letter
            is the label of a cell.
    """
    shapes = _shapes(tuple(patterns))
    for match in _NAMES.finditer(term):
        parts = match[2].split("_")[1:]
        guessed = (0,) if not shapes and len(match[1]) == 1 else ()
        for place in _places(shapes, match[1], len(parts)) or guessed:
            if parts[place] != BIG:
                yield int(parts[place])


def joins(name: str, patterns: Iterable[str]) -> bool:
    """Whether a name is of two cells and nothing else, as its pattern says: ``e_4_5`` is by ``e_x_y``."""
    match = _NAMES.fullmatch(name)
    if match is None or match[2].count("_") != 2:
        return False
    return _places(_shapes(tuple(patterns)), match[1], 2) == (0, 1)


def kind_of(name: str) -> str:
    """Return the beginning that all names of one kind share, also where they have another form."""
    match = _NAMES.fullmatch(name)
    return match[1] if match else name.partition("_")[0]


def cells_by_label(board: Board) -> dict[int, int]:
    """Return the cell of each label."""
    return {label: cell for cell, label in enumerate(board.labels)}


def _symbol(match: re.Match[str]) -> Symbol:
    return Symbol(match[1], int(match[2]), match[3])


@lru_cache(maxsize=256)
def _shapes(patterns: tuple[str, ...]) -> dict[str, dict[int, tuple[int, ...]]]:
    """For each beginning of a name, and each number of parts after it, the places of those that are cells."""
    shapes: dict[str, dict[int, tuple[int, ...]]] = {}
    for pattern in patterns:
        parts = pattern.split("_")
        first = next((place for place, part in enumerate(parts) if place and part in _CELLS), len(parts))
        own = parts[first:]
        places = tuple(place for place, part in enumerate(own) if part in _CELLS)
        if places:
            shapes.setdefault("_".join(parts[:first]), {})[len(own)] = places
    return shapes


def _places(shapes: dict[str, dict[int, tuple[int, ...]]], kind: str, parts: int) -> tuple[int, ...]:
    """The places of cells in a name: by the longest pattern that it has parts enough for."""
    known = shapes.get(kind, {})
    return known[max(fitting)] if (fitting := [length for length in known if length <= parts]) else ()
