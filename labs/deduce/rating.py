"""Ratings: how hard a puzzle is for a person who knows the rules of deduction."""

from __future__ import annotations

from collections.abc import Mapping
from time import process_time

from fillomino.backtracking import search
from fillomino.deduction.reason import reasoner
from fillomino.deduction.rules import registry
from fillomino.deduction.strategies import STRATEGIES
from fillomino.puzzle import Puzzle
from fillomino.record import Record

OPEN_CELL = 100
"""Weight in the score of a cell that all rules leave open: later than every other."""


class Rating(Record):
    """A rating of a puzzle: how hard it is.

    Attributes:
        level: the level of the hardest rule needed; `registry.beyond` if all rules together leave cells open,
            ``None`` where time ran out, or the puzzle has no solution.
        consistent: false if the rules found that the puzzle has no solution.
        steps: for each rule that is a level, by name and the easiest first, the number of its steps, when
            the easiest rule that finds something is taken.
        open_cells: the cells left open.
        score: the sum over the steps, each by the weight of its rule; orders puzzles of one size.
        depth: the thesis's measure: how many guesses stood at once, at most, in backtracking with its three
            strategies from the first empty cell on; ``None`` where time ran out.
        seconds: CPU seconds, without those for `depth`.
    """

    level: int | None
    consistent: bool
    steps: Mapping[str, int]
    open_cells: int
    score: int
    depth: int | None
    seconds: float


def rate(puzzle: Puzzle, *, seconds: float | None = None, depth_seconds: float | None = 10.0) -> Rating:
    """Rate a puzzle within CPU seconds for the rules, and for the thesis's depth; 0 leaves that out."""
    started = process_time()
    reasoning = reasoner(puzzle)
    rules = registry.levels()
    count = {rule.name: 0 for rule in rules}
    score = 0
    for step in reasoning.steps(None if seconds is None else started + seconds):
        count[rules[registry.level(step.rule)].name] += 1
        score += registry.find(step.rule).weight
    left = reasoning.state.unfixed.bit_count()
    level = None
    if reasoning.solved:
        level = max((rule for rule, steps in enumerate(count.values()) if steps), default=0)
    elif reasoning.consistent and reasoning.finished:
        level = registry.beyond()
    taken = process_time() - started
    searched = depth_seconds != 0 and reasoning.consistent
    depth = thesis_depth(puzzle, seconds=depth_seconds) if searched else None
    return Rating(level, reasoning.consistent, count, left, score + OPEN_CELL * left, depth, taken)


def thesis_depth(
    puzzle: Puzzle, *, seconds: float | None = None, most_nodes: int | None = None
) -> int | None:
    """Return the depth of a puzzle (see `Rating`); ``None`` beyond a limit of CPU seconds or of guesses."""
    names = frozenset(STRATEGIES)
    result = search(puzzle, strategies=names, order="first", seconds=seconds, most_nodes=most_nodes, limit=1)
    return result.depth if result.fillings or result.complete else None
