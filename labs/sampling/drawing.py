"""Uniform fillings of a board or of a puzzle: exactly where the table fits, by windows beyond."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from fillomino.counting import placements, windows
from fillomino.counting.frontier import MEMORY, PlainTable
from fillomino.counting.methods import packable
from fillomino.counting.schedule import Schedule, schedule
from fillomino.counting.task import Task
from fillomino.errors import CountError, InputError, NoSolutionError
from fillomino.puzzle import Filling

if TYPE_CHECKING:
    from labs.sampling.blocks import PackedTable

AUTO = 16 << 20
"""Bytes of table up to which ``auto`` draws exactly: about a million states, some seconds of work."""


NOTHING = "there is no solution to draw"


@dataclass(frozen=True, slots=True)
class Sample:
    """Fillings drawn.

    Attributes:
        fillings: what was drawn.
        exact: whether each is exactly uniform and independent of the others.
        among: how many fillings there are, where the table has them.
    """

    fillings: list[Filling]
    exact: bool
    among: int | None


def sample(
    task: Task,
    random: Random,
    count: int,
    *,
    method: str = "auto",
    memory: int = MEMORY,
    rounds: int = windows.ROUNDS,
    watch: Callable[[float], None] | None = None,
) -> Sample:
    """Draw fillings, with repetition.

    Args:
        task: whose fillings.
        random: the source of chance; the same one gives the same fillings.
        count: how many.
        method: ``exact``, ``windows``, or ``auto``: exact if the table is small (`AUTO`), else windows.
        memory: bytes for the table.
        rounds: for windows, how thoroughly to change the filling between two that are returned.
        watch: callback for the part of the work by windows that is done.

    Raises:
        NoSolutionError: if there is no solution.
        CountError: if the table does not fit.
        InputError: if there is no such method.
    """
    if method not in ("auto", "exact", "windows"):
        raise InputError(
            f"there is no sampling method {method!r}: it is one of auto, exact, windows",
            code="unknown-method",
        )
    if method != "windows":
        try:
            completions = table(schedule(task), min(memory, AUTO) if method == "auto" else memory)
        except CountError:
            if method == "exact":
                raise
        else:
            if not completions.fillings:
                raise NoSolutionError(NOTHING)
            return Sample(completions.draw(random, count), exact=True, among=completions.fillings)
    start = windows.start(task, random) if task.bare else None
    if start is None:
        start = next(placements.fillings(task), None)
    if start is None:
        raise NoSolutionError(NOTHING)
    drawn = windows.draw(task, start, random, count, rounds=rounds, watch=watch)
    return Sample(drawn, exact=False, among=None)


def table(schedule: Schedule, memory: int = MEMORY) -> PlainTable | PackedTable:
    """Return the table of a schedule, by NumPy where it is installed and the states fit in a word.

    Raises:
        CountError: if it outgrows the memory.
    """
    if packable(schedule):
        from labs.sampling.blocks import PackedTable

        return PackedTable(schedule, memory)
    return PlainTable(schedule, memory)
