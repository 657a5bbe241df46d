"""A figure for each encoding, for the page about it: the values of its variables on one solved board.

The board is that of docs/introduction.md. Every figure comes with the values that it shows, by symbol; the
tests ask a solver if the encoding has a model with these values, and with this solution.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from encoder.connectivity.dual import faces
from encoder.parts.resolving_set import coordinates
from encoder.parts.spanning_trees import kept, link, trees_of
from fillomino.graph import distances
from scripts.figure import (
    BOARD,
    CELLS,
    CENTRES,
    DEPTH,
    FIRST,
    FROM,
    LOWEST,
    REGION,
    REGIONS,
    ROOTS,
    SOLUTION,
    TREE,
    Figure,
    Values,
    arrows,
    by_cell,
    edges,
    parents,
    sizes,
    steps,
    texts,
)

FIGURES: dict[str, Callable[[], Figure]] = {}
"""The figure of each encoding."""


def figure_of(encoding: str) -> Callable[[Callable[[], Figure]], Callable[[], Figure]]:
    """Register the figure of an encoding; its title is the docstring of the function that makes it."""

    def register(make: Callable[[], Figure]) -> Callable[[], Figure]:
        def made() -> Figure:
            return replace(make(), title=(make.__doc__ or "").removesuffix("."))

        FIGURES[encoding] = made
        return made

    return register


TREE_LINKS = trees_of(list(BOARD.links()), lambda x, y: REGION[x] is REGION[y])
"""The links of the trees that remain of all possible ones."""


@figure_of("forest")
def forest() -> Figure:
    """A spanning tree in each region, with the sizes of subtrees."""
    tree = parents(LOWEST)
    return Figure(
        edges("e", tree, 0, 1) | by_cell("s", sizes(tree)) | by_cell("r", LOWEST),
        texts(sizes(tree)),
        frozenset(LOWEST.values()),
        arrows(tree),
    )


def middle(region: frozenset[int]) -> int:
    """Return the cell of a region beyond which no edge of its tree leads to more than half of it."""
    trees = {cell: parents(dict.fromkeys(region, cell), TREE_LINKS) for cell in sorted(region)}
    return next(
        cell
        for cell, tree in trees.items()
        if all(2 * sizes(tree)[x] <= len(region) for x, parent in tree.items() if parent == cell)
    )


@figure_of("forest-tight")
def sides() -> Figure:
    """The one tree of each region; each cell has the number of cells that the edge to it leads to."""
    middles = {cell: middle(region) for region in REGIONS for cell in region}
    tree = parents(middles, TREE_LINKS)
    size = sizes(tree)
    values: Values = {f"e_{x}_{y}": (x, y) in TREE_LINKS and REGION[x] is REGION[y] for x, y in BOARD.links()}
    values |= {f"s_{x}_{y}": 0 for x in CELLS for y in BOARD.neighbours[x]}
    for cell, parent in tree.items():
        values[f"s_{parent}_{cell}"] = size[cell]
        values[f"s_{cell}_{parent}"] = len(REGION[cell]) - size[cell]
    return Figure(values, texts(size), frozenset(middles.values()), arrows(tree))


@figure_of("forest-bv")
def tight() -> Figure:
    """The one tree of each region that is left, rooted in its first clue; sizes in binary."""
    tree = parents(FIRST, TREE_LINKS)
    size = sizes(tree)
    return Figure(
        edges("e", tree, False, True) | by_cell("s", size) | {f"R_{x}": x in ROOTS for x in CELLS},
        {cell: f"{value:03b}" for cell, value in size.items()},
        ROOTS,
        arrows(tree),
    )


@figure_of("forest-bool")
def landmarks() -> Figure:
    """In each cell how far its root is from the two marked corners."""
    steps_to = coordinates(BOARD)
    corners = frozenset(to.index(0) for to in steps_to)
    place = list(zip(*steps_to, strict=True))
    root = {cell: min(REGION[cell], key=place.__getitem__) for cell in CELLS}
    values: Values = {
        f"r_{x}_{i}_{d}": steps >= d
        for x in CELLS
        for i, steps in enumerate(place[root[x]])
        for d in range(1, 9)
    }
    return Figure(
        values,
        {cell: "·".join(map(str, place[root[cell]])) for cell in CELLS},
        frozenset(root.values()),
        marked=corners,
        clues=False,
    )


@figure_of("flow")
def flow() -> Figure:
    """From each root flows one unit to each other cell of its region."""
    tree = parents(LOWEST)
    amount = sizes(tree)
    values: Values = {f"f_{x}_{y}": 0 for x, y in BOARD.links()} | by_cell("r", LOWEST)
    for cell, parent in tree.items():
        x, y = link(cell, parent)
        values[f"f_{x}_{y}"] = amount[cell] if x == parent else -amount[cell]
    return Figure(
        values,
        rings=frozenset(LOWEST.values()),
        arrows=arrows(tree),
        amounts={(parent, cell): str(amount[cell]) for cell, parent in tree.items()},
    )


def pairs(letter: str, least: Mapping[int, int], bounds: range, labels: dict[int, str]) -> Figure:
    """Return a figure of pairs of one cell with others: for each bound, whether the value is at most that."""
    symbols = {cell: "_".join(map(str, link(FROM, cell))) for cell in least if cell != FROM}
    values: Values = {
        f"{letter}_{pair}_{bound}": bound >= least[cell] for cell, pair in symbols.items() for bound in bounds
    }
    return Figure(values, labels, frozenset([FROM]), marked=REGION[FROM])


@figure_of("warshall")
def closure() -> Figure:
    """From one cell the last cell that must be passed to reach each cell of its region."""
    last: dict[int, int] = {}
    for z in range(-1, BOARD.size):
        inner = {x for x in REGION[FROM] if x <= z or x == FROM}
        for cell in inner:
            if cell in distances(BOARD.neighbours, [FROM], through=inner.__contains__):
                last.update({y: z for y in BOARD.neighbours[cell] if y in REGION[FROM] and y not in last})
    del last[FROM]
    labels = {cell: "–" if z < 0 else str(z) for cell, z in last.items()}
    return pairs("c", last, CELLS, labels)


@figure_of("layers")
def flood() -> Figure:
    """From one cell the step at which its flood reaches each cell."""
    return pairs("l", steps(FROM), range(1, 5), texts(steps(FROM)))


@figure_of("placements")
def polyominoes() -> Figure:
    """Small regions as one piece, a larger one as a tree."""
    large = {cell for cell in CELLS if len(REGION[cell]) > 4}
    tree = {cell: parent for cell, parent in parents(LOWEST, TREE_LINKS).items() if cell in large}
    size = {cell: value for cell, value in sizes(tree).items() if cell in large}
    inside = [(x, y) for x, y in BOARD.links() if REGION[x] is REGION[y] and x not in large]
    return Figure(
        edges("e", tree, False, True) | by_cell("s", size) | {f"R_{x}": LOWEST[x] == x for x in large},
        texts(size),
        frozenset(x for x in large if LOWEST[x] == x),
        arrows(tree),
        links=tuple(inside),
        clues=False,
    )


@figure_of("distance")
def distance() -> Figure:
    """A parent for each cell, and how far it is from the root."""
    return Figure(edges("p", TREE, False, True) | by_cell("d", DEPTH), texts(DEPTH), ROOTS, arrows(TREE))


@figure_of("time-step")
def time_step() -> Figure:
    """The step at which each cell joins its region."""
    step = {cell: depth + 1 for cell, depth in DEPTH.items()}
    return Figure(by_cell("t", step), texts(step), ROOTS)


@figure_of("seeded")
def seeded() -> Figure:
    """The order in which each region is filled, cell by cell."""
    order: dict[int, int] = {}
    for root in ROOTS:
        order |= {cell: place + 1 for place, cell in enumerate(steps(root))}
    return Figure(by_cell("o", order), texts(order), ROOTS)


def height(tree: Mapping[int, int]) -> dict[int, int]:
    """Return for each cell how many steps lead down to its farthest descendant."""
    heights = dict.fromkeys(CELLS, 0)
    for cell in CELLS:
        below, above = 0, tree.get(cell)
        while above is not None:
            below += 1
            heights[above] = max(heights[above], below)
            above = tree.get(above)
    return heights


@figure_of("leaf")
def leaf() -> Figure:
    """A parent for each cell, and the time at which it is eliminated as a leaf."""
    time = height(TREE)
    return Figure(edges("p", TREE, False, True) | by_cell("t", time), texts(time), ROOTS, arrows(TREE))


def eliminated(degree: int | None = None) -> dict[int, int]:
    """Return the place of each cell in the order of elimination, on the board without clues."""
    remaining = {x: set(near) for x, near in enumerate(BOARD.neighbours)}
    places: dict[int, int] = {}
    while remaining:
        cell = min(remaining, key=lambda x: (len(remaining[x]), x))
        if degree is not None and len(remaining[cell]) > degree:
            break
        places[cell] = len(places) + 1
        near = remaining.pop(cell)
        for x in near:
            remaining[x] = (remaining[x] | near) - {x, cell}
    return places


@figure_of("hybrid")
def hybrid() -> Figure:
    """A parent for each cell; the order of elimination, and on the marked cells times as leaves."""
    tree, order = parents(LOWEST), eliminated(4)
    time = {cell: step for cell, step in height(tree).items() if cell not in order}
    return Figure(
        edges("p", tree, False, True) | by_cell("t", time),
        texts(order | time),
        frozenset(LOWEST.values()),
        arrows(tree),
        marked=frozenset(time),
        clues=False,
    )


@figure_of("dual")
def dual() -> Figure:
    """A tree of the whole board, of which each region is a part, and dashed the tree of its faces."""
    inside = kept((x, y) for x, y in BOARD.links() if REGION[x] is REGION[y])
    used = kept(BOARD.links(), inside)
    (root,) = faces(BOARD).roots
    tree: dict[int, int] = {}
    queue = [root]
    for cell in queue:
        for near in BOARD.neighbours[cell]:
            if link(cell, near) in used and near != tree.get(cell):
                tree[near] = cell
                queue.append(near)
    entered = {cell for cell in CELLS if REGION[cell] is not REGION.get(tree.get(cell, -1))}
    across = []
    for x, y in BOARD.links():
        if (x, y) not in used:
            (x1, y1), (x2, y2) = CENTRES[x], CENTRES[y]
            middle, right, down = ((x1 + x2) / 2, (y1 + y2) / 2), (y2 - y1) / 2, (x2 - x1) / 2
            across.append(((middle[0] - right, middle[1] - down), (middle[0] + right, middle[1] + down)))
    halves = [(x, y) for x in CELLS for y in BOARD.neighbours[x] if y != root]
    values: Values = {f"t_{x}_{y}": tree.get(y) == x for x, y in halves}
    return Figure(
        values | {f"R_{x}": x in entered for x in CELLS},
        rings=frozenset(entered),
        arrows=arrows(tree),
        duals=tuple(across),
    )


@figure_of("elimination")
def elimination() -> Figure:
    """A parent for each cell, and the order in which cells are eliminated."""
    tree = parents(LOWEST)
    return Figure(
        edges("p", tree, False, True),
        texts(eliminated()),
        frozenset(LOWEST.values()),
        arrows(tree),
        clues=False,
    )


@figure_of("bfs")
def bfs() -> Figure:
    """The step at which a search from the roots reaches each cell."""
    values: Values = {f"b_{x}_{k}": k >= depth for x, depth in DEPTH.items() for k in range(1, 5)}
    return Figure(values, texts(DEPTH), ROOTS)


@figure_of("squaring")
def squares() -> Figure:
    """From one cell how often a path of one step is doubled to reach each cell."""
    doubled = {cell: (step - 1).bit_length() for cell, step in steps(FROM).items() if step}
    return pairs("w", doubled, range(1, 4), texts(doubled))


@figure_of("cuts")
def cut() -> Figure:
    """A wrong answer: three cells with the number 4; the ringed cells are their border."""
    small = frozenset([2, 3, 4])
    around = {y for x in small for y in BOARD.neighbours[x]} - small
    wrong = tuple(3 if cell == 7 else number for cell, number in enumerate(SOLUTION))
    return Figure(labels=texts(dict(enumerate(wrong))), rings=frozenset(around), marked=small, filling=wrong)
