"""One puzzle, as wanted, from a seed."""

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
from workbench.generate.removal import fewer, strip
from workbench.generate.wish import Wish


@dataclass(frozen=True, slots=True)
class Made:
    """A generated puzzle.

    Attributes:
        puzzle: the puzzle.
        filling: its only solution.
        rating: its rating by a fresh run, with the depth if that was wanted.
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


class Miss(NamedTuple):
    """The reason why an attempt came to no puzzle.

    Attributes:
        reason: what was not as wanted, in a few words.
        clues: how many clues were left.
    """

    reason: str
    clues: int


TOO_MANY, KIND, EASIER, SEVERAL, OTHER_DEPTH = (
    "too many clues",
    "regions without a clue that should have one, or the reverse",
    "not of the level",
    "several solutions",
    "not of the depth",
)
"""The reasons."""

MOST_GUESSES = 2000
"""The guesses after which a puzzle's depth counts as unknown: a limit that is the same on every machine."""


def make(
    wish: Wish,
    seed: str,
    attempts: int,
    tried: Callable[[], None] = lambda: None,
    missed: Callable[[Miss], None] = lambda _miss: None,
) -> Made | None:
    """Make a puzzle exactly as wanted.

    The same wish and seed give the same puzzle on every machine.

    Args:
        wish: what is wanted.
        seed: where the chance comes from.
        attempts: how many fillings to try.
        tried: called after each attempt.
        missed: called with the reason if one came to nothing.

    Returns:
        The puzzle, or ``None`` if none of the attempts came to one.

    Raises:
        PuzzleError: if the board has no filling with regions as small as wanted.
        SolverNotFoundError: if a solver is needed and not installed.
    """
    total = 0.0
    for number in range(1, attempts + 1):
        made, seconds = attempt(wish, seed, number)
        total += seconds
        tried()
        if isinstance(made, Made):
            return replace(made, seconds=total)
        missed(made)
    return None


def attempt(wish: Wish, seed: str, number: int) -> tuple[Made | Miss, float]:
    """One attempt: the puzzle, or the reason why it is not as wanted, and the CPU seconds of this process."""
    started = process_time()
    chance = Random(f"{seed}/{number}")  # noqa: S311
    filling = random_filling(wish.board, wish.largest, chance)
    prove = partial(only_filling, solver=wish.solver)
    clues = strip(wish, filling, chance, prove)
    if wish.fewest is not None:
        clues = fewer(wish, filling, clues, chance, prove)
    title = f"Level {wish.level}, seed {seed}"
    limit = wish.largest if wish.stated else None
    puzzle = Puzzle(wish.board, clues, largest_region=limit, info={"title": title})
    rating = as_wanted(wish, puzzle, filling)
    seconds = process_time() - started
    if isinstance(rating, str):
        return Miss(rating, len(clues)), seconds
    return Made(puzzle, filling, rating, seed, number, seconds), seconds


def as_wanted(wish: Wish, puzzle: Puzzle, filling: Filling) -> Rating | str:
    """The rating of a puzzle by a fresh run if it is all that is wanted; else the reason why it is not."""
    if wish.clues is not None and len(puzzle.clues) > wish.clues:
        return TOO_MANY
    clued = [any(x in puzzle.clues for x in part) for part in regions(puzzle.board, filling)]
    if (wish.kind == "basic" and not all(clued)) or (wish.kind == "hidden" and all(clued)):
        return KIND
    rating = rate(puzzle, depth_seconds=0)
    if rating.level != wish.level:
        return EASIER
    if rating.level == beyond() and not only_filling(puzzle, wish.solver):
        return SEVERAL
    if wish.depth is not None:
        depth = thesis_depth(puzzle, most_nodes=MOST_GUESSES)
        low, high = wish.depth
        if depth is None or depth < low or (high is not None and depth > high):
            return OTHER_DEPTH
        rating = replace(rating, depth=depth)
    return rating


def only_filling(puzzle: Puzzle, solver: str) -> bool:
    """Return whether a solver proves that a puzzle has exactly one solution.

    Raises:
        SolverNotFoundError: if the solver is not installed.
        ContradictedError: if it claims what the rules contradict: no solution, or no other.
    """
    from workbench.methods.contradicted import ContradictedError
    from workbench.methods.question import Question
    from workbench.methods.result import Status
    from workbench.methods.table import smt

    result = smt("cuts", solver, deduce="ahead").run("generated", puzzle, Question(unique=True))
    if result.status is Status.WRONG:
        raise ContradictedError(f"{solver} can't be used to generate: its verdict is {result.error}")
    return result.unique is True
