"""The schedule of a count: the order in which the cells are filled, one by one, and what is known at each.

While cells are filled one by one, the *frontier* is the filled cells that still have an empty
neighbour. The fewer they are, the fewer states have to be told apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import TypeAlias

from fillomino.board import Board, rectangle
from fillomino.counting.task import Task, numbers_of
from fillomino.errors import PuzzleError

Order: TypeAlias = Callable[[Board], tuple[int, ...]]

GREEDY_WORK = 2000
"""The greedy order is tried from so many cells, divided by the size of the board; from one at least."""


def is_plain_rectangle(board: Board) -> bool:
    """Return whether a board is a rectangle without holes, and without links beyond those of a rectangle."""
    grid = board.grid
    if grid is None or None in grid.cells:
        return False
    return board.neighbours == rectangle(grid.height, grid.width).neighbours


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


ORDERS: dict[str, Order] = {
    "best": _best,
    "rows": _rows,
    "columns": _columns,
    "diagonals": _by_place(lambda row, column: (row + column, row)),
    "greedy": _greedy,
}
"""The cell orders. ``best`` is that of rows, columns and greedy whose widest frontier is smallest."""


@dataclass(frozen=True, slots=True)
class Step:
    """Filling one cell. A *slot* is a place in the frontier; the new cell takes the slot behind the last.

    Attributes:
        cell: the cell.
        numbers: the numbers it allows, ascending.
        beside: slots of its filled neighbours, but for those behind a wall.
        walled: slots of its filled neighbours behind a wall.
        admitted: for each slot (the new one too) the numbers that some empty neighbour allows, as a mask.
        kept: the slots that stay, in order: their index in this tuple is their slot in the next step.
        empty: how many cells are empty afterwards.
        room: for each number how many of these allow it.
        mirrored: whether the frontier read backwards has as many completions.
    """

    cell: int
    numbers: tuple[int, ...]
    beside: tuple[int, ...]
    walled: tuple[int, ...]
    admitted: tuple[int, ...]
    kept: tuple[int, ...]
    empty: int
    room: tuple[int, ...]
    mirrored: bool

    @property
    def slots(self) -> int:
        """The number of slots before the step, which is the slot of its cell."""
        return len(self.admitted) - 1


@dataclass(frozen=True, slots=True)
class Schedule:
    """All steps of a count, one for each cell in order; `width` is the largest number of slots after one."""

    task: Task
    order: tuple[int, ...]
    steps: tuple[Step, ...]
    width: int


def schedule(task: Task, order: str = "best") -> Schedule:
    """Return the steps for a task in an order of the table `ORDERS`.

    Raises:
        PuzzleError: if the order is unknown, or the board has no rows and columns and the order needs them.
    """
    if order not in ORDERS:
        raise PuzzleError(
            f"there is no cell order {order!r}: it is one of {', '.join(ORDERS)}", code="unknown-order"
        )
    neighbours, cells = task.board.neighbours, ORDERS[order](task.board)
    row_ends = _row_ends(task, cells)
    room = [sum(mask >> number & 1 for mask in task.masks) for number in range(task.largest + 1)]
    filled: set[int] = set()
    frontier: list[int] = []
    steps = []
    for done, cell in enumerate(cells, start=1):
        filled.add(cell)
        for number in numbers_of(task.masks[cell]):
            room[number] -= 1
        near = [slot for slot, x in enumerate(frontier) if x in neighbours[cell]]
        walled = [slot for slot in near if tuple(sorted((frontier[slot], cell))) in task.walls]
        frontier.append(cell)
        admitted = [
            reduce(or_, (task.masks[y] for y in neighbours[x] if y not in filled), 0) for x in frontier
        ]
        kept = [slot for slot, mask in enumerate(admitted) if mask]
        steps.append(
            Step(
                cell,
                numbers=tuple(task.numbers(cell)),
                beside=tuple(slot for slot in near if slot not in walled),
                walled=tuple(walled),
                admitted=tuple(admitted),
                kept=tuple(kept),
                empty=len(cells) - done,
                room=tuple(room),
                mirrored=done in row_ends,
            )
        )
        frontier = [frontier[slot] for slot in kept]
    return Schedule(task, cells, tuple(steps), width=max(len(step.kept) for step in steps))


def _row_ends(task: Task, cells: tuple[int, ...]) -> range:
    """After how many cells the board is symmetric to left and right: at the ends of whole rows or columns."""
    grid = task.board.grid
    if task.bare and grid is not None and is_plain_rectangle(task.board):
        if cells == ORDERS["rows"](task.board):
            return range(grid.width, len(cells), grid.width)
        if cells == ORDERS["columns"](task.board):
            return range(grid.height, len(cells), grid.height)
    return range(0)
