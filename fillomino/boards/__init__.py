"""Boards of many shapes, each a graph; `from_spec` makes one from a few words such as ``torus:8x8``."""

from __future__ import annotations

import re
from dataclasses import replace

from fillomino.board import Board
from fillomino.boards.family import BoardFamily
from fillomino.boards.shapes import BOARDS, RAGGED, RECTANGLE
from fillomino.errors import PuzzleError
from fillomino.words import shown

__all__ = ["BOARDS", "BoardFamily", "from_spec"]

_PLAIN = (RECTANGLE, RAGGED)
"""Boards that every format with rows can hold, however they were made."""


def from_spec(spec: str) -> Board:
    """Return the board of a specification: ``8x8``, ``torus:8x8``, ``hexagon:4`` or another of `BOARDS`.

    Surrounding blanks and capital letters do not matter.

    Raises:
        PuzzleError: for anything else; the message shows how it should be written.
    """
    written = spec.strip().lower()
    name, colon, sizes = written.partition(":")
    if not colon:
        name, sizes = (RECTANGLE.name, written) if written[:1].isdigit() else (written, "")
    family = next((family for family in BOARDS if family.name == name), None)
    if family is None:
        known = ", ".join(family.grammar for family in BOARDS)
        raise PuzzleError(f"unknown board {shown(spec, 40)}; a board is one of {known}", code="unknown-board")
    try:
        board = family.build(sizes)
    except PuzzleError as error:
        example = f"write {family.grammar}, as in {family.example}"
        raise PuzzleError(f"bad board {shown(spec, 40)}: {error}; {example}", code="bad-board") from None
    if family in _PLAIN:
        return board
    # One specification for each board: torus:3x4 also where torus:03x4 was given.
    return replace(board, spec=f"{name}:{re.sub('[0-9]+', lambda digits: str(int(digits[0])), sizes)}")
