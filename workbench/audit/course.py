"""The course of an audit: what it goes through in a game, stage by stage, and what it knows of the rules."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from fillomino.instance import Instance

StageKind: TypeAlias = Literal["empty", "every", "full", "sampled", "game", "made"]
"""Stages: in Fillomino the board without clues; every clue set; a number in every cell; sampled clue sets. In
other games the puzzles of a size. In all of them puzzles made for a rule that no other has tested."""


class Stage(NamedTuple):
    """Puzzles of one kind and size.

    Attributes:
        kind: the kind.
        name: the name of the board: ``2x3``.
        cells: how many cells it has.
        puzzles: how many puzzles there are at most.
        batches: yields them, in batches that may be judged together.
    """

    kind: StageKind
    name: str
    cells: int
    puzzles: int
    batches: Callable[[], Iterator[Sequence[Instance]]]


class Course(ABC):
    """What an audit goes through in a game."""

    @property
    @abstractmethod
    def rules(self) -> Mapping[str, str]:
        """Each rule that an answer may break in these puzzles, by its name, in words."""

    @abstractmethod
    def stages(self) -> list[Stage]:
        """What is judged, in order: small puzzles first."""

    @abstractmethod
    def made_for(self, rule: str) -> Iterator[Instance]:
        """Yield more puzzles that each may have an answer which breaks a rule and no other."""

    @abstractmethod
    def broken_alone(self, puzzle: Instance) -> Collection[str]:
        """The rules that some answer of a puzzle breaks, and no other; as far as they are quickly found."""

    @abstractmethod
    def simpler(self, puzzle: Instance) -> Iterator[Instance]:
        """Yield puzzles with a row, a column or a sign less."""

    @abstractmethod
    def name_of(self, puzzle: Instance) -> str:
        """The name of a puzzle's board."""

    @abstractmethod
    def given(self, puzzle: Instance) -> str:
        """What is given in a puzzle, in words; empty if nothing is."""

    def kind_of(self, puzzle: Instance) -> str:
        """The feature of a puzzle that an encoding may not support, which is one at most."""
        return puzzle.game.name

    def optional(self, kind: str) -> bool:
        """Whether puzzles of a kind have such a feature, so that a program may refuse all of them."""
        del kind
        return False

    @property
    def untested(self) -> Sequence[str]:
        """What of the boards that were chosen is not gone through, in words."""
        return ()

    @abstractmethod
    def plainest(self) -> Iterator[Instance]:
        """Yield the puzzle with the fewest clues of each small board."""

    @abstractmethod
    def some(self) -> Iterator[Instance]:
        """Yield some puzzles of each board."""
