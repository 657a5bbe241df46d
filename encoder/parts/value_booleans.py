"""Numbers of cells as Booleans, one for each value: first and last families of encodings in pure Booleans."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar

from encoder.builder import Builder
from encoder.families import RULES, Constraints, Families
from encoder.parts.clauses import helpers, one_value_each
from encoder.parts.reduced import ReducedPuzzle
from encoder.parts.values import Values, values_of
from encoder.parts.variants import CHECKERED, checkered
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Puzzle
from smtlib.script import Family
from smtlib.terms import all_of, any_of, negation

MEANING = {
    "n_x_v": "cell x holds v",
    "g_x_i": "cell x, with many candidates, holds one of the i-th group of them",
    "q_x_y": "neighbours x and y hold the same number",
}
KNOWN = Family("known", "cells fixed by deduction or a clue", "for each known cell x: n_x_v", RULES)
ONE_VALUE = Family(
    "one-value", "each cell holds one number", "for each cell x: exactly one of its n_x_v", RULES
)
EQUAL = Family("equal", "neighbours are equal", "q_x_y iff n_x_v and n_y_v for some v", RULES)
WALL = Family("wall", "cells parted by a given wall differ", "not n_x_v or not n_y_v", RULES)


class ValueBooleans(ReducedPuzzle):
    """A reduced puzzle and what its cells may hold.

    Attributes:
        values: the values that each cell may hold.
        equal: for neighbours ``x < y`` that may join the term that they hold the same number.
    """

    def __init__(self, puzzle: Puzzle, candidates: Candidates) -> None:
        super().__init__(puzzle, candidates)
        self.values = values_of(puzzle, candidates, puzzle.board.size)
        self.equal: dict[tuple[int, int], str] = {}

    def both(self, x: int, y: int) -> list[str]:
        """For each value that two cells may both hold the term that they do."""
        shared = [value for value in self.values.held_by(x) if value in self.values.held_by(y)]
        return [all_of(self.values.symbol(x, value), self.values.symbol(y, value)) for value in shared]

    def same(self, x: int, y: int) -> str:
        """The term that two neighbours ``x < y`` hold the same number."""
        return self.equal.get((x, y)) or any_of(*self.both(x, y))

    def begin(self, builder: Builder) -> list[str]:
        """Declare the Booleans of the numbers, and define which neighbours are equal; returns the former."""
        numbers = declare_values(builder, self.values)
        for x, y in self.links:
            self.equal[x, y] = builder.define(EQUAL, (x, y), super().same(x, y), any_of(*self.both(x, y)))
        return numbers


class Valued(Protocol):
    """A view of a puzzle whose numbers are Booleans."""

    @property
    def values(self) -> Values:
        """What the cells may hold."""


V = TypeVar("V", bound=Valued)
B = TypeVar("B", bound=ValueBooleans)


def declare_values(builder: Builder, values: Values, bits: Iterable[str] = ()) -> list[str]:
    """Declare the Booleans of the numbers, bits of theirs, and helpers for many; returns all but the last."""
    numbers = [values.symbol(x, number) for x, number in enumerate(values.known) if number]
    numbers += [values.symbol(x, value) for x, value in values.pairs]
    numbers += bits
    builder.declare_all(numbers)
    builder.declare_all([name for x in range(len(values.known)) for name in helpers(values, x)])
    return numbers


def first_families(families: Families[V], source: str = RULES) -> None:
    """Declare the families of the numbers."""
    families.shared(KNOWN._replace(source=source))(_known)
    families.shared(ONE_VALUE._replace(source=source))(_one_value)


def last_families(families: Families[B]) -> None:
    """Declare the families of walls and colours."""
    families.shared(WALL)(_wall)
    families.shared(CHECKERED)(_two_colours)


def _known(view: Valued) -> Constraints:
    return (((x,), view.values.symbol(x, v)) for x, v in enumerate(view.values.known) if v)


def _one_value(view: Valued) -> Constraints:
    return one_value_each(view.values)


def _wall(view: ValueBooleans) -> Constraints:
    for x, y in sorted(view.puzzle.walls):
        for both in view.both(x, y):
            yield (x, y), negation(both)


def _two_colours(view: ValueBooleans) -> Constraints:
    return checkered(view.puzzle, view.same)
