"""A method: backtracking, with the rules or with some of the thesis's strategies. There is no solver."""

from __future__ import annotations

import json
import os
import pickle
import sys
from collections.abc import Collection
from dataclasses import dataclass
from itertools import combinations

from drivers.answer import Outcome, Usage
from drivers.limits import Limits
from drivers.process import run_process
from fillomino.backtracking import Order
from fillomino.deduction.strategies import STRATEGIES, rules_of
from fillomino.errors import InputError
from fillomino.puzzle import Puzzle
from workbench.compare.method import Facts, Question
from workbench.result import Result, Status, without_filling

ALL_SUBSETS = "all-subsets"
NO_STRATEGY = "none"
_START_SECONDS = 10.0
"""What a process may take to start and to tell what it found, before it is ended as one that hangs."""


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
        task = (puzzle, self.strategies, self.order, 2 if question.unique else 1, question.seconds)
        outcome = run_process(
            [sys.executable, "-P", "-m", "workbench.compare.searcher", str(os.getpid())],
            pickle.dumps(task),
            Limits(
                seconds=None if question.seconds is None else question.seconds + _START_SECONDS,
                memory_mib=question.memory_mib,
            ),
        )
        try:
            told = json.loads(outcome.stdout)
        except ValueError:
            return _without_a_word(name, outcome)
        fillings = tuple(map(tuple, told["fillings"]))
        last = Status.UNSOLVABLE if told["complete"] else Status.TIMEOUT
        status = Status.SOLVED if fillings else last
        return Result(
            puzzle=name,
            status=status,
            fillings=fillings,
            unique=told["unique"] if fillings else None,
            complete=told["complete"],
            encoding="",
            solver="",
            version=None,
            usage=Usage(told["wall_seconds"], told["cpu_seconds"], outcome.usage.memory_mib),
            ended=last,
            error="time ran out" if status is Status.TIMEOUT else None,
            nodes=told["nodes"],
            depth=told["depth"],
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


def _without_a_word(name: str, outcome: Outcome) -> Result:
    """The process ended without telling: out of memory, killed, or a fault."""
    lines = outcome.stderr.decode("utf-8", "backslashreplace").strip().splitlines()
    status = Status.TIMEOUT if outcome.timed_out else Status.FAILED
    told = lines[-1] if lines else "the process that searched ended without an answer"
    return without_filling(name, status, told, usage=outcome.usage)
