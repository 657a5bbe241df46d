"""The families of boards, and the board of a specification such as ``torus:8x8``."""

from __future__ import annotations

import re
from dataclasses import replace

from fillomino.board import Board
from fillomino.boards.family import BoardFamily
from fillomino.boards.shapes import (
    BOX,
    CYLINDER,
    HEXAGON,
    KING,
    MOEBIUS,
    RAGGED,
    RECTANGLE,
    RHOMBUS,
    TORUS,
    TWO_SIDED,
)
from fillomino.errors import PuzzleError
from fillomino.words import shown

BOARDS: tuple[BoardFamily, ...] = (
    RECTANGLE,
    RAGGED,
    CYLINDER,
    TORUS,
    MOEBIUS,
    TWO_SIDED,
    BOX,
    HEXAGON,
    RHOMBUS,
    KING,
)
"""The families of boards, in the order of lists."""


def from_spec(spec: str) -> Board:
    """Return the board of a specification: ``8x8``, ``torus:8x8``, ``hexagon:4`` or another of `BOARDS`.

    Surrounding blanks and capital letters do not matter.

    Raises:
        PuzzleError: if it is none; the message shows how it should be written.
    """
    written = spec.strip().lower()
    name, colon, sizes = written.partition(":")
    if not colon:
        name, sizes = (RECTANGLE.name, written) if written[:1].isdigit() else (written, "")
    family = next((family for family in BOARDS if family.name == name), None)
    if family is None:
        known = ", ".join(family.grammar for family in BOARDS)
        raise PuzzleError(
            f"there is no board {shown(spec, 40)}; a board is one of {known}", code="unknown-board"
        )
    try:
        board = family.build(sizes)
    except PuzzleError as error:
        example = f"write {family.grammar}, as in {family.example}"
        raise PuzzleError(
            f"the board {shown(spec, 40)} can't be: {error}; {example}", code="bad-board"
        ) from None
    if board.grid is not None and family.name in _PLAIN:
        return board
    # One specification for each board: torus:3x4 also where torus:03x4 was given.
    return replace(board, spec=f"{name}:{re.sub('[0-9]+', lambda digits: str(int(digits[0])), sizes)}")


_PLAIN = (RECTANGLE.name, "ragged")
"""Boards that every format with rows can hold, however they were made."""
