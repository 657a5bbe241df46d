"""Pictures in text: cells with labels, lines between points, bridges between islands."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TypeAlias

Point: TypeAlias = tuple[int, int]
"""Row and column of a corner of cells, from 0."""

Line: TypeAlias = tuple[Point, Point]
"""A line from a point to the next on the right or below."""

_CORNERS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""Characters by the sum of 1 (a line upwards), 2 (rightwards), 4 (downwards), 8 (leftwards)."""


def table(height: int, width: int, labels: Sequence[str], drawn: Collection[Line], point: str = " ") -> str:
    """Draw the labels of cells, and lines between their corners; a corner without lines is `point`."""
    wide = max(map(len, labels), default=1) + 2
    rows = []
    for row in range(height + 1):
        rule, content = "", ""
        for column in range(width + 1):
            here = row, column
            ends = ((row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1))
            present = [(min(here, end), max(here, end)) in drawn for end in ends]
            corner = sum(there << bit for bit, there in enumerate(present))
            rule += _CORNERS[corner] if corner else point
            content += "│" if present[2] else " "
            if column < width:
                rule += ("─" if present[1] else " ") * wide
                if row < height:
                    content += labels[row * width + column].center(wide)
        rows += [rule, content]
    return "".join(line.rstrip() + "\n" for line in rows[:-1])


def grid(height: int, width: int, labels: Sequence[str], rooms: Sequence[str]) -> str:
    """Draw the labels of cells in a frame, with lines between different rooms."""
    drawn: set[Line] = set()
    for row in range(height + 1):
        for column in range(width + 1):
            room, above, left = (
                rooms[r * width + c] if 0 <= r < height and 0 <= c < width else None
                for r, c in ((row, column), (row - 1, column), (row, column - 1))
            )
            if room != above and column < width:
                drawn.add(((row, column), (row, column + 1)))
            if room != left and row < height:
                drawn.add(((row, column), (row + 1, column)))
    lines = table(height, width, labels, drawn).splitlines(keepends=True)
    if len(set(rooms)) == 1:
        lines = [line for number, line in enumerate(lines) if number % 2 or number in (0, 2 * height)]
    return "".join(lines)


def bridges(height: int, width: int, labels: Sequence[str], drawn: Iterable[tuple[int, int, int]]) -> str:
    """Draw the labels of cells, and bridges: each is its two cells and the number of its lines."""
    wide = max(map(len, labels), default=1) + 3
    canvas = [list(" " * (wide * width)) for _ in range(2 * height - 1)]

    def put(row: int, column: int, sign: str) -> None:
        canvas[row][column : column + len(sign)] = sign

    for cell, label in enumerate(labels):
        put(cell // width * 2, cell % width * wide, label)
    for one, other, count in drawn:
        top, left = one // width * 2, one % width * wide
        if one // width == other // width:
            start = left + len(labels[one])
            put(top, start, "─═"[count - 1] * (other % width * wide - start))
        else:
            for row in range(top + 1, other // width * 2):
                put(row, left, "│║"[count - 1])
    return "".join("".join(line).rstrip() + "\n" for line in canvas)
