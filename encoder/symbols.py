"""Names of constants and the cells they are about: the one place that takes a name apart.

A name is a letter for its kind, the label of a cell, and what else distinguishes it: ``n_4`` (the number of
the cell with label 4), ``n_4_7`` (it holds 7), ``n_4_big``, ``b_4_0`` (a bit of its number), ``e_4_5`` (an
edge to cell 5).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from fillomino.board import Board

_NAME = re.compile(r"(?<!\w)([A-Za-z])_([0-9]{1,9})(?:_([0-9]{1,9}|big))?(?!\w)", re.ASCII)

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


def symbols_in(text: str, kinds: str) -> Iterator[Symbol]:
    """Yield the symbols of some kinds that occur in a term, in the order of the text."""
    return (_symbol(match) for match in _NAME.finditer(text) if match[1] in kinds)


def kind_of(name: str) -> str:
    """Return the beginning that all names of one kind share, also where they have another form."""
    return name.partition("_")[0]


def cells_by_label(board: Board) -> dict[int, int]:
    """Return the cell of each label."""
    return {label: cell for cell, label in enumerate(board.labels)}


def _symbol(match: re.Match[str]) -> Symbol:
    return Symbol(match[1], int(match[2]), match[3])
