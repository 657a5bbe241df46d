"""A puzzle of any game, as the workbench sees it: places to number, and rules that judge the numbers.

A *game* is Fillomino, Nurikabe, Slitherlink, …; an *instance* is one puzzle of it. A puzzle has *places*:
cells, lines between points, or pairs of islands. Its *filling* is a number for each place, and its rules say
what is wrong with one. Encoding, solving, decoding, audits, explanations and comparisons need no more than
that. What only Fillomino has takes a `fillomino.puzzle.Puzzle`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping

from fillomino.board import Board
from fillomino.errors import counted
from fillomino.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

Filling: TypeAlias = tuple[int, ...]
"""A number for each place of a puzzle, in the order of its places; in Fillomino 0 for a cell still empty."""


class Violation(Record):
    """One reason why a filling breaks the rules.

    Attributes:
        name: of the rule: ``region-too-large`` (`fillomino.rules.violations` lists those of Fillomino).
        cells: the places concerned, ascending.
        numbers: the numbers concerned, if any: the number found, then the number or size it should have.
        text: the same as a sentence.
    """

    name: str
    cells: tuple[int, ...]
    numbers: tuple[int, ...]
    text: str


class Genre:
    """The name of a game, and what the numbers of its fillings mean.

    Attributes:
        name: what people type: ``slitherlink``.
        title: what people read: ``Slitherlink``.
        values: each number that a filling may have, in words: ``{0: "no line", 1: "line"}``. Empty if they
            are plain numbers, as in Fillomino. A term of sort Bool stands for 1 or 0 where these are among
            them.
    """

    name: str
    title: str
    values: Mapping[int, str] = {}

    def __repr__(self) -> str:
        return f"<game {self.name}>"


class Instance(ABC):
    """A puzzle of any game."""

    __slots__ = ()

    @property
    @abstractmethod
    def game(self) -> Genre:
        """The game that it is a puzzle of."""

    @property
    @abstractmethod
    def places(self) -> Board:
        """The places: their names, the labels that stand for them in symbols, and which touch each other.

        A name has no blank, ``=`` or ``|``, so that ``NAME = NUMBER`` can be read.
        """

    @property
    def fixed(self) -> frozenset[int]:
        """The places whose numbers every encoding asserts, so that blocking clauses leave them out."""
        return frozenset()

    @property
    def info(self) -> Mapping[str, str]:
        """Other data of its file: ``title``, ``author``, ``source``, … in plain text."""
        return {}

    @property
    def size_text(self) -> str:
        """Its size in words, for the heads of scripts: ``9 cells, 3 clues``."""
        return counted(self.places.size, "place")

    @abstractmethod
    def violations(self, filling: Filling) -> tuple[Violation, ...]:
        """Every way in which a filling breaks the rules; empty exactly when it is a solution.

        Raises:
            PuzzleError: if the filling does not have one number for each place.
        """

    def violations_of_model(self, numbers: Filling) -> tuple[Violation, ...]:
        """The same of the numbers of a model, in which no place is empty."""
        return self.violations(numbers)

    @abstractmethod
    def solutions(self) -> tuple[Filling, ...]:
        """Every solution, ascending, found without any solver.

        Raises:
            TooLargeError: if the puzzle is too large to list them.
        """

    @abstractmethod
    def text(self) -> str:
        """The puzzle as text, which programs read, comments of scripts hold, and digests are taken of."""

    @abstractmethod
    def draw(self, filling: Filling | None = None, *, colour: bool = False) -> str:
        """The puzzle, or a filling of it, as a picture in text, perhaps with colours; ends with a newline."""

    def draw_model(self, numbers: Filling, *, colour: bool = False) -> str:
        """The numbers of a model as such a picture, in which no place is empty."""
        return self.draw(numbers, colour=colour)
