"""A whole layer of packed states, between two steps of a count."""

from __future__ import annotations

from dataclasses import dataclass

from fillomino.counting.limbs import Keys, Limbs


@dataclass(frozen=True, slots=True)
class Layer:
    """The states after so many cells.

    Attributes:
        done: how many cells are filled.
        keys: the states, ascending.
        ways: in how many ways each arises.
        peak: the most states in a layer so far.
        states: the states of all layers so far.
    """

    done: int
    keys: Keys
    ways: Limbs
    peak: int
    states: int
