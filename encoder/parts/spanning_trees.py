"""Of the many spanning trees of a region nearly all are ruled out: edges that each has, and that none has.

Where a tree may be any, a solver tries any: a region of 30 cells has millions, and a wrong set of cells is
refuted only when all its trees are. But the links of a fixed forest in the board can be *kept*: where both
ends of one are in a region, the region's tree has that edge. For what the forest and a region share has no
cycle, and what has no cycle is a part of some spanning tree (independent sets of the graphic matroid:
H. Whitney, On the abstract properties of linear dependence, 1935). Kept links make pieces of the region,
and two pieces need be joined at their first contact only; a later one is *spare*.

On a rectangle the rows are kept, and the first column. Without walls a region then has just one tree,
unless it surrounds cells of other regions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias

from encoder.builder import OWN, Builder
from smtlib.script import Family, all_of, implies, negation

Link: TypeAlias = tuple[int, int]
"""Two neighbours, the lower first: cells, or known groups by one of their cells."""

MATROID = f"{OWN}, after H. Whitney, 1935: what has no cycle is a part of a spanning tree"
KEPT_EDGE = Family(
    "kept-edge",
    "of many trees one: neighbours in a row that are in one region are joined",
    "for neighbours x, y in a row (or in another fixed forest): if in one region, then e_x_y or e_y_x",
    MATROID,
)
FIRST_CONTACT = Family(
    "first-contact",
    "of many trees one: two rows of a region are joined where they first touch",
    "for neighbours x, y, and a, b before them in their rows: if all in one region, not e_x_y and not e_y_x",
    MATROID,
)


def link(x: int, y: int) -> Link:
    """Two neighbours as a link."""
    return (x, y) if x < y else (y, x)


def require_one_tree(
    builder: Builder,
    links: Collection[Link],
    same: Callable[[int, int], str],
    joined: Callable[[int, int], str],
    may_agree: Callable[..., bool] = lambda *_: True,
) -> None:
    """Require one of many trees for each region; what is plainly true is left out.

    Args:
        builder: the builder to add to.
        links: the pairs of neighbours that may be in one region.
        same: from the cells of a link to the term that they are in one region.
        joined: from them to the term that one is the parent of the other.
        may_agree: whether some links may all be in one region.
    """
    rows = kept(links)
    for pair in sorted(rows):
        builder.require(KEPT_EDGE, pair, implies(same(*pair), joined(*pair)))
    for pair, one, other in spare(links, rows):
        if may_agree(pair, one, other):
            both = all_of(same(*one), same(*other))
            builder.require(FIRST_CONTACT, pair, implies(both, negation(joined(*pair))))


def trees_of(links: Collection[Link], equal: Callable[[int, int], bool]) -> frozenset[Link]:
    """Return the links of a forest that is left where regions are known.

    Args:
        links: the pairs of neighbours that may be in one region.
        equal: whether two neighbours are in one region.
    """
    rows = kept(links)
    ruled_out = {pair for pair, one, other in spare(links, rows) if equal(*one) and equal(*other)}
    return kept((pair for pair in links if equal(*pair) and pair not in ruled_out), rows)


def kept(links: Iterable[Link], first: Collection[Link] = ()) -> frozenset[Link]:
    """A largest set of links without a cycle: some as far as can be, then rows, then others."""
    piece: dict[int, int] = {}

    def piece_of(x: int) -> int:
        while piece.setdefault(x, x) != x:
            piece[x] = x = piece[piece[x]]
        return x

    forest = set()
    for x, y in _in_order(links, first):
        here, there = piece_of(x), piece_of(y)
        if here != there:
            piece[here] = there
            forest.add((x, y))
    return frozenset(forest)


def spare(links: Collection[Link], kept: Collection[Link]) -> Iterator[tuple[Link, Link, Link]]:
    """The links that are not needed, each with two kept ones.

    These lead from its ends to one cell, or to two that are joined by an earlier link: where the ends of
    both are equal, the first link is no edge.
    """
    rank = {pair: place for place, pair in enumerate(_in_order(links, kept))}
    along = defaultdict(list)
    for x, y in _in_order(kept):
        along[x].append(y)
        along[y].append(x)
    for x, y in links:
        if (x, y) not in kept:
            for a in along[x]:
                for b in along[y]:
                    if a == b or rank.get(link(a, b), len(rank)) < rank[x, y]:
                        yield (x, y), link(x, a), link(y, b)


FEW = 60
"""Of so few links what they are is kept: many puzzles of small boards have the same."""


def kept_and_spare(links: Sequence[Link]) -> tuple[frozenset[Link], Sequence[tuple[Link, Link, Link]]]:
    """Return `kept` links, and those that are `spare` then."""
    if len(links) <= FEW:
        return _kept_and_spare(tuple(links))
    trees = kept(links)
    return trees, list(spare(links, trees))


@lru_cache(maxsize=256)
def _kept_and_spare(links: tuple[Link, ...]) -> tuple[frozenset[Link], Sequence[tuple[Link, Link, Link]]]:
    trees = kept(links)
    return trees, tuple(spare(links, trees))


def _in_order(links: Iterable[Link], first: Collection[Link] = ()) -> list[Link]:
    """Links in the order in which they are preferred: some before others, rows before columns."""
    return sorted(links, key=lambda pair: (pair not in first, pair[1] - pair[0], pair))
