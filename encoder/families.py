"""The constraint families of an encoding, each declared at the function that yields its assertions.

FAMILIES: Families[Puzzle] = Families()

@FAMILIES.family("clue", "a clue is its cell's number", "for each clue v at x: n_x = v", "the rules")
def clue(puzzle: Puzzle) -> Constraints:
    for x, number in sorted(puzzle.clues.items()):
        yield (x,), f"(= n_{puzzle.board.labels[x]} {number})"
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic, TypeAlias, TypeVar

from encoder.builder import Builder
from smtlib.script import Family

T = TypeVar("T")

RULES = "the rules"
OWN = "this project"
TIGHTENED = f"{OWN}, after the thesis"
TREES = "after R. Behari, Solving Fillomino, section 8"
"""Sources that many families name."""

Constraints: TypeAlias = Iterator[tuple[tuple[int, ...], str]]
"""Terms of one family, each after the cells it is about."""


class Families(Generic[T]):
    """The families of an encoding, in the order of its text.

    `T` is what its functions take: a puzzle, or an encoding's own view of one.
    """

    def __init__(self) -> None:
        self._functions: dict[Family, Callable[[T], Constraints] | None] = {}

    @property
    def records(self) -> tuple[Family, ...]:
        """The families."""
        return tuple(self._functions)

    def family(
        self, name: str, title: str, formula: str, source: str
    ) -> Callable[[Callable[[T], Constraints]], Callable[[T], Constraints]]:
        """Declare the family that a function yields; the arguments are those of `Family`."""
        return self.shared(Family(name, title, formula, source))

    def shared(self, family: Family) -> Callable[[Callable[[T], Constraints]], Callable[[T], Constraints]]:
        """Declare that a function yields a family that several encodings have."""

        def declared(function: Callable[[T], Constraints]) -> Callable[[T], Constraints]:
            self._functions[family] = function
            return function

        return declared

    def record(self, family: Family) -> Family:
        """Declare a family whose assertions are required elsewhere; returns it."""
        self._functions[family] = None
        return family

    def require(self, builder: Builder, subject: T) -> None:
        """Assert all that the functions yield, one after the other."""
        for family, function in self._functions.items():
            if function is not None:
                builder.require_each(family, function(subject))
