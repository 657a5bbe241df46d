"""Deduce: what the fast form of the rules leaves for each cell, by how much is to be deduced."""

from __future__ import annotations

from enum import IntEnum
from time import process_time
from typing import NamedTuple

from fillomino.deduction.state import ContradictionError, State
from fillomino.puzzle import Filling, Puzzle


class Level(IntEnum):
    """Levels of deduction: how much to deduce.

    Attributes:
        NONE: the clues only.
        LIGHT: by the rules up to reach.
        FULL: by bottleneck, too, and by counting all cells of the board.
        AHEAD: by looking ahead, too, as long as that is fruitful; most real puzzles are solved then.
    """

    NONE = 0
    LIGHT = 1
    FULL = 2
    AHEAD = 3


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
        mask = self.masks[cell]
        return [number for number in range(1, mask.bit_length()) if mask >> number & 1]

    def filling(self) -> Filling:
        """One number per cell where it is known, 0 elsewhere."""
        return tuple(mask.bit_length() - 1 if mask & (mask - 1) == 0 < mask else 0 for mask in self.masks)


def deduce(puzzle: Puzzle, level: Level = Level.FULL, *, seconds: float | None = None) -> Candidates:
    """The numbers that the rules leave for each cell.

    Args:
        puzzle: what to deduce about.
        level: how much to deduce.
        seconds: CPU seconds after which no more is deduced; what was found by then holds.

    Returns:
        Candidates of which no rule of the level rules out more, but for looking ahead, which ends when it
        seems fruitless, and unless time ran out. Every number of every filling is among them.
    """
    until = None if seconds is None else process_time() + seconds
    try:
        state = State(puzzle)
        if level is Level.NONE:
            return Candidates(tuple(state.candidates()))
        from fillomino.deduction.fast.look_ahead import look_ahead
        from fillomino.deduction.fast.propagation import Propagation

        propagation = Propagation(state)
        if level is Level.LIGHT:
            propagation.run(until, light=True)
        if level >= Level.FULL:
            propagation.run_and_count(until)
        if level is Level.AHEAD:
            propagation = look_ahead(propagation, until)
            propagation.run_and_count(until)
        return Candidates(tuple(propagation.state.candidates()))
    except ContradictionError:
        return Candidates((0,) * puzzle.board.size, consistent=False)
