"""Candidates: the numbers that deduction leaves for each cell."""

from __future__ import annotations

from typing import NamedTuple

from fillomino.graph import bits
from fillomino.puzzle import Filling


class Candidates(NamedTuple):
    """The candidates that deduction left.

    Attributes:
        masks: for each cell the numbers it can still hold, as a bit mask: bit v is number v. All
            zero if the puzzle has no solution.
        consistent: false if the rules found that the puzzle has no solution.
    """

    masks: tuple[int, ...]
    consistent: bool = True

    def numbers(self, cell: int) -> list[int]:
        """The candidates of a cell, ascending."""
        return list(bits(self.masks[cell]))

    def filling(self) -> Filling:
        """One number per cell where it is known, 0 elsewhere."""
        return tuple(mask.bit_length() - 1 if mask & (mask - 1) == 0 < mask else 0 for mask in self.masks)
