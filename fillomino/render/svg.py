"""A puzzle or filling as a picture: self-contained SVG, drawn on the scene of its board."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from html import escape
from itertools import chain

from fillomino.puzzle import Filling, Puzzle
from fillomino.render.borders import Line, line_kind
from fillomino.render.pen import SIDE, Pen, pen
from fillomino.render.scene import Point, Scene, scene

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
    hexagons; else circles with links, at the board's positions or around a circle. `marked` cells are
    highlighted.
    """
    return draw(pen(puzzle, filling, marked), puzzle.info.get("title") or "Fillomino")


def draw(pen: Pen, title: str) -> str:
    """The picture that a pen draws."""
    view = scene(pen.puzzle.board)
    left, top, width, height = view.box
    left, top = left - _MARGIN, top - _MARGIN
    width, height = width + 2 * _MARGIN, height + 2 * _MARGIN
    body = _circles(pen, view) if view.shape == "circles" else _tiles(pen, view)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="{left:g} {top:g} {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n"
        f'<rect x="{left:g}" y="{top:g}" width="100%" height="100%" fill="#fff"/>\n'
        + "".join(f"{line}\n" for line in body)
        + "</svg>\n"
    )


def _tiles(pen: Pen, view: Scene) -> list[str]:
    """Squares or hexagons: their backgrounds, the lines between them, thick ones last, and the numbers."""
    cells = list(enumerate(view.centres))
    tiles = [_tile(view, centre, pen.fills[cell], "") for cell, centre in cells]
    tiles += [_tile(view, centre, pen.fills[cell], ' class="image"') for cell, centre in view.images]
    lines: dict[Line, list[str]] = {kind: [] for kind in Line}
    for one, other, seam, ((x1, y1), (x2, y2)) in view.sides:
        kind = line_kind(pen.puzzle, pen.filling, one, other, seam=seam)
        place = f'x1="{x1:.6g}" y1="{y1:.6g}" x2="{x2:.6g}" y2="{y2:.6g}"'
        lines[kind].append(f'<line class="{kind.value}" {place}/>')
    numbers = [text for cell, centre in cells for text in _number(pen, cell, centre)]
    for cell, centre in view.images:
        numbers += [f'<g class="image">{text}</g>' for text in _number(pen, cell, centre)]
    return [*tiles, *chain(*lines.values()), *_layers(pen, view), *numbers]


def _tile(view: Scene, centre: Point, fill: str, kind: str) -> str:
    corners = [(centre[0] + right, centre[1] + down) for right, down in view.outline]
    if view.shape == "squares":
        x, y = corners[0]
        return f'<rect{kind} x="{x:g}" y="{y:g}" width="{SIDE}" height="{SIDE}" fill="{fill}"/>'
    points = " ".join(f"{x:.6g},{y:.6g}" for x, y in corners)
    return f'<polygon{kind} points="{points}" fill="{fill}"/>'


def _number(pen: Pen, cell: int, centre: Point) -> list[str]:
    return pen.number(cell, round(centre[0], 3), round(centre[1], 3))


def _layers(pen: Pen, view: Scene) -> Iterable[str]:
    """Marks in the corners for neighbours that lie in different layers.

    A triangle, in the lower right corner for the next layer and the upper right for the one before, where
    a region of the filling goes on; a bar there where a wall is given.
    """
    for pair in view.unseen:
        wall = pair in pen.puzzle.walls
        joined = pen.filling is not None and pen.filling[pair[0]] == pen.filling[pair[1]] > 0
        if not wall and not joined:
            continue
        for cell, onwards in zip(pair, (1, -1), strict=True):
            x = view.centres[cell][0] + SIDE / 2 - 4
            y = view.centres[cell][1] + (SIDE / 2 - 4) * onwards
            if wall:
                yield f'<line class="border" x1="{x:g}" y1="{y:g}" x2="{x - 9:g}" y2="{y:g}"/>'
            else:
                yield f'<path class="layer" d="M{x:g} {y - 7 * onwards:g}h-8l4 {6 * onwards}z"/>'


def _circles(pen: Pen, view: Scene) -> list[str]:
    """Circles with links, dashed where a wall is given, for boards that have no other shape."""
    body = []
    for a, b in view.unseen:
        (x1, y1), (x2, y2) = view.centres[a], view.centres[b]
        dashed = ' stroke-dasharray="4 4"' if (a, b) in pen.puzzle.walls else ""
        body.append(f'<line class="link" x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"{dashed}/>')
    for cell, (x, y) in enumerate(view.centres):
        body.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="{SIDE / 2 - 3:g}" fill="{pen.fills[cell]}" stroke="#1c2126">'
            f"<title>{escape(pen.puzzle.board.names[cell])}</title></circle>"
        )
        body += pen.number(cell, x, y)
    return body
