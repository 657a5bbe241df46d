"""`partition`: the whole board parted into connected sets, many flood fills at once.

Each part is a tree rooted at its lowest cell; or connected as a published encoding has it, and its cells
counted. Fillomino is a partition whose sizes differ from part to part beside it, and equal the clues; see
`fillomino_by_partition`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from encoder.builder import OWN, RULES, TREES, Builder
from encoder.connectivity.published import PUBLISHED
from encoder.connectivity.regions import Connectivity, Regions
from encoder.errors import EncodingError
from encoder.parts.spanning_trees import Link, link, require_one_tree
from encoder.script import PuzzleScript, Value
from fillomino.board import Board
from fillomino.puzzle import Puzzle
from smtlib.script import Family, exactly_one, plus

METHODS = ("tree", *(name for name, part in PUBLISHED.items() if not part.any_root))
"""Encodings of connectedness; where the root of a part is left to the encoding, it is not the lowest cell."""


@dataclass(frozen=True, slots=True)
class Partition:
    """The terms about a partition.

    Attributes:
        same: for each pair of neighbours ``(x, y)``, ``x < y``: "they are in one part".
        root: for each cell "it is the lowest of its part".
        size: for each cell the size of its part, of sort Int.
        projection: the terms on which models are to be counted: one assignment to them, one partition.
        weight: for each cell the weight of its part, of sort Int; empty where cells have none.
    """

    same: dict[tuple[int, int], str]
    root: tuple[str, ...]
    size: tuple[str, ...]
    projection: tuple[str, ...]
    weight: tuple[str, ...] = ()


def partition(
    script: Builder,
    prefix: str,
    board: Board,
    *,
    size: int | tuple[int, int] | None = None,
    exact: bool = False,
    parted: Collection[tuple[int, int]] = (),
    weights: Sequence[int] | None = None,
    total: tuple[int, int] | None = None,
    method: str = "tree",
) -> Partition:
    """Require that the board is divided into connected sets.

    Args:
        script: the builder to add to.
        prefix: with what all new symbols begin.
        board: the cells.
        size: at most so many cells a part, or between two bounds.
        exact: whether one `size` is meant exactly: every part has as many cells.
        parted: pairs of neighbours that are in different parts.
        weights: for each cell its weight, not below 0, such as its inhabitants. That of a part is their sum.
        total: the least and the greatest weight of a part.
        method: how connectedness is encoded: ``tree``, or the name of a published encoding.

    Raises:
        EncodingError: for sizes, weights, a method or a prefix that can't be; for pairs of no neighbours.
    """
    if method not in METHODS:
        known = ", ".join(METHODS)
        raise EncodingError(
            f"unknown method {method!r} of a partition; the methods are {known}", code="unknown-method"
        )
    if weights is not None and method != "tree":
        raise EncodingError(f"weights need the method tree, not {method}", code="bad-part")
    lightest, heaviest = _totals(board, weights, total)
    if isinstance(size, tuple):
        low, high = size
    else:
        high = board.size if size is None else size
        low = high if exact and size is not None else 1
    if not 1 <= low <= high:
        raise EncodingError(f"a part cannot have {low} to {high} cells", code="bad-part")
    same = dict.fromkeys(board.links(), "false")
    apart = {(min(pair), max(pair)) for pair in parted}
    for x, y in sorted(apart - same.keys()):
        raise EncodingError(
            f"cells {x} and {y} cannot be parted: they are not neighbours", code="wall-between"
        )
    parts = _Parts(script, prefix, board, low, min(high, board.size), same, apart, tree=method == "tree")
    projection = tuple(term for term in same.values() if term != "false")
    if method != "tree":
        parts.require_connected(PUBLISHED[method])
        return Partition(same, tuple(parts.root), tuple(parts.size), projection)
    edge = parts.require_trees()
    weight = () if weights is None else parts.require_weights(edge, weights, lightest, heaviest)
    return Partition(same, tuple(parts.root), tuple(parts.size), projection, weight)


def _totals(board: Board, weights: Sequence[int] | None, total: tuple[int, int] | None) -> tuple[int, int]:
    """Return the least and the greatest weight of a part."""
    if weights is None:
        if total is not None:
            raise EncodingError("a total of weights needs weights, one for each cell", code="bad-part")
        return 0, 0
    if len(weights) != board.size:
        raise EncodingError(f"there are {len(weights)} weights for {board.size} cells", code="bad-part")
    for x, weight in enumerate(weights):
        if weight < 0:
            raise EncodingError(
                f"the weight of {board.names[x]} is {weight}, but must be at least 0", code="bad-part"
            )
    low, high = total or (0, sum(weights))
    if not 0 <= low <= high:
        raise EncodingError(f"a part cannot weigh {low} to {high}", code="bad-part")
    return low, high


TREE_SIZE = Family("part-size", "sizes are as asked", "low <= n_x <= high; s_x between 1 and n_x", TREES)
TREE_ROOT = Family(
    "part-root",
    "a cell is a root iff it names itself, and iff its subtree is the part",
    "R_x iff r_x = x, iff s_x = n_x; 0 <= r_x <= x",
    TREES,
)
PARENT = Family("part-parent", "a cell is a root or has one parent", "exactly one of R_x, e_y_x", TREES)
SUBTREE = Family(
    "part-subtree", "subtree sizes add up", "s_x = 1 + the sum of s_y over the y with e_x_y", TREES
)
EDGE = Family(
    "part-edge", "an edge joins cells of one part, one way", "if e_x_y, then q_x_y and s_y < s_x", TREES
)
TREE_SAME = Family(
    "part-same",
    "neighbours are in one part iff they name one root, and then its size",
    "q_x_y iff r_x = r_y; if q_x_y, then n_x = n_y",
    TREES,
)
PART_SIZE = Family("part-size", "sizes are as asked", "low <= n_x <= high", OWN)
ROOT = Family("part-root", "a cell is a root iff it names itself", "R_x iff r_x = x; 0 <= r_x <= x", OWN)
SAME = TREE_SAME._replace(source=OWN)
COUNT = Family(
    "part-count",
    "a root is named by as many cells as its part has",
    "if R_x, then n_x = the number of cells y with r_y = x",
    OWN,
)
WEIGHT = Family(
    "part-weight",
    "the weight of a part is that of its root's subtree, and as asked",
    "low <= w_x <= high; if R_x, then w_x = v_x; v_x <= w_x; if q_x_y, then w_x = w_y",
    OWN,
)
BELOW = Family(
    "part-below",
    "weights add up along a tree",
    "v_x = weight of x + the sum of v_y over the y with e_x_y",
    OWN,
)


class _Parts:
    """The terms of a partition.

    Attributes:
        together: for each pair of neighbours ``x < y``: "they are in one part".
        links: the pairs among them that may be.
        size: for each cell the size of its part.
        subtree: for each cell the size of the subtree below and with it; none without trees.
        lowest: for each cell the label of the lowest of its part.
        root: for each cell "it is the lowest of its part".
    """

    def __init__(
        self,
        script: Builder,
        prefix: str,
        board: Board,
        low: int,
        high: int,
        together: dict[Link, str],
        apart: Collection[Link],
        *,
        tree: bool,
    ) -> None:
        self.script, self.prefix, self.board, self.low, self.high = script, prefix, board, low, high
        script.meaning |= {
            f"{prefix}_q_x_y": "neighbours x and y are in one part",
            **({f"{prefix}_e_x_y": "x is the parent of y in the tree of their part"} if tree else {}),
            f"{prefix}_n_x": "the size of the part of x",
            **({f"{prefix}_s_x": "the number of cells in the subtree of x, with x"} if tree else {}),
            f"{prefix}_r_x": "the lowest cell of the part of x",
            f"{prefix}_R_x": "x is the lowest cell of its part",
        }
        self.size = self.declare("n", "Int")
        self.subtree = self.declare("s", "Int") if tree else []
        self.lowest = self.declare("r", "Int")
        self.root = self.declare("R", "Bool")
        self.together = together
        self.links = [pair for pair in together if pair not in apart]
        for x, y in self.links:
            together[x, y] = script.declare(f"{prefix}_q_{board.labels[x]}_{board.labels[y]}")

    def declare(self, kind: str, sort: str) -> list[str]:
        """Declare a constant for each cell."""
        return [self.script.declare(f"{self.prefix}_{kind}_{label}", sort) for label in self.board.labels]

    def require_trees(self) -> dict[Link, str]:
        """Require that each part is a tree, rooted at its lowest cell.

        Returns:
            For each link, both ways: "the first is the parent of the second".
        """
        require, root, subtree, label = self.script.require, self.root, self.subtree, self.board.labels
        ways = [way for x, y in self.links for way in ((x, y), (y, x))]
        edge = {(x, y): self.script.declare(f"{self.prefix}_e_{label[x]}_{label[y]}") for x, y in ways}
        for x, n in enumerate(self.size):
            require(TREE_SIZE, (x,), f"(and (<= {self.low} {n}) (<= {n} {self.high}))")
            require(TREE_SIZE, (x,), f"(and (<= 1 {subtree[x]}) (<= {subtree[x]} {n}))")
        for x, r in enumerate(self.lowest):
            require(TREE_ROOT, (x,), f"(and (<= 0 {r}) (<= {r} {label[x]}))")
            require(TREE_ROOT, (x,), f"(= {root[x]} (= {r} {label[x]}))")
            require(TREE_ROOT, (x,), f"(= {root[x]} (= {subtree[x]} {self.size[x]}))")
        for x, near in enumerate(self.board.neighbours):
            beside = [y for y in near if (x, y) in edge]
            require(PARENT, (x, *beside), exactly_one([root[x], *(edge[y, x] for y in beside)]))
        self.require_sums(SUBTREE, edge, subtree, [1] * self.board.size)
        for (x, y), term in edge.items():
            smaller = f"(< {subtree[y]} {subtree[x]})"
            require(EDGE, (x, y), f"(=> {term} (and {self.together[link(x, y)]} {smaller}))")
        require_one_tree(
            self.script,
            self.links,
            lambda x, y: self.together[link(x, y)],
            lambda x, y: f"(or {edge[x, y]} {edge[y, x]})",
        )
        for (x, y), same in self.together.items():
            one_root = f"(= {self.lowest[x]} {self.lowest[y]})"
            require(TREE_SAME, (x, y), f"(= {same} {one_root})")
            require(TREE_SAME, (x, y), f"(=> {one_root} (= {self.size[x]} {self.size[y]}))")
        return edge

    def require_sums(
        self, family: Family, edge: Mapping[Link, str], sums: Sequence[str], own: Sequence[int]
    ) -> None:
        """Require that the sum at each cell is its own amount and the sums at its children."""
        for x, near in enumerate(self.board.neighbours):
            beside = [y for y in near if (x, y) in edge]
            children = [f"(ite {edge[x, y]} {sums[y]} 0)" for y in beside]
            self.script.require(family, (x, *beside), f"(= {sums[x]} {plus([str(own[x]), *children])})")

    def require_weights(
        self, edge: Mapping[Link, str], weights: Sequence[int], low: int, high: int
    ) -> tuple[str, ...]:
        """Require that weights add up along trees; returns for each cell the weight of its part."""
        require = self.script.require
        self.script.meaning[f"{self.prefix}_w_x"] = "the weight of the part of x"
        self.script.meaning[f"{self.prefix}_v_x"] = "the weight of the subtree of x, with x"
        weight, below = (self.declare(kind, "Int") for kind in "wv")
        for x, own in enumerate(weights):
            require(WEIGHT, (x,), f"(and (<= {low} {weight[x]}) (<= {weight[x]} {high}))")
            require(WEIGHT, (x,), f"(and (<= {own} {below[x]}) (<= {below[x]} {weight[x]}))")
            require(WEIGHT, (x,), f"(=> {self.root[x]} (= {weight[x]} {below[x]}))")
        for x, y in self.links:
            require(WEIGHT, (x, y), f"(=> {self.together[x, y]} (= {weight[x]} {weight[y]}))")
        self.require_sums(BELOW, edge, below, weights)
        return tuple(weight)

    def require_connected(self, connectivity: Connectivity) -> None:
        """Require that parts are connected as a published encoding has it, and have the sizes they name."""
        require, lowest, cells = self.script.require, self.lowest, range(self.board.size)
        names = ((f"{self.prefix}_{name}", text) for name, text in connectivity.meaning.items())
        self.script.meaning.update(names)
        for x, n in enumerate(self.size):
            require(PART_SIZE, (x,), f"(and (<= {self.low} {n}) (<= {n} {self.high}))")
        for x, label in enumerate(self.board.labels):
            require(ROOT, (x,), f"(and (<= 0 {lowest[x]}) (<= {lowest[x]} {label}))")
            require(ROOT, (x,), f"(= {self.root[x]} (= {lowest[x]} {label}))")
        for (x, y), same in self.together.items():
            require(SAME, (x, y), f"(= {same} (= {lowest[x]} {lowest[y]}))")
            if same != "false":
                require(SAME, (x, y), f"(=> {same} (= {self.size[x]} {self.size[y]}))")
        if not connectivity.counts:
            for x, label in enumerate(self.board.labels):
                named = [f"(ite (= {r} {label}) 1 0)" for r in lowest[x + 1 :]]
                require(COUNT, (x,), f"(=> {self.root[x]} (= {self.size[x]} {plus(['1', *named])}))")
        pairs = combinations(cells, 2) if connectivity.counts else ()
        regions = Regions(
            board=self.board,
            cells=cells,
            links={pair: self.together[pair] for pair in self.links},
            root=dict(enumerate(self.root)),
            most=dict.fromkeys(cells, self.high),
            prefix=f"{self.prefix}_",
            size=dict(enumerate(self.size)),
            together={(x, y): f"(= {lowest[x]} {lowest[y]})" for x, y in pairs},
        )
        connectivity.connect(self.script, regions)


DIFFER = Family("differ", "parts side by side differ in size", "if n_x = n_y, then q_x_y", RULES)
CLUE = Family("clue", "a clue is its part's size", "for each clue v at x: n_x = v", RULES)


def fillomino_by_partition(puzzle: Puzzle) -> PuzzleScript:
    """Fillomino in a dozen lines: a partition with numbers. Not tuned; it shows what `partition` asserts.

    Raises:
        EncodingError: for a basic puzzle, which this does not encode.
    """
    if puzzle.basic:
        raise EncodingError(
            "fillomino_by_partition does not encode the variant basic", code="unsupported-variant"
        )
    builder = Builder(puzzle.board)
    size = (1, puzzle.largest_region) if puzzle.largest_region else None
    parts = partition(builder, "p", puzzle.board, size=size, parted=puzzle.walls)
    for x, y in puzzle.board.links():
        builder.require(DIFFER, (x, y), f"(=> (= {parts.size[x]} {parts.size[y]}) {parts.same[x, y]})")
    for x, number in sorted(puzzle.clues.items()):
        builder.require(CLUE, (x,), f"(= {parts.size[x]} {number})")
    builder.two_colours(puzzle, lambda x, y: parts.same[x, y])
    return builder.script("partition", puzzle=puzzle, cells=map(Value, parts.size))
