"""Numbers with one region in a room: every cell of it is near its known group, step by step.

Which shapes such a region can take, between known cells that are far apart above all, a solver
finds hard to learn from cuts. Here a helper says of a cell how many steps within the region lead
to the known group, at most; what is too far then follows by propagation, and the region is
connected without any cut.
"""

from __future__ import annotations

from collections.abc import Iterator

from encoder.clauses.rooms import Room
from encoder.clauses.tokens import Tokens
from encoder.terms import disjunction
from fillomino.deduction.bitset import bits, components

FROM = 6
"""Smaller numbers do well with cuts alone."""

MOST_HELPERS = 6_000
"""A room that would need more helpers is left out."""


def spans(room: Room) -> bool:
    """Whether a room has one region, and tying it to its known group pays."""
    if room.number < FROM or room.fewest != 1 or room.most != 1:
        return False
    return room.cells.bit_count() * room.number <= MOST_HELPERS


def span(tokens: Tokens, room: Room) -> tuple[list[str], list[str]]:
    """Helpers and clauses that tie the cells of a room's number to a known group of it.

    The helper ``d_room_x_k`` says that cell x is in the region, at most k steps from the group.
    Nothing where the room has several regions, or that would not pay.
    """
    if not spans(room):
        return [], []
    known = room.cells & tokens.fixed[room.number]
    group = next(part for part in components(tokens.near, known) if part & known & -known)
    farthest = room.number - group.bit_count()
    distances = _distances(tokens, group, room.cells, farthest)
    tied = _Tied(tokens, room, distances, farthest)
    declared = [
        tied.within(x, k)
        for x, distance in distances.items()
        if distance
        for k in range(distance, farthest + 1)
    ]
    return declared, list(tied.clauses())


class _Tied:
    """The clauses of one room."""

    def __init__(self, tokens: Tokens, room: Room, distances: dict[int, int], farthest: int) -> None:
        self.tokens, self.room = tokens, room
        self.distances, self.farthest = distances, farthest
        self.labels = tokens.puzzle.board.labels
        self.reached = sum(1 << x for x in distances)

    def within(self, x: int, steps: int) -> str:
        """The literal "x is in the region, and at most so many steps from the group"."""
        if steps < self.distances[x]:
            return "false"
        return f"d_{self.room.name}_{self.labels[x]}_{steps}" if self.distances[x] else "true"

    def held(self, x: int) -> str:
        """The literal "x holds the number"."""
        number = self.room.number
        return "true" if self.tokens.fixed[number] >> x & 1 else self.tokens.symbol(x, number)

    def clauses(self) -> Iterator[str]:
        for x in bits(self.room.cells & ~self.reached):
            yield "false" if self.held(x) == "true" else f"(not {self.held(x)})"
        for x, distance in self.distances.items():
            if distance:
                yield from self._of_cell(x, distance)

    def _of_cell(self, x: int, distance: int) -> Iterator[str]:
        held = self.held(x)
        last = self.within(x, self.farthest)
        yield last if held == "true" else f"(or (not {held}) {last})"
        if held != "true":
            yield f"(or (not {last}) {held})"
        around = list(bits(self.tokens.near(1 << x) & self.reached))
        for k in range(distance, self.farthest + 1):
            here = self.within(x, k)
            if k < self.farthest:
                yield f"(or (not {here}) {self.within(x, k + 1)})"
            nearer = [self.within(y, k - 1) for y in around]
            if "true" not in nearer:
                yield disjunction([f"(not {here})", *(literal for literal in nearer if literal != "false")])


def _distances(tokens: Tokens, group: int, cells: int, farthest: int) -> dict[int, int]:
    """For each of the cells how many steps within them it is from the group, where not too many."""
    found = dict.fromkeys(bits(group), 0)
    reached = front = group
    for steps in range(1, farthest + 1):
        front = tokens.near(front) & cells & ~reached
        reached |= front
        found |= dict.fromkeys(bits(front), steps)
    return found
