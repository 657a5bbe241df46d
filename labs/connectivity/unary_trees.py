"""Trees of small numbers: sizes in unary, and roots by their distances from landmarks.

Two trees of one number must not touch, so neighbours that are equal have one root. The root's
distance from each landmark is written in unary, over those distances that a possible root has. A region
with known cells is rooted in one of its known groups; a hidden one in its cell nearest to the first
landmark, then to the second, and so on: one of many trees less to choose from.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import pairwise, starmap
from typing import NamedTuple

from encoder.builder import TIGHTENED, Builder
from encoder.parts.adders import Lines, unary_sum
from encoder.parts.spanning_trees import Link, link
from fillomino.graph import within
from labs.connectivity.trees import Trees
from smtlib.script import Family, any_of, conjunction, implies, negation

ROOT_SELF = Family(
    "root-self",
    "a root is its own root, and the first cell of a region without known cells",
    "if R_x, then its root's distances are those of x, and not k_x; unless k_x, none comes before",
    TIGHTENED,
)
SAME_ROOT = Family(
    "same-root", "equal neighbours share a root", "if q_x_y, then the digits of the roots agree", TIGHTENED
)
SIZE_SUM = Family(
    "size-sum", "sizes add up", "s_x = the sum of (cells of y) + s_y over the y with e_x_y", TIGHTENED
)
ROOT_SIZE = Family(
    "root-size",
    "a cell is a root iff its subtree is its region",
    "R_x iff (cells of x) + s_x = n_x",
    TIGHTENED,
)


def unary_sizes(builder: Builder, trees: Trees) -> None:
    """Require the sizes of small trees."""
    names: list[str] = []
    sizes = {x: _digits(trees, x) for x, small in trees.small.items() if small}
    for x, digits in sizes.items():
        label = trees.label(x)
        lines = Lines()
        parts = [
            _child(trees, lines, x, y, pair, sizes[y])
            for y in trees.children[x]
            if (pair := link(x, y)) in trees.same_small
        ]
        total = unary_sum(lines, f"t_{label}", parts, len(digits), f"s_{label}")
        names += dict.fromkeys((*digits, *lines.names))
        lines.terms += [f"(not {digit})" for digit in digits[len(total) :]]
        builder.require_all(SIZE_SUM, (x, *trees.joins[x]), lines.terms)
        builder.require_all(ROOT_SIZE, (x,), _root_size(trees, x, digits))
    builder.declare_all(names)


def _digits(trees: Trees, x: int) -> list[str]:
    """The digits of a size: the k-th, from 1, is true iff at least k cells hang below x."""
    most = max(trees.origins[number].most.get(x, 0) for number in trees.small[x])
    label = trees.label(x)
    return [f"s_{label}_{k}" for k in range(1, most - trees.weights[x] + 1)]


def _child(trees: Trees, lines: Lines, x: int, y: int, pair: Link, sizes: list[str]) -> tuple[str, list[str]]:
    """The condition that y is a child of x in a small tree, and its number of cells then, in unary."""
    beside = trees.weights[x] - 1
    most = 0
    for number in trees.same_small[pair]:
        most_below = trees.origins[number].most
        most = max(most, min(most_below.get(y, 0), most_below.get(x, 0) - beside))
    labels = trees.values.puzzle.board.labels
    a, b = labels[x], labels[y]
    edge = f"e_{a}_{b}"
    if pair in trees.same_wide:
        edge = lines.define(f"m_{a}_{b}", f"(and {edge} {trees.agree(pair, wide=False)})")
    weight = trees.weights[y]
    return edge, ["true"] * weight + sizes[: max(0, most - weight)]


def _root_size(trees: Trees, x: int, digits: list[str]) -> Iterator[str]:
    """For each number v: the size is not more than v, and v itself at a root only."""
    weight = trees.weights[x]
    sure, may_be_root, root = x in trees.sure, trees.may_be_root(x), trees.root(x)
    for number in trees.small[x]:
        origin = trees.origins[number]
        held = trees.holds(x, number)
        most = origin.most.get(x, 0)
        if most < weight:
            yield negation(held)
            continue
        needed = number - weight
        reached = "true" if not needed else digits[needed - 1] if needed <= len(digits) else "false"
        if sure:
            terms = [reached]
        elif origin.hidden >> x & 1 or x in origin.anchors.get(x, ()):
            terms = [f"(= {root} {reached})"]
        else:
            terms = [f"(not {root})"] if may_be_root else []
        if most - weight < len(digits):
            terms.append(f"(not {digits[most - weight]})")
        if terms:
            yield implies(held, conjunction(terms))


class _Place(NamedTuple):
    """The place of a node's root on one coordinate: one of some distances, in unary.

    Attributes:
        values: the distances, ascending.
        literals: for each of them the literal "the root's coordinate is at least this".
    """

    values: list[int]
    literals: list[str]

    def least(self, at: int) -> str:
        """The literal "the root's coordinate is at least this"."""
        index = bisect_left(self.values, at)
        return self.literals[index] if index < len(self.values) else "false"


def unary_roots(builder: Builder, trees: Trees) -> None:
    """Require the roots of small trees: their distances from landmarks."""
    places = _places(trees)
    builder.declare_all([name for each in places.values() for place in each for name in place.literals[1:]])
    for x, coordinates in places.items():
        for place in coordinates:
            for lower, higher in pairwise(place.literals[1:]):
                builder.require(ROOT_SELF, (x,), f"(or {lower} (not {higher}))")
        own = [(place, index[x]) for place, index in zip(coordinates, trees.coordinates, strict=True)]
        itself = [end for place, at in own for end in (place.least(at), negation(place.least(at + 1)))]
        if x not in trees.anchors[x]:
            itself.append(negation(trees.anchored(x)))
        if trees.may_be_root(x):
            root = trees.of_kind(x, trees.root(x), wide=False)
            builder.require(
                ROOT_SELF, (x,), implies(root, conjunction([each for each in itself if each != "true"]))
            )
        if x in trees.anchors[x] or any(trees.origins[v].hidden >> x & 1 for v in trees.small[x]):
            # The root comes before x in the order of coordinates, but for an anchor seen from an open cell.
            tied = ["false" if x in trees.anchors[x] else trees.anchored(x)]
            for place, at in own:
                builder.require(ROOT_SELF, (x,), any_of(*tied, negation(place.least(at + 1))))
                tied.append(negation(place.least(at)))
    for pair in trees.same_small:
        same = _same(places[pair[0]], places[pair[1]])
        builder.require(SAME_ROOT, pair, implies(trees.agree(pair, wide=False), same))


def _places(trees: Trees) -> dict[int, list[_Place]]:
    """For each node in a small tree, where its root may be on each coordinate."""
    board = trees.values.puzzle.board
    levels = []
    for index in trees.coordinates:
        masks = [0] * (max(index) + 1)
        for x, at in enumerate(index):
            masks[at] |= 1 << x
        levels.append(masks)
    earlier = [0] * board.size
    before = 0
    for x in sorted(range(board.size), key=trees.order.__getitem__):
        before |= 1 << x
        earlier[x] = before
    hiding = _hiding(trees)
    places: dict[int, list[_Place]] = {}
    for x, small in trees.small.items():
        if not small:
            continue
        roots = sum(1 << anchor for anchor in trees.anchors[x])
        for number, hidden in hiding:
            if hidden >> x & 1:
                roots |= within(trees.values.near, 1 << x, hidden, number - 1) & earlier[x]
        if x in trees.anchors[x]:
            roots &= earlier[x]
        roots = roots or 1 << x
        places[x] = []
        for i, masks in enumerate(levels):
            values = [at for at, cells in enumerate(masks) if cells & roots]
            literals = [f"r_{trees.label(x)}_{i}_{at}" for at in values[1:]]
            places[x].append(_Place(values, ["true", *literals]))
    return places


def _hiding(trees: Trees) -> list[tuple[int, int]]:
    """Small numbers, largest first, each with where its hidden regions may be.

    One is left out where a larger one may be wherever it may: its regions reach no farther.
    """
    treed: dict[int, int] = {}
    for x, small in trees.small.items():
        for number in small:
            treed[number] = treed.get(number, 0) | 1 << x
    maximal: list[tuple[int, int]] = []
    for number in sorted(treed, reverse=True):
        hidden = trees.origins[number].hidden & treed[number]
        if all(hidden & ~other for _, other in maximal):
            maximal.append((number, hidden))
    return maximal


def _same(here: list[_Place], there: list[_Place]) -> str:
    """The term that two roots are equal, digit by digit."""
    literals = []
    for a, b in zip(here, there, strict=True):
        low, high = max(a.values[0], b.values[0]), min(a.values[-1], b.values[-1])
        literals += [end for place in (a, b) for end in (place.least(low), negation(place.least(high + 1)))]
        inner = [at for at in sorted({*a.values, *b.values}) if low < at <= high]
        pairs = dict.fromkeys((a.least(at), b.least(at)) for at in inner)
        literals += starmap("(= {} {})".format, pairs)
    return conjunction([literal for literal in literals if literal != "true"])
