"""Puzzles on pages to print, their solutions behind: HTML that needs nothing beside it."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from fillomino.puzzle import Filling, Puzzle
from fillomino.render.svg import svg

_STYLE = """
body{font-family:system-ui,sans-serif;color:#000;background:#fff;margin:1.5rem auto;max-width:190mm}
h1{font-size:1.2rem;margin:0 0 .6rem}
section{display:grid;gap:8mm;align-items:start}
section+section{break-before:page;margin-top:2rem}
figure{margin:0;break-inside:avoid}
figure svg{width:100%;height:auto;max-height:230mm;print-color-adjust:exact}
figcaption{font-size:.85rem;margin-bottom:.3rem;overflow-wrap:anywhere}
@page{margin:14mm}
@media print{body{margin:0;max-width:none}section+section{margin-top:0}}
"""


class Printed(NamedTuple):
    """A puzzle on a sheet.

    Attributes:
        title: what stands above it.
        puzzle: the puzzle.
        solution: what stands on the pages behind; ``None`` for nothing.
    """

    title: str
    puzzle: Puzzle
    solution: Filling | None = None


def sheet(printed: Sequence[Printed], title: str, columns: int = 2) -> str:
    """A page of HTML with puzzles side by side in columns, and their solutions, smaller, on pages behind.

    A browser prints it; no picture is torn by the end of a page.
    """
    numbered = list(enumerate(printed, 1))
    solved = [(number, each) for number, each in numbered if each.solution is not None]
    parts = [
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>',
        '<meta name="viewport" content="width=device-width">',
        f"<style>{_STYLE}</style></head><body>\n",
        f"<h1>{escape(title)}</h1>\n",
        _section(columns, [_figure(number, each.title, each.puzzle) for number, each in numbered]),
    ]
    if solved:
        figures = [_figure(number, "", each.puzzle, each.solution) for number, each in solved]
        parts.append(_section(2 * columns, figures, "Solutions"))
    return "".join([*parts, "</body></html>\n"])


def _section(columns: int, figures: Sequence[str], heading: str = "") -> str:
    named = f'<h1 style="grid-column:1/-1">{heading}</h1>' if heading else ""
    style = f"grid-template-columns:repeat({columns},minmax(0,1fr))"
    return f'<section style="{style}">{named}\n{"".join(figures)}</section>\n'


def _figure(number: int, title: str, puzzle: Puzzle, filling: Filling | None = None) -> str:
    caption = f"{number}. {title}" if title else str(number)
    return f"<figure><figcaption>{escape(caption)}</figcaption>{svg(puzzle, filling)}</figure>\n"
