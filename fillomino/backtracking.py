"""Backtracking: where the rules find no more, assume a number; on a contradiction, undo it.

The search is complete: it finds every filling, in every variant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from time import process_time
from typing import TYPE_CHECKING, Literal, TypeAlias

from fillomino.deduction.fast.propagation import Propagation
from fillomino.deduction.state import ContradictionError, State
from fillomino.deduction.step import GUESS, Kind, Step
from fillomino.graph import bits, components
from fillomino.puzzle import Filling, Puzzle
from fillomino.record import Record
from fillomino.rules import violations

if TYPE_CHECKING:
    from fillomino.deduction.reason import Reasoner


Order: TypeAlias = Literal["first", "fewest", "constrained", "exits"]
"""The names of the heuristics."""

Guess: TypeAlias = tuple[int, list[int]]
"""A cell and its candidates, in the order in which to try them."""


class Heuristic(Record):
    """A heuristic: what it chooses, in a phrase, and the choice among open cells with candidates."""

    title: str
    choose: Callable[[State, list[int]], Guess]


def choice(state: State, order: Order) -> Guess | None:
    """Return the cell to guess and its candidates; ``None`` if every cell is decided.

    Raises:
        ContradictionError: if a cell has no candidate.
    """
    if not state.unfixed:
        return None
    masks = state.candidates()
    guess = HEURISTICS[order].choose(state, masks)
    if not guess[1]:
        raise ContradictionError
    return guess


def _first(state: State, masks: list[int]) -> Guess:
    return _ascending(masks, next(bits(state.unfixed)))


def _fewest(state: State, masks: list[int]) -> Guess:
    return _ascending(masks, min(bits(state.unfixed), key=lambda cell: (masks[cell].bit_count(), cell)))


def _constrained(state: State, masks: list[int]) -> Guess:
    def rank(cell: int) -> tuple[int, int, int]:
        decided = state.beside[cell] & ~state.unfixed
        return masks[cell].bit_count(), -decided.bit_count(), cell

    return _ascending(masks, min(bits(state.unfixed), key=rank))


def _exits(state: State, masks: list[int]) -> Guess:
    """An exit of the group that has the fewest; with the group's number first."""
    best: tuple[int, int, int, int] | None = None
    for number, cells in state.fixed.items():
        for group in components(state.near, cells):
            missing = number - group.bit_count()
            if missing > 0:
                exits = state.near(group) & state.admits[number] & state.unfixed
                ranked = exits.bit_count(), missing, number, exits
                best = ranked if best is None or ranked < best else best
    if best is None:  # every open cell is in a region without a known cell
        return _fewest(state, masks)
    _, _, number, exits = best
    if not exits:
        raise ContradictionError
    cell = min(bits(exits), key=lambda cell: (masks[cell].bit_count(), cell))
    return cell, [number, *bits(masks[cell] & ~(1 << number))]


def _ascending(masks: list[int], cell: int) -> Guess:
    return cell, list(bits(masks[cell]))


HEURISTICS: Mapping[Order, Heuristic] = {
    "fewest": Heuristic("the cell with the fewest candidates", _fewest),
    "first": Heuristic("the first open cell, as the thesis does", _first),
    "constrained": Heuristic("the one of these that is beside most known cells", _constrained),
    "exits": Heuristic("an exit of the known group that has the fewest, its number first", _exits),
}
"""The heuristics by name; the first is the default."""


class Search(Record):
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
        order: which cell to guess: a name of `fillomino.backtracking.HEURISTICS`.
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
    walk = _Walk(puzzle, strategies, order, until, most_nodes, watch, trace)
    fillings: list[Filling] = []
    for filling in walk.fillings():
        fillings.append(filling)
        if report is not None:
            report(filling)
        if len(fillings) >= limit:
            break
    return Search(tuple(fillings), walk.complete, walk.nodes, walk.deepest, process_time() - started)


class _Walk:
    """A walk through the tree of assumptions, depth first, until a time or a number of nodes.

    Args:
        puzzle: and what follows are those of `search`, but for `until`, by `time.process_time`.

    Attributes:
        nodes: how many numbers were assumed so far.
        deepest: the largest number of assumptions that held at once.
        complete: whether the whole tree was walked through.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        strategies: frozenset[str] | None,
        order: Order,
        until: float | None,
        most_nodes: int | None,
        watch: Callable[[int, int], None] | None,
        trace: Callable[[int, Step, State], None] | None,
    ) -> None:
        self._puzzle, self._strategies, self._order = puzzle, strategies, order
        self._until, self._most_nodes = until, most_nodes
        self._watch, self._trace = watch, trace
        self.nodes = self.deepest = 0
        self.complete = False

    def _is_over(self) -> bool:
        """Whether the time, or the number of nodes, is used up."""
        if self._until is not None and process_time() >= self._until:
            return True
        return self._most_nodes is not None and self.nodes > self._most_nodes

    def fillings(self) -> Iterator[Filling]:
        """Yield the solutions.

        Raises:
            InputError: for an unknown strategy.
        """
        # One entry for each assumption that stands: what was deduced, and how to go on if that fails.
        open_guesses: list[Iterator[tuple[Deducer, Step | None]]] = []
        with suppress(ContradictionError):
            open_guesses.append(iter([(_beginning(self._puzzle, self._strategies), None)]))
        while open_guesses:
            if self._is_over():
                return
            deducer, assumption = next(open_guesses[-1], (None, None))
            if deducer is None:
                open_guesses.pop()
                continue
            depth = len(open_guesses) - 1
            self.nodes += depth > 0
            self.deepest = max(self.deepest, depth)
            if self._watch is not None:
                self._watch(self.nodes, depth)
            try:
                self._deduce(depth, deducer, assumption)
                guess = choice(deducer.state, self._order)
            except ContradictionError:
                continue
            if guess is not None:
                open_guesses.append(_assumptions(deducer, *guess))
                continue
            filling = deducer.state.filling()
            if not violations(self._puzzle, filling):
                yield filling
        self.complete = True

    def _deduce(self, depth: int, deducer: Deducer, assumption: Step | None) -> None:
        """Trace the assumption, if one was made; apply the rules, and trace steps that they tell apart.

        Raises:
            ContradictionError: if there is no solution.
        """
        if assumption is not None and self._trace is not None:
            self._trace(depth, assumption, deducer.state)
        if isinstance(deducer, Propagation):
            deducer.run(self._until)
            return
        for step in deducer.steps(self._until):
            if self._trace is not None:
                self._trace(depth, step, deducer.state)
        if not deducer.consistent:
            raise ContradictionError


def _beginning(puzzle: Puzzle, strategies: frozenset[str] | None) -> Deducer:
    """The deduction from the clues by these strategies, which are not imported by default; else by the rules.

    Raises:
        InputError: for an unknown strategy.
        ContradictionError: if the clues contradict one another.
    """
    if strategies is None:
        return Propagation(State(puzzle))
    from fillomino.deduction.reason import Reasoner
    from fillomino.deduction.strategies import rules_of

    rules = rules_of(strategies)
    return Reasoner(State(puzzle), rules=rules)


def _assumptions(deducer: Deducer, cell: int, numbers: list[int]) -> Iterator[tuple[Deducer, Step]]:
    """Yield for each number that a cell can hold a copy in which it does."""
    for number in numbers:
        twin = deducer.copy()
        try:
            twin.state.fix(number, 1 << cell)
        except ContradictionError:
            continue
        yield twin, Step(GUESS, Kind.GUESS, number, 1 << cell)
