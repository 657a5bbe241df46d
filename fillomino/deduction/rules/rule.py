"""The record of a rule: a name, words about it, and two functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from fillomino.board import Board
from fillomino.deduction.premises import Premises
from fillomino.deduction.step import Step
from fillomino.puzzle import Puzzle
from fillomino.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal


class Rule(Record):
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
