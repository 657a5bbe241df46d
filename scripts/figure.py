"""The solved board of docs/introduction.md, its regions, roots and trees; and figures of values on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from encoder.forests import places
from encoder.parts.spanning_trees import link
from fillomino import formats
from fillomino.graph import distances
from fillomino.render.box_drawing import Point
from fillomino.render.svg import SIDE, draw, fills_of, scene
from fillomino.rules import regions
from scripts.harness import EXAMPLES

PUZZLE = formats.read((EXAMPLES / "first.txt").read_text(encoding="utf-8")).puzzle
SOLUTION = (2, 3, 4, 4, 4, 2, 3, 4, 2, 2, 1, 3, 5, 5, 4, 3, 5, 5, 4, 4, 3, 3, 5, 1, 4)
BOARD = PUZZLE.board
CENTRES = scene(BOARD).centres
INK, PALE = "#1c2126", "#8a9299"

Arrow = tuple[int, int]
Values = dict[str, bool | int]


@dataclass(frozen=True, slots=True)
class Figure:
    """The values that are shown, by symbol, and the marks on the solved board that show them.

    Attributes:
        labels: the text in each cell.
        rings: the cells with a ring, mostly roots.
        links: lines between neighbours.
        amounts: numbers beside lines.
        duals: lines between faces, from point to point.
        filling: what is drawn in place of the solution.
        clues: whether the values are those of the puzzle, not of the board without clues.
    """

    values: Values = field(default_factory=dict)
    labels: Mapping[int, str] = field(default_factory=dict)
    rings: frozenset[int] = frozenset()
    arrows: tuple[Arrow, ...] = ()
    links: tuple[Arrow, ...] = ()
    amounts: Mapping[Arrow, str] = field(default_factory=dict)
    duals: tuple[tuple[Point, Point], ...] = ()
    marked: frozenset[int] = frozenset()
    filling: tuple[int, ...] = SOLUTION
    clues: bool = True
    title: str = ""

    def svg(self) -> str:
        """Return the picture."""
        fills = fills_of(PUZZLE, self.filling, self.marked)
        return draw(PUZZLE, self.filling, self._write, self.title, fills)

    def _write(self, cell: int, x: float, y: float) -> list[str]:
        """Return what is drawn in a cell, and before the first what lies between cells."""
        lines = list(self._between()) if cell == 0 else []
        if cell in self.rings:
            lines.append(
                f'<circle cx="{x:g}" cy="{y:g}" r="12" fill="none" stroke="{INK}" stroke-width="2"/>'
            )
        if text := self.labels.get(cell):
            size = (15, 13, 10)[min(len(text), 3) - 1]
            lines.append(
                f'<text class="clue" x="{x:g}" y="{y:g}" dy=".35em" font-size="{size}">{text}</text>'
            )
        return lines

    def _between(self) -> Iterator[str]:
        for (x1, y1), (x2, y2) in self.duals:
            line = f'stroke="{PALE}" stroke-width="2" stroke-dasharray="4 3"'
            yield f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" {line}/>'
        for a, b in self.links:
            (x1, y1), (x2, y2) = CENTRES[a], CENTRES[b]
            yield f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{INK}" stroke-width="3"/>'
        for a, b in self.arrows:
            yield from arrow(CENTRES[a], CENTRES[b], clear=bool(self.labels))
        for (a, b), text in self.amounts.items():
            x, y = ((p + q) / 2 for p, q in zip(CENTRES[a], CENTRES[b], strict=True))
            beside = (x, y - 9) if CENTRES[a][1] == CENTRES[b][1] else (x + 9, y)
            yield f'<text x="{beside[0]:g}" y="{beside[1]:g}" dy=".35em" font-size="12">{text}</text>'


def arrow(start: Point, end: Point, clear: bool = True) -> Iterator[str]:
    """Yield an arrow between two centres, clear of a ring in the first and perhaps a number in the second."""
    (x1, y1), (x2, y2) = start, end
    across, down = (x2 - x1) / SIDE, (y2 - y1) / SIDE
    room = 10 if clear else 1
    near = (x1 + 13 * across, y1 + 13 * down)
    tip = (x2 - room * across, y2 - room * down)
    left = (tip[0] - 6 * across - 4 * down, tip[1] - 6 * down - 4 * across)
    right = (tip[0] - 6 * across + 4 * down, tip[1] - 6 * down + 4 * across)
    a, b, c, d = (f"{x:g} {y:g}" for x, y in (near, tip, left, right))
    yield f'<path d="M{a}L{b}M{c}L{b}L{d}" fill="none" stroke="{INK}" stroke-width="2"/>'


CELLS = range(BOARD.size)
REGIONS = [frozenset(cells) for cells in regions(BOARD, SOLUTION)]
REGION = {cell: region for region in REGIONS for cell in region}
PLACE = places(PUZZLE)
FIRST = {cell: min(REGION[cell], key=PLACE.__getitem__) for cell in CELLS}
"""For each cell the root of its region where that is the first cell, those with clues before others."""

FROM = 12
"""The cell from which pairs are drawn, in a region of five."""


def parents(root: Mapping[int, int], links: frozenset[Arrow] | None = None) -> dict[int, int]:
    """Return the parent of each cell but the roots, breadth first, along all links or along some."""
    parent_of: dict[int, int] = {}
    for start in sorted(set(root.values())):
        queue = [start]
        for cell in queue:
            for near in sorted(BOARD.neighbours[cell]):
                new = near in REGION[cell] and near != start and near not in parent_of
                if new and (links is None or link(cell, near) in links):
                    parent_of[near] = cell
                    queue.append(near)
    return parent_of


LOWEST = {cell: min(REGION[cell]) for cell in CELLS}
TREE = parents(FIRST)


def sizes(tree: Mapping[int, int]) -> dict[int, int]:
    """Return the number of cells in the subtree of each cell, with itself."""
    counts = dict.fromkeys(CELLS, 0)
    for cell in CELLS:
        above: int | None = cell
        while above is not None:
            counts[above] += 1
            above = tree.get(above)
    return counts


def steps(start: int) -> dict[int, int]:
    """Return how many steps lead from a cell to those of its region, within it."""
    return dict(distances(BOARD.neighbours, [start], through=REGION[start].__contains__))


DEPTH = {cell: steps(FIRST[cell])[cell] for cell in CELLS}
ROOTS = frozenset(FIRST.values())


def edges(letter: str, tree: Mapping[int, int], no: bool | int, yes: bool | int) -> Values:
    """Return for each two neighbours, both ways, if the first is the parent of the second."""
    both = [(x, y) for x in CELLS for y in BOARD.neighbours[x]]
    return {f"{letter}_{x}_{y}": yes if tree.get(y) == x else no for x, y in both}


def texts(values: Mapping[int, int]) -> dict[int, str]:
    """Return numbers as labels."""
    return {cell: str(value) for cell, value in values.items()}


def arrows(tree: Mapping[int, int]) -> tuple[Arrow, ...]:
    """Return an arrow from each parent to its child."""
    return tuple((parent, cell) for cell, parent in tree.items())


def by_cell(letter: str, values: Mapping[int, int]) -> Values:
    """Return a value for each cell, by symbol."""
    return {f"{letter}_{cell}": value for cell, value in values.items()}


Make: TypeAlias = Callable[[], Figure]
"""What makes a figure."""


def registry(figures: dict[str, Make]) -> Callable[[str], Callable[[Make], Make]]:
    """How a figure is registered by the name of its encoding; its title is the docstring of its function."""

    def figure_of(encoding: str) -> Callable[[Make], Make]:
        def register(make: Make) -> Make:
            def made() -> Figure:
                return replace(make(), title=(make.__doc__ or "").removesuffix("."))

            figures[encoding] = made
            return made

        return register

    return figure_of


def pairs(letter: str, least: Mapping[int, int], bounds: range, labels: dict[int, str]) -> Figure:
    """Return a figure of pairs of one cell with others: for each bound, whether the value is at most that."""
    symbols = {cell: "_".join(map(str, link(FROM, cell))) for cell in least if cell != FROM}
    values: Values = {
        f"{letter}_{pair}_{bound}": bound >= least[cell] for cell, pair in symbols.items() for bound in bounds
    }
    return Figure(values, labels, frozenset([FROM]), marked=REGION[FROM])
