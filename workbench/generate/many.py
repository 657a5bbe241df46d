"""Many puzzles, in order; their attempts may be spread over processes or machines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeAlias

from fillomino.deduction.rules.table import beyond
from workbench.generate.puzzle import GeneratedPuzzle, Rejection, attempt, make
from workbench.generate.removal import Spec

Outcome: TypeAlias = GeneratedPuzzle | Rejection
Begin: TypeAlias = Callable[[str, int], "Future[Outcome]"]
"""Begins an attempt at the puzzle of a seed somewhere."""


def make_many(
    spec: Spec,
    seed: int,
    count: int,
    attempts: int,
    jobs: int = 1,
    cluster: str | None = None,
    tried: Callable[[], None] = lambda: None,
    rejected: Callable[[Rejection], None] = lambda _rejection: None,
) -> Iterator[GeneratedPuzzle | None]:
    """Make puzzles: the same ones, however many processes or machines work on them.

    Args:
        spec: the requirements on each.
        seed: the source of chance; the puzzles have the seeds ``SEED/1``, ``SEED/2`` and so on.
        count: how many.
        attempts: how many fillings to try for each.
        jobs: how many processes on this machine.
        cluster: the address of a Dask scheduler whose workers are to do it instead.
        tried: called when an attempt ends.
        rejected: called with the reason if it came to nothing.

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

        with on_cluster(cluster, _versions, spec) as (begin, width):
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
