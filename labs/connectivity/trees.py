"""The layout of the Boolean forest: where it needs trees, and of which kind.

A *node* of the forest is an open cell, or a known group: connected cells known to hold one number,
whose region is not complete. A value at a node is *settled* where clauses about numbers alone encode the
whole region (1 and 2 everywhere, others by cardinality and distances, see `encoder.parts.redundant`); it
needs no tree. Else it is *small*, with sizes in unary, or *wide*, with sizes in binary.

A region with known cells is rooted in a known group of them (an *anchor*), the first one if it has several.
A region without is *hidden*: it touches no known cell of its number, so that it lies in a part of the board
that has room for it. Both leave few places for a root, and few sizes for a subtree.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from encoder.parts.redundant import RegionBound, region_bounds
from encoder.parts.spanning_trees import Link, link
from encoder.parts.values import BIG, Values
from encoder.parts.variants import clued_cells
from fillomino.graph import CellSet, bits, components, layers
from labs.connectivity.resolving_set import coordinates
from smtlib.script import all_of, disjunction

UNARY_MOST = 10
"""Larger sizes are binary: unary ones propagate better, but take the square of the digits."""

LOCAL = 2
"""Numbers up to this are encoded by the families growth and small-region alone."""


@dataclass(slots=True)
class Origins:
    """The possible roots of the regions of one value.

    Attributes:
        hidden: the cells that may be in a hidden region.
        anchors: for each node the anchors that its region may be rooted in; itself among them if it is one.
        most: for each node the most cells that the subtree below and with it can have.
    """

    hidden: CellSet = 0
    anchors: dict[int, list[int]] = field(default_factory=dict)
    most: dict[int, int] = field(default_factory=dict)


class Trees:
    """The layout of a board's trees. A node goes by one of its cells.

    Attributes:
        values: the board.
        bounds: where few regions of a number fit.
        coordinates: for each landmark the distance of each cell (see `labs.connectivity.resolving_set`).
        order: for each cell its place in the order of coordinates.
        weights: for each node, ascending, how many cells it is.
        settled: for each node the values that need no tree.
        small: for each node the values with unary sizes.
        wide: for each node the values with binary sizes.
        origins: for each small or wide value where its regions may be rooted.
        anchors: for each node the anchors that its region may be rooted in.
        sure: the anchors that are roots in any case.
        hiding: the nodes that may be in a region without a known cell.
        same_small: for neighbours ``x < y`` that may be in one tree, the small values both may hold.
        same_wide: the same for wide ones.
        links: all these neighbours.
        joins: for each node its neighbours in those.
        children: for each node the neighbours that may be its children.
        width: how many binary digits the wide numbers take.
    """

    def __init__(self, values: Values) -> None:
        self.values = values
        self.bounds = bounds = region_bounds(values)
        board, clued = values.puzzle.board, clued_cells(values.puzzle)
        self.coordinates = coordinates(board)
        ranked = sorted(range(board.size), key=lambda x: [index[x] for index in self.coordinates])
        self.order = order = {x: place for place, x in enumerate(ranked)}
        treeless = _without_trees(values, bounds)
        groups, node_of = _groups(values, treeless, order)
        anchored = {node for parts in groups.values() for node, part in parts.items() if part & clued}
        treed = {value: cells & ~treeless.get(value, 0) for value, cells in values.admits.items()}
        self.origins = {
            value: _origins(values, value, groups.get(value, {}), anchored, node_of)
            for value, cells in treed.items()
            if cells and (value > LOCAL or value == BIG or values.puzzle.basic)
        }
        narrow = {v for v, origin in self.origins.items() if _is_narrow(v, origin, groups.get(v, {}))}
        self.weights: dict[int, int] = {}
        self.settled: dict[int, tuple[int, ...]] = {}
        self.small: dict[int, tuple[int, ...]] = {}
        self.wide: dict[int, tuple[int, ...]] = {}
        for x in range(board.size):
            held = values.held_by(x)
            in_tree = [v for v in held if v in self.origins and treed[v] >> x & 1]
            if in_tree and node_of.get(x, x) == x:
                self.weights[x] = groups[held[0]][x].bit_count() if values.known[x] else 1
                self.settled[x] = tuple(value for value in held if value not in in_tree)
                self.small[x] = tuple(value for value in in_tree if value in narrow)
                self.wide[x] = tuple(value for value in in_tree if value not in narrow)
        around = {x: [self.origins[v] for v in (*self.small[x], *self.wide[x])] for x in self.weights}
        self.anchors = {
            x: frozenset(a for origin in each for a in origin.anchors.get(x, ()))
            for x, each in around.items()
        }
        self.hiding = frozenset(
            x for x, each in around.items() if any(origin.hidden >> x & 1 for origin in each)
        )
        self.sure = frozenset(
            x for x in self.weights if x in anchored and all(order[a] >= order[x] for a in self.anchors[x])
        )
        self.width = max(
            (values.candidates.masks[x].bit_length() - 1 for x in self.wide if self.wide[x]), default=1
        ).bit_length()
        self._join(node_of)

    def _join(self, node_of: Mapping[int, int]) -> None:
        """Find which nodes may be in one tree, and which may be children of which."""
        self.same_small: dict[Link, tuple[int, ...]] = {}
        self.same_wide: dict[Link, tuple[int, ...]] = {}
        self.joins: dict[int, list[int]] = {x: [] for x in self.weights}
        self.children: dict[int, list[int]] = {x: [] for x in self.weights}
        ways = [pair for pair in self.values.puzzle.board.links() if pair not in self.values.puzzle.walls]
        for x, y in dict.fromkeys(link(node_of.get(x, x), node_of.get(y, y)) for x, y in ways):
            if x == y or x not in self.weights or y not in self.weights:
                continue
            small = tuple(value for value in self.small[x] if value in self.small[y])
            wide = tuple(value for value in self.wide[x] if value in self.wide[y])
            if small:
                self.same_small[x, y] = small
            if wide:
                self.same_wide[x, y] = wide
            for parent, child in ((x, y), (y, x)) if small or wide else ():
                self.joins[parent].append(child)
                most = max(self.origins[value].most.get(parent, 0) for value in (*small, *wide))
                if child not in self.sure and most > self.weights[parent]:
                    self.children[parent].append(child)
        self.links = list(dict.fromkeys((*self.same_small, *self.same_wide)))

    def label(self, x: int) -> int:
        """The label of a cell in symbols."""
        return self.values.puzzle.board.labels[x]

    def holds(self, x: int, value: int) -> str:
        """The literal "x holds this value"."""
        return "true" if self.values.known[x] else self.values.symbols[value][x]

    def equal(self, x: int, y: int, values: tuple[int, ...]) -> list[str]:
        """For each of some values that two cells share, the literals that both hold it."""
        return [all_of(self.holds(x, value), self.holds(y, value)) for value in values]

    def is_wide(self, x: int) -> str:
        """The literal "x holds a wide value"."""
        if not self.wide[x]:
            return "false"
        return "true" if not (self.small[x] or self.settled[x]) else f"W_{self.label(x)}"

    def of_kind(self, x: int, literal: str, *, wide: bool) -> str:
        """A literal about the tree of x, where that is of this kind; ``false`` where it can't be."""
        is_wide = self.is_wide(x)
        if is_wide in ("true", "false"):
            return literal if (is_wide == "true") == wide else "false"
        return f"(and {literal} {is_wide if wide else f'(not {is_wide})'})"

    def agree(self, pair: Link, *, wide: bool) -> str:
        """The literal "these neighbours hold the same small (wide) number"; one may be known to."""
        x, y = pair
        known, labels = self.values.known, self.values.puzzle.board.labels
        if not (known[x] or known[y]):
            return f"{'w' if wide else 'q'}_{labels[x]}_{labels[y]}"
        shared = (self.same_wide if wide else self.same_small)[pair]
        return self.holds(y if known[x] else x, shared[0])

    def same(self, x: int, y: int) -> str:
        """The term "both hold the same small or wide number"."""
        kinds = ((self.same_small, False), (self.same_wide, True))
        return disjunction([self.agree((x, y), wide=wide) for shared, wide in kinds if (x, y) in shared])

    def may_agree(self, *links: Link) -> bool:
        """Return whether there is a value for which all these links may be in one tree."""
        shared = ({*self.same_small.get(pair, ()), *self.same_wide.get(pair, ())} for pair in links)
        return bool(set.intersection(*shared))

    def edges(self, x: int, y: int) -> list[str]:
        """The edges there may be between two nodes."""
        ways = ((parent, child) for parent, child in ((x, y), (y, x)) if child in self.children[parent])
        return [f"e_{self.label(parent)}_{self.label(child)}" for parent, child in ways]

    def joined(self, x: int, y: int) -> str:
        """The term "one of two nodes is the parent of the other"."""
        return disjunction(self.edges(x, y))

    def root(self, x: int) -> str:
        """The literal "x is a root"."""
        return "true" if x in self.sure else f"R_{self.label(x)}"

    def may_be_root(self, x: int) -> bool:
        """Return whether a tree may have its root here."""
        return x in self.anchors[x] or x in self.hiding

    def anchored(self, x: int) -> str:
        """The literal "the root of x is an anchor"."""
        if x not in self.hiding:
            return "true"
        return f"k_{self.label(x)}" if self.anchors[x] else "false"


def _origins(
    values: Values, value: int, groups: Mapping[int, int], anchored: set[int], node_of: Mapping[int, int]
) -> Origins:
    """Find the possible roots of a value, from its known groups and those nodes that may be roots."""
    near, admits = values.near, values.admits[value]
    result = Origins()
    if not values.puzzle.basic:
        fixed = values.fixed[value]
        parts = components(near, admits & ~fixed & ~near(fixed))
        result.hidden = sum(part for part in parts if part.bit_count() >= values.least(value))
    largest = (
        max(values.candidates.masks[x].bit_length() - 1 for x in bits(admits)) if value == BIG else value
    )
    result.most = dict.fromkeys(bits(result.hidden), largest)
    for anchor in anchored & groups.keys():
        left = value - groups[anchor].bit_count()
        result.anchors.setdefault(anchor, []).append(anchor)
        result.most[anchor] = value
        for front in layers(near, groups[anchor], admits, left):
            for node in {node_of.get(x, x) for x in bits(front)}:
                reaching = result.anchors.setdefault(node, [])
                if anchor not in reaching:
                    reaching.append(anchor)
                    result.most[node] = max(result.most.get(node, 0), left)
            left -= 1
    return result


def _groups(
    values: Values, treeless: dict[int, int], order: Mapping[int, int]
) -> tuple[dict[int, dict[int, int]], dict[int, int]]:
    """For each number its known groups, node to cells; and the node of each of their cells."""
    groups: dict[int, dict[int, int]] = {}
    node_of: dict[int, int] = {}
    for number, fixed in values.fixed.items():
        groups[number] = {}
        for part in components(values.near, fixed & ~treeless.get(number, 0)):
            node = min(bits(part), key=order.__getitem__)
            groups[number][node] = part
            node_of.update(dict.fromkeys(bits(part), node))
    return groups, node_of


def _is_narrow(value: int, origin: Origins, groups: dict[int, int]) -> bool:
    """Return whether what hangs below each node is few enough cells for unary digits."""
    if value == BIG or value <= UNARY_MOST:
        return value != BIG
    weights = {node: part.bit_count() for node, part in groups.items()}
    return all(most - weights.get(x, 1) < UNARY_MOST for x, most in origin.most.items())


def _without_trees(values: Values, bounds: Iterable[RegionBound]) -> dict[int, CellSet]:
    """For each number the cells whose region of it needs no tree."""
    treeless: dict[int, CellSet] = {}
    if not values.puzzle.basic:  # where a region needs a clue, its tree asserts that
        for bound in bounds:
            if bound.is_counted() and bound.is_tied():
                treeless[bound.number] = treeless.get(bound.number, 0) | bound.cells
    return treeless
