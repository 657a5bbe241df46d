"""Draw the pictures of docs/introduction.md: a puzzle, its solution, and the forest of the solution."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from fillomino.render.pen import SIDE, Pen, pen
from fillomino.render.scene import Point, scene
from fillomino.render.svg import drawn, svg
from fillomino.rules import regions
from scripts.draw_readme import PUZZLE, SOLUTION

PICTURES = Path(__file__).resolve().parents[1] / "docs" / "introduction"
BOARD = PUZZLE.board
CENTRES = scene(BOARD).centres


def tree(region: frozenset[int]) -> dict[int, int]:
    """The parent of each cell of a region but its lowest, the root: found breadth first."""
    root = min(region)
    parents: dict[int, int] = {}
    queue = [root]
    for cell in queue:
        for near in sorted(BOARD.neighbours[cell]):
            if near in region and near != root and near not in parents:
                parents[near] = cell
                queue.append(near)
    return parents


PARENTS = {
    cell: parent for region in regions(BOARD, SOLUTION) for cell, parent in tree(frozenset(region)).items()
}


def size(cell: int) -> int:
    """The number of cells in the subtree of a cell, with itself."""
    return 1 + sum(size(child) for child, parent in PARENTS.items() if parent == cell)


class ForestPen(Pen):
    """A filling with its forest: arrows from parents to children, rings around roots, sizes of subtrees."""

    __slots__ = ()

    def number(self, cell: int, x: float, y: float) -> list[str]:
        """The size of the subtree of a cell, and the arrow that ends in it or the ring of a root."""
        root = cell not in PARENTS
        ring = f'<circle cx="{x:g}" cy="{y:g}" r="12" fill="none" stroke="#1c2126" stroke-width="2"/>'
        label = f'<text class="clue" x="{x:g}" y="{y:g}" dy=".35em" font-size="15">{size(cell)}</text>'
        return [*([ring] if root else arrow(CENTRES[PARENTS[cell]], (x, y))), label]


def arrow(start: Point, end: Point) -> Iterator[str]:
    """A short arrow in the direction from one centre to the next, clear of both numbers."""
    (x1, y1), (x2, y2) = start, end
    across, down = (x2 - x1) / SIDE, (y2 - y1) / SIDE
    near = (x1 + 13 * across, y1 + 13 * down)
    tip = (x2 - 10 * across, y2 - 10 * down)
    left = (tip[0] - 6 * across - 4 * down, tip[1] - 6 * down - 4 * across)
    right = (tip[0] - 6 * across + 4 * down, tip[1] - 6 * down + 4 * across)
    a, b, c, d = (f"{x:g} {y:g}" for x, y in (near, tip, left, right))
    yield f'<path d="M{a}L{b}M{c}L{b}L{d}" fill="none" stroke="#1c2126" stroke-width="2"/>'


def pictures() -> dict[str, str]:
    """The pictures by the names of their files."""
    filled = pen(PUZZLE, SOLUTION)
    forest = ForestPen(PUZZLE, SOLUTION, filled.fills)
    return {
        "puzzle.svg": svg(PUZZLE),
        "solution.svg": svg(PUZZLE, SOLUTION),
        "forest.svg": drawn(forest, "A spanning tree in each region, with the sizes of subtrees"),
    }


if __name__ == "__main__":
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    PICTURES.mkdir(exist_ok=True)
    for name, text in pictures().items():
        (PICTURES / name).write_text(text, encoding="utf-8")
