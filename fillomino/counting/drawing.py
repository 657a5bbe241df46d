"""Shared parts of the tables that fillings are drawn from."""

from __future__ import annotations

from random import Random
from typing import Protocol

from fillomino.errors import CountError, NoSolutionError
from fillomino.puzzle import Filling

MEMORY = 1 << 30
"""Default limit of a table, in bytes."""


class Table(Protocol):
    """All fillings of a task, ready to be drawn from.

    Attributes:
        fillings: how many there are.
    """

    fillings: int

    def draw(self, random: Random, count: int) -> list[Filling]:
        """Return so many fillings, each uniform among all and independent of the others.

        Raises:
            CountError: if there is none to draw.
        """


def choice(random: Random, weights: list[int]) -> int:
    """An index, with a probability exactly proportional to its weight."""
    mark = random.randrange(sum(weights))
    for index, weight in enumerate(weights):
        mark -= weight
        if mark < 0:
            return index
    raise AssertionError("the mark lies below the sum of the weights")


def too_large(memory: int) -> CountError:
    """The error for a table that would outgrow its memory."""
    return CountError(f"the table of all states outgrows the memory allowed, {memory / 2**20:.0f} MiB")


def require_some(fillings: int) -> None:
    """Refuse to draw from nothing.

    Raises:
        NoSolutionError: if there is no solution.
    """
    if not fillings:
        raise NoSolutionError("there is no solution to draw")
