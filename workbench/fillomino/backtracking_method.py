"""A method: backtracking, with the rules or with some of the thesis's strategies. There is no solver."""

from __future__ import annotations

import os
import time
from collections.abc import Collection
from itertools import combinations

from drivers.limits import Usage
from drivers.system import peak_kib
from fillomino.backtracking import HEURISTICS, Order, Search, search
from fillomino.clock import Stopwatch
from fillomino.deduction.strategies import KNOWN, STRATEGIES, rules_of
from fillomino.errors import InputError, counted
from fillomino.instance import Filling, Instance
from fillomino.puzzle import Puzzle, as_fillomino
from fillomino.record import Record
from workbench.methods.method import (
    Answers,
    By,
    Cost,
    Facts,
    Question,
    Result,
    Status,
    Stopped,
    Times,
    Verdict,
    Why,
    after,
    without_solution,
)
from workbench.workers.process import load
from workbench.workers.worker import Worker, WorkerDiedError, WorkError

BACKTRACKING = "backtracking"
ALL_SUBSETS = "all-subsets"
NO_STRATEGY = "none"
_BY = By("backtracking", "none")
_START_SECONDS = 10.0
"""Seconds for a worker to start, before it is ended as one that hangs."""


class BacktrackingMethod(Record):
    """Search with deduction between assumptions.

    Attributes:
        strategies: names of the thesis's strategies to deduce by; ``None`` for the rules S0 to S5.
        order: where to guess: a name of `fillomino.backtracking.HEURISTICS`.
        isolated: whether to search in a process of its own, whose time and memory are measured and limited.
    """

    strategies: tuple[str, ...] | None = None
    order: Order = "fewest"
    isolated: bool = False

    @property
    def name(self) -> str:
        """``backtracking``, perhaps with ``:first``, or the strategies: ``single-exit+reachability``."""
        if self.strategies is None:
            return BACKTRACKING if self.order == "fewest" else f"{BACKTRACKING}:{self.order}"
        return "+".join(self.strategies) or NO_STRATEGY

    def facts(self) -> Facts:
        """See `Method`."""
        deduced = "S0-S5" if self.strategies is None else self.name
        return Facts(deduce=deduced, arguments=(f"order={self.order}",))

    def run(self, name: str, puzzle: Instance, question: Question) -> Result:
        """See `Method`."""
        run = self._elsewhere if self.isolated else self._here
        return run(name, as_fillomino(puzzle, "--by backtracking", name), question)

    def without_solution(self, name: str, status: Status, error: str) -> Result:
        """See `Method`."""
        return without_solution(name, status, error, _BY)

    def _here(self, name: str, puzzle: Puzzle, question: Question) -> Result:
        watch = Stopwatch()
        fillings: list[Filling] = []
        try:
            with watch.phase("deduce"):
                done = search(
                    puzzle,
                    limit=question.wanted,
                    strategies=None if self.strategies is None else frozenset(self.strategies),
                    order=self.order,
                    seconds=question.own_seconds,
                    report=fillings.append,
                )
        except KeyboardInterrupt:
            raise Stopped(self._interrupted(name, fillings, question)) from None
        seconds = watch.stop()
        usage = Usage(watch.wall["deduce"], watch.own["deduce"], None)
        result = self._result(name, question, done, usage)
        return result.replace(times=Times(seconds, watch.wall))

    def _elsewhere(self, name: str, puzzle: Puzzle, question: Question) -> Result:
        try:
            with Worker(memory_mib=question.memory_mib) as worker:
                worker.send(load, searched.__module__)
                worker.receive(_START_SECONDS)
                started = time.perf_counter()
                limits = question.wanted, question.cpu_seconds
                worker.send(searched, puzzle, self.strategies, self.order, *limits)
                answer = worker.receive(question.seconds)
                wall = time.perf_counter() - started
        except WorkError as error:
            return self.without_solution(name, Status.FAILED, str(error))
        except WorkerDiedError as error:
            return self.without_solution(name, Status.FAILED, f"the worker died with {error}")
        # Without an answer it was interrupted before it began.
        done, memory_mib = answer or (Search((), complete=False, nodes=0, depth=0, seconds=0.0), None)
        return self._result(name, question, done, Usage(wall, done.seconds, memory_mib))

    def _result(self, name: str, question: Question, done: Search, usage: Usage) -> Result:
        guesses = counted(done.nodes, "guess", "guesses")
        gave_up = not done.complete and len(done.fillings) < question.wanted
        last = Status.UNSOLVABLE if done.complete else Status.TIMEOUT
        unique = done.unique if done.fillings else None
        decided_by = "backtracking" if done.fillings or done.complete else None
        return Result(
            name,
            Verdict(Status.SOLVED if done.fillings else last, unique, decided_by),
            _BY.replace(how=f"by backtracking: {guesses}, depth {done.depth}"),
            Answers(done.fillings[: question.limit], done.complete and len(done.fillings) <= question.limit),
            Why(f"gave up after {usage.cpu_seconds:.1f} s and {guesses}" if gave_up else None, ended=last),
            Cost(usage, nodes=done.nodes, depth=done.depth),
        )

    def _interrupted(self, name: str, fillings: list[Filling], question: Question) -> Result:
        stopped = self.without_solution(name, Status.UNKNOWN, "interrupted")
        if not fillings:
            return stopped
        return stopped.with_error(after(len(fillings), "interrupted")).replace(
            verdict=Verdict(Status.SOLVED, False if len(fillings) > 1 else None),
            by=_BY.replace(how="by backtracking"),
            answers=Answers(tuple(fillings[: question.limit])),
        )


def searched(
    puzzle: Puzzle, strategies: Collection[str] | None, order: Order, limit: int, cpu_seconds: float | None
) -> tuple[Search, float | None]:
    """Search until interrupted or out of time, as a task of a worker; see `fillomino.backtracking.search`.

    Returns:
        What was found (only nodes, depth and CPU seconds if it was interrupted), and the peak of this
        process's memory in MiB.
    """
    nodes = depth = 0

    def watch(so_far: int, standing: int) -> None:
        nonlocal nodes, depth
        nodes, depth = so_far, max(depth, standing)

    started = time.process_time()
    try:
        chosen = None if strategies is None else frozenset(strategies)
        done = search(puzzle, limit=limit, strategies=chosen, order=order, seconds=cpu_seconds, watch=watch)
    except KeyboardInterrupt:
        seconds = time.process_time() - started
        done = Search((), complete=False, nodes=nodes, depth=depth, seconds=seconds)
    return done, peak_kib(os.getpid()) / 1024 or None


def by_heuristic(name: str, *, isolated: bool = False) -> BacktrackingMethod:
    """The method of a name: ``backtracking``, or with a heuristic, as ``backtracking:first``.

    Raises:
        InputError: if there is no such heuristic.
    """
    order = name.partition(":")[2] or next(iter(HEURISTICS))
    for known in HEURISTICS:
        if known == order:
            return BacktrackingMethod(order=known, isolated=isolated)
    raise InputError(
        f"there is no heuristic {order!r} of backtracking; there is {', '.join(HEURISTICS)}",
        code="unknown-strategy",
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
    return [BacktrackingMethod(chosen, order="first", isolated=True) for chosen in dict.fromkeys(sets)]


def _set(text: str) -> tuple[str, ...]:
    chosen: Collection[str] = () if text == NO_STRATEGY else text.split("+")
    for name in (NO_STRATEGY, ALL_SUBSETS):
        if name in chosen:
            raise InputError(
                f"{name!r} can't be joined with other strategies: leave them out, or it",
                code="option-conflict",
            )
    rules_of(chosen, NO_STRATEGY, ALL_SUBSETS)  # refuses what is no strategy
    return tuple(name for name in KNOWN if name in chosen)
