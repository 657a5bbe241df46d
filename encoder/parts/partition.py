"""`partition`: the whole board parted into connected sets, many flood fills at once.

Each part is a tree rooted at its lowest cell; or connected as a published encoding has it, and its cells
counted. Fillomino is a partition whose sizes differ from part to part beside it, and equal the clues; see
`fillomino_by_partition`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from encoder.builder import OWN, RULES, TREES, Builder, Constraints, Families
from encoder.connectivity.published import PUBLISHED
from encoder.connectivity.regions import Connectivity, Regions
from encoder.errors import EncodingError
from encoder.parts.spanning_trees import Link, kept, link, one_tree
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
    tree = method == "tree"
    script.meaning |= {
        f"{prefix}_q_x_y": "neighbours x and y are in one part",
        **({f"{prefix}_e_x_y": "x is the parent of y in the tree of their part"} if tree else {}),
        f"{prefix}_n_x": "the size of the part of x",
        **({f"{prefix}_s_x": "the number of cells in the subtree of x, with x"} if tree else {}),
        f"{prefix}_r_x": "the lowest cell of the part of x",
        f"{prefix}_R_x": "x is the lowest cell of its part",
    }
    label, kinds = board.labels, "nsr" if tree else "nr"
    integers = {kind: [script.declare(f"{prefix}_{kind}_{x}", "Int") for x in label] for kind in kinds}
    root = [script.declare(f"{prefix}_R_{x}") for x in label]
    links = [pair for pair in same if pair not in apart]
    for x, y in links:
        same[x, y] = script.declare(f"{prefix}_q_{label[x]}_{label[y]}")
    parts = _Parts(board, prefix, low, min(high, board.size), same, links, root, integers["n"], integers["r"])
    projection = tuple(term for term in same.values() if term != "false")
    if not tree:
        _require_connected(script, PUBLISHED[method], parts)
        return Partition(same, tuple(root), tuple(parts.size), projection)
    edge = {}
    for x, y in links:
        for parent, child in ((x, y), (y, x)):
            edge[parent, child] = script.declare(f"{prefix}_e_{label[parent]}_{label[child]}")
    weight: list[str] = []
    if weights is not None:
        script.meaning[f"{prefix}_w_x"] = "the weight of the part of x"
        script.meaning[f"{prefix}_v_x"] = "the weight of the subtree of x, with x"
        weight, below = ([script.declare(f"{prefix}_{kind}_{x}", "Int") for x in label] for kind in "wv")
    parts = replace(parts, kept=kept(links), edge=edge, subtree=integers["s"])
    FAMILIES.require(script, parts)
    if weights is not None:
        WEIGHTS.require(script, _Weights(parts, weights, lightest, heaviest, weight, below))
    return Partition(same, tuple(root), tuple(parts.size), projection, tuple(weight))


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


@dataclass(frozen=True, slots=True)
class _Parts:
    """The terms of a partition, and those of its trees, if it has any.

    Attributes:
        board: the board.
        prefix: with what all new symbols begin.
        low: no part has fewer cells.
        high: no part has more.
        together: for each pair of neighbours ``x < y``: "they are in one part".
        links: the pairs among them that may be.
        root: for each cell "it is the lowest of its part".
        size: for each cell the size of its part.
        lowest: for each cell the label of the lowest of its part.
        kept: the links whose edges each tree has, if both cells are in one part.
        edge: for each link, both ways: "the first is the parent of the second".
        subtree: for each cell the size of the subtree below and with it.
    """

    board: Board
    prefix: str
    low: int
    high: int
    together: dict[Link, str]
    links: list[Link]
    root: list[str]
    size: list[str]
    lowest: list[str]
    kept: frozenset[Link] = frozenset()
    edge: Mapping[Link, str] = field(default_factory=dict)
    subtree: Sequence[str] = ()

    def beside(self, x: int) -> list[int]:
        """The neighbours that may be in one part with a cell."""
        return [y for y in self.board.neighbours[x] if (x, y) in self.edge]

    def same(self, x: int, y: int) -> str:
        """The term "two neighbours are in one part"."""
        return self.together[link(x, y)]

    def joined(self, x: int, y: int) -> str:
        """The term "one of two neighbours is the parent of the other"."""
        return f"(or {self.edge[x, y]} {self.edge[y, x]})"

    def may_agree(self, *_: Link) -> bool:
        """Return whether all these links may be in one part."""
        return True

    def subtree_sums(self, sums: Sequence[str], own: Sequence[int]) -> Constraints:
        """Yield that the sum at each cell is its own amount and the sums at its children."""
        for x, total in enumerate(sums):
            near = self.beside(x)
            children = [f"(ite {self.edge[x, y]} {sums[y]} 0)" for y in near]
            yield (x, *near), f"(= {total} {plus([str(own[x]), *children])})"


FAMILIES: Families[_Parts] = Families(TREES)
"""The families of a partition with trees."""


@FAMILIES.family("part-size", "sizes are as asked", "low <= n_x <= high; s_x between 1 and n_x")
def _size(parts: _Parts) -> Constraints:
    for x, n in enumerate(parts.size):
        yield (x,), f"(and (<= {parts.low} {n}) (<= {n} {parts.high}))"
        if parts.subtree:
            yield (x,), f"(and (<= 1 {parts.subtree[x]}) (<= {parts.subtree[x]} {n}))"


@FAMILIES.family(
    "part-root",
    "a cell is a root iff it names itself, and iff its subtree is the part",
    "R_x iff r_x = x, iff s_x = n_x; 0 <= r_x <= x",
)
def _root(parts: _Parts) -> Constraints:
    for x, (label, r) in enumerate(zip(parts.board.labels, parts.lowest, strict=True)):
        yield (x,), f"(and (<= 0 {r}) (<= {r} {label}))"
        yield (x,), f"(= {parts.root[x]} (= {r} {label}))"
        if parts.subtree:
            yield (x,), f"(= {parts.root[x]} (= {parts.subtree[x]} {parts.size[x]}))"


@FAMILIES.family("part-parent", "a cell is a root or has one parent", "exactly one of R_x, e_y_x")
def _parent(parts: _Parts) -> Constraints:
    for x, root in enumerate(parts.root):
        near = parts.beside(x)
        yield (x, *near), exactly_one([root, *(parts.edge[y, x] for y in near)])


@FAMILIES.family("part-subtree", "subtree sizes add up", "s_x = 1 + the sum of s_y over the y with e_x_y")
def _subtree(parts: _Parts) -> Constraints:
    return parts.subtree_sums(parts.subtree, [1] * parts.board.size)


@FAMILIES.family(
    "part-edge", "an edge joins cells of one part, one way", "if e_x_y, then q_x_y and s_y < s_x"
)
def _edge(parts: _Parts) -> Constraints:
    for (x, y), edge in parts.edge.items():
        smaller = f"(< {parts.subtree[y]} {parts.subtree[x]})"
        yield (x, y), f"(=> {edge} (and {parts.same(x, y)} {smaller}))"


one_tree(FAMILIES)


@FAMILIES.family(
    "part-same",
    "neighbours are in one part iff they name one root, and then its size",
    "q_x_y iff r_x = r_y; if q_x_y, then n_x = n_y",
)
def _same(parts: _Parts) -> Constraints:
    for (x, y), same in parts.together.items():
        one_root = f"(= {parts.lowest[x]} {parts.lowest[y]})"
        yield (x, y), f"(= {same} {one_root})"
        yield (x, y), f"(=> {one_root} (= {parts.size[x]} {parts.size[y]}))"


CONNECTED: Families[_Parts] = Families(OWN)
"""The families of a partition without trees, but for those of its connectedness."""

CONNECTED.shared(Family("part-size", "sizes are as asked", "low <= n_x <= high", OWN))(_size)
CONNECTED.shared(
    Family("part-root", "a cell is a root iff it names itself", "R_x iff r_x = x; 0 <= r_x <= x", OWN)
)(_root)


@CONNECTED.family(
    "part-same",
    "neighbours are in one part iff they name one root, and then its size",
    "q_x_y iff r_x = r_y; if q_x_y, then n_x = n_y",
)
def _same_size(parts: _Parts) -> Constraints:
    for (x, y), same in parts.together.items():
        yield (x, y), f"(= {same} (= {parts.lowest[x]} {parts.lowest[y]}))"
        if same != "false":
            yield (x, y), f"(=> {same} (= {parts.size[x]} {parts.size[y]}))"


COUNT = Family(
    "part-count",
    "a root is named by as many cells as its part has",
    "if R_x, then n_x = the number of cells y with r_y = x",
    OWN,
)


def _count(parts: _Parts) -> Constraints:
    for z, label in enumerate(parts.board.labels):
        named = [f"(ite (= {r} {label}) 1 0)" for r in parts.lowest[z + 1 :]]
        yield (z,), f"(=> {parts.root[z]} (= {parts.size[z]} {plus(['1', *named])}))"


def _require_connected(script: Builder, connectivity: Connectivity, parts: _Parts) -> None:
    """Require that the parts are connected as an encoding has it, and have the sizes that they name."""
    cells = range(parts.board.size)
    script.meaning.update((f"{parts.prefix}_{name}", text) for name, text in connectivity.meaning.items())
    CONNECTED.require(script, parts)
    if not connectivity.counts:
        script.require_each(COUNT, _count(parts))
    pairs = combinations(cells, 2) if connectivity.counts else ()
    regions = Regions(
        board=parts.board,
        cells=cells,
        links={pair: parts.together[pair] for pair in parts.links},
        root=dict(enumerate(parts.root)),
        most=dict.fromkeys(cells, parts.high),
        prefix=f"{parts.prefix}_",
        size=dict(enumerate(parts.size)),
        together={(x, y): f"(= {parts.lowest[x]} {parts.lowest[y]})" for x, y in pairs},
    )
    connectivity.connect(script, regions)


@dataclass(frozen=True, slots=True)
class _Weights:
    """The terms of a partition that its weights add.

    Attributes:
        parts: the other terms.
        weights: for each cell its weight.
        low: no part weighs less.
        high: no part weighs more.
        weight: for each cell the weight of its part.
        below: for each cell the weight of the subtree below and with it.
    """

    parts: _Parts
    weights: Sequence[int]
    low: int
    high: int
    weight: list[str]
    below: list[str]


WEIGHTS: Families[_Weights] = Families(OWN)


@WEIGHTS.family(
    "part-weight",
    "the weight of a part is that of its root's subtree, and as asked",
    "low <= w_x <= high; if R_x, then w_x = v_x; v_x <= w_x; if q_x_y, then w_x = w_y",
)
def _weight(weighed: _Weights) -> Constraints:
    for x, (weight, below) in enumerate(zip(weighed.weight, weighed.below, strict=True)):
        yield (x,), f"(and (<= {weighed.low} {weight}) (<= {weight} {weighed.high}))"
        yield (x,), f"(and (<= {weighed.weights[x]} {below}) (<= {below} {weight}))"
        yield (x,), f"(=> {weighed.parts.root[x]} (= {weight} {below}))"
    for x, y in weighed.parts.links:
        yield (x, y), f"(=> {weighed.parts.same(x, y)} (= {weighed.weight[x]} {weighed.weight[y]}))"


@WEIGHTS.family(
    "part-below", "weights add up along a tree", "v_x = weight of x + the sum of v_y over the y with e_x_y"
)
def _below(weighed: _Weights) -> Constraints:
    return weighed.parts.subtree_sums(weighed.below, weighed.weights)


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
