"""The spanning forest in a model: edges, sizes of subtrees, roots. An encoding says how its models hold one.

`EDGES`, `EDGES_AND_PLACES` and `SIDES` are for its record (`Encoding.forest`); there are no others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from fillomino.puzzle import Puzzle
from fillomino.record import Record

if TYPE_CHECKING:
    from encoder.puzzle_script import PuzzleScript


class Forest(Record):
    """The spanning forest of a model.

    Attributes:
        edges: ``(parent, child)`` cells of the edges that are there.
        roots: for each cell the label of its region's root.
        sizes: for each cell the size of the subtree below and with it.
    """

    edges: frozenset[tuple[int, int]]
    roots: Mapping[int, int]
    sizes: Mapping[int, int]


class ForestTerms(Record):
    """How the models of an encoding hold a forest.

    Attributes:
        names: the constants of a puzzle's script that the forest is read from, if they are declared.
        read: the forest in a model, from symbol to value, as far as the model has values for it.
    """

    names: Callable[[Puzzle], list[str]]
    read: Callable[[Puzzle, Mapping[str, object]], Forest]


def forest_of(terms: ForestTerms, script: PuzzleScript, values: Mapping[str, object]) -> Forest | None:
    """Return the forest in the values of a script's symbols; ``None`` if they lack a part of it."""
    puzzle = script.puzzle
    if not isinstance(puzzle, Puzzle) or len(values) <= puzzle.board.size:
        return None  # usually the numbers alone were asked for
    declared = {name for name, _ in script.declarations}
    wanted = [name for name in terms.names(puzzle) if name in declared]
    return terms.read(puzzle, values) if wanted and values.keys() >= set(wanted) else None


def places(puzzle: Puzzle) -> tuple[int, ...]:
    """Return for each cell its place in an order of roots: cells with clues first, both ascending.

    Clues are known from the start. Where a region with a clue has its root there, most cells have few roots
    to choose from, all of them within reach; bounds alone would make the lowest cell the root.
    """
    order = sorted(range(puzzle.board.size), key=lambda x: (x not in puzzle.clues, x))
    place = {x: index for index, x in enumerate(order)}
    return tuple(place[x] for x in range(len(order)))


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


def _edge_names(puzzle: Puzzle) -> list[str]:
    label = puzzle.board.labels
    ways = [f"e_{label[x]}_{label[y]}" for x, y in _ways(puzzle)]
    return [*ways, *(f"{kind}_{a}" for kind in "sr" for a in label)]


def _rooted(puzzle: Puzzle, values: Mapping[str, object]) -> Forest:
    """The edges, and for each cell the size of its subtree and the label of its root."""
    label = puzzle.board.labels
    edges = frozenset((x, y) for x, y in _ways(puzzle) if values.get(f"e_{label[x]}_{label[y]}") == 1)
    return Forest(edges, _integers("r", puzzle, values), _integers("s", puzzle, values))


def _with_places(puzzle: Puzzle, values: Mapping[str, object]) -> Forest:
    """The same where a root is given by its place (`places`)."""
    forest = _rooted(puzzle, values)
    label_at = dict(zip(places(puzzle), puzzle.board.labels, strict=True))
    return forest.replace(roots={x: label_at.get(place, place) for x, place in forest.roots.items()})


def _side_names(puzzle: Puzzle) -> list[str]:
    label = puzzle.board.labels
    return [f"s_{label[x]}_{label[y]}" for x, y in _ways(puzzle)]


EDGES = ForestTerms(_edge_names, _rooted)
"""``e_x_y`` for an edge from a parent, ``s_x`` for the size of a subtree, ``r_x`` for the root's label."""

EDGES_AND_PLACES = ForestTerms(_edge_names, _with_places)
"""The same, but ``r_x`` is the place of the root."""

SIDES = ForestTerms(_side_names, _sided)
"""``s_x_y``: how many cells lie on the side of y, of an edge between x and y; 0 without an edge."""
