"""A puzzle or filling as text, with the borders of its regions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from fillomino.board import Grid
from fillomino.puzzle import Filling, Puzzle
from fillomino.render.borders import parted
from fillomino.render.colours import region_colours
from fillomino.rules import regions

_LINES = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""Box-drawing characters by the sum of 1 (line upwards), 2 (rightwards), 4 (downwards), 8 (leftwards)."""

_ANSI = (180, 110, 108, 175, 140, 185, 73, 247)
"""Terminal colours (of 256) for the region colours, readable on dark and on light."""


def text(puzzle: Puzzle, filling: Filling | None = None, *, colour: bool = False) -> str:
    """Draw a puzzle, or a filling of it; ends with a newline.

    Clue cells of a filling stand in parentheses or, with `colour`, are bold; every other
    number has the colour of its region. A board without a grid is listed region by region.
    """
    if puzzle.board.grid is None:
        return _listed(puzzle, filling)
    return _drawn(puzzle, puzzle.board.grid, filling, colour=colour)


def _drawn(puzzle: Puzzle, grid: Grid, filling: Filling | None, *, colour: bool) -> str:
    labels = _labels(puzzle, filling, bracket=filling is not None and not colour)
    width = max(map(len, labels)) + (0 if any(label.startswith("(") for label in labels) else 2)
    paint = _painter(puzzle, filling) if colour else None

    border = partial(parted, puzzle, filling)
    lines = []
    for row in range(grid.height + 1):
        rule, content = [], []
        for column in range(grid.width + 1):
            above, left = grid.at(row - 1, column), grid.at(row, column - 1)
            here, corner = grid.at(row, column), grid.at(row - 1, column - 1)
            rightwards, downwards = border(above, here), border(left, here)
            upwards, leftwards = border(corner, above), border(corner, left)
            rule.append(_LINES[upwards + 2 * rightwards + 4 * downwards + 8 * leftwards])
            if column < grid.width:
                rule.append(("─" if rightwards else " ") * width)
            content.append("│" if downwards else " ")
            if here is not None:
                shown = labels[here].center(width)
                content.append(paint(here, shown) if paint else shown)
            elif column < grid.width:
                content.append(" " * width)
        lines.append("".join(rule))
        if row < grid.height:
            lines.append("".join(content))
    return "".join(line.rstrip() + "\n" for line in lines)


def _labels(puzzle: Puzzle, filling: Filling | None, *, bracket: bool) -> list[str]:
    labels = []
    for cell in range(puzzle.board.size):
        number = puzzle.clues.get(cell, 0) if filling is None else filling[cell]
        if not number:
            labels.append("?" if cell in puzzle.unknown else "·")
        else:
            labels.append(f"({number})" if bracket and cell in puzzle.clues else str(number))
    if bracket:
        # One width for both, so that the digits of clues and other numbers stand in one column.
        labels = [label if label.startswith("(") else f" {label} " for label in labels]
    return labels


def _painter(puzzle: Puzzle, filling: Filling | None) -> Callable[[int, str], str]:
    colours = region_colours(puzzle.board, filling) if filling is not None else None

    def paint(cell: int, shown: str) -> str:
        if cell in puzzle.clues:
            return f"\x1b[1m{shown}\x1b[0m"
        index = colours[cell] if colours else None
        return f"\x1b[2m{shown}\x1b[0m" if index is None else _coloured(index, shown)

    return paint


def _coloured(index: int, shown: str) -> str:
    return f"\x1b[38;5;{_ANSI[index % len(_ANSI)]}m{shown}\x1b[0m"


def _listed(puzzle: Puzzle, filling: Filling | None) -> str:
    board = puzzle.board
    if filling is None:
        shown = [label if label != "·" else "empty" for label in _labels(puzzle, None, bracket=False)]
        lines = [f"{name} = {label}" for name, label in zip(board.names, shown, strict=True)]
    else:
        lines = []
        for region in regions(board, filling):
            cells = [f"({board.names[x]})" if x in puzzle.clues else board.names[x] for x in region]
            lines.append(f"{filling[region[0]] or 'empty'}: {' '.join(cells)}")
    lines += [f"wall between {board.names[x]} and {board.names[y]}" for x, y in sorted(puzzle.walls)]
    return "".join(line + "\n" for line in lines)
