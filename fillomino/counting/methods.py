"""The methods of counting, side by side, and how much each has to try.

Two try grids one by one, those of the article on counting all games. ``naive`` tries every grid.
``partitions`` tries the permutations of the partitions of the area: the region sizes of a filling are a
partition of the number of cells, and a part n puts the number n on n cells, so every filling is a
permutation of the numbers of some partition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from math import prod
from operator import add, mul
from typing import Any

from fillomino.counting import placements, regions
from fillomino.counting.frontier import EMPTY, STATE_BYTES, State, advance
from fillomino.counting.schedule import Schedule, schedule
from fillomino.counting.settings import Clock, Settings, can_pack, have_numpy, numpy_installed
from fillomino.counting.task import Task
from fillomino.errors import InputError
from fillomino.graph import equal_parts
from fillomino.puzzle import Filling


@dataclass(frozen=True, slots=True)
class Method:
    """A way to count.

    Attributes:
        name: its name on the command line.
        title: what it does, in a line.
        grids: the grids that it tries one by one; ``None`` for a method that tries none.
        space: how many these are.
    """

    name: str
    title: str
    grids: Callable[[Task], Iterator[Filling]] | None = None
    space: Callable[[Task], int] | None = None


def grid_count(task: Task) -> int:
    """Return how many grids the method ``naive`` tries."""
    return prod(mask.bit_count() for mask in task.masks)


def arrangement_count(task: Task) -> int:
    """Return how many grids the method ``partitions`` tries: number v stands on 0, v, 2v, … cells.

    For v alone there is one way on each of those numbers of cells. Such counts of several numbers
    are multiplied as exponential generating functions; what is added up for that are their logarithms
    (the step from moments to cumulants and back): a recurrence in place of a convolution for each v.
    """
    size, largest = task.board.size, task.largest
    ways = [1]  # on how many cells, in how many ways
    logs = [0]
    logs_of: list[list[int]] = [[0] for _ in range(largest + 1)]  # for v: the logarithm at 0, v, 2v, …
    choose = [1]  # the binomial coefficients of cells - 1
    for cells in range(1, size + 1):
        logs.append(0)
        for number in range(1, min(largest, cells) + 1):
            if cells % number == 0:
                own = logs_of[number]
                own.append(1 - sum(map(mul, choose[number - 1 :: number], own[1:])))
                logs[cells] += own[-1]
        ways.append(sum(choose[j - 1] * logs[j] * ways[cells - j] for j in range(1, cells + 1)))
        choose = [1, *map(add, choose, choose[1:]), 1]
    return ways[size]


def every_grid(task: Task) -> Iterator[Filling]:
    """Yield every grid of allowed numbers, in lexicographic order."""
    return product(*(task.numbers(cell) for cell in range(task.board.size)))


def every_arrangement(task: Task) -> Iterator[Filling]:
    """Yield every grid whose numbers come from a partition of the area; not in lexicographic order."""
    for parts in partitions(task.board.size, task.largest):
        for grid in arrangements([part for part in parts for _ in range(part)]):
            if all(task.masks[cell] >> number & 1 for cell, number in enumerate(grid)):
                yield grid


def keeps_rules(task: Task, grid: Filling) -> bool:
    """Return whether each region has as many cells as its number, and walls part numbers."""
    regions = equal_parts(task.board.neighbours, grid)
    if not all(len(region) == grid[region[0]] for region in regions):
        return False
    return all(grid[x] != grid[y] for x, y in task.walls)


def partitions(total: int, largest: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to write `total` as a sum of parts of at most `largest`, each with parts descending."""
    if total == 0:
        yield ()
    for part in range(min(total, largest), 0, -1):
        for rest in partitions(total - part, part):
            yield (part, *rest)


def arrangements(numbers: list[int]) -> Iterator[Filling]:
    """Yield the distinct permutations of a list, in lexicographic order."""
    grid = sorted(numbers)
    while True:
        yield tuple(grid)
        # The next one: raise the last number that a larger one follows, as little as possible.
        low = len(grid) - 2
        while low >= 0 and grid[low] >= grid[low + 1]:
            low -= 1
        if low < 0:
            return
        high = len(grid) - 1
        while grid[high] <= grid[low]:
            high -= 1
        grid[low], grid[high] = grid[high], grid[low]
        grid[low + 1 :] = reversed(grid[low + 1 :])


METHODS = (
    Method("frontier", "cell by cell, counting together what can't be distinguished"),
    Method("regions", "region by region, counting separate parts of the rest on their own"),
    Method("placements", "every filling, listed in lexicographic order"),
    Method(
        "partitions",
        "every permutation of the numbers of every partition of the area",
        every_arrangement,
        arrangement_count,
    ),
    Method("naive", "every grid", every_grid, grid_count),
)
"""All methods, the fastest on large boards first. The last two are those of the article on counting games."""

PACK_FROM = 32
"""Below so many states a layer is faster in plain Python than the calls into NumPy alone."""


def sweep(schedule: Schedule, settings: Settings | None = None) -> int:
    """Count the fillings of a schedule's task, by NumPy from `PACK_FROM` states on where that can be.

    Raises:
        CountError: if the memory does not suffice.
        InputError: if the checkpoint is of another count, or none can be kept.
    """
    settings = settings or Settings()
    clock = Clock(len(schedule.steps), settings.watch)
    packs = packable(schedule)
    if settings.checkpoint is not None:
        if not packs:
            raise InputError(
                "this board has too many states for --checkpoint: they do not fit into 64-bit words"
                if can_pack() and have_numpy()
                else "--checkpoint needs NumPy: pip install 'fillomino-smt[count]'",
                code="not-available",
            )
        blocks = _blocks()
        resumed = blocks.load(settings.checkpoint, schedule)
        if resumed is not None:
            clock.layer(resumed.done, len(resumed.keys))
            return int(blocks.finish(schedule, resumed, settings, clock))
    layer: dict[State, int] = {EMPTY: 1}
    clock.layer(0, 1)
    for done, step in enumerate(schedule.steps, start=1):
        if packs and len(layer) >= PACK_FROM:
            blocks = _blocks()
            return int(blocks.finish(schedule, blocks.pack(schedule, done - 1, layer), settings, clock))
        layer = advance(step, layer)
        if settings.memory is not None and len(layer) * STATE_BYTES > settings.memory:
            raise settings.out_of_memory(done, len(schedule.steps), len(layer))
        clock.layer(done, len(layer))
    return sum(layer.values())


def packable(schedule: Schedule) -> bool:
    """Return whether the laboratory sampling can count by NumPy: the states of a schedule fit in a word."""
    if not can_pack() or not have_numpy():
        return False
    from fillomino.laboratories import part

    return bool(part("sampling", "packed:fits", "a count by NumPy")(schedule))


def _blocks() -> Any:
    """The module that counts by NumPy."""
    from fillomino.laboratories import part

    return part("sampling", "blocks", "a count by NumPy")


SMALL = 16
"""Up to so many cells of a bare board, `regions` in plain Python takes no longer than half a second."""


def suitable(task: Task) -> str:
    """Return the default method: ``regions`` for a small bare board without NumPy, else ``frontier``."""
    small = task.bare and task.board.size <= SMALL
    return "regions" if small and not (can_pack() and numpy_installed()) else "frontier"


def find(name: str, *also: str) -> Method:
    """Return the method of a name; an error lists the caller's further methods, too.

    Raises:
        InputError: if there is none.
    """
    for method in METHODS:
        if method.name == name:
            return method
    names = (*(method.name for method in METHODS), *also)
    raise InputError(f"there is no method {name!r}: it is one of {', '.join(names)}", code="unknown-method")


def spaces(task: Task) -> dict[str, int]:
    """Return by name how many grids each method tries that tries any."""
    return {method.name: method.space(task) for method in METHODS if method.space is not None}


def count(
    task: Task, method: str | None = None, *, order: str = "best", settings: Settings | None = None
) -> int:
    """Return how many fillings a task has, by a method or by the `suitable` one.

    Raises:
        CountError: if the memory does not suffice.
        InputError: if the method is unknown.
    """
    settings = settings or Settings()
    chosen = find(method or suitable(task))
    if chosen.name == "regions":
        return regions.count(task, settings.memory)
    if chosen.name == "placements":
        return sum(1 for _ in placements.fillings(task))
    if chosen.grids is not None:
        return sum(keeps_rules(task, grid) for grid in chosen.grids(task))
    return sweep(schedule(task, order), settings)
