"""`partition`: the whole board parted into connected sets, many flood fills at once.

Each part is a tree rooted at its lowest cell; or connected as another encoding has it, and its cells counted.
Fillomino is a partition whose sizes differ from part to part beside it, and equal the clues; see
`fillomino_by_partition`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from encoder.builder import OWN, RULES, TREES, Builder
from encoder.errors import EncodingError
from encoder.parts import connectivity
from encoder.parts.rooted_regions import Connectivity, Regions
from encoder.parts.spanning_trees import Link, link, require_one_tree
from encoder.puzzle_script import PuzzleScript, Value
from fillomino.board import Board
from fillomino.puzzle import Puzzle
from smtlib.script import Family, exactly_one, implies, plus

SIZE = Family("part-size", "sizes are as asked", "low <= n_x <= high; 1 <= s_x <= n_x for trees", TREES)
ROOT = Family(
    "part-root",
    "a cell is a root iff it names itself",
    "R_x iff r_x = x; 0 <= r_x <= x; R_x iff s_x = n_x for trees",
    TREES,
)
PARENT = Family("part-parent", "a cell is a root or has one parent", "exactly one of R_x, e_y_x", TREES)
SUBTREE = Family(
    "part-subtree", "subtree sizes add up", "s_x = 1 + the sum of s_y over the y with e_x_y", TREES
)
EDGE = Family(
    "part-edge", "an edge joins cells of one part, one way", "if e_x_y, then q_x_y and s_y < s_x", TREES
)
SAME = Family(
    "part-same",
    "neighbours are in one part iff they name one root, and then its size",
    "q_x_y iff r_x = r_y; if q_x_y, then n_x = n_y",
    TREES,
)
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
        method: how connectedness is encoded; one of `methods`.

    Raises:
        EncodingError: for sizes, weights, a method or a prefix that can't be; for pairs of no neighbours.
        MissingLaboratoryError: for a method of a laboratory that is not here.
    """
    part = None if method == "tree" else _part(method)
    if weights is not None and part is not None:
        raise EncodingError(f"weights need the method tree, not {method}", code="bad-part")
    totals = _totals(board, weights, total)
    low, high = _sizes(board, size, exact=exact)
    made = _Making(script, prefix, board, _links(board, parted), high, tree=part is None)
    made.require_cells(low)
    edge = made.require_trees() if part is None else {}
    made.require_links()
    if part is not None:
        made.connect(part)
    weight = made.weigh(weights, totals, edge) if weights is not None else ()
    return Partition(made.together, tuple(made.root), tuple(made.sizes), made.projection, weight)


def _sizes(board: Board, size: int | tuple[int, int] | None, *, exact: bool) -> tuple[int, int]:
    """Return the least and the greatest size of a part."""
    low, high = size if isinstance(size, tuple) else (1, board.size if size is None else size)
    low = high if exact and isinstance(size, int) else low
    if not 1 <= low <= high:
        raise EncodingError(f"a part cannot have {low} to {high} cells", code="bad-part")
    return low, min(high, board.size)


def _links(board: Board, parted: Collection[tuple[int, int]]) -> list[Link]:
    """Return the pairs of neighbours that may be in one part."""
    links = list(board.links())
    apart = {link(*pair) for pair in parted}
    for x, y in sorted(apart.difference(links)):
        raise EncodingError(
            f"cells {x} and {y} cannot be parted: they are not neighbours", code="wall-between"
        )
    return [pair for pair in links if pair not in apart]


class _Making:
    """The symbols of a partition, and what is required of them.

    Attributes:
        together: for each pair of neighbours "they are in one part".
        root: for each cell "it is the lowest of its part".
        sizes: for each cell the size of its part.
    """

    def __init__(
        self, script: Builder, prefix: str, board: Board, links: Sequence[Link], high: int, *, tree: bool
    ) -> None:
        """Declare the symbols; parts have at most `high` cells, and may be connected by trees."""
        self._script, self._prefix, self._board, self._links, self._high = script, prefix, board, links, high
        self._tree = tree
        script.meaning[f"{prefix}_q_x_y"] = "neighbours x and y are in one part"
        if tree:
            script.meaning[f"{prefix}_e_x_y"] = "x is the parent of y in the tree of their part"
        script.meaning[f"{prefix}_n_x"] = "the size of the part of x"
        if tree:
            script.meaning[f"{prefix}_s_x"] = "the number of cells in the subtree of x, with x"
        script.meaning[f"{prefix}_r_x"] = "the lowest cell of the part of x"
        script.meaning[f"{prefix}_R_x"] = "x is the lowest cell of its part"
        self.sizes, self._subtree = self._declare("n"), self._declare("s") if tree else []
        self._lowest, self.root = self._declare("r"), self._declare("R", "Bool")
        self.together = dict.fromkeys(board.links(), "false")
        for x, y in links:
            self.together[x, y] = script.declare(f"{prefix}_q_{board.labels[x]}_{board.labels[y]}")

    def _declare(self, kind: str, sort: str = "Int") -> list[str]:
        """A symbol of a kind for each cell."""
        return [self._script.declare(f"{self._prefix}_{kind}_{label}", sort) for label in self._board.labels]

    @property
    def projection(self) -> tuple[str, ...]:
        """The terms of the pairs that may be in one part."""
        return tuple(term for term in self.together.values() if term != "false")

    def require_cells(self, low: int) -> None:
        """Require of each cell that its part has at least `low` cells, and what makes it the lowest."""
        script, root, subtree = self._script, self.root, self._subtree
        for x, label in enumerate(self._board.labels):
            n, r = self.sizes[x], self._lowest[x]
            script.require(SIZE, (x,), f"(and (<= {low} {n}) (<= {n} {self._high}))")
            script.require(ROOT, (x,), f"(and (<= 0 {r}) (<= {r} {label}))")
            script.require(ROOT, (x,), f"(= {root[x]} (= {r} {label}))")
            if self._tree:
                script.require(SIZE, (x,), f"(and (<= 1 {subtree[x]}) (<= {subtree[x]} {n}))")
                script.require(ROOT, (x,), f"(= {root[x]} (= {subtree[x]} {n}))")

    def require_trees(self) -> dict[Link, str]:
        """Require a tree for each part; returns the term of each edge, from parent to child."""
        board, links = self._board, self._links
        return _require_trees(
            self._script, self._prefix, board, self.root, self._subtree, links, self.together
        )

    def require_links(self) -> None:
        """Require of neighbours in one part the same lowest cell and the same size."""
        for (x, y), same in self.together.items():
            one_root = f"(= {self._lowest[x]} {self._lowest[y]})"
            one_size = f"(= {self.sizes[x]} {self.sizes[y]})"
            self._script.require(SAME, (x, y), f"(= {same} {one_root})")
            self._script.require(SAME, (x, y), implies(one_root if self._tree else same, one_size))

    def connect(self, part: Connectivity) -> None:
        """Require by another method than trees that parts are connected, and count their cells."""
        script, board, lowest = self._script, self._board, self._lowest
        script.meaning.update((f"{self._prefix}_{name}", text) for name, text in part.meaning.items())
        pairs = combinations(range(board.size), 2) if part.counts else ()
        for x, label in enumerate(board.labels if not part.counts else ()):
            named = [f"(ite (= {r} {label}) 1 0)" for r in lowest[x + 1 :]]
            script.require(COUNT, (x,), f"(=> {self.root[x]} (= {self.sizes[x]} {plus(['1', *named])}))")
        regions = Regions(
            board=board,
            cells=range(board.size),
            links={pair: self.together[pair] for pair in self._links},
            root=dict(enumerate(self.root)),
            most=dict.fromkeys(range(board.size), self._high),
            prefix=f"{self._prefix}_",
            size=dict(enumerate(self.sizes)),
            together={(x, y): f"(= {lowest[x]} {lowest[y]})" for x, y in pairs},
        )
        part.connect(script, regions)

    def weigh(
        self, weights: Sequence[int], totals: tuple[int, int], edge: Mapping[Link, str]
    ) -> tuple[str, ...]:
        """Require of each part a weight within bounds; returns the weight of each cell's part."""
        script, (lightest, heaviest) = self._script, totals
        script.meaning[f"{self._prefix}_w_x"] = "the weight of the part of x"
        script.meaning[f"{self._prefix}_v_x"] = "the weight of the subtree of x, with x"
        weight, below = self._declare("w"), self._declare("v")
        for x, own in enumerate(weights):
            script.require(WEIGHT, (x,), f"(and (<= {lightest} {weight[x]}) (<= {weight[x]} {heaviest}))")
            script.require(WEIGHT, (x,), f"(and (<= {own} {below[x]}) (<= {below[x]} {weight[x]}))")
            script.require(WEIGHT, (x,), f"(=> {self.root[x]} (= {weight[x]} {below[x]}))")
        for x, y in self._links:
            script.require(WEIGHT, (x, y), f"(=> {self.together[x, y]} (= {weight[x]} {weight[y]}))")
        _require_sums(script, BELOW, self._board, edge, below, weights)
        return tuple(weight)


def methods() -> list[str]:
    """The names of all methods that are here."""
    parts = {name: connectivity.find(name) for name in connectivity.names()}
    return ["tree", *(name for name, part in parts.items() if part is not None and not part.any_root)]


def _part(method: str) -> Connectivity:
    """The encoding of connectedness of a name, if the root of a part can be its lowest cell by it."""
    part = connectivity.find(method)
    if part is None or part.any_root:
        known = ", ".join(methods())
        raise EncodingError(
            f"unknown method {method!r} of a partition; the methods are {known}", code="unknown-method"
        )
    return part


def _require_trees(
    script: Builder,
    prefix: str,
    board: Board,
    root: Sequence[str],
    subtree: Sequence[str],
    links: Sequence[Link],
    together: Mapping[Link, str],
) -> dict[Link, str]:
    """Require that each part is a tree; returns for each link, both ways, "the first is the parent"."""
    ways = [way for x, y in links for way in ((x, y), (y, x))]
    edge = {(x, y): script.declare(f"{prefix}_e_{board.labels[x]}_{board.labels[y]}") for x, y in ways}
    for x, near in enumerate(board.neighbours):
        beside = [y for y in near if (x, y) in edge]
        script.require(PARENT, (x, *beside), exactly_one([root[x], *(edge[y, x] for y in beside)]))
    _require_sums(script, SUBTREE, board, edge, subtree, [1] * board.size)
    for (x, y), term in edge.items():
        smaller = f"(< {subtree[y]} {subtree[x]})"
        script.require(EDGE, (x, y), f"(=> {term} (and {together[link(x, y)]} {smaller}))")
    require_one_tree(
        script,
        links,
        lambda x, y: together[link(x, y)],
        lambda x, y: f"(or {edge[x, y]} {edge[y, x]})",
    )
    return edge


def _require_sums(
    script: Builder,
    family: Family,
    board: Board,
    edge: Mapping[Link, str],
    sums: Sequence[str],
    own: Sequence[int],
) -> None:
    """Require that the sum at each cell is its own amount and the sums at its children."""
    for x, near in enumerate(board.neighbours):
        beside = [y for y in near if (x, y) in edge]
        children = [f"(ite {edge[x, y]} {sums[y]} 0)" for y in beside]
        script.require(family, (x, *beside), f"(= {sums[x]} {plus([str(own[x]), *children])})")


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
