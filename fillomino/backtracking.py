"""Backtracking: where the rules find no more, assume a number; on a contradiction, undo it.

The search is complete: it finds every filling, in every variant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain
from time import process_time
from typing import TYPE_CHECKING, TypeAlias

from fillomino.deduction.fast.propagation import Propagation
from fillomino.deduction.state import ContradictionError, State
from fillomino.deduction.steps import Kind, Step
from fillomino.guessing import Order, choice
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import violations

if TYPE_CHECKING:
    from fillomino.deduction.reason import Reasoner


@dataclass(frozen=True, slots=True)
class Search:
    """The result of a search.

    Attributes:
        fillings: the solutions, in the order found.
        complete: whether these are all there are.
        nodes: how many numbers were assumed.
        depth: the largest number of assumptions that held at once.
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
"""The `rule` of steps that are guesses."""

Deducer: TypeAlias = "Propagation | Reasoner"
"""The deduction between assumptions: the rules in their fast form, or with steps."""


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
    """Search for solutions; the default limit of two decides whether a solution is unique.

    Args:
        puzzle: what to fill.
        limit: the number of solutions after which to stop.
        strategies: deduce by these of the thesis's strategies (see `fillomino.deduction.strategies`)
            between guesses; ``None`` for the rules up to bottleneck in their fast form.
        order: which cell to guess: a name of `fillomino.guessing.HEURISTICS`.
        seconds: CPU seconds after which to give up.
        most_nodes: the number of assumptions after which to give up; the same on every machine.
        watch: called now and then with the nodes so far and the depth.
        report: called with each filling as it is found.
        trace: called with each guess, and with each step of the strategies: the depth, the step, the state.

    Raises:
        InputError: for an unknown strategy.
    """
    started = process_time()
    until = None if seconds is None else started + seconds
    fillings: list[Filling] = []
    nodes = deepest = 0
    complete = False
    # One entry for each assumption that stands: what was deduced, and how to go on if that fails.
    open_guesses: list[Iterator[tuple[Deducer, Step | None]]] = []
    rules = None if strategies is None else _rules_of(strategies)
    try:
        state = State(puzzle)
        open_guesses.append(iter([(Propagation(state) if rules is None else rules(state), None)]))
    except ContradictionError:
        complete = True
    while open_guesses:
        if until is not None and process_time() >= until:
            break
        if most_nodes is not None and nodes > most_nodes:
            break
        deducer, assumption = next(open_guesses[-1], (None, None))
        if deducer is None:
            open_guesses.pop()
            continue
        depth = len(open_guesses) - 1
        nodes += depth > 0
        deepest = max(deepest, depth)
        if watch is not None:
            watch(nodes, depth)
        steps = _deduce(deducer, until)
        try:
            for step in steps if assumption is None else chain([assumption], steps):
                if trace is not None:
                    trace(depth, step, deducer.state)
            guess = choice(deducer.state, order)
        except ContradictionError:
            continue
        if guess is not None:
            open_guesses.append(_assumptions(deducer, *guess))
            continue
        filling = deducer.state.filling()
        if not violations(puzzle, filling):
            fillings.append(filling)
            if report is not None:
                report(filling)
            if len(fillings) >= limit:
                break
    else:
        complete = True
    return Search(tuple(fillings), complete, nodes, deepest, process_time() - started)


def _rules_of(strategies: frozenset[str]) -> Callable[[State], Reasoner]:
    """Return the reasoner of a state by these strategies, which are not imported by default."""
    from fillomino.deduction.reason import Reasoner
    from fillomino.deduction.strategies import rules_of

    return partial(Reasoner, rules=rules_of(strategies))


def _deduce(deducer: Deducer, until: float | None) -> Iterator[Step]:
    """Apply the rules, and yield their steps if they are told apart.

    Raises:
        ContradictionError: if there is no solution.
    """
    if isinstance(deducer, Propagation):
        deducer.run(until)
        return
    yield from deducer.steps(until)
    if not deducer.consistent:
        raise ContradictionError


def _assumptions(deducer: Deducer, cell: int, numbers: list[int]) -> Iterator[tuple[Deducer, Step]]:
    """Yield for each number that a cell can hold a copy in which it does."""
    for number in numbers:
        twin = deducer.copy()
        try:
            twin.state.fix(number, 1 << cell)
        except ContradictionError:
            continue
        yield twin, Step(GUESS, Kind.GUESS, number, 1 << cell)
