"""The board: a graph of cells.

Everything but formats and drawing knows only cells and neighbours, so a board of any shape works
everywhere. Rows and columns exist in `Grid`, for those two.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property

from fillomino.errors import PuzzleError
from fillomino.graph import parts
from fillomino.record import Record

MAX_CELLS = 100_000
"""Larger boards are refused: no solver here could use them, and most come from typing errors."""


class Grid(Record):
    """Rows and columns in which cells are written and drawn.

    It does not define the neighbours: on a torus the ends of a row meet.

    Attributes:
        height: number of rows.
        width: number of columns.
        cells: row-major, ``height * width`` long: the cell at each place, ``None`` for a hole. The
            cells are in ascending order.
    """

    height: int
    width: int
    cells: tuple[int | None, ...]

    def at(self, row: int, column: int) -> int | None:
        """The cell at a place, or ``None`` for a hole or a place outside the rectangle."""
        if 0 <= row < self.height and 0 <= column < self.width:
            return self.cells[row * self.width + column]
        return None

    def rows(self) -> Iterator[tuple[int | None, ...]]:
        """The rows from the top, each a tuple of `width` cells or ``None``."""
        for start in range(0, self.height * self.width, self.width):
            yield self.cells[start : start + self.width]


class Board(Record):
    """A finite simple undirected graph of cells ``0 .. size-1``.

    Attributes:
        neighbours: for each cell its neighbours, ascending.
        names: for each cell a unique name for people (``r1c2``, or the name in an adjacency file).
        labels: for each cell the number that stands for it in SMT-LIB symbols, ascending:
            ``row * width + column`` on a rectangle (holes leave gaps), the cell itself elsewhere.
        grid: the rows and columns the cells lie in, if they do.
        positions: where to draw each cell, as ``(x, y)``, y growing downwards, for boards without a grid.
        hexagonal: whether the cells are hexagons at these positions: x one apart in a row, y one apart
            between rows, each row shifted by a half.
        images: ``(cell, row, column)`` for every place of the grid, or just outside it, where a cell is
            seen once more because it is beside the cell there: such as across the seam of a torus.
        spec: what `fillomino.boards.from_spec` made it from; ``None`` for rectangles and hand-made boards.
    """

    neighbours: tuple[tuple[int, ...], ...]
    names: tuple[str, ...]
    labels: tuple[int, ...]
    grid: Grid | None = None
    positions: tuple[tuple[float, float], ...] | None = None
    hexagonal: bool = False
    images: tuple[tuple[int, int, int], ...] = ()
    spec: str | None = None

    @property
    def size(self) -> int:
        """The number of cells."""
        return len(self.neighbours)

    def __eq__(self, other: object) -> bool:
        return self is other or super().__eq__(other)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """The hash, made once: what is kept for boards is looked up by them, for each puzzle many times.

        It is of numbers alone, whose hashes are the same in each process that a board is sent to.
        """
        return hash((self.neighbours, self.labels))

    def links(self) -> Iterator[tuple[int, int]]:
        """Every pair of neighbours once, as ``(x, y)`` with ``x < y``, ascending."""
        for x, around in enumerate(self.neighbours):
            for y in around:
                if x < y:
                    yield x, y

    def components(self, cells: Iterable[int] | None = None) -> list[tuple[int, ...]]:
        """Return the connected components of the board, or of some of its cells; each ascending."""
        return parts(self.neighbours, range(self.size) if cells is None else cells)


def rectangle(height: int, width: int, holes: Collection[tuple[int, int]] = ()) -> Board:
    """A rectangle of cells, each beside those above, below, left and right of it.

    Args:
        height: number of rows, at least 1.
        width: number of columns, at least 1.
        holes: ``(row, column)`` places, from 0, that hold no cell.

    Raises:
        PuzzleError: if it has no cell, too many, or a hole lies outside.
    """
    if height < 1 or width < 1:
        raise PuzzleError(f"a board of {height} rows and {width} columns has no cell", code="board-empty")
    if height * width > MAX_CELLS:
        raise PuzzleError(
            f"a board of {height}x{width} places is larger than the {MAX_CELLS:,} allowed",
            code="board-too-large",
        )
    for row, column in holes:
        if not (0 <= row < height and 0 <= column < width):
            raise PuzzleError(
                f"the hole at row {row + 1}, column {column + 1} lies outside the board", code="hole-outside"
            )
    hollow = {row * width + column for row, column in holes}
    labels = tuple(place for place in range(height * width) if place not in hollow)
    if not labels:
        raise PuzzleError("a board of holes alone has no cell", code="board-empty")
    places: list[int | None] = [None] * (height * width)
    for cell, place in enumerate(labels):
        places[place] = cell
    neighbours = []
    for place in labels:
        column = place % width
        around = (
            places[place - width] if place >= width else None,
            places[place - 1] if column else None,
            places[place + 1] if column + 1 < width else None,
            places[place + width] if place + width < height * width else None,
        )
        neighbours.append(tuple(cell for cell in around if cell is not None))
    names = tuple(f"r{place // width + 1}c{place % width + 1}" for place in labels)
    return Board(tuple(neighbours), names, labels, grid=Grid(height, width, tuple(places)))


def from_links(
    names: Sequence[str],
    links: Iterable[tuple[int, int]],
    positions: Sequence[tuple[float, float]] | None = None,
) -> Board:
    """A board of any shape, from the names of its cells and the pairs that are neighbours.

    A pair may be given in either order, and more than once.

    Raises:
        PuzzleError: for no cells, too many, a name used twice, a cell linked to itself or an unknown cell.
    """
    size = len(names)
    if size == 0:
        raise PuzzleError("a board needs at least one cell", code="board-empty")
    if size > MAX_CELLS:
        raise PuzzleError(
            f"a board of {size:,} cells is larger than the {MAX_CELLS:,} allowed", code="board-too-large"
        )
    if len(set(names)) != size:
        twice = next(name for i, name in enumerate(names) if name in names[:i])
        raise PuzzleError(f"two cells are called {twice!r}", code="duplicate-name")
    for name in names:
        # Names reach terminals, SMT-LIB comments and SVG, where control characters do harm.
        if not name or not name.isprintable():
            raise PuzzleError(
                f"the cell name {name!r} is empty or has a character that can't be printed", code="cell-name"
            )
    if positions is not None and len(positions) != size:
        raise PuzzleError(f"{len(positions)} positions for {size} cells", code="bad-layout")
    around: list[set[int]] = [set() for _ in names]
    for x, y in links:
        if not (0 <= x < size and 0 <= y < size):
            raise PuzzleError(
                f"a link joins the cells {x} and {y}, but the cells are 0 to {size - 1}", code="unknown-cell"
            )
        if x == y:
            raise PuzzleError(f"the cell {names[x]!r} is linked to itself", code="self-link")
        around[x].add(y)
        around[y].add(x)
    return Board(
        tuple(tuple(sorted(cells)) for cells in around),
        tuple(names),
        tuple(range(size)),
        positions=None if positions is None else tuple(positions),
    )
