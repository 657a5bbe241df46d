"""`partition`: the whole board parted into connected sets, many flood fills at once.

Each part is a tree rooted at its lowest cell. Fillomino is a partition
whose sizes differ from part to part beside it, and equal the clues; see `fillomino_by_partition`.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from encoder.builder import Builder
from encoder.encodings.forest_tight import exactly_one
from encoder.errors import EncodingError
from encoder.parts.spanning_trees import require_one_tree
from encoder.script import PuzzleScript
from fillomino.board import Board
from fillomino.puzzle import Puzzle
from smtlib.script import Family
from smtlib.terms import plus

AFTER = "after Behari's thesis, section 8"
PARENT = Family("part-parent", "a cell is a root or has one parent", "exactly one of R_x, e_y_x", AFTER)
EDGE = Family(
    "part-edge", "an edge joins cells of one part, one way", "if e_x_y, then q_x_y and s_y < s_x", AFTER
)
SUBTREE = Family(
    "part-subtree", "subtree sizes add up", "s_x = 1 + the sum of s_y over the y with e_x_y", AFTER
)
ROOT = Family(
    "part-root",
    "just a root names itself, and its subtree is the part",
    "R_x iff r_x = x, iff s_x = n_x; 0 <= r_x <= x",
    AFTER,
)
SAME = Family(
    "part-same",
    "neighbours are in one part iff they name one root, and then its size",
    "q_x_y iff r_x = r_y; if q_x_y, then n_x = n_y",
    AFTER,
)
SIZE = Family("part-size", "sizes are as asked", "low <= n_x <= high; s_x between 1 and n_x", AFTER)
DIFFER = Family("differ", "parts side by side differ in size", "if n_x = n_y, then q_x_y", "the rules")
CLUE = Family("clue", "a clue is its part's size", "for each clue v at x: n_x = v", "the rules")


@dataclass(frozen=True, slots=True)
class Partition:
    """The terms about a partition.

    Attributes:
        same: for each pair of neighbours ``(x, y)``, ``x < y``: "they are in one part".
        root: for each cell "it is the lowest of its part".
        size: for each cell the size of its part, of sort Int.
        projection: the terms on which models are to be counted: one assignment to them, one partition.
    """

    same: dict[tuple[int, int], str]
    root: tuple[str, ...]
    size: tuple[str, ...]
    projection: tuple[str, ...]


def partition(
    script: Builder,
    prefix: str,
    board: Board,
    *,
    size: int | tuple[int, int] | None = None,
    exact: bool = False,
    parted: Collection[tuple[int, int]] = (),
) -> Partition:
    """Require that the board is parted into connected sets.

    Args:
        script: the builder to add to.
        prefix: with what all new symbols begin.
        board: the cells.
        size: at most so many cells a part, or between two bounds.
        exact: whether one `size` is meant exactly: every part has as many cells.
        parted: pairs of neighbours that are in different parts.

    Raises:
        EncodingError: for sizes or a prefix that can't be, and for pairs that are no neighbours.
    """
    if isinstance(size, tuple):
        low, high = size
    else:
        high = board.size if size is None else size
        low = high if exact and size is not None else 1
    if not 1 <= low <= high:
        raise EncodingError(f"a part can't have {low} to {high} cells")
    label = board.labels
    same = dict.fromkeys(board.links(), "false")
    apart = {(min(pair), max(pair)) for pair in parted}
    for x, y in sorted(apart - same.keys()):
        raise EncodingError(f"{x} and {y} can't be parted, for they are no neighbours on this board")
    script.meaning |= {
        f"{prefix}_q_x_y": "neighbours x and y are in one part",
        f"{prefix}_e_x_y": "x is the parent of y in the tree of their part",
        f"{prefix}_n_x": "the size of the part of x",
        f"{prefix}_s_x": "the number of cells in the subtree of x, with x",
        f"{prefix}_r_x": "the lowest cell of the part of x",
        f"{prefix}_R_x": "x is the lowest cell of its part",
    }
    cells = range(board.size)
    n, s, r = ([script.declare(f"{prefix}_{kind}_{label[x]}", "Int") for x in cells] for kind in "nsr")
    root = [script.declare(f"{prefix}_R_{label[x]}") for x in cells]
    links = [pair for pair in same if pair not in apart]
    for x, y in links:
        same[x, y] = script.declare(f"{prefix}_q_{label[x]}_{label[y]}")
    edge = {}
    for x, y in links:
        for parent, child in ((x, y), (y, x)):
            edge[parent, child] = script.declare(f"{prefix}_e_{label[parent]}_{label[child]}")
    for x in cells:
        near = [y for y in board.neighbours[x] if (x, y) in edge]
        script.require(SIZE, (x,), f"(and (<= {low} {n[x]}) (<= {n[x]} {min(high, board.size)}))")
        script.require(SIZE, (x,), f"(and (<= 1 {s[x]}) (<= {s[x]} {n[x]}))")
        script.require(ROOT, (x,), f"(and (<= 0 {r[x]}) (<= {r[x]} {label[x]}))")
        script.require(ROOT, (x,), f"(= {root[x]} (= {r[x]} {label[x]}))")
        script.require(ROOT, (x,), f"(= {root[x]} (= {s[x]} {n[x]}))")
        script.require(PARENT, (x, *near), exactly_one([root[x], *(edge[y, x] for y in near)]))
        children = [f"(ite {edge[x, y]} {s[y]} 0)" for y in near]
        script.require(SUBTREE, (x, *near), f"(= {s[x]} {plus(['1', *children])})")
    for (x, y), there in edge.items():
        pair = same[min(x, y), max(x, y)]
        script.require(EDGE, (x, y), f"(=> {there} (and {pair} (< {s[y]} {s[x]})))")
    require_one_tree(script, links, lambda x, y: same[x, y], lambda x, y: f"(or {edge[x, y]} {edge[y, x]})")
    for x, y in board.links():
        one_root = f"(= {r[x]} {r[y]})"
        script.require(SAME, (x, y), f"(= {same[x, y]} {one_root})")
        script.require(SAME, (x, y), f"(=> {one_root} (= {n[x]} {n[y]}))")
    projection = tuple(term for term in same.values() if term != "false")
    return Partition(same, tuple(root), tuple(n), projection)


def fillomino_by_partition(puzzle: Puzzle) -> PuzzleScript:
    """Fillomino in a dozen lines: a partition with numbers. Not tuned; it shows what `partition` says.

    Raises:
        EncodingError: for a basic puzzle, which this does not say.
    """
    if puzzle.basic:
        raise EncodingError("fillomino_by_partition does not say that every region holds a clue")
    builder = Builder(puzzle.board)
    size = (1, puzzle.largest_region) if puzzle.largest_region else None
    parts = partition(builder, "p", puzzle.board, size=size, parted=puzzle.walls)
    for x, y in puzzle.board.links():
        builder.require(DIFFER, (x, y), f"(=> (= {parts.size[x]} {parts.size[y]}) {parts.same[x, y]})")
    for x, number in sorted(puzzle.clues.items()):
        builder.require(CLUE, (x,), f"(= {parts.size[x]} {number})")
    builder.two_colours(puzzle, lambda x, y: parts.same[x, y])
    return builder.script("partition", parts.size, puzzle=puzzle)
