"""One round of the lazy method: a question, and what its answer came to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Round:
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
