"""Numbers with one region in a part of the board: every cell of it is near its known group, step by step.

Which shapes such a region can take, between known cells that are far apart above all, a solver
finds hard to learn from cuts. Here helpers bound for a cell how many steps within the region lead
to the known group, at most; what is too far then follows by propagation, and the region is
connected without any cut.
"""

from __future__ import annotations

from collections.abc import Iterator

from encoder.parts.region_bounds import RegionBound
from encoder.parts.values import Values
from fillomino.graph import bits, components, layers
from smtlib.script import disjunction

FROM = 6
"""Smaller numbers do well with cuts alone."""

MOST_HELPERS = 6_000
"""A part that would need more helpers is left out."""


def has_group_distances(bound: RegionBound) -> bool:
    """Return whether a part has one region, and tying it to its known group pays."""
    if bound.number < FROM or bound.fewest != 1 or bound.most != 1:
        return False
    return bound.cells.bit_count() * bound.number <= MOST_HELPERS


def group_distances(values: Values, bound: RegionBound) -> tuple[list[str], list[str]]:
    """Helpers and clauses that tie the cells of a part's number to a known group of it.

    The helper ``d_part_x_k`` is true iff cell x is in the region, at most k steps from the group.
    Nothing where the part has several regions, or that would not pay.
    """
    if not has_group_distances(bound):
        return [], []
    known = bound.cells & values.fixed[bound.number]
    group = next(part for part in components(values.near, known) if part & known & -known)
    farthest = bound.number - group.bit_count()
    distances = dict.fromkeys(bits(group), 0)
    for steps, cells in enumerate(layers(values.near, group, bound.cells, farthest), 1):
        distances |= dict.fromkeys(bits(cells), steps)
    tied = _Tied(values, bound, distances, farthest)
    declared = [name for x, distance in distances.items() if distance for name in tied.within[x][distance:]]
    return declared, list(tied.clauses())


class _Tied:
    """The clauses of one part.

    Attributes:
        within: for each reached cell x and number k of steps the literal "x is in the region, and at most
            k steps from the group".
    """

    def __init__(self, values: Values, bound: RegionBound, distances: dict[int, int], farthest: int) -> None:
        self.values, self.bound = values, bound
        self.distances, self.farthest = distances, farthest
        labels = values.puzzle.board.labels
        self.within = {
            x: [f"d_{bound.name}_{labels[x]}_{k}" if k >= distance else "false" for k in range(farthest + 1)]
            if distance
            else ["true"] * (farthest + 1)
            for x, distance in distances.items()
        }

    def held(self, x: int) -> str:
        """The literal "x holds the number"."""
        number = self.bound.number
        return "true" if self.values.fixed[number] >> x & 1 else self.values.symbol(x, number)

    def clauses(self) -> Iterator[str]:
        for x in bits(self.bound.cells):
            if x not in self.distances:
                yield "false" if self.held(x) == "true" else f"(not {self.held(x)})"
        for x, distance in self.distances.items():
            if distance:
                yield from self._of_cell(x, distance)

    def _of_cell(self, x: int, distance: int) -> Iterator[str]:
        held, here = self.held(x), self.within[x]
        last = here[self.farthest]
        yield last if held == "true" else f"(or (not {held}) {last})"
        if held != "true":
            yield f"(or (not {last}) {held})"
        around = [self.within[y] for y in bits(self.values.near(1 << x)) if y in self.within]
        for k in range(distance, self.farthest + 1):
            if k < self.farthest:
                yield f"(or (not {here[k]}) {here[k + 1]})"
            nearer = [literals[k - 1] for literals in around]
            if "true" not in nearer:
                yield disjunction(
                    [f"(not {here[k]})", *(literal for literal in nearer if literal != "false")]
                )
