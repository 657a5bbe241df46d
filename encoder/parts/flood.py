"""`floodfill`: one connected set of cells, the building block of puzzles about areas.

Methods encode connectedness. All name one root, which is the seed or else the lowest member.

``tree``
    every other member has one parent, and subtree sizes add up along the edges, as in `forest`.
    The size comes for free. One model a set, unless it surrounds cells (see `encoder.parts.spanning_trees`).
``rank``
    every member has its distance from the root within the set. One model a set.
``layers``
    the set grows from the root step by step, in pure Booleans. One model a set.

The others are the published encodings of `encoder.connectivity`, by their names.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from encoder.builder import Builder
from encoder.connectivity.published import PUBLISHED
from encoder.errors import EncodingError
from encoder.parts.fill import METHODS, SEED, SIZE, Fill, roots_of
from fillomino.board import Board
from smtlib.terms import negation

__all__ = ["METHODS", "FloodFill", "floodfill"]


@dataclass(frozen=True, slots=True)
class FloodFill:
    """The terms about a connected set.

    Attributes:
        member: for each cell of the board "it is a member"; ``false`` where it can't be one.
        root: for each cell "it is the root"; a constant where there is a seed.
        size: the k-th is "there are more than k members", k from 0; empty where none had to be counted.
        projection: the terms on which models are to be counted: one assignment to them, one set.
    """

    member: tuple[str, ...]
    root: tuple[str, ...]
    size: tuple[str, ...]
    projection: tuple[str, ...]


def floodfill(
    script: Builder,
    prefix: str,
    board: Board,
    *,
    member: Mapping[int, str] | None = None,
    size: int | tuple[int, int | None] | None = None,
    exact: bool = False,
    seed: int | None = None,
    leads: Sequence[Collection[int]] | None = None,
    method: str = "tree",
) -> FloodFill:
    """Require that a set of cells is connected.

    Args:
        script: the builder to add to.
        prefix: with what all new symbols begin.
        board: the cells.
        member: for some cells a term "it is a member"; other cells are none. Without it every cell gets
            a new Boolean.
        size: at most so many members, or between two bounds; 0 as the lower one allows the empty set,
            and None as the upper one is no bound. Without it there is at least one member.
        exact: whether one `size` is meant exactly.
        seed: a cell that is a member, and the root.
        leads: for each cell the cells to which the fill spreads from it, in place of its neighbours: links
            of one way. Then every member is reached from the seed, which must be given.
        method: how connectedness is encoded; a name of `METHODS`.

    Raises:
        EncodingError: for a method, a member, a seed, a size, a link or a prefix that can't be.
    """
    if method not in METHODS:
        raise EncodingError(
            f"unknown method {method!r} of a flood fill; the methods are {', '.join(METHODS)}",
            code="unknown-method",
        )
    if member is None:
        script.meaning[f"{prefix}_x"] = "cell x is a member of the fill"
        member = {x: script.declare(f"{prefix}_{board.labels[x]}") for x in range(board.size)}
    foreign = [x for x in member if x not in range(board.size)]
    if foreign:
        raise EncodingError(
            f"the fill {prefix} names {foreign[0]} as a member, but the board's cells are "
            f"0 to {board.size - 1}",
            code="unknown-cell",
        )
    terms = tuple(member.get(x, "false") for x in range(board.size))
    cells = [x for x, term in enumerate(terms) if term != "false"]
    if seed is not None and seed not in cells:
        raise EncodingError(f"the seed of the fill {prefix} cannot be a member", code="bad-part")
    low, high = _bounds(size, exact, len(cells))
    if leads is not None and method in PUBLISHED:
        others = ", ".join(name for name in METHODS if name not in PUBLISHED)
        raise EncodingError(f"{method} does not support one-way links; {others} do", code="bad-part")
    ways = board.neighbours if leads is None else _checked(prefix, board, leads, seed)
    counted = size is not None and (not isinstance(size, tuple) or size[1] is not None or low > 1)
    if seed is not None:
        script.require(SEED, (seed,), terms[seed])
        low = max(low, 1)
    if low > high:
        script.require(SIZE, cells, "false")  # unsatisfiable; the rest is encoded for what can be
        high = max(low, 1)
    fill = Fill(script, prefix, board, terms, cells, low, max(high, 1), seed, counted, ways, _reversed(ways))
    if high == 0:
        for x in cells:
            script.require(SIZE, (x,), negation(terms[x]))
    root = roots_of(fill)
    digits = METHODS[method](fill, root)
    projection = tuple(dict.fromkeys(term for term in terms if term not in ("true", "false")))
    return FloodFill(terms, root, digits, projection)


def _checked(
    prefix: str, board: Board, leads: Sequence[Collection[int]], seed: int | None
) -> tuple[tuple[int, ...], ...]:
    """Return links of one way, those of each cell ascending."""
    if seed is None:
        raise EncodingError(
            f"the fill {prefix} has one-way links, so it needs a seed",
            code="bad-part",
        )
    if len(leads) != board.size:
        raise EncodingError(
            f"the fill {prefix} has links from {len(leads)} cells, but the board has {board.size}",
            code="bad-part",
        )
    for x, targets in enumerate(leads):
        wrong = [y for y in targets if y not in range(board.size) or y == x]
        if wrong:
            raise EncodingError(
                f"the fill {prefix} cannot spread from cell {x} to {wrong[0]}", code="bad-part"
            )
    return tuple(tuple(sorted(set(targets))) for targets in leads)


def _reversed(leads: Sequence[Collection[int]]) -> tuple[tuple[int, ...], ...]:
    before: list[list[int]] = [[] for _ in leads]
    for x, targets in enumerate(leads):
        for y in targets:
            before[y].append(x)
    return tuple(map(tuple, before))


def _bounds(size: int | tuple[int, int | None] | None, exact: bool, room: int) -> tuple[int, int]:
    if isinstance(size, tuple):
        low, high = size[0], max(room, size[0]) if size[1] is None else size[1]
    elif size is None:
        low, high = 1, room
    else:
        low, high = (size if exact else min(size, 1)), size
    if low < 0 or high < low:
        raise EncodingError(f"a fill cannot have {low} to {high} cells", code="bad-part")
    return low, min(high, room) if low <= room else room
