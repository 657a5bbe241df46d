"""Puzzles from seeds, as specified; the attempts at many may be spread over processes or machines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from time import process_time
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from fillomino.counting.windows import random_filling
from fillomino.deduction.rules.registry import beyond
from fillomino.errors import PuzzleError
from fillomino.laboratories import part
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import regions
from labs.generate.removal import Spec, fewer, strip

if TYPE_CHECKING:
    from workbench.api.answers import Rating

A_RATING = "the level of a generated puzzle"


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
    """Which requirement an attempt did not meet, in a few words; its clues left, and its CPU seconds."""

    reason: str
    clues: int
    seconds: float


Outcome: TypeAlias = GeneratedPuzzle | Rejection
Begin: TypeAlias = Callable[[str, int], "Future[Outcome]"]
"""Begins an attempt at the puzzle of a seed somewhere."""

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


def attempt(spec: Spec, seed: str, number: int) -> Outcome:
    """Return the puzzle that one attempt came to, or the reason why it was rejected."""
    started = process_time()
    filling, chance = _random_filling(spec, f"{seed}/{number}")
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


def _random_filling(spec: Spec, seed: str) -> tuple[Filling, Random]:
    """A filling to make a puzzle from, and the source of chance after it.

    Raises:
        PuzzleError: if none was found, or there is none.
    """
    *first, last = spec.grids
    for largest in first:
        chance = Random(seed)  # noqa: S311
        with suppress(PuzzleError):
            return random_filling(spec.board, largest, chance), chance
    chance = Random(seed)  # noqa: S311
    return random_filling(spec.board, last, chance), chance


def _rating(spec: Spec, puzzle: Puzzle, filling: Filling) -> Rating | str:
    """Return the rating of a puzzle by a fresh run; or which requirement it does not meet."""
    if spec.clues is not None and len(puzzle.clues) > spec.clues:
        return "too many clues"
    clued = [any(x in puzzle.clues for x in region) for region in regions(puzzle.board, filling)]
    if (spec.kind == "basic" and not all(clued)) or (spec.kind == "hidden" and all(clued)):
        return "regions without a clue that should have one, or the reverse"
    rating: Any = part("deduce", "rating:rate", A_RATING)(puzzle, depth_seconds=0)
    if rating.level != spec.level:
        return "not of the level"
    if rating.level == beyond() and not is_unique(puzzle, spec.solver):
        return "several solutions"
    if spec.depth is not None:
        depth = part("deduce", "rating:thesis_depth", A_RATING)(puzzle, most_nodes=MOST_GUESSES)
        low, high = spec.depth
        if depth is None or depth < low or (high is not None and depth > high):
            return "not of the depth"
        rating = rating.replace(depth=depth)
    rated: Rating = rating
    return rated


def is_unique(puzzle: Puzzle, solver: str) -> bool:
    """Return whether a solver proves that a puzzle has exactly one solution.

    Raises:
        SolverNotFoundError: if the solver is not installed.
        ContradictedError: if it claims what the rules contradict: no solution, or no other.
    """
    from workbench.fillomino.contradicted import ContradictedError
    from workbench.methods.method import Question, Status
    from workbench.methods.smt import smt

    result = smt("cuts", solver, deduce="ahead").run("generated", puzzle, Question(unique=True))
    if result.verdict.status is Status.WRONG:
        raise ContradictedError(f"{solver} can't be used to generate: its verdict is {result.why.error}")
    return result.verdict.unique is True


def make_many(
    spec: Spec,
    seed: int,
    count: int,
    attempts: int,
    jobs: int = 1,
    cluster: str | None = None,
    tried: Callable[[], None] = lambda: None,
    rejected: Callable[[Rejection], None] = lambda _rejection: None,
    notice: Callable[[str], None] = lambda _: None,
) -> Iterator[GeneratedPuzzle | None]:
    """Make puzzles: the same ones, however many processes or machines work on them.

    They have the seeds ``SEED/1``, ``SEED/2`` and so on. `cluster` is the address of a Dask scheduler, whose
    workers then make them in place of processes here; `notice` is told when all of them are lost. The rest is
    as in `make`.

    Yields:
        The puzzles in order, ``None`` for one that failed. Interrupted, those of later numbers that
        are done come before `KeyboardInterrupt` is raised again.

    Raises:
        PuzzleError: if the board has no filling with regions as small as required (from other processes as
            another error of ours).
    """
    seeds = [f"{seed}/{number}" for number in range(1, count + 1)]
    if cluster is not None:
        from workbench.workers.cluster import on_cluster

        with on_cluster(cluster, _versions, spec, notice=notice) as (begin, width):
            yield from _spread(partial(begin, attempt, spec), width, seeds, attempts, tried, rejected)
    elif jobs > 1:
        from workbench.workers.worker import local

        with local(jobs) as begin:
            yield from _spread(partial(begin, attempt, spec), lambda: jobs, seeds, attempts, tried, rejected)
    else:
        for puzzle_seed in seeds:
            yield make(spec, puzzle_seed, attempts, tried, rejected)


@dataclass(slots=True)
class _Search:
    """The attempts at one puzzle; the lowest that succeeds counts, as if they were made in turn."""

    seed: str
    attempts: int
    begun: int = 0
    outcomes: dict[int, Outcome] = field(default_factory=dict)

    @property
    def needed(self) -> int:
        """The number of the last attempt that is of use, as far as is known."""
        puzzles = (n for n, outcome in self.outcomes.items() if isinstance(outcome, GeneratedPuzzle))
        return min(puzzles, default=self.attempts)

    @property
    def under_way(self) -> int:
        return self.begun - len(self.outcomes)

    @property
    def decided(self) -> bool:
        return all(number in self.outcomes for number in range(1, self.needed + 1))

    def puzzle(self) -> GeneratedPuzzle | None:
        """The puzzle, once it is decided."""
        made = self.outcomes[self.needed]
        if not isinstance(made, GeneratedPuzzle):
            return None
        return replace(made, seconds=sum(self.outcomes[n].seconds for n in range(1, made.attempts + 1)))


def _spread(
    begin: Begin,
    width: Callable[[], int],
    seeds: list[str],
    attempts: int,
    tried: Callable[[], None],
    rejected: Callable[[Rejection], None] = lambda _rejection: None,
) -> Iterator[GeneratedPuzzle | None]:
    """Keep `width` attempts going: first one at each puzzle, and only then several at one."""
    searches = [_Search(seed, attempts) for seed in seeds]
    going: dict[Future[Outcome], tuple[_Search, int]] = {}
    try:
        while searches:
            for _ in range(width() - len(going)):
                useful = [search for search in searches if search.begun < search.needed]
                if not useful:
                    break
                search = min(useful, key=lambda search: search.under_way)
                search.begun += 1
                going[begin(search.seed, search.begun)] = search, search.begun
            for future in wait(going, return_when=FIRST_COMPLETED).done:
                search, number = going.pop(future)
                search.outcomes[number] = outcome = future.result()
                tried()
                if isinstance(outcome, Rejection):
                    rejected(outcome)
            while searches and searches[0].decided:
                yield searches.pop(0).puzzle()
    except KeyboardInterrupt:
        yield from [search.puzzle() for search in searches if search.decided]
        raise


def _versions(spec: Spec) -> dict[str, str]:
    """Return the versions of all that decides on the puzzles, on this machine. This runs in a Dask worker.

    Raises:
        SolverNotFoundError: if the solver is needed and not installed here.
    """
    from drivers.backend import version
    from drivers.solvers import find
    from workbench.compare.machine import our_version

    if spec.level < beyond():
        return our_version()
    return our_version() | {spec.solver: version(find(spec.solver))}
