"""A method: backtracking, with the rules or with some of the thesis's strategies. There is no solver."""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import dataclass
from itertools import combinations

from drivers.answer import Usage
from fillomino.backtracking import Order
from fillomino.deduction.strategies import STRATEGIES, rules_of
from fillomino.errors import InputError
from fillomino.puzzle import Puzzle
from workbench.compare.method import Facts, Question
from workbench.compare.searcher import NOTHING, searched
from workbench.result import Result, Status, without_filling
from workbench.workers.process import load
from workbench.workers.worker import Worker, WorkerDiedError, WorkError

ALL_SUBSETS = "all-subsets"
NO_STRATEGY = "none"
_START_SECONDS = 10.0
"""Seconds that a worker may take to start, before it is ended as one that hangs."""


@dataclass(frozen=True, slots=True)
class BacktrackingMethod:
    """Search with deduction between assumptions, in a process of its own.

    Attributes:
        strategies: names of the thesis's strategies to deduce by; ``None`` for the rules S0 to S5.
        order: where to guess.
    """

    strategies: tuple[str, ...] | None = None
    order: Order = "fewest"

    @property
    def name(self) -> str:
        """``backtracking``, or the strategies: ``single-exit+reachability``."""
        return "backtracking" if self.strategies is None else "+".join(self.strategies) or NO_STRATEGY

    def facts(self) -> Facts:
        """See `Method`."""
        deduced = "S0-S5" if self.strategies is None else self.name
        return Facts(deduce=deduced, arguments=(f"order={self.order}",))

    def run(self, name: str, puzzle: Puzzle, seed: int, question: Question) -> Result:
        """See `Method`."""
        del seed  # nothing here is left to chance
        try:
            with Worker(memory_mib=question.memory_mib) as worker:
                worker.send(load, searched.__module__)
                worker.receive(_START_SECONDS)
                started = time.perf_counter()
                worker.send(searched, puzzle, self.strategies, self.order, 2 if question.unique else 1)
                found, memory_mib = worker.receive(question.seconds) or NOTHING
                wall = time.perf_counter() - started
        except WorkError as error:
            return without_filling(name, Status.FAILED, str(error))
        except WorkerDiedError as error:
            return without_filling(name, Status.FAILED, f"the worker died with {error}")
        last = Status.UNSOLVABLE if found.complete else Status.TIMEOUT
        status = Status.SOLVED if found.fillings else last
        return Result(
            puzzle=name,
            status=status,
            fillings=found.fillings,
            unique=found.unique if found.fillings else None,
            complete=found.complete,
            encoding="",
            solver="",
            version=None,
            usage=Usage(wall, found.seconds, memory_mib),
            ended=last,
            error="time ran out" if status is Status.TIMEOUT else None,
            nodes=found.nodes,
            depth=found.depth,
        )


def by_strategies(text: str) -> list[BacktrackingMethod]:
    """The methods that ``--strategies`` names, each once; they guess where the thesis does.

    Args:
        text: ``all-subsets``, or sets with commas between, each ``none`` or names joined by ``+``.

    Raises:
        InputError: for a name that is no strategy.
    """
    names = tuple(STRATEGIES)
    if text == ALL_SUBSETS:
        sets = [chosen for size in range(len(names) + 1) for chosen in combinations(names, size)]
    else:
        sets = [_set(part.strip()) for part in text.split(",")]
    return [BacktrackingMethod(chosen, order="first") for chosen in dict.fromkeys(sets)]


def _set(text: str) -> tuple[str, ...]:
    chosen: Collection[str] = () if text == NO_STRATEGY else text.split("+")
    for name in (NO_STRATEGY, ALL_SUBSETS):
        if name in chosen:
            raise InputError(f"{name!r} can't be joined with other strategies: leave them out, or it")
    rules_of(chosen, NO_STRATEGY, ALL_SUBSETS)  # refuses what is no strategy
    return tuple(name for name in STRATEGIES if name in chosen)
