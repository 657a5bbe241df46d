"""In which order the cells are filled, and what that means for each step: the plan of a count.

While cells are filled one by one, the *frontier* is the filled cells that still have an empty
neighbour. The fewer they are, the fewer states there are to keep apart.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import MappingProxyType

from fillomino.board import Board, Grid
from fillomino.counting.task import Task, numbers_of
from fillomino.errors import PuzzleError

GREEDY_WORK = 2000
"""The greedy order is tried from so many cells, divided by the size of the board; from one at least."""


@dataclass(frozen=True, slots=True)
class Step:
    """Filling one cell. A *slot* is a place in the frontier; the new cell takes the slot behind the last.

    Attributes:
        cell: the cell.
        numbers: the numbers it allows, ascending.
        beside: slots of its filled neighbours.
        parted: slots of its filled neighbours behind a wall.
        admitted: for each slot (the new one too) the numbers that some empty neighbour allows, as a mask.
        kept: the slots that stay, in order: their place in here is their slot in the next step.
        left: how many cells are empty afterwards.
        room: for each number how many of these allow it.
        mirrored: whether the frontier read backwards has as many ways to go on.
    """

    cell: int
    numbers: tuple[int, ...]
    beside: tuple[int, ...]
    parted: tuple[int, ...]
    admitted: tuple[int, ...]
    kept: tuple[int, ...]
    left: int
    room: tuple[int, ...]
    mirrored: bool


@dataclass(frozen=True, slots=True)
class Plan:
    """All steps of a count.

    Attributes:
        task: what is counted.
        order: the cells in the order in which they are filled.
        steps: one for each.
        width: the largest number of slots after a step.
    """

    task: Task
    order: tuple[int, ...]
    steps: tuple[Step, ...]
    width: int


def plan(task: Task, order: str = "best") -> Plan:
    """The steps for a task in an order of the table `ORDERS`.

    Raises:
        PuzzleError: if the order is unknown, or the board has no rows and columns and the order needs them.
    """
    if order not in ORDERS:
        raise PuzzleError(f"there is no cell order {order!r}: it is one of {', '.join(ORDERS)}")
    return plan_along(task, ORDERS[order](task.board))


def plan_along(task: Task, cells: tuple[int, ...]) -> Plan:
    """The steps for a task along a given order of all its cells."""
    board, largest = task.board, task.largest
    filled: set[int] = set()
    frontier: list[int] = []
    steps = []
    rows = _row_ends(task, cells)
    room = [sum(mask >> number & 1 for mask in task.masks) for number in range(largest + 1)]
    for done, cell in enumerate(cells, start=1):
        filled.add(cell)
        for number in numbers_of(task.masks[cell]):
            room[number] -= 1
        seen = [*frontier, cell]
        admitted, kept = [], []
        for slot, x in enumerate(seen):
            empty = [y for y in board.neighbours[x] if y not in filled]
            mask = 0
            for y in empty:
                mask |= task.masks[y]
            admitted.append(mask)
            if mask:
                kept.append(slot)
        near = [slot for slot, x in enumerate(frontier) if x in board.neighbours[cell]]
        walled = [
            slot for slot in near if (min(frontier[slot], cell), max(frontier[slot], cell)) in task.walls
        ]
        steps.append(
            Step(
                cell,
                tuple(task.numbers(cell)),
                tuple(slot for slot in near if slot not in walled),
                tuple(walled),
                tuple(admitted),
                tuple(kept),
                len(cells) - done,
                tuple(room),
                done in rows,
            )
        )
        frontier = [seen[slot] for slot in kept]
    width = max(len(step.kept) for step in steps)
    return Plan(task, cells, tuple(steps), width)


def _row_ends(task: Task, cells: tuple[int, ...]) -> set[int]:
    """After how many cells the board is symmetric to left and right: at the ends of whole rows or columns."""
    grid = task.board.grid
    if not task.bare or grid is None or not _plain_rectangle(task.board):
        return set()
    if cells == _rows(task.board):
        return set(range(grid.width, len(cells), grid.width))
    if cells == _columns(task.board):
        return set(range(grid.height, len(cells), grid.height))
    return set()


def _plain_rectangle(board: Board) -> bool:
    """Whether a board is a rectangle without holes, and without links beyond those of a rectangle."""
    grid = board.grid
    if grid is None or None in grid.cells:
        return False
    links = {(x, x + 1) for x in range(board.size) if (x + 1) % grid.width}
    links |= {(x, x + grid.width) for x in range(board.size - grid.width)}
    return links == set(board.links())


def _grid(board: Board) -> Grid:
    if board.grid is None:
        raise PuzzleError("this board has no rows and columns: use the cell order 'best' or 'greedy'")
    return board.grid


def _rows(board: Board) -> tuple[int, ...]:
    _grid(board)
    return tuple(range(board.size))


def _columns(board: Board) -> tuple[int, ...]:
    grid = _grid(board)
    return _present(grid, [(row, column) for column in range(grid.width) for row in range(grid.height)])


def _diagonals(board: Board) -> tuple[int, ...]:
    grid = _grid(board)
    places = [(row, column) for row in range(grid.height) for column in range(grid.width)]
    return _present(grid, sorted(places, key=lambda place: (sum(place), place)))


def _present(grid: Grid, places: list[tuple[int, int]]) -> tuple[int, ...]:
    cells = (grid.at(row, column) for row, column in places)
    return tuple(cell for cell in cells if cell is not None)


def _greedy(board: Board) -> tuple[int, ...]:
    """From several starts, always the cell that leaves the smallest frontier; the best of these orders."""
    starts = range(0, board.size, 1 + board.size**2 // GREEDY_WORK)
    orders = (_greedy_from(board, start) for start in starts)
    # States multiply with each cell in the frontier: by about 8 is a fair guess.
    return min(orders, key=lambda cells: sum(8**width for width in _widths(board, cells)))


def _greedy_from(board: Board, start: int) -> tuple[int, ...]:
    empty = [len(around) for around in board.neighbours]
    filled: dict[int, int] = {}
    near = {start}
    while len(filled) < board.size:
        if not near:
            near.add(min(x for x in range(board.size) if x not in filled))

        def growth(x: int) -> tuple[int, int]:
            closed = sum(1 for y in board.neighbours[x] if y in filled and empty[y] == 1)
            oldest = min((filled[y] for y in board.neighbours[x] if y in filled), default=0)
            return (empty[x] > 0) - closed, oldest

        cell = min(near, key=growth)
        near.discard(cell)
        filled[cell] = len(filled)
        for y in board.neighbours[cell]:
            empty[y] -= 1
            if y not in filled:
                near.add(y)
    return tuple(filled)


def _best(board: Board) -> tuple[int, ...]:
    if board.grid is None:
        return _greedy(board)
    orders = [_rows(board), _columns(board)]
    if not _plain_rectangle(board):  # of which rows or columns are the best, for their mirror symmetry
        orders.append(_greedy(board))
    return min(orders, key=lambda cells: max(_widths(board, cells)))


def _widths(board: Board, cells: tuple[int, ...]) -> list[int]:
    """The number of cells in the frontier after each step."""
    empty = [len(around) for around in board.neighbours]
    filled: set[int] = set()
    widths = []
    width = 0
    for cell in cells:
        filled.add(cell)
        width += empty[cell] > 0
        for y in board.neighbours[cell]:
            empty[y] -= 1
            width -= y in filled and empty[y] == 0
        widths.append(width)
    return widths


ORDERS: MappingProxyType[str, Callable[[Board], tuple[int, ...]]] = MappingProxyType(
    {"best": _best, "rows": _rows, "columns": _columns, "diagonals": _diagonals, "greedy": _greedy}
)
"""The cell orders. ``best`` is that of rows, columns and greedy whose widest frontier is smallest."""
