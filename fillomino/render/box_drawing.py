"""A puzzle or filling as text, and the borders between places in rows and columns, for pictures, too."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from fillomino.board import Board, Grid
from fillomino.puzzle import Filling, Puzzle
from fillomino.record import Record
from fillomino.rules import regions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, TypeAlias

_LINES = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""Box-drawing characters by the sum of 1 (line upwards), 2 (rightwards), 4 (downwards), 8 (leftwards)."""

_ACROSS = {None: " ", "thin": " ", "seam": "┄", "border": "─"}
_DOWN = {None: " ", "thin": " ", "seam": "┊", "border": "│"}

_ANSI = (180, 110, 108, 175, 140, 185, 73, 247)
"""Terminal colours (of 256) for the region colours, readable on dark and on light."""


def text(
    puzzle: Puzzle,
    filling: Filling | None = None,
    *,
    colour: bool = False,
    labels: Sequence[str] | None = None,
    zeros: bool = False,
) -> str:
    """Draw a puzzle, or a filling of it; ends with a newline.

    Clues of a filling are in parentheses or, with `colour`, bold; every other number has the colour of its
    region. Where sides are joined, the cells across the seam are repeated beyond the rim. A board of a shape
    that text can't draw is listed region by region. `labels` replace the numbers. With `zeros` a 0 of a
    filling is a number, as in a solver's model; else the cell is empty.
    """
    board = puzzle.board
    if board.grid is None and not board.hexagonal:
        return _list_cells(puzzle, filling, labels, zeros=zeros)
    if not labels:
        labels = _labels(puzzle, filling, bracket=filling is not None and not colour, zeros=zeros)
    labels = list(labels)
    paint = _painter(puzzle, filling) if colour else lambda _cell, shown: shown
    if board.grid is None:
        return _honeycomb(puzzle, filling, labels, paint)
    hidden = [pair for pair in unseen(board, board.grid) if pair in puzzle.walls] if puzzle.walls else []
    return _draw_grid(puzzle, Sight(board, board.grid), filling, labels, paint) + _walls(puzzle, hidden)


def _draw_grid(
    puzzle: Puzzle, seen: Sight, filling: Filling | None, labels: list[str], paint: Callable[[int, str], str]
) -> str:
    width = max(map(len, labels)) + (0 if any(label.startswith("(") for label in labels) else 2)
    lines = {side.ends: line_kind(puzzle, filling, side) for side in sides(seen)}
    drawn = []
    for row in range(seen.rows.start, seen.rows.stop + 1):
        rule, content = [], []
        for column in range(seen.columns.start, seen.columns.stop + 1):
            here = (column, row)
            rightwards, downwards = lines.get((here, (column + 1, row))), lines.get((here, (column, row + 1)))
            upwards, leftwards = lines.get(((column, row - 1), here)), lines.get(((column - 1, row), here))
            rule.append(_corner(upwards, rightwards, downwards, leftwards))
            content.append(_DOWN[downwards])
            if column in seen.columns:
                rule.append(_ACROSS[rightwards] * width)
                cell = seen.seen.get((row, column))
                content.append(" " * width if cell is None else paint(cell, labels[cell].center(width)))
        drawn.append("".join(rule))
        if row in seen.rows:
            drawn.append("".join(content))
    if len(seen.seen) > len(seen.cells) and not drawn[0].strip():
        drawn = drawn[1:-1]  # above and below images no border is drawn
    return "".join(line.rstrip() + "\n" for line in drawn)


def _corner(*ends: Line | None) -> str:
    """The character where four lines meet: upwards, rightwards, downwards, leftwards."""
    borders = sum((end == "border") << bit for bit, end in enumerate(ends))
    if not borders and ends[0] == ends[2] == "seam":
        return _DOWN["seam"]
    if not borders and ends[1] == ends[3] == "seam":
        return _ACROSS["seam"]
    return _LINES[borders]


def _labels(puzzle: Puzzle, filling: Filling | None, *, bracket: bool, zeros: bool = False) -> list[str]:
    labels = []
    for cell in range(puzzle.board.size):
        number = puzzle.clues.get(cell, 0) if filling is None else filling[cell]
        if not number and not (zeros and filling is not None):
            labels.append("?" if cell in puzzle.unknown else "·")
        else:
            labels.append(f"({number})" if bracket and cell in puzzle.clues else str(number))
    if bracket:
        # One width for both, so that the digits of clues and other numbers stand in one column.
        labels = [label if label.startswith("(") else f" {label} " for label in labels]
    return labels


def _painter(puzzle: Puzzle, filling: Filling | None) -> Callable[[int, str], str]:
    from fillomino.render.colours import colours_of

    colours = colours_of(puzzle, filling) if filling is not None else None

    def paint(cell: int, shown: str) -> str:
        index = colours[cell] if colours else None
        style = "1" if cell in puzzle.clues else "2" if index is None else f"38;5;{_ANSI[index % len(_ANSI)]}"
        return f"\x1b[{style}m{shown}\x1b[0m"

    return paint


def _list_cells(puzzle: Puzzle, filling: Filling | None, labels: Sequence[str] | None, *, zeros: bool) -> str:
    board = puzzle.board
    if labels is not None:
        lines = [f"{name} = {label}" for name, label in zip(board.names, labels, strict=True)]
    elif filling is None:
        shown = [label if label != "·" else "empty" for label in _labels(puzzle, None, bracket=False)]
        lines = [f"{name} = {label}" for name, label in zip(board.names, shown, strict=True)]
    else:
        lines = []
        for region in regions(board, filling):
            cells = [f"({board.names[x]})" if x in puzzle.clues else board.names[x] for x in region]
            lines.append(f"{filling[region[0]] or ('0' if zeros else 'empty')}: {' '.join(cells)}")
    return "".join(line + "\n" for line in lines) + _walls(puzzle, sorted(puzzle.walls))


def _walls(puzzle: Puzzle, walls: Iterable[tuple[int, int]]) -> str:
    names = puzzle.board.names
    return "".join(f"wall between {names[x]} and {names[y]}\n" for x, y in walls)


def _honeycomb(
    puzzle: Puzzle, filling: Filling | None, labels: list[str], paint: Callable[[int, str], str]
) -> str:
    """Draw a board of hexagons as a honeycomb of slanted lines, drawn where a border is.

    A cell takes one line and shares the line above and below it; its width is a multiple of four, so
    that the slanted lines stand in the middle between the middles of the cells.
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
            if has_border(puzzle, filling, cell, at.get((x + right, y + down))):
                away = width // 2 if down == 0 else width // 4
                lines[line + down][middle + (away if right > 0 else -away)] = sign
    drawn = ("".join(signs.get(i, " ") for i in range(max(signs) + 1)) if signs else "" for signs in lines)
    return "".join(line.rstrip() + "\n" for line in drawn)


Point: TypeAlias = tuple[float, float]
Line: TypeAlias = 'Literal["thin", "seam", "border"]'
"""A line between two places next to each other."""


def has_border(puzzle: Puzzle, filling: Filling | None, a: int | None, b: int | None) -> bool:
    """Return whether a border lies between two places next to each other (``None``: no cell there).

    It does at the edge of the board, between cells that are not neighbours, at a wall, and between
    different numbers of a filling.
    """
    if a is None or b is None:
        return a is not b
    return (
        b not in puzzle.board.neighbours[a]
        or (filling is not None and filling[a] != filling[b])
        or (min(a, b), max(a, b)) in puzzle.walls
    )


class Sight:
    """The cells seen at the places of a board with a grid.

    Attributes:
        cells: the cell that lies at a place.
        seen: the cell seen at a place: the one that lies there, else the image of one.
        rows: the rows to draw: those of the grid, one more on each side where images lie there.
        columns: the same for columns.
    """

    def __init__(self, board: Board, grid: Grid) -> None:
        places = enumerate(grid.cells)
        self.cells = {divmod(place, grid.width): cell for place, cell in places if cell is not None}
        images = {(row, column): cell for cell, row, column in board.images}
        self.seen = images | self.cells
        rows = [0, grid.height - 1, *(row for row, _ in images)]
        columns = [0, grid.width - 1, *(column for _, column in images)]
        self.rows = range(min(rows), max(rows) + 1)
        self.columns = range(min(columns), max(columns) + 1)


class Side(Record):
    """A line between two places next to each other, with a cell itself on one side at least.

    Attributes:
        one: the cell seen on one side of it.
        other: the cell on the other side, ``None`` beyond the board.
        seam: whether one of the two is an image, seen there once more because sides are joined.
        ends: where the line begins and ends: x and y, the latter downwards.
    """

    one: int
    other: int | None
    seam: bool
    ends: tuple[Point, Point]


def sides(sight: Sight) -> Iterator[Side]:
    """Yield the sides of places of a grid between which a line may be drawn; the unit is a cell."""
    cells, seen = sight.cells, sight.seen
    for row in range(sight.rows.start, sight.rows.stop + 1):
        for column in range(sight.columns.start, sight.columns.stop + 1):
            place = row, column
            for up, left in ((1, 0), (0, 1)):
                beside = row - up, column - left
                if place in cells or beside in cells:
                    one, other = seen.get(place), seen.get(beside)
                    seam = not (place in cells and beside in cells)
                    if one is None:
                        one, other = other, one
                    if one is not None:
                        ends = (column, row), (column + up, row + left)
                        yield Side(one, other, seam and other is not None, ends)


def line_kind(puzzle: Puzzle, filling: Filling | None, side: Side) -> Line:
    """Return the line between two cells; that of a seam is drawn only where no border lies."""
    if has_border(puzzle, filling, side.one, side.other):
        return "border"
    return "seam" if side.seam else "thin"


def unseen(board: Board, grid: Grid) -> list[tuple[int, int]]:
    """The pairs of neighbours that no drawing in rows and columns shows side by side: between layers."""
    sighted = Sight(board, grid)
    shown = {
        (cell, other)
        for (row, column), cell in sighted.cells.items()
        for place in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
        if (other := sighted.seen.get(place)) is not None
    }
    return [(x, y) for x, y in board.links() if (x, y) not in shown]
