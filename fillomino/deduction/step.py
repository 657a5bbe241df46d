"""A step of deduction, and the words for cells in its sentence."""

from __future__ import annotations

from enum import Enum

from fillomino import errors
from fillomino.board import Board
from fillomino.graph import CellSet, bits
from fillomino.record import Record


class Kind(Enum):
    """The effect of a step."""

    FIX = "fix"
    STRIKE = "strike"
    STOP = "stop"
    """It finds that there is no solution."""
    GUESS = "guess"
    """It assumes the number, in backtracking."""


GUESS = "guess"
"""The `rule` of steps that are guesses."""


class Step(Record):
    """One step.

    Attributes:
        rule: the name of the rule that finds it.
        kind: whether it fixes the number, rules it out, or finds a contradiction.
        number: the number it is about; 0 where a contradiction is about none.
        cells: the cells at which it does so.
        because: the cells one has to look at to see it.
        detail: what the rule's sentence needs to know besides: a number whose meaning is the rule's own.
        completions: every region that the group could become, where the step rests on them.
    """

    rule: str
    kind: Kind
    number: int
    cells: CellSet
    because: CellSet = 0
    detail: int = 0
    completions: tuple[CellSet, ...] = ()


def listed(board: Board, cells: CellSet, most: int = 6) -> str:
    """Cells by name: ``r1c1, r1c2 and r2c1``; of many only the first ones."""
    names = [board.names[cell] for cell in bits(cells)]
    if len(names) > most:
        return f"{', '.join(names[: most - 1])} and {len(names) - most + 1} more"
    return errors.listed(names)


def listed_to_be(board: Board, cells: CellSet) -> str:
    """Cells by name with their verb: ``r1c1 is``, ``r1c1 and r1c2 are``."""
    return f"{listed(board, cells)} {'are' if cells & (cells - 1) else 'is'}"
