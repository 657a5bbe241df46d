"""Deduction by the fast form of the rules, at a chosen level."""

from __future__ import annotations

from time import process_time

from fillomino.deduction.levels import Level
from fillomino.deduction.state import Candidates, ContradictionError, State
from fillomino.puzzle import Puzzle

__all__ = ["Candidates", "Level", "deduce"]


def deduce(puzzle: Puzzle, level: Level = Level.FULL, *, seconds: float | None = None) -> Candidates:
    """The numbers that the rules leave for each cell.

    Args:
        puzzle: what to deduce about.
        level: how much to deduce.
        seconds: CPU seconds after which no more is deduced; what was found by then holds.

    Returns:
        The candidates: no rule of the level rules out more, unless time ran out or looking ahead ended as
        fruitless. Every number of every filling is among them.
    """
    until = None if seconds is None else process_time() + seconds
    try:
        state = State(puzzle)
        if level is Level.NONE:
            return Candidates(tuple(state.candidates()))
        if level is Level.THESIS:
            from fillomino.deduction.reason import Reasoner
            from fillomino.deduction.strategies import STRATEGIES, rules_of

            reasoner = Reasoner(state, rules_of(STRATEGIES))
            reasoner.run(until)
            return reasoner.candidates()
        from fillomino.deduction.fast.propagation import Propagation, look_ahead

        propagation = Propagation(state)
        if level is Level.LIGHT:
            propagation.run(until, light=True)
        else:
            propagation.run_and_count(until)
        if level is Level.AHEAD:
            propagation = look_ahead(propagation, until)
            propagation.run_and_count(until)
        return Candidates(tuple(propagation.state.candidates()))
    except ContradictionError:
        return Candidates((0,) * puzzle.board.size, consistent=False)
