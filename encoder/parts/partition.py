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
from encoder.parts.regions import Connectivity, Regions
from encoder.parts.spanning_trees import Link, link, require_one_tree
from encoder.script import PuzzleScript, Value
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
    tree = part is None
    if weights is not None and not tree:
        raise EncodingError(f"weights need the method tree, not {method}", code="bad-part")
    lightest, heaviest = _totals(board, weights, total)
    low, high = size if isinstance(size, tuple) else (1, board.size if size is None else size)
    low = high if exact and isinstance(size, int) else low
    if not 1 <= low <= high:
        raise EncodingError(f"a part cannot have {low} to {high} cells", code="bad-part")
    high = min(high, board.size)
    together = dict.fromkeys(board.links(), "false")
    apart = {link(*pair) for pair in parted}
    for x, y in sorted(apart - together.keys()):
        raise EncodingError(
            f"cells {x} and {y} cannot be parted: they are not neighbours", code="wall-between"
        )
    links = [pair for pair in together if pair not in apart]

    def declare(kind: str, sort: str = "Int") -> list[str]:
        return [script.declare(f"{prefix}_{kind}_{label}", sort) for label in board.labels]

    script.meaning[f"{prefix}_q_x_y"] = "neighbours x and y are in one part"
    if tree:
        script.meaning[f"{prefix}_e_x_y"] = "x is the parent of y in the tree of their part"
    script.meaning[f"{prefix}_n_x"] = "the size of the part of x"
    if tree:
        script.meaning[f"{prefix}_s_x"] = "the number of cells in the subtree of x, with x"
    script.meaning[f"{prefix}_r_x"] = "the lowest cell of the part of x"
    script.meaning[f"{prefix}_R_x"] = "x is the lowest cell of its part"
    sizes, subtree = declare("n"), declare("s") if tree else []
    lowest, root = declare("r"), declare("R", "Bool")
    for x, y in links:
        together[x, y] = script.declare(f"{prefix}_q_{board.labels[x]}_{board.labels[y]}")
    for x, label in enumerate(board.labels):
        n, r = sizes[x], lowest[x]
        script.require(SIZE, (x,), f"(and (<= {low} {n}) (<= {n} {high}))")
        script.require(ROOT, (x,), f"(and (<= 0 {r}) (<= {r} {label}))")
        script.require(ROOT, (x,), f"(= {root[x]} (= {r} {label}))")
        if tree:
            script.require(SIZE, (x,), f"(and (<= 1 {subtree[x]}) (<= {subtree[x]} {n}))")
            script.require(ROOT, (x,), f"(= {root[x]} (= {subtree[x]} {n}))")
    edge = _require_trees(script, prefix, board, root, subtree, links, together) if tree else {}
    for (x, y), same in together.items():
        one_root, one_size = f"(= {lowest[x]} {lowest[y]})", f"(= {sizes[x]} {sizes[y]})"
        script.require(SAME, (x, y), f"(= {same} {one_root})")
        script.require(SAME, (x, y), implies(one_root if tree else same, one_size))
    projection = tuple(term for term in together.values() if term != "false")
    if part is not None:
        script.meaning.update((f"{prefix}_{name}", text) for name, text in part.meaning.items())
        pairs = combinations(range(board.size), 2) if part.counts else ()
        for x, label in enumerate(board.labels if not part.counts else ()):
            named = [f"(ite (= {r} {label}) 1 0)" for r in lowest[x + 1 :]]
            script.require(COUNT, (x,), f"(=> {root[x]} (= {sizes[x]} {plus(['1', *named])}))")
        regions = Regions(
            board=board,
            cells=range(board.size),
            links={pair: together[pair] for pair in links},
            root=dict(enumerate(root)),
            most=dict.fromkeys(range(board.size), high),
            prefix=f"{prefix}_",
            size=dict(enumerate(sizes)),
            together={(x, y): f"(= {lowest[x]} {lowest[y]})" for x, y in pairs},
        )
        part.connect(script, regions)
    if weights is None:
        return Partition(together, tuple(root), tuple(sizes), projection)
    script.meaning[f"{prefix}_w_x"] = "the weight of the part of x"
    script.meaning[f"{prefix}_v_x"] = "the weight of the subtree of x, with x"
    weight, below = declare("w"), declare("v")
    for x, own in enumerate(weights):
        script.require(WEIGHT, (x,), f"(and (<= {lightest} {weight[x]}) (<= {weight[x]} {heaviest}))")
        script.require(WEIGHT, (x,), f"(and (<= {own} {below[x]}) (<= {below[x]} {weight[x]}))")
        script.require(WEIGHT, (x,), f"(=> {root[x]} (= {weight[x]} {below[x]}))")
    for x, y in links:
        script.require(WEIGHT, (x, y), f"(=> {together[x, y]} (= {weight[x]} {weight[y]}))")
    _require_sums(script, BELOW, board, edge, below, weights)
    return Partition(together, tuple(root), tuple(sizes), projection, tuple(weight))


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
