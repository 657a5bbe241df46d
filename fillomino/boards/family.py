"""The record of a family of boards, and the sizes of its members."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod

from fillomino.board import MAX_CELLS, Board
from fillomino.errors import PuzzleError
from fillomino.words import listed, shown

_NUMBER = re.compile("[0-9]+")
_MOST_DIGITS = len(str(MAX_CELLS))


@dataclass(frozen=True, slots=True)
class BoardFamily:
    """Boards of one shape, of all sizes.

    Attributes:
        name: the part before the colon: ``torus``.
        grammar: a specification with words for its numbers: ``torus:ROWSxCOLUMNS``.
        title: one line: the shape, and which cells are neighbours.
        example: a specification of a small member.
        build: from what follows the colon to the board; raises `PuzzleError`.
    """

    name: str
    grammar: str
    title: str
    example: str
    build: Callable[[str], Board]


def by_numbers(
    build: Callable[..., Board], cells: Callable[..., int] = lambda *sizes: prod(sizes), **least: int
) -> Callable[[str], Board]:
    """Return the `build` of a family whose sizes are numbers such as ``8x8``.

    Args:
        build: from these numbers to the board.
        cells: from these numbers to how many cells the board has; it is not built beyond `MAX_CELLS`.
        least: for each number what it counts, for messages, and the least that it may be.
    """

    def build_from(sizes: str) -> Board:
        values = numbers(sizes, list(least.items()))
        check_size(cells(*values))
        return build(*values)

    return build_from


def numbers(sizes: str, wanted: Sequence[tuple[str, int]], *, between: str = "x") -> list[int]:
    """The numbers of a specification such as ``8x8``.

    Args:
        sizes: what follows the colon.
        wanted: for each number what it counts, for messages, and the least that it may be.
        between: the separator.

    Raises:
        PuzzleError: for another number of numbers, or one that is too small or too large.
    """
    parts = sizes.split(between)
    if len(parts) != len(wanted) or not all(_NUMBER.fullmatch(part) for part in parts):
        message = f"its size should be {_described([name for name, _ in wanted])}"
        raise PuzzleError(message + (f", not {shown(sizes, 40)}" if sizes else ""), code="board-size")
    for part in parts:
        if len(part.lstrip("0")) > _MOST_DIGITS:
            raise PuzzleError(
                f"{shown(part, 40)} is too large: no board has more than {MAX_CELLS:,} cells",
                code="board-too-large",
            )
    values = [int(part) for part in parts]
    for value, (name, least) in zip(values, wanted, strict=True):
        if value < least:
            message = f"the number of {name} is {value}, but must be at least {least}"
            raise PuzzleError(message, code="board-size")
    return values


def check_size(cells: int) -> None:
    """Refuse a board beyond the limit before it is built.

    Raises:
        PuzzleError: if it has more cells than `MAX_CELLS`.
    """
    if cells > MAX_CELLS:
        raise PuzzleError(
            f"a board of {cells:,} cells is larger than the {MAX_CELLS:,} allowed", code="board-too-large"
        )


def _described(names: list[str]) -> str:
    if len(names) == 1:
        return f"one whole number, its number of {names[0]}"
    return f"{len(names)} whole numbers" + (f", its {listed(names)}" if len(set(names)) > 1 else "")
