"""What a rule is: a level, words about it, and two functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from fillomino.board import Board
from fillomino.deduction.ground import Ground
from fillomino.deduction.steps import Step


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of deduction. Rules are sound on every board, with hidden regions.

    Attributes:
        level: its place among the rules, the easiest first; `label` is ``S`` and this.
        name: a short name.
        idea: what it says, in a sentence.
        about: what `find` is asked about: the whole ``board``, a ``number``, a ``cell``, or the
            ``assumption`` of a cell. It is asked again when something changed there: about a number, near
            a cell, or, for an assumption, anywhere.
        wide: whether it also sees things further off; then it is asked about everything once more before
            a harder rule has its turn.
        find: the steps it sees on a ground about that number or cell (0 for the board). All of them
            hold at once; a step may say what is known already.
        tell: a step of this rule in a sentence.
    """

    level: int
    name: str
    idea: str
    about: Literal["board", "number", "cell", "assumption"]
    find: Callable[[Ground, int], Iterator[Step]]
    tell: Callable[[Step, Board], str]
    wide: bool = False

    @property
    def label(self) -> str:
        """``S0`` to ``S8``."""
        return f"S{self.level}"
