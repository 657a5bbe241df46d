"""A figure: the values of an encoding's variables, drawn on the solved board of docs/introduction.md."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from fillomino.render.pen import SIDE, Pen, pen
from fillomino.render.scene import Point, scene
from fillomino.render.svg import drawn
from scripts.draw_readme import PUZZLE, SOLUTION

BOARD = PUZZLE.board
CENTRES = scene(BOARD).centres
INK, PALE = "#1c2126", "#8a9299"

Arrow = tuple[int, int]
Values = dict[str, bool | int]


@dataclass(frozen=True, slots=True)
class Figure:
    """The marks on the solved board.

    Attributes:
        title: what the figure shows.
        values: the values shown, by symbol.
        labels: the text in each cell.
        rings: the cells with a ring, mostly roots.
        arrows: from cell to cell.
        links: lines between neighbours.
        amounts: numbers beside lines.
        duals: lines between faces, from point to point.
        marked: cells that stand out.
        filling: what is drawn in place of the solution.
        clues: whether the values are those of the puzzle, not of the board without clues.
    """

    title: str
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

    def svg(self) -> str:
        """Return the picture."""
        plain = pen(PUZZLE, self.filling, self.marked)
        return drawn(FigurePen(PUZZLE, self.filling, plain.fills, self), self.title)


@dataclass(frozen=True, slots=True)
class FigurePen(Pen):
    """The pen of a figure."""

    figure: Figure

    def number(self, cell: int, x: float, y: float) -> list[str]:
        """Return what is drawn in a cell, and before the first what lies between cells."""
        its = self.figure
        lines = list(self._between()) if cell == 0 else []
        if cell in its.rings:
            lines.append(
                f'<circle cx="{x:g}" cy="{y:g}" r="12" fill="none" stroke="{INK}" stroke-width="2"/>'
            )
        if text := its.labels.get(cell):
            size = (15, 13, 10)[min(len(text), 3) - 1]
            lines.append(
                f'<text class="clue" x="{x:g}" y="{y:g}" dy=".35em" font-size="{size}">{text}</text>'
            )
        return lines

    def _between(self) -> Iterator[str]:
        its = self.figure
        for (x1, y1), (x2, y2) in its.duals:
            line = f'stroke="{PALE}" stroke-width="2" stroke-dasharray="4 3"'
            yield f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" {line}/>'
        for a, b in its.links:
            (x1, y1), (x2, y2) = CENTRES[a], CENTRES[b]
            yield f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{INK}" stroke-width="3"/>'
        for a, b in its.arrows:
            yield from arrow(CENTRES[a], CENTRES[b], clear=bool(its.labels))
        for (a, b), text in its.amounts.items():
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


def write_pictures(purpose: str | None, directory: Path, pictures: Mapping[str, str]) -> None:
    """Write pictures by the names of their files: all that a script without options does."""
    argparse.ArgumentParser(
        description=purpose, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    directory.mkdir(exist_ok=True)
    for name, text in pictures.items():
        (directory / name).write_text(text, encoding="utf-8")
