"""Draw fillings where no table fits: change a filling window by window, each uniformly.

A window is a connected set of some cells, drawn without a look at the filling. The regions that lie
wholly inside are taken out, and the gap is filled anew by one of its fillings, uniformly (a small
table). The gap depends on the other regions only, so each such change leaves the uniform distribution
as it is; after many, the filling forgets where it came from. Two limits: this tends to the uniform
distribution but is never exactly there, and a region larger than every window stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from random import Random

from fillomino.board import Board
from fillomino.counting.completions import PlainTable
from fillomino.counting.plan import plan
from fillomino.counting.task import Task
from fillomino.puzzle import Filling
from fillomino.rules import regions

WINDOW = 10
"""Cells in a window: one of 10 takes a few milliseconds, and each cell more about doubles that."""

ROUNDS = 8
"""How often each cell is in a window, on average, between two fillings that are given out."""

TRIES = 50
"""How often a first filling is tried to be merged together before it is given up."""


def draw(
    task: Task,
    start: Filling,
    random: Random,
    count: int,
    *,
    rounds: int = ROUNDS,
    watch: Callable[[float], None] | None = None,
) -> list[Filling]:
    """So many fillings, by changes from one that must be right; `watch` is told which part is done."""
    size = task.board.size
    changes = max(1, rounds * size // min(WINDOW, size))
    filling = start
    found = []
    for number in range(count):
        for change in range(changes):
            filling = changed(task, filling, random)
            if watch is not None:
                watch((number + (change + 1) / changes) / count)
        found.append(filling)
    return found


def changed(task: Task, filling: Filling, random: Random) -> Filling:
    """The filling with the regions inside a random window drawn anew."""
    window = _window(task.board, random)
    gap = sorted(x for region in regions(task.board, filling) if window.issuperset(region) for x in region)
    if len(gap) < 2:
        return filling
    place = {cell: index for index, cell in enumerate(gap)}
    neighbours = tuple(tuple(place[y] for y in task.board.neighbours[x] if y in place) for x in gap)
    masks = []
    for x in gap:
        mask = task.masks[x] & (2 << len(gap)) - 1
        for y in task.board.neighbours[x]:
            if y not in place:
                mask &= ~(1 << filling[y])
        masks.append(mask)
    walls = frozenset((place[x], place[y]) for x, y in task.walls if x in place and y in place)
    [inside] = _gap_table(neighbours, tuple(masks), walls).draw(random, 1)
    numbers = list(filling)
    for cell, number in zip(gap, inside, strict=True):
        numbers[cell] = number
    return tuple(numbers)


@lru_cache(maxsize=256)
def _gap_table(
    neighbours: tuple[tuple[int, ...], ...], masks: tuple[int, ...], walls: frozenset[tuple[int, int]]
) -> PlainTable:
    size = len(neighbours)
    board = Board(neighbours, tuple(map(str, range(size))), tuple(range(size)))
    return PlainTable(plan(Task(board, masks, walls), "greedy"))


def _window(board: Board, random: Random) -> set[int]:
    """A connected set of cells, grown at random from a random cell."""
    start = random.randrange(board.size)
    window = {start}
    near = list(board.neighbours[start])
    while near and len(window) < WINDOW:
        cell = near.pop(random.randrange(len(near)))
        if cell not in window:
            window.add(cell)
            near += [y for y in board.neighbours[cell] if y not in window]
    return window


def start(task: Task, random: Random) -> Filling | None:
    """Some filling of a bare board to begin with: merge regions until no two equal ones touch.

    Returns:
        ``None`` if a region grew beyond the largest allowed, in every one of several tries.
    """
    for _ in range(TRIES):
        filling = _merged(task, random)
        if filling is not None:
            return filling
    return None


def _merged(task: Task, random: Random) -> Filling | None:
    board = task.board
    cells = {x: {x} for x in range(board.size)}  # the cells of each region, by one of them
    owner = list(range(board.size))
    waiting = list(range(board.size))
    random.shuffle(waiting)
    while waiting:
        mine = owner[waiting.pop()]
        size = len(cells[mine])
        around = {owner[y] for x in cells[mine] for y in board.neighbours[x]} - {mine}
        if not any(len(cells[other]) == size for other in around):
            continue
        sizes = {other: len(cells[other]) for other in around}
        least = min(sizes.values())
        other = random.choice(sorted(other for other, cells_there in sizes.items() if cells_there == least))
        if size + least > task.largest:
            return None
        for x in cells.pop(other):
            owner[x] = mine
            cells[mine].add(x)
        waiting.append(mine)
    return tuple(len(cells[owner[x]]) for x in range(board.size))
