"""Circles with links, for boards that have no other shape."""

from __future__ import annotations

from html import escape
from math import cos, pi, sin

from fillomino.board import Board
from fillomino.render.pen import SIDE, Pen


def circles(pen: Pen) -> tuple[int, int, int, int, list[str]]:
    """Left, top, width and height of the drawing, and its elements."""
    board = pen.puzzle.board
    centres = places(board)
    width = round(max(x for x, _ in centres) + SIDE)
    height = round(max(y for _, y in centres) + SIDE)
    body = []
    for a, b in board.links():
        (x1, y1), (x2, y2) = centres[a], centres[b]
        dashed = ' stroke-dasharray="4 4"' if (a, b) in pen.puzzle.walls else ""
        body.append(f'<line class="link" x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"{dashed}/>')
    for cell, (x, y) in enumerate(centres):
        body.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="{SIDE / 2 - 3:g}" fill="{pen.fills[cell]}" stroke="#1c2126">'
            f"<title>{escape(board.names[cell])}</title></circle>"
        )
        body += pen.number(cell, x, y)
    return 0, 0, width, height, body


def places(board: Board) -> list[tuple[float, float]]:
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
