"""A figure for each encoding, for the page about it: the values of its variables on one solved board.

The board is that of docs/introduction.md. Every figure comes with the values that it shows, by symbol; the
tests ask a solver if the encoding has a model with these values, and with this solution.
"""

from __future__ import annotations

from encoder.parts.spanning_trees import link, trees_of
from fillomino.graph import distances
from scripts.figure import (
    BOARD,
    CELLS,
    FIRST,
    FROM,
    LOWEST,
    REGION,
    REGIONS,
    ROOTS,
    SOLUTION,
    Figure,
    Make,
    Values,
    arrows,
    by_cell,
    edges,
    pairs,
    parents,
    registry,
    sizes,
    steps,
    texts,
)

FIGURES: dict[str, Make] = {}
"""The figure of each encoding; those of laboratories are in docs/labs/NAME/figures.py."""

figure_of = registry(FIGURES)

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


@figure_of("cuts")
def cut() -> Figure:
    """A wrong answer: three cells with the number 4; the ringed cells are their border."""
    small = frozenset([2, 3, 4])
    around = {y for x in small for y in BOARD.neighbours[x]} - small
    wrong = tuple(3 if cell == 7 else number for cell, number in enumerate(SOLUTION))
    return Figure(labels=texts(dict(enumerate(wrong))), rings=frozenset(around), marked=small, filling=wrong)
