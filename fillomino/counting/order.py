"""Orders in which the cells are filled.

While cells are filled one by one, the *frontier* is the filled cells that still have an empty
neighbour. The fewer they are, the fewer states have to be told apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import MappingProxyType
from typing import TypeAlias

from fillomino.board import Board
from fillomino.errors import PuzzleError

Order: TypeAlias = Callable[[Board], tuple[int, ...]]

GREEDY_WORK = 2000
"""The greedy order is tried from so many cells, divided by the size of the board; from one at least."""


def is_plain_rectangle(board: Board) -> bool:
    """Return whether a board is a rectangle without holes, and without links beyond those of a rectangle."""
    grid = board.grid
    if grid is None or None in grid.cells:
        return False
    links = {(x, x + 1) for x in range(board.size) if (x + 1) % grid.width}
    links |= {(x, x + grid.width) for x in range(board.size - grid.width)}
    return links == set(board.links())


def _by_place(key: Callable[[int, int], tuple[int, ...]]) -> Order:
    """Return the order of the cells by a key of their rows and columns."""

    def order(board: Board) -> tuple[int, ...]:
        if board.grid is None:
            raise PuzzleError(
                "this board has no rows and columns: use the cell order 'best' or 'greedy'", code="needs-grid"
            )
        places = (
            (key(row, column), cell)
            for row, cells in enumerate(board.grid.rows())
            for column, cell in enumerate(cells)
            if cell is not None
        )
        return tuple(cell for _, cell in sorted(places))

    return order


_rows = _by_place(lambda row, column: (row, column))
_columns = _by_place(lambda row, column: (column, row))


def _greedy(board: Board) -> tuple[int, ...]:
    """From several starts, always the cell that leaves the smallest frontier; the best of these orders."""
    starts = range(0, board.size, 1 + board.size**2 // GREEDY_WORK)
    orders = (_greedy_from(board, start) for start in starts)
    # States multiply with each cell in the frontier: by about 8 is a fair guess.
    return min(orders, key=lambda cells: sum(8**width for width in _widths(board, cells)))


def _greedy_from(board: Board, start: int) -> tuple[int, ...]:
    empty = [len(around) for around in board.neighbours]
    filled: dict[int, int] = {}
    border = {start}
    while len(filled) < board.size:
        if not border:
            border.add(min(x for x in range(board.size) if x not in filled))

        def growth(x: int) -> tuple[int, int]:
            closed = sum(1 for y in board.neighbours[x] if y in filled and empty[y] == 1)
            oldest = min((filled[y] for y in board.neighbours[x] if y in filled), default=0)
            return (empty[x] > 0) - closed, oldest

        cell = min(border, key=growth)
        border.discard(cell)
        filled[cell] = len(filled)
        for y in board.neighbours[cell]:
            empty[y] -= 1
            if y not in filled:
                border.add(y)
    return tuple(filled)


def _best(board: Board) -> tuple[int, ...]:
    if board.grid is None:
        return _greedy(board)
    orders = [_rows(board), _columns(board)]
    if not is_plain_rectangle(board):  # of which rows or columns are the best, for their mirror symmetry
        orders.append(_greedy(board))
    return min(orders, key=lambda cells: max(_widths(board, cells)))


def _widths(board: Board, cells: tuple[int, ...]) -> Iterator[int]:
    """Yield the number of cells in the frontier after each step."""
    empty = [len(around) for around in board.neighbours]
    filled: set[int] = set()
    width = 0
    for cell in cells:
        filled.add(cell)
        width += empty[cell] > 0
        for y in board.neighbours[cell]:
            empty[y] -= 1
            width -= y in filled and empty[y] == 0
        yield width


ORDERS: MappingProxyType[str, Order] = MappingProxyType(
    {
        "best": _best,
        "rows": _rows,
        "columns": _columns,
        "diagonals": _by_place(lambda row, column: (row + column, row)),
        "greedy": _greedy,
    }
)
"""The cell orders. ``best`` is that of rows, columns and greedy whose widest frontier is smallest."""
