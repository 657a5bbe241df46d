"""A figure for each encoding of the laboratory, as `scripts.encoding_figures` has them of the others."""

from __future__ import annotations

from collections.abc import Mapping

from encoder.parts.spanning_trees import kept, link
from labs.connectivity.dual import faces
from labs.connectivity.resolving_set import coordinates
from scripts.figure import (
    BOARD,
    CELLS,
    CENTRES,
    DEPTH,
    FROM,
    LOWEST,
    REGION,
    ROOTS,
    TREE,
    Figure,
    Make,
    Values,
    arrows,
    by_cell,
    edges,
    pairs,
    parents,
    registry,
    steps,
    texts,
)

FIGURES: dict[str, Make] = {}
"""The figure of each encoding, in the order of the page."""

figure_of = registry(FIGURES)


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
