"""The events of a solve that a `Watch` is told of, besides each decoded model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from encoder.script import PuzzleScript


class Written(NamedTuple):
    """A script as it was built, and the same as the solver is given it: perhaps scrambled."""

    script: PuzzleScript
    given: PuzzleScript


class Round(NamedTuple):
    """One question of the lazy method, and what its answer came to.

    Attributes:
        number: which question, from 1.
        held: for each value the cells that hold it in the answer, as a bit set.
        cuts: the clauses that this answer breaks and every solution satisfies; none if it is a solution.
        seconds: how long the solver took for it.
    """

    number: int
    held: Mapping[int, int]
    cuts: tuple[str, ...]
    seconds: float
