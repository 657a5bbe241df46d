"""A puzzle or filling as a picture: self-contained SVG."""

from __future__ import annotations

from html import escape
from math import cos, pi, sin

from fillomino.board import Board, Grid
from fillomino.puzzle import Filling, Puzzle
from fillomino.render.borders import parted
from fillomino.render.colours import PALETTE, region_colours

SIDE = 40
"""Side of a square cell in pixels."""

_MARGIN = 6
_STYLE = (
    "text{font-family:system-ui,sans-serif;text-anchor:middle;fill:#46505a}"
    ".clue{font-weight:700;fill:#000}.thin{stroke:#c3c7cc;stroke-width:1}"
    ".border{stroke:#1c2126;stroke-width:3;stroke-linecap:round}.link{stroke:#8a9299;stroke-width:2}"
)


def svg(puzzle: Puzzle, filling: Filling | None = None) -> str:
    """Draw a puzzle, or a filling of it: clues bold, regions in colours that differ between neighbours.

    Squares for a board with a grid; else circles with links, at the board's positions or around a circle.
    """
    board = puzzle.board
    if board.grid is not None:
        width, height = board.grid.width * SIDE, board.grid.height * SIDE
        body = _squares(puzzle, board.grid, filling)
    else:
        width, height, body = _circles(puzzle, filling)
    title = escape(puzzle.info.get("title") or "Fillomino")
    box = f"{-_MARGIN} {-_MARGIN} {width + 2 * _MARGIN} {height + 2 * _MARGIN}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="{box}" '
        f'width="{width + 2 * _MARGIN}" height="{height + 2 * _MARGIN}">\n'
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n"
        f'<rect x="{-_MARGIN}" y="{-_MARGIN}" width="100%" height="100%" fill="#fff"/>\n'
        + "".join(f"{line}\n" for line in body)
        + "</svg>\n"
    )


def _squares(puzzle: Puzzle, grid: Grid, filling: Filling | None) -> list[str]:
    fills = _fills(puzzle.board, filling)
    squares, numbers = [], []
    lines: dict[bool, list[str]] = {False: [], True: []}
    for row in range(grid.height + 1):
        for column in range(grid.width + 1):
            here, above, left = grid.at(row, column), grid.at(row - 1, column), grid.at(row, column - 1)
            x, y = column * SIDE, row * SIDE
            if here is not None:
                squares.append(f'<rect x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" fill="{fills[here]}"/>')
                numbers += _number(puzzle, filling, here, x + SIDE / 2, y + SIDE / 2)
            for other, x2, y2 in ((above, x + SIDE, y), (left, x, y + SIDE)):
                if here is None and other is None:
                    continue
                thick = parted(puzzle, filling, here, other)
                kind = "border" if thick else "thin"
                lines[thick].append(f'<line class="{kind}" x1="{x}" y1="{y}" x2="{x2}" y2="{y2}"/>')
    return [*squares, *lines[False], *lines[True], *numbers]


def _circles(puzzle: Puzzle, filling: Filling | None) -> tuple[int, int, list[str]]:
    board = puzzle.board
    places = _places(board)
    width = round(max(x for x, _ in places) + SIDE)
    height = round(max(y for _, y in places) + SIDE)
    fills = _fills(board, filling)
    body = []
    for a, b in board.links():
        (x1, y1), (x2, y2) = places[a], places[b]
        dashed = ' stroke-dasharray="4 4"' if (a, b) in puzzle.walls else ""
        body.append(f'<line class="link" x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"{dashed}/>')
    for cell, (x, y) in enumerate(places):
        body.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="{SIDE / 2 - 3:g}" fill="{fills[cell]}" stroke="#1c2126">'
            f"<title>{escape(board.names[cell])}</title></circle>"
        )
        body += _number(puzzle, filling, cell, x, y)
    return width, height, body


def _places(board: Board) -> list[tuple[float, float]]:
    """Where to draw the cells, in pixels: the board's positions, scaled so that links are two cells long."""
    if board.positions is None:
        radius = max(SIDE, SIDE * board.size / 4)
        angles = [2 * pi * cell / board.size for cell in range(board.size)]
        return [(radius * (1 + sin(a)) + SIDE, radius * (1 - cos(a)) + SIDE) for a in angles]
    left = min(x for x, _ in board.positions)
    top = min(y for _, y in board.positions)
    spans = [
        max(
            abs(board.positions[a][0] - board.positions[b][0]),
            abs(board.positions[a][1] - board.positions[b][1]),
        )
        for a, b in board.links()
    ]
    scale = 1.6 * SIDE / (min(span for span in spans if span > 0) if any(spans) else 1)
    return [((x - left) * scale + SIDE, (y - top) * scale + SIDE) for x, y in board.positions]


def _fills(board: Board, filling: Filling | None) -> list[str]:
    if filling is None:
        return ["#fff"] * board.size
    indices = region_colours(board, filling)
    return ["#fff" if index is None else PALETTE[index % len(PALETTE)] for index in indices]


def _number(puzzle: Puzzle, filling: Filling | None, cell: int, x: float, y: float) -> list[str]:
    number = puzzle.clues.get(cell, 0) if filling is None else filling[cell]
    shown = str(number) if number else "?" if cell in puzzle.unknown else ""
    if not shown:
        return []
    kind = ' class="clue"' if cell in puzzle.clues or shown == "?" else ""
    size = SIDE * (0.55 if len(shown) < 3 else 0.38)
    return [f'<text{kind} x="{x:g}" y="{y:g}" dy=".35em" font-size="{size:g}">{shown}</text>']
