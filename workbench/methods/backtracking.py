"""A method: backtracking, with the rules or with some of the thesis's strategies. There is no solver."""

from __future__ import annotations

import json
import os
import pickle
import sys
from collections.abc import Collection
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

from drivers.answer import Outcome, Usage
from drivers.limits import Limits
from drivers.process import run_process
from fillomino.errors import InputError
from fillomino.puzzle import Filling, Puzzle
from fillomino.words import counted
from workbench.methods.method import Facts
from workbench.methods.question import Question
from workbench.methods.result import Result, Status, Stopped, Stopwatch, after, without_solution

if TYPE_CHECKING:
    from fillomino.backtracking import Order, Search

ALL_SUBSETS = "all-subsets"
NO_STRATEGY = "none"
_START_SECONDS = 10.0
"""Time for a process to start and to report, before it is ended as one that hangs."""


@dataclass(frozen=True, slots=True)
class BacktrackingMethod:
    """Search with deduction between assumptions.

    Attributes:
        strategies: names of the thesis's strategies to deduce by; ``None`` for the rules S0 to S5.
        order: where to guess.
        isolated: whether to search in a process of its own, whose time and memory are measured and limited.
    """

    strategies: tuple[str, ...] | None = None
    order: Order = "fewest"
    isolated: bool = False

    @property
    def name(self) -> str:
        """``backtracking``, or the strategies: ``single-exit+reachability``."""
        return "backtracking" if self.strategies is None else "+".join(self.strategies) or NO_STRATEGY

    def facts(self) -> Facts:
        """See `Method`."""
        deduced = "S0-S5" if self.strategies is None else self.name
        return Facts(deduce=deduced, arguments=(f"order={self.order}",))

    def run(self, name: str, puzzle: Puzzle, question: Question) -> Result:
        """See `Method`."""
        return (
            self._elsewhere(name, puzzle, question) if self.isolated else self._here(name, puzzle, question)
        )

    def without_solution(self, name: str, status: Status, error: str) -> Result:
        """See `Method`."""
        return without_solution(name, status, error, encoding="backtracking", solver="none")

    def _here(self, name: str, puzzle: Puzzle, question: Question) -> Result:
        from fillomino.backtracking import search

        watch = Stopwatch()
        found: list[Filling] = []
        try:
            with watch.phase("deduce"):
                done = search(
                    puzzle,
                    limit=question.wanted,
                    strategies=None if self.strategies is None else frozenset(self.strategies),
                    order=self.order,
                    seconds=question.seconds,
                    tell=found.append,
                )
        except KeyboardInterrupt:
            raise Stopped(self._interrupted(name, found, question)) from None
        seconds = watch.stop()
        usage = Usage(seconds["deduce"], watch.own["deduce"], None)
        return replace(self._result(name, question, done, usage), seconds=seconds)

    def _elsewhere(self, name: str, puzzle: Puzzle, question: Question) -> Result:
        from fillomino.backtracking import Search

        task = (puzzle, self.strategies, self.order, question.wanted, question.seconds)
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
            return self._without_answer(name, outcome)
        fillings, cpu = tuple(map(tuple, told["fillings"])), told["cpu_seconds"]
        done = Search(fillings, told["complete"], told["nodes"], told["depth"], cpu)
        return self._result(name, question, done, Usage(told["wall_seconds"], cpu, outcome.usage.memory_mib))

    def _result(self, name: str, question: Question, done: Search, usage: Usage) -> Result:
        guesses = counted(done.nodes, "guess", "guesses")
        gave_up = not done.complete and len(done.fillings) < question.wanted
        last = Status.UNSOLVABLE if done.complete else Status.TIMEOUT
        return Result(
            puzzle=name,
            status=Status.SOLVED if done.fillings else last,
            fillings=done.fillings[: question.limit],
            unique=done.unique if done.fillings else None,
            complete=done.complete and len(done.fillings) <= question.limit,
            encoding="backtracking",
            solver="none",
            version=None,
            usage=usage,
            ended=last,
            error=f"gave up after {usage.cpu_seconds:.1f} s and {guesses}" if gave_up else None,
            nodes=done.nodes,
            depth=done.depth,
            how=f"by backtracking: {guesses}, depth {done.depth}",
        )

    def _interrupted(self, name: str, found: list[Filling], question: Question) -> Result:
        stopped = self.without_solution(name, Status.UNKNOWN, "interrupted")
        if not found:
            return stopped
        return replace(
            stopped,
            status=Status.SOLVED,
            fillings=tuple(found[: question.limit]),
            unique=False if len(found) > 1 else None,
            error=after(len(found), "interrupted"),
            how="by backtracking",
        )

    def _without_answer(self, name: str, outcome: Outcome) -> Result:
        """The process ended without a report: out of memory, killed, or a fault."""
        lines = outcome.stderr.decode("utf-8", "backslashreplace").strip().splitlines()
        status = Status.TIMEOUT if outcome.timed_out else Status.FAILED
        error = lines[-1] if lines else "the process that searched ended without an answer"
        return replace(self.without_solution(name, status, error), usage=outcome.usage)


def by_strategies(text: str) -> list[BacktrackingMethod]:
    """The methods that ``--strategies`` names, each once; they guess where the thesis does.

    Args:
        text: ``all-subsets``, or sets with commas between, each ``none`` or names joined by ``+``.

    Raises:
        InputError: for a name that is no strategy.
    """
    from fillomino.deduction.strategies import STRATEGIES

    names = tuple(STRATEGIES)
    if text == ALL_SUBSETS:
        sets = [chosen for size in range(len(names) + 1) for chosen in combinations(names, size)]
    else:
        sets = [_set(part.strip()) for part in text.split(",")]
    return [BacktrackingMethod(chosen, order="first", isolated=True) for chosen in dict.fromkeys(sets)]


def _set(text: str) -> tuple[str, ...]:
    from fillomino.deduction.strategies import STRATEGIES, rules_of

    chosen: Collection[str] = () if text == NO_STRATEGY else text.split("+")
    for name in (NO_STRATEGY, ALL_SUBSETS):
        if name in chosen:
            raise InputError(f"{name!r} can't be joined with other strategies: leave them out, or it")
    rules_of(chosen, NO_STRATEGY, ALL_SUBSETS)  # refuses what is no strategy
    return tuple(name for name in STRATEGIES if name in chosen)
