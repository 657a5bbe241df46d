"""The cells that each known group can reach: the thesis's figure 7."""

from __future__ import annotations

from typing import NamedTuple

from fillomino.deduction.fast.groups import Group, Record
from fillomino.deduction.fast.reach import reach_of
from fillomino.deduction.state import ContradictionError, State
from fillomino.errors import NoSolutionError
from fillomino.graph import components
from fillomino.puzzle import Puzzle


class Reach(NamedTuple):
    """A known group with fewer cells than its number, and what it can reach. Sets are bit sets.

    Attributes:
        number: its number.
        cells: its cells.
        reached: the open cells, and those of other groups of its number, that it can come to have. A group
            on the way costs its whole size; cells beside a complete region of the number are no way.
    """

    number: int
    cells: int
    reached: int


def reach_map(puzzle: Puzzle) -> list[Reach]:
    """Return the open groups of a puzzle's clues with what they reach, in the order of their lowest cells.

    Raises:
        NoSolutionError: if a clue is larger than the largest region.
    """
    try:
        state = State(puzzle)
    except ContradictionError:
        raise NoSolutionError("a clue is larger than the largest region") from None
    found = []
    for number, cells in state.fixed.items():
        parts = components(state.near, cells)
        groups = [Group(part, part.bit_count(), state.near(part)) for part in parts]
        groups = [group for group in groups if group.size < number]
        record = Record(number, groups, opened=sum(group.cells for group in groups), fixed=cells)
        whole = sum(part for part in parts if part.bit_count() >= number)
        state.rule_out(number, state.near(whole) & state.unfixed)
        found += [Reach(number, its.cells, reach_of(state, record, its) & ~its.cells) for its in groups]
    return sorted(found, key=lambda reach: reach.cells & -reach.cells)
