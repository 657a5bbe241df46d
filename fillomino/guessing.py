"""Heuristics of `fillomino.backtracking`: which cell to guess."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple, TypeAlias

from fillomino.deduction.state import ContradictionError, State
from fillomino.graph import bits, components

Order: TypeAlias = Literal["first", "fewest", "constrained", "exits"]
"""The names of the heuristics."""

Guess: TypeAlias = tuple[int, list[int]]
"""A cell and its candidates, in the order in which to try them."""


class Heuristic(NamedTuple):
    """A heuristic: what it chooses, in a phrase, and the choice among open cells with candidates."""

    title: str
    choose: Callable[[State, list[int]], Guess]


def choice(state: State, order: Order) -> Guess | None:
    """Return the cell to guess and its candidates; ``None`` if every cell is decided.

    Raises:
        ContradictionError: if a cell has no candidate.
    """
    if not state.unfixed:
        return None
    masks = state.candidates()
    guess = HEURISTICS[order].choose(state, masks)
    if not guess[1]:
        raise ContradictionError
    return guess


def _first(state: State, masks: list[int]) -> Guess:
    return _ascending(masks, next(bits(state.unfixed)))


def _fewest(state: State, masks: list[int]) -> Guess:
    return _ascending(masks, min(bits(state.unfixed), key=lambda cell: (masks[cell].bit_count(), cell)))


def _constrained(state: State, masks: list[int]) -> Guess:
    def rank(cell: int) -> tuple[int, int, int]:
        decided = state.beside[cell] & ~state.unfixed
        return masks[cell].bit_count(), -decided.bit_count(), cell

    return _ascending(masks, min(bits(state.unfixed), key=rank))


def _exits(state: State, masks: list[int]) -> Guess:
    """An exit of the group that has the fewest; with the group's number first."""
    best: tuple[int, int, int, int] | None = None
    for number, cells in state.fixed.items():
        for group in components(state.near, cells):
            missing = number - group.bit_count()
            if missing > 0:
                exits = state.near(group) & state.admits[number] & state.unfixed
                ranked = exits.bit_count(), missing, number, exits
                best = ranked if best is None or ranked < best else best
    if best is None:  # every open cell is in a region without a known cell
        return _fewest(state, masks)
    _, _, number, exits = best
    if not exits:
        raise ContradictionError
    cell = min(bits(exits), key=lambda cell: (masks[cell].bit_count(), cell))
    return cell, [number, *bits(masks[cell] & ~(1 << number))]


def _ascending(masks: list[int], cell: int) -> Guess:
    return cell, list(bits(masks[cell]))


HEURISTICS: Mapping[Order, Heuristic] = {
    "fewest": Heuristic("the cell with the fewest candidates", _fewest),
    "first": Heuristic("the first open cell, as the thesis does", _first),
    "constrained": Heuristic("the one of these that is beside most known cells", _constrained),
    "exits": Heuristic("an exit of the known group that has the fewest, its number first", _exits),
}
"""The heuristics by name; the first is the default."""
