"""How hard a puzzle is for a person who knows the rules of deduction."""

from __future__ import annotations

from dataclasses import dataclass
from time import process_time

from fillomino.backtracking import search
from fillomino.deduction.reason import reasoner
from fillomino.deduction.rules.table import HARDEST, RULES
from fillomino.deduction.strategies import STRATEGIES
from fillomino.puzzle import Puzzle

BEYOND = HARDEST + 1
"""The level of a puzzle that all rules together leave open."""

WEIGHTS = (1, 1, 2, 3, 4, 8, 15, 30, 60)
"""What a step of each rule counts in the score: by how much it takes to see it, as we judge."""

OPEN_CELL = 200
"""What a cell counts that all rules leave open."""


@dataclass(frozen=True, slots=True)
class Rating:
    """How hard a puzzle is.

    Attributes:
        level: the level of the hardest rule needed; `BEYOND` if all rules together leave cells open,
            ``None`` where time ran out, or the puzzle has no filling.
        consistent: false if the rules found that the puzzle has no filling.
        steps: for each rule the number of its steps, when the easiest rule that says something is taken.
        open_cells: the cells left open.
        score: the sum over the steps, each by the weight of its rule; orders puzzles of one size.
        depth: the thesis's measure: how many guesses stood at once, at most, in backtracking with its three
            strategies from the first empty cell on; ``None`` where time ran out.
        seconds: CPU seconds, without those for `depth`.
    """

    level: int | None
    consistent: bool
    steps: tuple[int, ...]
    open_cells: int
    score: int
    depth: int | None
    seconds: float


def rate(
    puzzle: Puzzle,
    *,
    seconds: float | None = None,
    depth_seconds: float | None = 10.0,
) -> Rating:
    """Rate a puzzle.

    Args:
        puzzle: what to rate.
        seconds: CPU seconds for the rules.
        depth_seconds: CPU seconds for the thesis's depth; 0 leaves it out.
    """
    started = process_time()
    reasoning = reasoner(puzzle)
    count = [0] * len(RULES)
    for step in reasoning.steps(None if seconds is None else started + seconds):
        count[step.rule] += 1
    left = reasoning.state.unfixed.bit_count()
    level = None
    if reasoning.solved:
        level = max((rule for rule, steps in enumerate(count) if steps), default=0)
    elif reasoning.consistent and reasoning.finished:
        level = BEYOND
    taken = process_time() - started
    depth = None
    if depth_seconds != 0 and reasoning.consistent:
        names = frozenset(STRATEGIES)
        found = search(puzzle, strategies=names, order="first", seconds=depth_seconds, limit=1)
        depth = found.depth if found.fillings or found.complete else None
    weighed = sum(weight * steps for weight, steps in zip(WEIGHTS, count, strict=True))
    return Rating(level, reasoning.consistent, tuple(count), left, weighed + OPEN_CELL * left, depth, taken)
