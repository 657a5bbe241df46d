"""The methods of counting, side by side, and how much each has to try."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import prod
from operator import add, mul

from fillomino.counting import grids, placements, regions
from fillomino.counting.means import Means, numpy_installed
from fillomino.counting.schedule import schedule
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
        space: how many things it has to try, where there is a formula; else ``None``.
    """

    name: str
    title: str
    fillings: Callable[[Task], Iterator[Filling]] | None
    space: Callable[[Task], int] | None


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
    alone: list[list[int]] = [[0] for _ in range(largest + 1)]  # for v: the logarithm at 0, v, 2v, …
    choose = [1]  # the binomial coefficients of cells - 1
    for cells in range(1, size + 1):
        logs.append(0)
        for number in range(1, min(largest, cells) + 1):
            if cells % number == 0:
                its = alone[number]
                its.append(1 - sum(map(mul, choose[number - 1 :: number], its[1:])))
                logs[cells] += its[-1]
        ways.append(sum(choose[j - 1] * logs[j] * ways[cells - j] for j in range(1, cells + 1)))
        choose = [1, *map(add, choose, choose[1:]), 1]
    return ways[size]


METHODS = (
    Method("frontier", "cell by cell, counting together what can't be distinguished", None, None),
    Method("regions", "region by region, counting parts that do not touch on their own", None, None),
    Method("placements", "every filling, listed in lexicographic order", placements.fillings, None),
    Method(
        "partitions",
        "every permutation of the numbers of every partition of the area",
        grids.among_arrangements,
        arrangement_count,
    ),
    Method("naive", "every grid", grids.among_grids, grid_count),
)
"""All methods, the fastest on large boards first. The last two are those of the article on counting games."""

SMALL = 16
"""Up to so many cells of a bare board, `regions` in plain Python takes no longer than half a second."""


def suitable(task: Task) -> str:
    """The method to count by where none is asked for: ``regions`` for a small board without NumPy."""
    small = task.bare and task.board.size <= SMALL
    return "regions" if small and not numpy_installed() else "frontier"


def find(name: str, *also: str) -> Method:
    """The method of a name; an error names those that the caller has besides, too.

    Raises:
        InputError: if there is none.
    """
    for method in METHODS:
        if method.name == name:
            return method
    names = (*(method.name for method in METHODS), *also)
    raise InputError(f"there is no method {name!r}: it is one of {', '.join(names)}", code="unknown-method")


def count(task: Task, method: str | None = None, *, order: str = "best", means: Means | None = None) -> int:
    """Return how many fillings a task has, by a method or by the `suitable` one.

    Raises:
        CountError: if the memory does not suffice.
        InputError: if the method is unknown.
    """
    chosen = find(method or suitable(task))
    if chosen.name == "regions":
        return regions.count(task, None if means is None else means.memory)
    if chosen.fillings is None:
        return sweep(schedule(task, order), means).fillings
    return sum(1 for _ in chosen.fillings(task))
