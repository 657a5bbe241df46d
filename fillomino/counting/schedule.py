"""The schedule of a count, by which the cells are filled one by one."""

from __future__ import annotations

from dataclasses import dataclass

from fillomino.counting.order import ORDERS, plain_rectangle
from fillomino.counting.task import Task, numbers_of
from fillomino.errors import PuzzleError


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
class Schedule:
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


def schedule(task: Task, order: str = "best") -> Schedule:
    """The steps for a task in an order of the table `ORDERS`.

    Raises:
        PuzzleError: if the order is unknown, or the board has no rows and columns and the order needs them.
    """
    if order not in ORDERS:
        raise PuzzleError(
            f"there is no cell order {order!r}: it is one of {', '.join(ORDERS)}", code="unknown-order"
        )
    return plan_along(task, ORDERS[order](task.board))


def plan_along(task: Task, cells: tuple[int, ...]) -> Schedule:
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
    return Schedule(task, cells, tuple(steps), width)


def _row_ends(task: Task, cells: tuple[int, ...]) -> set[int]:
    """After how many cells the board is symmetric to left and right: at the ends of whole rows or columns."""
    grid = task.board.grid
    if not task.bare or grid is None or not plain_rectangle(task.board):
        return set()
    if cells == ORDERS["rows"](task.board):
        return set(range(grid.width, len(cells), grid.width))
    if cells == ORDERS["columns"](task.board):
        return set(range(grid.height, len(cells), grid.height))
    return set()
