"""Squares in rows and columns; cells across a seam are seen once more, pale, beside the rim."""

from __future__ import annotations

from fillomino.board import Grid
from fillomino.render.borders import Line, Place, Sight, sight, unseen
from fillomino.render.pen import SIDE, Pen


def squares(pen: Pen, grid: Grid) -> tuple[int, int, int, int, list[str]]:
    """Left, top, width and height of the drawing, and its elements."""
    seen = sight(pen.puzzle.board, grid)
    ground: list[str] = []
    numbers: list[str] = []
    lines: dict[Line, list[str]] = {kind: [] for kind in Line}
    for row in range(seen.rows.start, seen.rows.stop + 1):
        for column in range(seen.columns.start, seen.columns.stop + 1):
            x, y = column * SIDE, row * SIDE
            cell = seen.at(row, column)
            if cell is not None:
                image = ' class="image"' if grid.at(row, column) is None else ""
                ground.append(
                    f'<rect{image} x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" fill="{pen.fills[cell]}"/>'
                )
                number = pen.number(cell, x + SIDE / 2, y + SIDE / 2)
                numbers += [f'<g class="image">{text}</g>' for text in number] if image else number
            for other, x2, y2 in (((row - 1, column), x + SIDE, y), ((row, column - 1), x, y + SIDE)):
                kind = seen.line(pen.puzzle, pen.filling, (row, column), other)
                drawn = f'<line class="{kind.name.lower()}" x1="{x}" y1="{y}" x2="{x2}" y2="{y2}"/>'
                lines[kind].append(drawn)
    body = [
        *ground,
        *lines[Line.THIN],
        *lines[Line.SEAM],
        *lines[Line.BORDER],
        *_between_layers(pen, seen),
        *numbers,
    ]
    return (
        seen.columns.start * SIDE,
        seen.rows.start * SIDE,
        len(seen.columns) * SIDE,
        len(seen.rows) * SIDE,
        body,
    )


def _between_layers(pen: Pen, seen: Sight) -> list[str]:
    """Marks in the corners for neighbours that lie in different layers.

    A triangle, in the lower right corner for the next layer and the upper right for the one before, where
    a region of the filling goes on; a bar there where a wall is given.
    """
    marks = []
    places: dict[int, Place] = {
        cell: divmod(place, seen.grid.width) for place, cell in enumerate(seen.grid.cells) if cell is not None
    }
    for pair in unseen(pen.puzzle.board, seen.grid):
        wall = pair in pen.puzzle.walls
        joined = pen.filling is not None and pen.filling[pair[0]] == pen.filling[pair[1]] > 0
        if not wall and not joined:
            continue
        for cell, onwards in zip(pair, (1, -1), strict=True):
            row, column = places[cell]
            x, y = (column + 1) * SIDE - 4, row * SIDE + (SIDE - 4 if onwards > 0 else 4)
            if wall:
                marks.append(f'<line class="border" x1="{x}" y1="{y}" x2="{x - 9}" y2="{y}"/>')
            else:
                corners = f"M{x} {y - 7 * onwards}h-8l4 {6 * onwards}z"
                marks.append(f'<path class="layer" d="{corners}"/>')
    return marks
