"""Connected sets that a session completes: no clause is asserted before an answer breaks it.

`encoder.parts.flood.floodfill` adds such a set to a script by its method ``cuts``. An answer that is wrong
has members in several parts, too few or too many; for each of these there are clauses that this answer
breaks and every right one satisfies. Every right answer is a model of the script and of all such clauses, so
*unsat* means that there is none, or no other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from encoder.parts.cut_clauses import LAZY, Cut, first_of, leaves, widened
from fillomino.graph import NeighbourFunction, bits, component, components, grown
from smtlib.script import Assertion, Family, any_of, negation

JOINED = Family(
    "fill-joined",
    "lemma: members parted by others that are none are not connected",
    "if member x and member y, then member z for some z of a set that parts x from y; x from the seeds",
    LAZY,
)
TOO_FEW = Family(
    "fill-too-few",
    "lemma: a set with too few cells has another member on its border",
    "if member x, then member y for some y on the border of a set of too few cells around x",
    LAZY,
)
TOO_MANY = Family(
    "fill-too-many",
    "lemma: connected cells that are one too many are not all members",
    "not all of member x for connected cells x, one more than there may be",
    LAZY,
)
BESIDE = Family(
    "fill-beside",
    "a member that can't be alone has a member beside it",
    "if member x, then member y for some y beside x",
    LAZY,
)
GENERATED = (JOINED, TOO_FEW, TOO_MANY)
"""The families of the cuts of a fill."""


class LazyFill(NamedTuple):
    """A set of cells that is to be connected, and of which the script asserts nothing about that.

    Each connected part of it holds a seed; without seeds there is one part at most. Sets are bit sets of
    nodes, which are the cells, and after them the links that may be barred.

    Attributes:
        name: with what the symbols of the fill begin.
        member: for each node the term that it is in the set, or that the link is open.
        near: neighbours of a set of nodes; those of a link are the cells that it joins.
        cells: the nodes that are cells: what is to be connected, and counted.
        seeds: the cells of which each part must hold one; 0 if there is to be one part.
        low: the fewest cells of a part.
        high: the most cells of a part.
        can: the nodes that can be in the set.
        always: the nodes that are in it for sure.
    """

    name: str
    member: tuple[str, ...]
    near: NeighbourFunction
    cells: int
    seeds: int
    low: int
    high: int
    can: int
    always: int

    @property
    def admits(self) -> Mapping[int, int]:
        """See `Options`; there is one value."""
        return {0: self.can}

    @property
    def fixed(self) -> Mapping[int, int]:
        """See `Options`."""
        return {0: self.always}

    def held_by(self, cell: int) -> Sequence[int]:
        """See `Options`."""
        return (0,) if self.can >> cell & 1 else ()

    def least(self, value: int) -> int:
        """See `Options`."""
        return {0: self.low}[value]

    def cuts(self, held: int) -> Iterator[Assertion]:
        """Yield clauses that a set breaks, and each right one satisfies; none exactly if the set is right.

        Args:
            held: the nodes in the set.
        """
        parts = [part for part in components(self.near, held) if part & self.cells]
        if self.seeds:
            whole = [part for part in parts if part & self.seeds]
        else:
            whole = sorted(parts, key=lambda part: (bool(part & self.always), part.bit_count()))[-1:]
        targets = self.seeds or sum(whole)
        reached = component(self.near, targets & held, held)
        for part in parts:
            size = (part & self.cells).bit_count()
            if part not in whole:
                yield from self._parted(part, targets, reached)
            elif size < self.low:
                cells = widened(self, 0, part, held, self.low - 1)
                cut = leaves(self, 0, cells, first_of(part & self.cells, self.always))
                if cut is not None:
                    yield self._assertion(TOO_FEW, cut)
            if size > self.high:
                start = 1 << first_of(part & self.cells, part & self.seeds or self.always)
                nodes = grown(self.near, start, part, self.high + 1, self.always, counted=self.cells)
                yield self._assertion(TOO_MANY, Cut(0, tuple(bits(nodes))))

    def _parted(self, part: int, targets: int, reached: int) -> Iterator[Assertion]:
        """Yield "if x is a member (and y), so is some node between", for the nodes near x, and those near y.

        Every way from the part to the targets leads through the nodes between.
        """
        near, can = self.near, self.can
        border = near(part) & can & ~part
        outside = component(near, targets & ~border, can & ~border & ~part)
        between = border & (near(outside) | targets)
        yield self._joined(part, reached, between)
        border = (near(reached) | targets) & can & ~reached
        inside = component(near, part, can & ~border & ~reached)
        if border & near(inside) != between:
            yield self._joined(part, reached, border & near(inside))

    def _joined(self, part: int, reached: int, between: int) -> Assertion:
        """The clause of cells on both sides, near those between: from them the cells around often follow."""
        beside = self.near(between)
        ends = [part] if self.seeds else [part, reached]
        cells = (self.cells & (end & self.always or end & beside or end) for end in ends)
        premises = tuple(first_of(its or self.cells & end, 0) for its, end in zip(cells, ends, strict=True))
        return self._assertion(JOINED, Cut(0, premises, tuple(bits(between))))

    def _assertion(self, family: Family, cut: Cut) -> Assertion:
        terms = [negation(self.member[x]) for x in cut.cells] + [self.member[x] for x in cut.border]
        about = tuple(x for x in (*cut.cells, *cut.border) if self.cells >> x & 1)
        return Assertion(family.name, about, any_of(*terms))
