"""Deduction explained: every step as far as the rules go, with what was known before it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import process_time

from fillomino.board import Board
from fillomino.deduction.engine import Level, deduce
from fillomino.deduction.reason import Reasoner
from fillomino.deduction.rules import registry
from fillomino.deduction.state import Candidates, State
from fillomino.deduction.step import GUESS, Kind, Step, listed
from fillomino.deduction.strategies import STRATEGIES
from fillomino.graph import bits
from fillomino.puzzle import Filling, Puzzle
from fillomino.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from fillomino.backtracking import Search
    from workbench.texts.rows import StepRow

Further: TypeAlias = Callable[[State], Step | None]
"""Finds a step where the rules find no more, as `workbench.fillomino.forced` does; ``None`` for none."""


class ExplainedStep(Record):
    """A step with what was known before it.

    Attributes:
        step: the step.
        sentence: the step in words, with the name of its rule.
        known: the numbers known before, 0 elsewhere.
        depth: in backtracking, how many guesses stand, this one too.
    """

    step: Step
    sentence: str
    known: Filling
    depth: int | None = None

    def to_json(self, names: tuple[str, ...]) -> StepRow:
        """One row for machines."""
        from msgspec import UNSET

        from workbench.texts.rows import StepRow

        guess = self.step.kind is Kind.GUESS
        return StepRow(
            rule=GUESS if guess else registry.label(self.step.rule),
            name=GUESS if guess else registry.title(registry.level(self.step.rule)),
            kind=self.step.kind.value,
            number=self.step.number,
            cells=[names[cell] for cell in bits(self.step.cells)],
            because=[names[cell] for cell in bits(self.step.because)],
            text=self.sentence,
            depth=UNSET if self.depth is None else self.depth,
        )


def sentence(step: Step, board: Board) -> str:
    """A step in words, with the name of its rule."""
    if step.kind is Kind.GUESS:
        return f"{GUESS}: suppose {listed(board, step.cells)} is {step.number}."
    level = registry.level(step.rule)
    return f"S{level} {registry.title(level)}: {registry.find(step.rule).describe(step, board)}"


def explained_steps(
    reasoning: Reasoner, seconds: float | None = None, further: Further | None = None
) -> Iterator[ExplainedStep]:
    """Yield the steps of a reasoner, each explained, within CPU seconds of ours.

    After each step that `further` finds, where the rules find no more, come those that follow from it.
    """
    board, known = reasoning.state.puzzle.board, list(reasoning.candidates().filling())
    until = None if seconds is None else process_time() + seconds

    def explained(step: Step) -> ExplainedStep:
        before = tuple(known)
        for cell in bits(step.cells) if step.kind is Kind.FIX else ():
            known[cell] = step.number
        return ExplainedStep(step, sentence(step, board), before)

    while True:
        yield from map(explained, reasoning.steps(until))
        if further is None or not (reasoning.consistent and reasoning.finished and reasoning.state.unfixed):
            return
        from drivers.errors import SessionTimeoutError  # only a solver has a session

        try:
            step = further(reasoning.state)
        except SessionTimeoutError:
            reasoning.finished = False
            return
        taken = None if step is None else reasoning.take(step)
        if taken is None:
            return
        yield explained(taken)


class Backtracking(Record):
    """The thesis's backtracking on a puzzle: a search, with the interface of a `Reasoner` to its outcome."""

    puzzle: Puzzle
    search: Search

    @property
    def solved(self) -> bool:
        """Return whether a solution was found."""
        return bool(self.search.fillings)

    @property
    def consistent(self) -> bool:
        """False if the search proved that there is no solution."""
        return self.solved or not self.search.complete

    @property
    def finished(self) -> bool:
        """Return whether the search ended by itself."""
        return self.solved or self.search.complete

    def candidates(self) -> Candidates:
        """Return the numbers of the solution, or what the clues leave."""
        masks = deduce(self.puzzle, Level.NONE).masks
        return Candidates(tuple(1 << number for number in self.search.fillings[0]) if self.solved else masks)


def backtracking(puzzle: Puzzle, seconds: float | None = None) -> tuple[Backtracking, list[ExplainedStep]]:
    """Solve a puzzle as the thesis does: by its strategies, and guesses at the first open cell.

    Returns:
        The outcome, and every step and guess up to the first solution, in their order.
    """
    from fillomino.backtracking import search  # few ask for the search of the thesis

    steps: list[ExplainedStep] = []

    def trace(depth: int, step: Step, state: State) -> None:
        new = step.cells if step.kind in (Kind.FIX, Kind.GUESS) else 0
        known = tuple(0 if new >> cell & 1 else number for cell, number in enumerate(state.filling()))
        text = sentence(step, puzzle.board)
        steps.append(ExplainedStep(step, f"{text} (depth {depth})" if depth else text, known, depth))

    names = frozenset(STRATEGIES)
    done = search(puzzle, strategies=names, order="first", seconds=seconds, limit=1, trace=trace)
    return Backtracking(puzzle, done), steps
