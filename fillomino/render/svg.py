"""A puzzle or filling as a picture: self-contained SVG."""

from __future__ import annotations

from collections.abc import Collection
from html import escape

from fillomino.puzzle import Filling, Puzzle
from fillomino.render.pen import Pen, pen
from fillomino.render.svg_circles import circles
from fillomino.render.svg_hexagons import hexagons
from fillomino.render.svg_squares import squares

_MARGIN = 6
_STYLE = (
    "text{font-family:system-ui,sans-serif;text-anchor:middle;fill:#46505a}"
    ".clue{font-weight:700;fill:#000}.thin{stroke:#c3c7cc;stroke-width:1}"
    ".border{stroke:#1c2126;stroke-width:3;stroke-linecap:round}.link{stroke:#8a9299;stroke-width:2}"
    ".seam{stroke:#46505a;stroke-width:2;stroke-dasharray:2 4}.image{opacity:.45}.layer{fill:#46505a}"
)


def svg(puzzle: Puzzle, filling: Filling | None = None, *, marked: Collection[int] = ()) -> str:
    """Draw a puzzle, or a filling of it: clues bold, regions in colours that differ between neighbours.

    Squares for a board with a grid, with pale images of cells where sides are joined; hexagons for a board of
    hexagons; else circles with links, at the board's positions or around a circle. `marked` cells stand out.
    """
    return drawn(pen(puzzle, filling, marked), puzzle.info.get("title") or "Fillomino")


def drawn(pen: Pen, title: str) -> str:
    """The picture that a pen draws."""
    board = pen.puzzle.board
    if board.grid is not None:
        left, top, width, height, body = squares(pen, board.grid)
    elif board.hexagonal and board.positions is not None:
        left, top, width, height, body = hexagons(pen, board.positions)
    else:
        left, top, width, height, body = circles(pen)
    left, top = left - _MARGIN, top - _MARGIN
    width, height = width + 2 * _MARGIN, height + 2 * _MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="{left} {top} {width} {height}" '
        f'width="{width}" height="{height}">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n"
        f'<rect x="{left}" y="{top}" width="100%" height="100%" fill="#fff"/>\n'
        + "".join(f"{line}\n" for line in body)
        + "</svg>\n"
    )
