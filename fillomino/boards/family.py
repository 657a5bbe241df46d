"""The record of a family of boards, and the sizes of its members."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from math import prod

from fillomino.board import MAX_CELLS, Board
from fillomino.errors import PuzzleError
from fillomino.words import shown

_NUMBER = re.compile("[0-9]+")
_MOST_DIGITS = len(str(MAX_CELLS))


@dataclass(frozen=True, slots=True)
class BoardFamily:
    """Boards of one shape, of all sizes.

    Attributes:
        name: what stands before the colon: ``torus``.
        grammar: a specification with words for its numbers: ``torus:ROWSxCOLUMNS``.
        title: one line: what it is, and who is whose neighbour.
        example: a specification of a small member.
        build: from what follows the colon to the board; raises `PuzzleError`.
    """

    name: str
    grammar: str
    title: str
    example: str
    build: Callable[[str], Board]


def numbers(sizes: str, names: tuple[str, ...], least: tuple[int, ...], *, between: str = "x") -> list[int]:
    """The numbers of a specification such as ``8x8``.

    Args:
        sizes: what follows the colon.
        names: what each number counts, for messages.
        least: the least that each may be.
        between: what stands between them.

    Raises:
        PuzzleError: for another number of numbers, or one that is too small or too large.
    """
    parts = sizes.split(between)
    if len(parts) != len(names) or not all(_NUMBER.fullmatch(part) for part in parts):
        raise PuzzleError(
            f"its size should be {_wanted(names)}" + (f", not {shown(sizes, 40)}" if sizes else ""),
            code="board-size",
        )
    for part in parts:
        if len(part.lstrip("0")) > _MOST_DIGITS:
            raise PuzzleError(
                f"{shown(part, 40)} is too large: no board has more than {MAX_CELLS:,} cells",
                code="board-too-large",
            )
    found = [int(part) for part in parts]
    for number, name, lowest in zip(found, names, least, strict=True):
        if number < lowest:
            raise PuzzleError(
                f"the number of {name} is {number}, but must be at least {lowest}", code="board-size"
            )
    return found


def dimensions(sizes: str, names: tuple[str, ...], least: tuple[int, ...]) -> list[int]:
    """The same where the board has as many cells as the product of its numbers.

    Raises:
        PuzzleError: also for a board beyond the limit.
    """
    found = numbers(sizes, names, least)
    check_size(prod(found))
    return found


def check_size(cells: int) -> None:
    """Refuse a board beyond the limit before it is built.

    Raises:
        PuzzleError: if it has more cells than `MAX_CELLS`.
    """
    if cells > MAX_CELLS:
        raise PuzzleError(
            f"a board of {cells:,} cells is larger than the {MAX_CELLS:,} allowed", code="board-too-large"
        )


def _wanted(names: tuple[str, ...]) -> str:
    if len(names) == 1:
        return f"one whole number, its number of {names[0]}"
    counted = f"{len(names)} whole numbers"
    return counted if len(set(names)) == 1 else f"{counted}, its {', '.join(names[:-1])} and {names[-1]}"
