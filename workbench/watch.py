"""What may be watched while a puzzle is solved."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from encoder.encoding import Decoded


@dataclass(frozen=True, slots=True)
class Round:
    """One question of the lazy method, and what its answer came to.

    Attributes:
        number: which question, from 1.
        held: for each token the cells that hold it in the answer, as a bit set.
        cuts: the clauses that this answer breaks and every filling keeps; none if it is a filling.
        seconds: how long the solver took for it.
    """

    number: int
    held: Mapping[int, int]
    cuts: tuple[str, ...]
    seconds: float


Watch: TypeAlias = Callable[[Round | Decoded], None]
"""Called for each round, and for each model before the rules judge it; it must not take long."""


def unwatched(_: Round | Decoded) -> None:
    """Nobody looks."""
