"""One puzzle from a seed, as specified."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from time import process_time
from typing import NamedTuple

from fillomino.counting.windows import random_filling
from fillomino.deduction.rating import Rating, rate, thesis_depth
from fillomino.deduction.rules.table import beyond
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import regions
from workbench.generate.removal import Spec, fewer, strip


@dataclass(frozen=True, slots=True)
class GeneratedPuzzle:
    """A generated puzzle.

    Attributes:
        puzzle: the puzzle.
        filling: its only solution.
        rating: its rating by a fresh run, with the depth if that was required.
        seed: what makes it again: ``SEED/NUMBER``.
        attempts: how many fillings were tried for it.
        seconds: CPU seconds of this process for all of them.
    """

    puzzle: Puzzle
    filling: Filling
    rating: Rating
    seed: str
    attempts: int
    seconds: float


class Rejection(NamedTuple):
    """The reason why an attempt came to no puzzle.

    Attributes:
        reason: which requirement was not met, in a few words.
        clues: how many clues were left.
        seconds: CPU seconds of this process.
    """

    reason: str
    clues: int
    seconds: float


MOST_GUESSES = 2000
"""The guesses after which a puzzle's depth counts as unknown: a limit that is the same on every machine."""


def make(
    spec: Spec,
    seed: str,
    attempts: int,
    tried: Callable[[], None] = lambda: None,
    rejected: Callable[[Rejection], None] = lambda _rejection: None,
) -> GeneratedPuzzle | None:
    """Make a puzzle exactly as specified.

    The same requirements and seed give the same puzzle on every machine. So many fillings are tried; after
    each attempt `tried` is called, and `rejected` with the reason if it came to nothing.

    Returns:
        The puzzle, or ``None`` if all attempts failed.

    Raises:
        PuzzleError: if the board has no filling with regions as small as required.
        SolverNotFoundError: if a solver is needed and not installed.
    """
    seconds = 0.0
    for number in range(1, attempts + 1):
        outcome = attempt(spec, seed, number)
        seconds += outcome.seconds
        tried()
        if isinstance(outcome, GeneratedPuzzle):
            return replace(outcome, seconds=seconds)
        rejected(outcome)
    return None


def attempt(spec: Spec, seed: str, number: int) -> GeneratedPuzzle | Rejection:
    """Return the puzzle that one attempt came to, or the reason why it was rejected."""
    started = process_time()
    chance = Random(f"{seed}/{number}")  # noqa: S311
    filling = random_filling(spec.board, spec.largest, chance)
    prove = partial(is_unique, solver=spec.solver)
    clues = strip(spec, filling, chance, prove)
    if spec.fewest is not None:
        clues = fewer(spec, filling, clues, chance, prove)
    title = f"Level {spec.level}, seed {seed}"
    puzzle = Puzzle(spec.board, clues, info={"title": title})
    rating = _rating(spec, puzzle, filling)
    seconds = process_time() - started
    if isinstance(rating, str):
        return Rejection(rating, len(clues), seconds)
    return GeneratedPuzzle(puzzle, filling, rating, seed, number, seconds)


def _rating(spec: Spec, puzzle: Puzzle, filling: Filling) -> Rating | str:
    """Return the rating of a puzzle by a fresh run; or which requirement it does not meet."""
    if spec.clues is not None and len(puzzle.clues) > spec.clues:
        return "too many clues"
    clued = [any(x in puzzle.clues for x in region) for region in regions(puzzle.board, filling)]
    if (spec.kind == "basic" and not all(clued)) or (spec.kind == "hidden" and all(clued)):
        return "regions without a clue that should have one, or the reverse"
    rating = rate(puzzle, depth_seconds=0)
    if rating.level != spec.level:
        return "not of the level"
    if rating.level == beyond() and not is_unique(puzzle, spec.solver):
        return "several solutions"
    if spec.depth is not None:
        depth = thesis_depth(puzzle, most_nodes=MOST_GUESSES)
        low, high = spec.depth
        if depth is None or depth < low or (high is not None and depth > high):
            return "not of the depth"
        rating = replace(rating, depth=depth)
    return rating


def is_unique(puzzle: Puzzle, solver: str) -> bool:
    """Return whether a solver proves that a puzzle has exactly one solution.

    Raises:
        SolverNotFoundError: if the solver is not installed.
        ContradictedError: if it claims what the rules contradict: no solution, or no other.
    """
    from workbench.methods.contradicted import ContradictedError
    from workbench.methods.method import Question, Status
    from workbench.methods.smt import smt

    result = smt("cuts", solver, deduce="ahead").run("generated", puzzle, Question(unique=True))
    if result.status is Status.WRONG:
        raise ContradictedError(f"{solver} can't be used to generate: its verdict is {result.error}")
    return result.unique is True
