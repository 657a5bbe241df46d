"""Hexagons as text: a honeycomb of slanted lines, drawn where a border is."""

from __future__ import annotations

from collections.abc import Callable

from fillomino.puzzle import Filling, Puzzle
from fillomino.render.borders import parted


def honeycomb(
    puzzle: Puzzle, filling: Filling | None, labels: list[str], paint: Callable[[int, str], str]
) -> str:
    """Draw a board of hexagons.

    A cell takes one line and shares the line above and below it; its width is a multiple of four, so
    that the slanted lines stand in the middle between the middles of the cells.

    Args:
        puzzle: the puzzle.
        filling: a filling of it, or ``None``.
        labels: what to write in each cell.
        paint: from a cell and a text of one character or more to the text in the cell's colour.
    """
    places = puzzle.board.positions or ()
    left, top = min(x for x, _ in places), min(y for _, y in places)
    width = 4 * (max(map(len, labels)) // 4 + 1)
    at = {place: cell for cell, place in enumerate(places)}
    lines: list[dict[int, str]] = [{} for _ in range(2 * round(max(y for _, y in places) - top) + 3)]
    for cell, (x, y) in enumerate(places):
        middle, line = round((x - left) * width) + width // 2, 2 * round(y - top) + 1
        label = labels[cell].center(width - 1)
        start = middle - width // 2 + 1
        lines[line][start] = paint(cell, label)
        for blank in range(start + 1, start + width - 1):
            lines[line][blank] = ""
        for right, down, sign in (
            (-1.0, 0, "│"),
            (1.0, 0, "│"),
            (-0.5, -1, "╱"),
            (0.5, -1, "╲"),
            (-0.5, 1, "╲"),
            (0.5, 1, "╱"),
        ):
            if parted(puzzle, filling, cell, at.get((x + right, y + down))):
                away = width // 2 if down == 0 else width // 4
                lines[line + down][middle + (away if right > 0 else -away)] = sign
    drawn = ("".join(signs.get(i, " ") for i in range(max(signs) + 1)) if signs else "" for signs in lines)
    return "".join(line.rstrip() + "\n" for line in drawn)
