"""The cells that each known group can reach: the thesis's figure 7."""

from __future__ import annotations

from typing import NamedTuple

from fillomino.deduction.fast.groups import reach_of
from fillomino.deduction.premises import Premises
from fillomino.deduction.state import ContradictionError, State
from fillomino.errors import NoSolutionError
from fillomino.graph import CellSet
from fillomino.puzzle import Puzzle


class Reach(NamedTuple):
    """A known group with fewer cells than its number, and what it can reach.

    Attributes:
        number: its number.
        cells: its cells.
        reached: the open cells, and those of other groups of its number, that it can come to have. A group
            on the way costs its whole size; cells beside a complete region of the number can't be entered.
    """

    number: int
    cells: CellSet
    reached: CellSet


def reach_map(puzzle: Puzzle) -> list[Reach]:
    """Return the open groups of a puzzle's clues with what they reach, in the order of their lowest cells.

    Raises:
        NoSolutionError: if a clue is larger than the largest region.
    """
    try:
        state = State(puzzle)
    except ContradictionError:
        raise NoSolutionError("a clue is larger than the largest region") from None
    premises = Premises(state)
    reaches = []
    for number in state.fixed:
        record = premises.record(number)
        complete = sum(group.cells for group in premises.groups(number) if group.size >= number)
        state.strike(number, state.near(complete) & state.unfixed)
        for group in record.groups:
            reached = reach_of(state, record, group) & ~group.cells
            reaches.append(Reach(number, group.cells, reached))
    return sorted(reaches, key=lambda reach: reach.cells & -reach.cells)
