"""A puzzle or filling as a picture: self-contained SVG, drawn on the scene of its board.

A `Scene` is the geometry of a board, for the picture drawn here and for a page, which draws itself.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from itertools import chain
from math import ceil, cos, pi, sin, sqrt
from typing import Literal, TypeAlias

from fillomino.board import Board, Grid
from fillomino.puzzle import Filling, Puzzle
from fillomino.render.box_drawing import Line, Point, Side, Sight, line_kind, sides, unseen
from fillomino.render.colours import PALETTE, colours_of

SIDE = 40
"""Side of a square cell, and distance of two hexagons, in pixels."""

MARKED = "#ffd24d"
"""The background of marked cells, stronger than that of any region."""

Writer: TypeAlias = Callable[[int, float, float], list[str]]
"""What is written in a cell, in the middle of a place; nothing in an empty cell."""

_RADIUS = SIDE / sqrt(3)
_CORNERS = ((0.5, 0.5), (0.0, 1.0), (-0.5, 0.5), (-0.5, -0.5), (0.0, -1.0), (0.5, -0.5))
"""Around a hexagon from the lower right, as parts of a row's step and of the radius."""
_ACROSS = ((0.5, 1.0), (-0.5, 1.0), (-1.0, 0.0), (-0.5, -1.0), (0.5, -1.0), (1.0, 0.0))
"""From a hexagon to the one across the side that begins at each corner."""


@dataclass(frozen=True, slots=True)
class Scene:
    """The places of a board's drawing, in pixels.

    Attributes:
        shape: what a cell looks like.
        box: left, top, width and height of the drawing.
        outline: the corners of a cell around its centre; none for circles.
        centres: for each cell where its number stands.
        images: cells seen once more across a seam, and where.
        sides: the lines between places; none for circles.
        unseen: the neighbours that no line shows: all of them between circles, those of different layers
            between squares.
    """

    shape: Literal["squares", "hexagons", "circles"]
    box: tuple[float, float, float, float]
    outline: tuple[Point, ...]
    centres: tuple[Point, ...]
    images: tuple[tuple[int, Point], ...]
    sides: tuple[Side, ...]
    unseen: tuple[tuple[int, int], ...]


def scene(board: Board) -> Scene:
    """Lay out a board: squares if it has a grid, hexagons for a board of hexagons, else circles."""
    if board.grid is not None:
        return _squares(board, board.grid)
    if board.hexagonal and board.positions is not None:
        return _hexagons(board.positions)
    return _scene_of_circles(board)


def _squares(board: Board, grid: Grid) -> Scene:
    view = Sight(board, grid)
    half = SIDE / 2
    centres = {cell: (x * SIDE + half, y * SIDE + half) for (y, x), cell in view.cells.items()}
    images = tuple((cell, (column * SIDE + half, row * SIDE + half)) for cell, row, column in board.images)
    lines = []
    for side in sides(view):
        (x1, y1), (x2, y2) = side.ends
        lines.append(side.replace(ends=((x1 * SIDE, y1 * SIDE), (x2 * SIDE, y2 * SIDE))))
    rows, columns = view.rows, view.columns
    return Scene(
        "squares",
        (columns.start * SIDE, rows.start * SIDE, len(columns) * SIDE, len(rows) * SIDE),
        ((-half, -half), (half, -half), (half, half), (-half, half)),
        tuple(centres[cell] for cell in range(board.size)),
        images,
        tuple(lines),
        tuple(unseen(board, grid)),
    )


def _hexagons(positions: tuple[Point, ...]) -> Scene:
    left, top = min(x for x, _ in positions) - 0.5, min(y for _, y in positions)
    at = {place: cell for cell, place in enumerate(positions)}
    outline = tuple((right * SIDE, down * _RADIUS) for right, down in _CORNERS)
    centres, lines = [], []
    for cell, (column, row) in enumerate(positions):
        x, y = (column - left) * SIDE, (row - top) * 1.5 * _RADIUS + _RADIUS
        centres.append((x, y))
        corners = [(x + right, y + down) for right, down in outline]
        for side, (right, down) in enumerate(_ACROSS):
            other = at.get((column + right, row + down))
            if other is None or other > cell:  # else it is drawn from the other side
                lines.append(Side(cell, other, False, (corners[side], corners[(side + 1) % 6])))
    width = ceil((max(x for x, _ in positions) + 0.5 - left) * SIDE)
    height = ceil((max(y for _, y in positions) - top) * 1.5 * _RADIUS + 2 * _RADIUS)
    return Scene("hexagons", (0, 0, width, height), outline, tuple(centres), (), tuple(lines), ())


def _scene_of_circles(board: Board) -> Scene:
    """The board's positions, scaled so that links are nearly two cells long; else around a circle."""
    if board.positions is None:
        radius = max(SIDE, SIDE * board.size / 4)
        angles = [2 * pi * cell / board.size for cell in range(board.size)]
        centres = [(radius * (1 + sin(a)) + SIDE, radius * (1 - cos(a)) + SIDE) for a in angles]
    else:
        left, top = (min(place) for place in zip(*board.positions, strict=True))
        ends = [(board.positions[a], board.positions[b]) for a, b in board.links()]
        spans = [span for a, b in ends if (span := max(abs(a[0] - b[0]), abs(a[1] - b[1]))) > 0]
        scale = 1.6 * SIDE / min(spans, default=1)
        centres = [((x - left) * scale + SIDE, (y - top) * scale + SIDE) for x, y in board.positions]
    width, height = (round(max(place) + SIDE) for place in zip(*centres, strict=True))
    return Scene("circles", (0, 0, width, height), (), tuple(centres), (), (), tuple(board.links()))


_MARGIN = 6
_STYLE = "".join(
    f".fillomino-board {selector}{{{rules}}}"
    for selector, rules in {
        "text": "font-family:system-ui,sans-serif;text-anchor:middle;fill:#46505a",
        ".clue": "font-weight:700;fill:#000",
        ".thin": "stroke:#c3c7cc;stroke-width:1",
        ".border": "stroke:#1c2126;stroke-width:3;stroke-linecap:round",
        ".link": "stroke:#8a9299;stroke-width:2",
        ".seam": "stroke:#46505a;stroke-width:2;stroke-dasharray:2 4",
        ".image": "opacity:.45",
        ".layer": "fill:#46505a",
    }.items()
)
"""Rules for this picture alone: in a notebook or a page the style of an SVG holds for the whole document."""


def svg(puzzle: Puzzle, filling: Filling | None = None, *, marked: Collection[int] = ()) -> str:
    """Draw a puzzle, or a filling of it: clues bold, regions in colours that differ between neighbours.

    Squares for a board with a grid, with pale images of cells where sides are joined; hexagons for a board of
    hexagons; else circles with links, at the board's positions or around a circle. `marked` cells are
    highlighted.
    """
    title = puzzle.info.get("title") or "Fillomino"
    return draw(puzzle, filling, partial(number, puzzle, filling), title, fills_of(puzzle, filling, marked))


def fills_of(puzzle: Puzzle, filling: Filling | None, marked: Collection[int] = ()) -> list[str]:
    """The background of each cell: the colour of its region in a filling; `marked` cells are highlighted."""
    colours = [None] * puzzle.board.size if filling is None else colours_of(puzzle, filling)
    fills = ("#fff" if colour is None else PALETTE[colour % len(PALETTE)] for colour in colours)
    return [MARKED if cell in marked else fill for cell, fill in enumerate(fills)]


def number(puzzle: Puzzle, filling: Filling | None, cell: int, x: float, y: float) -> list[str]:
    """The number of a cell in the middle of a place; nothing for an empty cell."""
    number = puzzle.clues.get(cell, 0) if filling is None else filling[cell]
    shown = str(number) if number else "?" if cell in puzzle.unknown else ""
    if not shown:
        return []
    return [text_element(shown, x, y, clue=cell in puzzle.clues or shown == "?")]


def text_element(
    content: str, x: float, y: float, size: float | None = None, *, clue: bool = False, colour: str = ""
) -> str:
    """An SVG text in the middle of a place, by default as large as a number that fills a cell."""
    size = size or SIDE * (0.55 if len(content) < 3 else 0.38)
    kind, style = ' class="clue"' if clue else "", f' style="fill:{colour}"' if colour else ""
    return f'<text{kind} x="{x:g}" y="{y:g}" dy=".35em" font-size="{size:.3g}"{style}>{content}</text>'


def draw(
    puzzle: Puzzle, filling: Filling | None, write: Writer, title: str, fills: Sequence[str] | None = None
) -> str:
    """A picture of a puzzle, or of a filling, with what `write` gives for each cell on its background."""
    view = scene(puzzle.board)
    left, top, width, height = view.box
    left, top = left - _MARGIN, top - _MARGIN
    width, height = width + 2 * _MARGIN, height + 2 * _MARGIN
    drawn = _circles if view.shape == "circles" else _tiles
    body = drawn(puzzle, filling, view, write, fills or ["#fff"] * puzzle.board.size)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="fillomino-board" role="img" '
        f'viewBox="{left:g} {top:g} {width:g} {height:g}" width="{width:g}" height="{height:g}">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n"
        f'<rect x="{left:g}" y="{top:g}" width="100%" height="100%" fill="#fff"/>\n'
        + "".join(f"{line}\n" for line in body)
        + "</svg>\n"
    )


def _tiles(
    puzzle: Puzzle, filling: Filling | None, view: Scene, write: Writer, fills: Sequence[str]
) -> list[str]:
    """Squares or hexagons: their backgrounds, the lines between them, thick ones last, and the numbers."""
    cells = list(enumerate(view.centres))
    tiles = [_tile(view, centre, fills[cell], "") for cell, centre in cells]
    tiles += [_tile(view, centre, fills[cell], ' class="image"') for cell, centre in view.images]
    lines: dict[Line, list[str]] = {"thin": [], "seam": [], "border": []}
    for side in view.sides:
        (x1, y1), (x2, y2) = side.ends
        kind = line_kind(puzzle, filling, side)
        place = f'x1="{x1:.6g}" y1="{y1:.6g}" x2="{x2:.6g}" y2="{y2:.6g}"'
        lines[kind].append(f'<line class="{kind}" {place}/>')
    numbers = [text for cell, (x, y) in cells for text in write(cell, round(x, 3), round(y, 3))]
    for cell, (x, y) in view.images:
        numbers += [f'<g class="image">{text}</g>' for text in write(cell, round(x, 3), round(y, 3))]
    return [*tiles, *chain(*lines.values()), *_layers(puzzle, filling, view), *numbers]


def _tile(view: Scene, centre: Point, fill: str, kind: str) -> str:
    corners = [(centre[0] + right, centre[1] + down) for right, down in view.outline]
    if view.shape == "squares":
        x, y = corners[0]
        return f'<rect{kind} x="{x:g}" y="{y:g}" width="{SIDE}" height="{SIDE}" fill="{fill}"/>'
    points = " ".join(f"{x:.6g},{y:.6g}" for x, y in corners)
    return f'<polygon{kind} points="{points}" fill="{fill}"/>'


def _layers(puzzle: Puzzle, filling: Filling | None, view: Scene) -> Iterable[str]:
    """Marks in the corners for neighbours that lie in different layers.

    A triangle, in the lower right corner for the next layer and the upper right for the one before, where
    a region of the filling goes on; a bar there where a wall is given.
    """
    for pair in view.unseen:
        wall = pair in puzzle.walls
        joined = filling is not None and filling[pair[0]] == filling[pair[1]] > 0
        if not wall and not joined:
            continue
        for cell, onwards in zip(pair, (1, -1), strict=True):
            x = view.centres[cell][0] + SIDE / 2 - 4
            y = view.centres[cell][1] + (SIDE / 2 - 4) * onwards
            if wall:
                yield f'<line class="border" x1="{x:g}" y1="{y:g}" x2="{x - 9:g}" y2="{y:g}"/>'
            else:
                yield f'<path class="layer" d="M{x:g} {y - 7 * onwards:g}h-8l4 {6 * onwards}z"/>'


def _circles(
    puzzle: Puzzle, _filling: Filling | None, view: Scene, write: Writer, fills: Sequence[str]
) -> list[str]:
    """Circles with links, dashed where a wall is given, for boards that have no other shape."""
    body = []
    for a, b in view.unseen:
        (x1, y1), (x2, y2) = view.centres[a], view.centres[b]
        dashed = ' stroke-dasharray="4 4"' if (a, b) in puzzle.walls else ""
        body.append(f'<line class="link" x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"{dashed}/>')
    for cell, (x, y) in enumerate(view.centres):
        body.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="{SIDE / 2 - 3:g}" fill="{fills[cell]}" stroke="#1c2126">'
            f"<title>{escape(puzzle.board.names[cell])}</title></circle>"
        )
        body += write(cell, x, y)
    return body
