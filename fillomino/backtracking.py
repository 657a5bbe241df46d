"""Backtracking: assume a number where the rules find no more, and take it back where that fails.

It is complete: it finds every filling, in every variant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from time import process_time
from typing import Protocol, TypeAlias

from fillomino.deduction.fast.propagation import Propagation
from fillomino.deduction.state import ContradictionError, State
from fillomino.deduction.steps import Kind, Step
from fillomino.guessing import Order, choice
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import violations


@dataclass(frozen=True, slots=True)
class Search:
    """The result of a search.

    Attributes:
        fillings: the solutions, in the order found.
        complete: whether these are all there are.
        nodes: how many numbers were assumed.
        depth: how many assumptions stood at once, at most.
        seconds: CPU seconds.
    """

    fillings: tuple[Filling, ...]
    complete: bool
    nodes: int
    depth: int
    seconds: float

    @property
    def unique(self) -> bool | None:
        """True iff there is exactly one solution; ``None`` where the search did not decide that."""
        if len(self.fillings) > 1:
            return False
        return len(self.fillings) == 1 if self.complete else None


GUESS = "guess"
"""The name that a guess has where a step has that of its rule."""

Report: TypeAlias = Callable[[Step], None]
"""Called with a step that has been taken."""


class Deducer(Protocol):
    """The deduction between assumptions."""

    @property
    def state(self) -> State:
        """The state: what is known."""

    def copy(self) -> Deducer:
        """One that can go its own way from here."""

    def deduce(self, until: float | None, report: Report) -> None:
        """Rule out what the rules rule out, and report the steps; raises `ContradictionError`."""


class Fast:
    """The rules up to bottleneck in their fast form: the default."""

    def __init__(self, propagation: Propagation) -> None:
        self._propagation = propagation

    @property
    def state(self) -> State:
        """The state: what is known."""
        return self._propagation.state

    def copy(self) -> Fast:
        """One that can go its own way from here."""
        return Fast(self._propagation.copy())

    def deduce(self, until: float | None, report: Report) -> None:  # noqa: ARG002 -- it has no steps
        """Apply the rules."""
        self._propagation.run(until=until)


def search(
    puzzle: Puzzle,
    *,
    limit: int = 2,
    strategies: frozenset[str] | None = None,
    order: Order = "fewest",
    seconds: float | None = None,
    most_nodes: int | None = None,
    watch: Callable[[int, int], None] | None = None,
    report: Callable[[Filling], None] | None = None,
    trace: Callable[[int, Step, State], None] | None = None,
) -> Search:
    """Look for solutions; two, the default, are enough to prove or refute that one is the only one.

    Args:
        puzzle: what to fill.
        limit: stop after so many solutions.
        strategies: deduce by these of the thesis's strategies (see `fillomino.deduction.strategies`)
            between guesses; ``None`` for the rules up to bottleneck in their fast form.
        order: where to guess: a name of `fillomino.guessing.HEURISTICS`.
        seconds: CPU seconds after which to give up.
        most_nodes: give up after so many assumptions: a limit that is the same on every machine.
        watch: called now and then with the nodes so far and the depth.
        report: called with each filling as it is found.
        trace: called with each guess, and with each step of the strategies: how many guesses stand, the step,
            and what is known then.

    Raises:
        InputError: for a name that is no strategy.
    """
    started = process_time()
    until = None if seconds is None else started + seconds
    found: list[Filling] = []
    nodes = deepest = 0
    complete = False
    # One entry for each assumption that stands: what was deduced, and how to go on if that fails.
    open_guesses: list[Iterator[tuple[Deducer, Step | None]]] = []
    deducer_of = _fast if strategies is None else _by_strategies(strategies)
    try:
        state = State(puzzle)
        open_guesses.append(iter([(deducer_of(state), None)]))
    except ContradictionError:
        complete = True
    choose = partial(choice, order=order)
    while open_guesses:
        if until is not None and process_time() >= until:
            break
        if most_nodes is not None and nodes > most_nodes:
            break
        assumed = next(open_guesses[-1], None)
        if assumed is None:
            open_guesses.pop()
            continue
        deducer, assumption = assumed
        depth = len(open_guesses) - 1

        def told(step: Step, depth: int = depth, deducer: Deducer = deducer) -> None:
            if trace is not None:
                trace(depth, step, deducer.state)

        nodes += depth > 0
        deepest = max(deepest, depth)
        if watch is not None:
            watch(nodes, depth)
        if assumption is not None:
            told(assumption)
        try:
            deducer.deduce(until, told)
            guess = choose(deducer.state)
        except ContradictionError:
            continue
        if guess is not None:
            open_guesses.append(_assumptions(deducer, *guess))
            continue
        filling = deducer.state.filling()
        if not violations(puzzle, filling):
            found.append(filling)
            if report is not None:
                report(filling)
            if len(found) >= limit:
                break
    else:
        complete = True
    return Search(tuple(found), complete, nodes, deepest, process_time() - started)


def _fast(state: State) -> Deducer:
    return Fast(Propagation(state))


def _by_strategies(strategies: frozenset[str]) -> Callable[[State], Deducer]:
    from fillomino.deduction.strategies import ByStrategies  # not needed by default

    return partial(ByStrategies.of, names=strategies)


def _assumptions(deducer: Deducer, cell: int, numbers: list[int]) -> Iterator[tuple[Deducer, Step]]:
    """One copy for each number that a cell can hold, in which it does."""
    for number in numbers:
        twin = deducer.copy()
        try:
            twin.state.fix(number, 1 << cell)
        except ContradictionError:
            continue
        yield twin, Step(GUESS, Kind.GUESS, number, 1 << cell)
