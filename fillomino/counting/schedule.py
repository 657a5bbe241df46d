"""The schedule of a count, by which the cells are filled one by one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import or_

from fillomino.counting.order import ORDERS, is_plain_rectangle
from fillomino.counting.task import Task, numbers_of
from fillomino.errors import PuzzleError


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
    """All steps of a count.

    Attributes:
        task: what is counted.
        order: the cells in the order in which they are filled.
        steps: one for each cell.
        width: the largest number of slots after a step.
    """

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
