"""A guess at a solution of a large board: large numbers stand near those that are known.

Where about half of the cells hold clues, most cells of a large region have one of it near them. But few
numbers can be excluded: somewhere there is room for a region of 28 cells without any clue, so hundreds of
cells may hold 28, and answers go wrong in all of these ways. Without them, a first solution takes a fraction
of the questions. What has no solution under the guess may have another: then the whole puzzle is asked about.
"""

from __future__ import annotations

from fillomino.deduction.fast.propagation import Propagation
from fillomino.deduction.state import Candidates, ContradictionError, State
from fillomino.graph import cells_by_value, components, within
from fillomino.puzzle import Puzzle

LEAST_OPEN = 500
"""The fewest open cells of a large board; smaller ones take few questions."""

HIDDEN = (5, 3, 7, 4)
"""The largest number that is taken to stand anywhere, in one guess after the other: regions of more cells
seldom have no clue. Most boards are quick under one of them, but not all under the same."""

STALLED = 0.25
"""After so many wrong answers under a guess, as a part of the open cells, the next is tried: most boards take
fewer under the first."""

STEPS = 3
"""A larger number stands at most so many steps from a cell that is known to hold it."""

ROUNDS = 3
"""How often numbers are struck, and deduction goes on: what it fixes, other cells are near."""


def is_large(candidates: Candidates) -> bool:
    """Return whether a board has so many open cells that a guess pays."""
    return _open(candidates) >= LEAST_OPEN


def most_wrong(candidates: Candidates) -> int:
    """Return after how many wrong answers under a guess the next is tried."""
    return max(1, int(STALLED * _open(candidates)))


def _open(candidates: Candidates) -> int:
    return sum(mask & (mask - 1) != 0 for mask in candidates.masks)


def narrowed(
    puzzle: Puzzle, candidates: Candidates, hidden: int, until: float | None = None
) -> Candidates | None:
    """Return the candidates under the guess, after the rules up to bottleneck.

    Args:
        puzzle: the puzzle.
        candidates: what was deduced about it.
        hidden: the largest number that may stand anywhere.
        until: when to stop early, by `time.process_time`.

    Returns:
        For each cell some of the candidates given; ``None`` if the guess is known to be wrong, or leaves
        nothing open.
    """
    held = cells_by_value(candidates.filling())
    held.pop(0, None)
    most = max((hidden, *held))
    try:
        state = State(puzzle.replace(largest_region=min(most, puzzle.largest_region or most)))
        for number, cells in held.items():
            state.fix(number, cells)
        propagation = Propagation(state)
        for _ in range(ROUNDS):
            for number in range(hidden + 1, most + 1):
                far = state.where(number) & ~_reach(state, number)
                if far:
                    state.strike(number, far)
            if not state.dirty:
                break
            propagation.run_and_count(until)
    except ContradictionError:
        return None
    masks = tuple(mask & known for mask, known in zip(state.candidates(), candidates.masks, strict=True))
    return Candidates(masks) if all(masks) and any(mask & (mask - 1) for mask in masks) else None


def _reach(state: State, number: int) -> int:
    """The cells near the known groups of a number."""
    near, admits, reach = state.near, state.admits.get(number, 0), 0
    for group in components(near, state.fixed.get(number, 0)):
        reach |= within(near, group, admits, min(STEPS, max(0, number - group.bit_count())))
    return reach
