"""Hexagons in rows, standing on a corner, each row shifted by half a cell."""

from __future__ import annotations

from math import ceil, sqrt

from fillomino.render.borders import parted
from fillomino.render.pen import SIDE, Pen

RADIUS = SIDE / sqrt(3)
CORNERS = ((0.5, 0.5), (0.0, 1.0), (-0.5, 0.5), (-0.5, -0.5), (0.0, -1.0), (0.5, -0.5))
"""Around a cell from the lower right, as parts of a row's step and of the radius."""
ACROSS = ((0.5, 1.0), (-0.5, 1.0), (-1.0, 0.0), (-0.5, -1.0), (0.5, -1.0), (1.0, 0.0))
"""From a cell to the one across the side that begins at each corner."""


def hexagons(pen: Pen, positions: tuple[tuple[float, float], ...]) -> tuple[int, int, int, int, list[str]]:
    """Left, top, width and height of the drawing, and its elements."""
    left, top = min(x for x, _ in positions) - 0.5, min(y for _, y in positions)
    at = {place: cell for cell, place in enumerate(positions)}
    ground: list[str] = []
    numbers: list[str] = []
    lines: dict[bool, list[str]] = {False: [], True: []}
    for cell, (column, row) in enumerate(positions):
        x, y = (column - left) * SIDE, (row - top) * 1.5 * RADIUS + RADIUS
        corners = [(x + right * SIDE, y + down * RADIUS) for right, down in CORNERS]
        points = " ".join(f"{a:.6g},{b:.6g}" for a, b in corners)
        ground.append(f'<polygon points="{points}" fill="{pen.fills[cell]}"/>')
        numbers += pen.number(cell, round(x, 3), round(y, 3))
        for side, (right, down) in enumerate(ACROSS):
            other = at.get((column + right, row + down))
            if other is not None and other < cell:
                continue  # drawn from the other side
            thick = parted(pen.puzzle, pen.filling, cell, other)
            (x1, y1), (x2, y2) = corners[side], corners[(side + 1) % 6]
            kind = "border" if thick else "thin"
            drawn = f'<line class="{kind}" x1="{x1:.6g}" y1="{y1:.6g}" x2="{x2:.6g}" y2="{y2:.6g}"/>'
            lines[thick].append(drawn)
    width = ceil((max(x for x, _ in positions) + 0.5 - left) * SIDE)
    height = ceil((max(y for _, y in positions) - top) * 1.5 * RADIUS + 2 * RADIUS)
    return 0, 0, width, height, [*ground, *lines[False], *lines[True], *numbers]
