"""Rules of deduction and the steps that they find, and the words for cells in their sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Literal

from fillomino import errors
from fillomino.board import Board
from fillomino.graph import bits
from fillomino.puzzle import Puzzle

if TYPE_CHECKING:
    from fillomino.deduction.premises import Premises


class Kind(Enum):
    """The effect of a step."""

    FIX = "fix"
    STRIKE = "strike"
    STOP = "stop"
    """It finds that there is no solution."""
    GUESS = "guess"
    """It assumes the number, in backtracking."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step. Sets of cells are bit sets.

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
    cells: int
    because: int = 0
    detail: int = 0
    completions: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of deduction. Rules are sound on every board, with hidden regions.

    Attributes:
        name: what it is known by, everywhere.
        title: its name for people.
        idea: the rule in a phrase, for lists.
        weight: the contribution of a step to the score of a puzzle: how late people come to the cells that
            need it, in percent of the cells they filled in (docs/deduction.md).
        about: what `find` is asked about: the whole ``board``, a ``number``, a ``cell``, or the
            ``assumption`` of a cell. It is asked again when something changed there: about a number, near
            a cell, or, for an assumption, anywhere.
        find: the steps it finds on premises about that number or cell (0 for the board). All of them
            hold at once; a step may find what is known already.
        describe: a step of this rule as a sentence.
        example: a puzzle, as plain text, on which the rule is needed when the easiest rule is taken first;
            empty for a part of another rule.
        wide: whether it may also find steps farther from a change; then it is asked about everything once
            more before a harder rule is tried.
        fast: whether `fillomino.deduction.fast` applies it, too.
        part_of: the rule with which it is labelled and counted; ``None`` if it is a level of its own.
        applies: whether it is of use in a puzzle.
    """

    name: str
    title: str
    idea: str
    weight: int
    about: Literal["board", "number", "cell", "assumption"]
    find: Callable[[Premises, int], Iterator[Step]]
    describe: Callable[[Step, Board], str]
    example: str
    wide: bool = False
    fast: bool = False
    part_of: str | None = None
    applies: Callable[[Puzzle], bool] = lambda _: True


def listed(board: Board, cells: int, most: int = 6) -> str:
    """Cells by name: ``r1c1, r1c2 and r2c1``; of many only the first ones."""
    names = [board.names[cell] for cell in bits(cells)]
    if len(names) > most:
        return f"{', '.join(names[: most - 1])} and {len(names) - most + 1} more"
    return errors.listed(names)


def listed_to_be(board: Board, cells: int) -> str:
    """Cells by name with their verb: ``r1c1 is``, ``r1c1 and r1c2 are``."""
    return f"{listed(board, cells)} {'are' if cells & (cells - 1) else 'is'}"
