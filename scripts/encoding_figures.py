"""A figure for each encoding, for the page about it: the values of its variables on one solved board.

The board is that of docs/introduction.md. Every figure comes with the values that it shows, by symbol; the
tests ask a solver if the encoding has a model with these values, and with this solution.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from encoder.connectivity.faces import faces
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
    each,
    edges,
    parents,
    sizes,
    steps,
    texts,
)


def forest() -> Figure:
    """Edges, sizes and roots of the thesis: any tree, any root."""
    tree = parents(LOWEST)
    return Figure(
        "A spanning tree in each region, with the sizes of subtrees",
        edges("e", tree, 0, 1) | each("s", sizes(tree)) | each("r", LOWEST),
        texts(sizes(tree)),
        frozenset(LOWEST.values()),
        tuple((parent, cell) for cell, parent in tree.items()),
    )


LEFT = trees_of(list(BOARD.links()), lambda x, y: REGION[x] is REGION[y])
"""The links of the trees that are left of all possible ones."""


def middle(region: frozenset[int]) -> int:
    """Return the cell of a region beyond which no edge of its tree leads to more than half of it."""
    trees = {cell: parents(dict.fromkeys(region, cell), LEFT) for cell in sorted(region)}
    return next(
        cell
        for cell, tree in trees.items()
        if all(2 * sizes(tree)[x] <= len(region) for x, parent in tree.items() if parent == cell)
    )


def sides() -> Figure:
    """The two sides of each edge: one tree of many, drawn from its middle."""
    middles = {cell: middle(region) for region in REGIONS for cell in region}
    tree = parents(middles, LEFT)
    size = sizes(tree)
    values: Values = {f"e_{x}_{y}": (x, y) in LEFT and REGION[x] is REGION[y] for x, y in BOARD.links()}
    values |= {f"s_{x}_{y}": 0 for x in CELLS for y in BOARD.neighbours[x]}
    for cell, parent in tree.items():
        values[f"s_{parent}_{cell}"] = size[cell]
        values[f"s_{cell}_{parent}"] = len(REGION[cell]) - size[cell]
    return Figure(
        "The one tree of each region; each cell has the number of cells that the edge to it leads to",
        values,
        texts(size),
        frozenset(middles.values()),
        tuple((parent, cell) for cell, parent in tree.items()),
    )


def tight() -> Figure:
    """Edges, sizes and roots of a tight forest: one tree of many, and a clue as root."""
    tree = parents(FIRST, LEFT)
    size = sizes(tree)
    return Figure(
        "The one tree of each region that is left, rooted in its first clue; sizes in binary",
        edges("e", tree, False, True) | each("s", size) | {f"R_{x}": x in ROOTS for x in CELLS},
        {cell: f"{value:03b}" for cell, value in size.items()},
        ROOTS,
        tuple((parent, cell) for cell, parent in tree.items()),
    )


def landmarks() -> Figure:
    """The roots of `forest-bool`, by their distances from two corners."""
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
        "In each cell how far its root is from the two marked corners",
        values,
        {cell: "·".join(map(str, place[root[cell]])) for cell in CELLS},
        frozenset(root.values()),
        marked=corners,
        clues=False,
    )


def flow() -> Figure:
    """A flow from each root."""
    tree = parents(LOWEST)
    amount = sizes(tree)
    values: Values = {f"f_{x}_{y}": 0 for x, y in BOARD.links()} | each("r", LOWEST)
    for cell, parent in tree.items():
        x, y = link(cell, parent)
        values[f"f_{x}_{y}"] = amount[cell] if x == parent else -amount[cell]
    return Figure(
        "From each root flows one unit to each other cell of its region",
        values,
        rings=frozenset(LOWEST.values()),
        arrows=tuple((parent, cell) for cell, parent in tree.items()),
        amounts={(parent, cell): str(amount[cell]) for cell, parent in tree.items()},
    )


def closure() -> Figure:
    """The cells connected with one, and the last cell on the way to each."""
    last: dict[int, int] = {}
    for z in range(-1, BOARD.size):
        inner = {x for x in REGION[FROM] if x <= z or x == FROM}
        for cell in inner:
            if cell in distances(BOARD.neighbours, [FROM], through=inner.__contains__):
                last.update({y: z for y in BOARD.neighbours[cell] if y in REGION[FROM] and y not in last})
    del last[FROM]
    pairs = ((*link(FROM, cell), z) for cell, z in last.items())
    values: Values = {f"c_{x}_{y}_{z}": z >= least for x, y, least in pairs for z in CELLS}
    return Figure(
        "From one cell the last cell that must be passed to reach each cell of its region",
        values,
        {cell: "–" if z < 0 else str(z) for cell, z in last.items()},
        frozenset([FROM]),
        marked=REGION[FROM],
    )


def flood() -> Figure:
    """The layers of the flood from one cell."""
    found = steps(FROM)
    pairs = ((*link(FROM, cell), step) for cell, step in found.items() if step)
    values: Values = {f"l_{x}_{y}_{k}": k >= step for x, y, step in pairs for k in range(1, 5)}
    return Figure(
        "From one cell the step at which its flood reaches each cell",
        values,
        texts(found),
        frozenset([FROM]),
        marked=REGION[FROM],
    )


def squares() -> Figure:
    """The number of times that a path from one cell is doubled."""
    found = {cell: (step - 1).bit_length() for cell, step in steps(FROM).items() if step}
    pairs = ((*link(FROM, cell), k) for cell, k in found.items())
    values: Values = {f"w_{x}_{y}_{k}": k >= least for x, y, least in pairs for k in range(1, 4)}
    return Figure(
        "From one cell how often a path of one step is doubled to reach each cell",
        values,
        texts(found),
        frozenset([FROM]),
        marked=REGION[FROM],
    )


def polyominoes() -> Figure:
    """Small regions as polyominoes, large ones as trees."""
    large = {cell for cell in CELLS if len(REGION[cell]) > 4}
    tree = {cell: parent for cell, parent in parents(LOWEST, LEFT).items() if cell in large}
    size = {cell: value for cell, value in sizes(tree).items() if cell in large}
    inside = [(x, y) for x, y in BOARD.links() if REGION[x] is REGION[y] and x not in large]
    return Figure(
        "Small regions as one piece, a larger one as a tree",
        edges("e", tree, False, True) | each("s", size) | {f"R_{x}": LOWEST[x] == x for x in large},
        texts(size),
        frozenset(x for x in large if LOWEST[x] == x),
        tuple((parent, cell) for cell, parent in tree.items()),
        links=tuple(inside),
        clues=False,
    )


def distance() -> Figure:
    """Parents, and distances from the root."""
    return Figure(
        "A parent for each cell, and how far it is from the root",
        edges("p", TREE, False, True) | each("d", DEPTH),
        texts(DEPTH),
        ROOTS,
        tuple((parent, cell) for cell, parent in TREE.items()),
    )


def time_step() -> Figure:
    """The step at which each cell joins."""
    step = {cell: depth + 1 for cell, depth in DEPTH.items()}
    return Figure("The step at which each cell joins its region", each("t", step), texts(step), ROOTS)


def seeded() -> Figure:
    """The order in which a region is filled."""
    order: dict[int, int] = {}
    for root in ROOTS:
        order |= {cell: place + 1 for place, cell in enumerate(steps(root))}
    return Figure(
        "The order in which each region is filled, cell by cell", each("o", order), texts(order), ROOTS
    )


def height(tree: Mapping[int, int]) -> dict[int, int]:
    """Return for each cell how many steps lead down to its farthest descendant."""
    found = dict.fromkeys(CELLS, 0)
    for cell in CELLS:
        below, above = 0, tree.get(cell)
        while above is not None:
            below += 1
            found[above] = max(found[above], below)
            above = tree.get(above)
    return found


def leaf() -> Figure:
    """Parents, and the times at which cells are leaves."""
    time = height(TREE)
    return Figure(
        "A parent for each cell, and the time at which it is eliminated as a leaf",
        edges("p", TREE, False, True) | each("t", time),
        texts(time),
        ROOTS,
        tuple((parent, cell) for cell, parent in TREE.items()),
    )


def eliminated(degree: int | None = None) -> dict[int, int]:
    """Return the place of each cell in the order of elimination, on the board without clues."""
    left = {x: set(near) for x, near in enumerate(BOARD.neighbours)}
    found: dict[int, int] = {}
    while left:
        cell = min(left, key=lambda x: (len(left[x]), x))
        if degree is not None and len(left[cell]) > degree:
            break
        found[cell] = len(found) + 1
        near = left.pop(cell)
        for x in near:
            left[x] = (left[x] | near) - {x, cell}
    return found


def elimination() -> Figure:
    """Parents, and the order in which cells are eliminated."""
    tree = parents(LOWEST)
    return Figure(
        "A parent for each cell, and the order in which cells are eliminated",
        edges("p", tree, False, True),
        texts(eliminated()),
        frozenset(LOWEST.values()),
        tuple((parent, cell) for cell, parent in tree.items()),
        clues=False,
    )


def hybrid() -> Figure:
    """Parents; the order of elimination where cells have few neighbours left, times as leaves elsewhere."""
    tree, order = parents(LOWEST), eliminated(4)
    time = {cell: step for cell, step in height(tree).items() if cell not in order}
    return Figure(
        "A parent for each cell; the order of elimination, and on the marked cells times as leaves",
        edges("p", tree, False, True) | each("t", time),
        texts(order | time),
        frozenset(LOWEST.values()),
        tuple((parent, cell) for cell, parent in tree.items()),
        marked=frozenset(time),
        clues=False,
    )


def dual() -> Figure:
    """A tree of the board, and the tree of its faces."""
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
        "A tree of the whole board, of which each region is a part, and dashed the tree of its faces",
        values | {f"R_{x}": x in entered for x in CELLS},
        rings=frozenset(entered),
        arrows=tuple((parent, cell) for cell, parent in tree.items()),
        duals=tuple(across),
    )


def bfs() -> Figure:
    """The steps of a search from the roots."""
    values: Values = {f"b_{x}_{k}": k >= depth for x, depth in DEPTH.items() for k in range(1, 5)}
    return Figure("The step at which a search from the roots reaches each cell", values, texts(DEPTH), ROOTS)


def cut() -> Figure:
    """A wrong answer with a set that is too small, and the cells on its border."""
    small = frozenset([2, 3, 4])
    around = {y for x in small for y in BOARD.neighbours[x]} - small
    wrong = tuple(3 if cell == 7 else number for cell, number in enumerate(SOLUTION))
    return Figure(
        "A wrong answer: three cells with the number 4; the ringed cells are their border",
        labels=texts(dict(enumerate(wrong))),
        rings=frozenset(around),
        marked=small,
        filling=wrong,
    )


FIGURES: Mapping[str, Callable[[], Figure]] = {
    "forest": forest,
    "forest-tight": sides,
    "forest-bv": tight,
    "forest-bool": landmarks,
    "flow": flow,
    "warshall": closure,
    "layers": flood,
    "placements": polyominoes,
    "distance": distance,
    "time-step": time_step,
    "seeded": seeded,
    "leaf": leaf,
    "hybrid": hybrid,
    "dual": dual,
    "elimination": elimination,
    "bfs": bfs,
    "squaring": squares,
    "cuts": cut,
}
"""The figure of each encoding."""
