"""The methods of counting, side by side, and how much each has to try."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import prod
from operator import add, mul

from fillomino.counting import grids, placements, regions
from fillomino.counting.schedule import schedule
from fillomino.counting.settings import Settings, numpy_installed
from fillomino.counting.sweep import sweep
from fillomino.counting.task import Task
from fillomino.errors import InputError
from fillomino.puzzle import Filling


@dataclass(frozen=True, slots=True)
class Method:
    """A way to count.

    Attributes:
        name: its name on the command line.
        title: what it does, in a line.
        fillings: the fillings one by one; ``None`` for a method that never sees one whole.
        space: how many grids it tries; ``None`` for a method that tries none.
    """

    name: str
    title: str
    fillings: Callable[[Task], Iterator[Filling]] | None = None
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


METHODS = (
    Method("frontier", "cell by cell, counting together what can't be distinguished"),
    Method("regions", "region by region, counting separate parts of the rest on their own"),
    Method("placements", "every filling, listed in lexicographic order", placements.fillings),
    Method(
        "partitions",
        "every permutation of the numbers of every partition of the area",
        grids.among(grids.every_arrangement),
        arrangement_count,
    ),
    Method("naive", "every grid", grids.among(grids.every_grid), grid_count),
)
"""All methods, the fastest on large boards first. The last two are those of the article on counting games."""

SMALL = 16
"""Up to so many cells of a bare board, `regions` in plain Python takes no longer than half a second."""


def suitable(task: Task) -> str:
    """Return the default method: ``regions`` for a small bare board without NumPy, else ``frontier``."""
    small = task.bare and task.board.size <= SMALL
    return "regions" if small and not numpy_installed() else "frontier"


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
    if chosen.fillings is None:
        return sweep(schedule(task, order), settings)
    return sum(1 for _ in chosen.fillings(task))
