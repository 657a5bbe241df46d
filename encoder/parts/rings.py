"""Regions that surround other cells: the one case in which the links of a region do not determine its tree.

Where rows of a region are joined at their first contacts alone (`encoder.parts.spanning_trees`), only a ring
of rows still has a cycle. One contact of a ring is *open*: there is no edge, and yet the region is one. That
both sides of an opening belong to one tree is required by a cell that the whole region names, its first: in
each tree every cell but that one leads there by an edge of its own, and a tree has fewer edges than cells.
"""

from __future__ import annotations

from itertools import pairwise

from encoder.families import OWN
from encoder.parts.reduced import ReducedPuzzle
from smtlib.script import Family

OPENING = Family(
    "opening",
    "a ring of rows is open somewhere",
    "for neighbours x, y: if o_x_y, then q_x_y and O_x",
    OWN,
)
RING = Family(
    "ring",
    "all cells of a ring hold a large number, and name one first cell",
    "for neighbours x, y: if q_x_y, then O_x = O_y, and if O_x, r_x = r_y; if O_x, then n_x >= 8",
    OWN,
)
FIRST_CELL = Family(
    "first-cell",
    "a cell of a ring is the one that it names, or an edge leads there",
    "for each cell x: r_x <= x; if O_x, then r_x = x, or e_x_y leads to y (u_x_y, y > x; not u_y_x, y < x)",
    OWN,
)

AROUND_A_CELL = 8
AROUND_A_WALL = 6
ANY = 3


def fewest(reduced: ReducedPuzzle) -> int:
    """Return a number of cells below which no region is a ring.

    In rows and columns a ring of fewer than eight cells surrounds no cell. So it consists of blocks of two by
    two, which have one edge between their rows; unless there is a wall, or a gap, within six.
    """
    board = reduced.puzzle.board
    if board.grid is None:
        return ANY
    rows = list(board.grid.rows())
    columns = list(zip(*rows, strict=True))
    beside = {pair for line in (*rows, *columns) for pair in pairwise(line) if None not in pair}
    links = set(board.links())
    if links - beside:
        return ANY
    return AROUND_A_WALL if reduced.puzzle.walls or beside - links else AROUND_A_CELL
