"""The spanning forest in a model, for the encodings that have one: edges, sizes of subtrees, roots."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from fillomino.puzzle import Puzzle

_PART = re.compile(r"-(?:without|only)-")


class Forest(NamedTuple):
    """The spanning forest of a model.

    Attributes:
        edges: ``(parent, child)`` cells of the edges that are there.
        roots: for each cell the label of its region's root.
        sizes: for each cell the size of the subtree below and with it.
    """

    edges: frozenset[tuple[int, int]]
    roots: Mapping[int, int]
    sizes: Mapping[int, int]


def has_forest(encoding: str) -> bool:
    """Return whether the models of an encoding, by its name, have a forest."""
    return _whole(encoding) in ("forest", "forest-bv", "forest-tight")


def forest_names(encoding: str, puzzle: Puzzle) -> list[str]:
    """Return the constants that the forest of an encoding's models is read from, as far as they are declared.

    None for an encoding without a forest.
    """
    label = puzzle.board.labels
    if not has_forest(encoding):
        return []
    kind = "s" if _whole(encoding) == "forest-tight" else "e"
    names = [f"{kind}_{label[x]}_{label[y]}" for x, y in _ways(puzzle)]
    return names if kind == "s" else [*names, *(f"{kind}_{a}" for kind in "sr" for a in label)]


def read_forest(encoding: str, puzzle: Puzzle, values: Mapping[str, object]) -> Forest:
    """Read the forest in a model of an encoding that has one, as far as the model has values for it.

    Args:
        encoding: the name of the encoding.
        puzzle: the puzzle.
        values: symbol to value.
    """
    label = puzzle.board.labels
    if _whole(encoding) == "forest-tight":
        return _sided(puzzle, values)
    edges = frozenset((x, y) for x, y in _ways(puzzle) if values.get(f"e_{label[x]}_{label[y]}") == 1)
    roots, sizes = _integers("r", puzzle, values), _integers("s", puzzle, values)
    if _whole(encoding) == "forest-bv":  # where a root is given by its place
        label_at = dict(zip(places(puzzle), label, strict=True))
        roots = {x: label_at.get(place, place) for x, place in roots.items()}
    return Forest(edges, roots, sizes)


def places(puzzle: Puzzle) -> tuple[int, ...]:
    """Return for each cell its place in an order of roots: cells with clues first, both ascending.

    Clues are known from the start. Where a region with a clue has its root there, most cells have few roots
    to choose from, all of them within reach; bounds alone would make the lowest cell the root.
    """
    order = sorted(range(puzzle.board.size), key=lambda x: (x not in puzzle.clues, x))
    place = {x: index for index, x in enumerate(order)}
    return tuple(place[x] for x in range(len(order)))


def _whole(encoding: str) -> str:
    """The name of an encoding of which families may be left out."""
    return _PART.split(encoding)[0]


def _ways(puzzle: Puzzle) -> list[tuple[int, int]]:
    """Each cell with each of its neighbours."""
    return [(x, y) for x, near in enumerate(puzzle.board.neighbours) for y in near]


def _integers(kind: str, puzzle: Puzzle, values: Mapping[str, object]) -> dict[int, int]:
    """For each cell the value of its symbol of a kind, where that is a number."""
    known = {x: values.get(f"{kind}_{label}") for x, label in enumerate(puzzle.board.labels)}
    return {x: value for x, value in known.items() if isinstance(value, int)}


def _sided(puzzle: Puzzle, values: Mapping[str, object]) -> Forest:
    """The sizes of both sides of each edge; each tree is rooted in its middle."""
    label = puzzle.board.labels
    sides = {(x, y): values.get(f"s_{label[x]}_{label[y]}") for x, y in _ways(puzzle)}
    beyond = {way: size for way, size in sides.items() if isinstance(size, int) and size}
    edges = frozenset((x, y) for (x, y), size in beyond.items() if (size, y) < (beyond.get((y, x), 0), x))
    parent = {y: x for x, y in edges}
    sizes, roots = {}, {}
    for x, near in enumerate(puzzle.board.neighbours):
        sizes[x] = beyond[parent[x], x] if x in parent else 1 + sum(beyond.get((x, y), 0) for y in near)
        above = [x]
        while above[-1] in parent and parent[above[-1]] not in above:  # a wrong answer may have a cycle
            above.append(parent[above[-1]])
        roots[x] = label[above[-1]]
    return Forest(edges, roots, sizes)
