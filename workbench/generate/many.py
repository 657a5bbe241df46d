"""Many puzzles, their attempts spread over processes or machines, in order, and none that is done is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field, replace
from functools import partial

from fillomino.deduction.rules.table import beyond
from workbench.generate.puzzle import Made, Miss, attempt, make
from workbench.generate.wish import Wish

Answer = tuple[Made | Miss | None, float]
"""The puzzle of an attempt, or why it came to none, and its CPU seconds."""
Begin = Callable[[Wish, str, int], "Future[Answer]"]
"""Begins an attempt somewhere."""


def make_many(
    wish: Wish,
    seed: int,
    count: int,
    attempts: int,
    jobs: int = 1,
    cluster: str | None = None,
    tried: Callable[[], None] = lambda: None,
    missed: Callable[[Miss], None] = lambda _miss: None,
) -> Iterator[Made | None]:
    """Make puzzles: the same ones, however many processes or machines work on them.

    Args:
        wish: what is wanted of each.
        seed: where the chance comes from; the puzzles have the seeds ``SEED/1``, ``SEED/2`` and so on.
        count: how many.
        attempts: how many fillings to try for each.
        jobs: how many processes on this machine.
        cluster: the address of a Dask scheduler whose workers are to do it instead.
        tried: called when an attempt ends.
        missed: called with the reason if one came to nothing.

    Yields:
        The puzzles in order, ``None`` for one that did not come about. Interrupted, those of later
        numbers that are done come before `KeyboardInterrupt` goes on.

    Raises:
        PuzzleError: if the board has no filling with regions as small as wanted (from other processes as
            another error of ours).
    """
    seeds = [f"{seed}/{number}" for number in range(1, count + 1)]
    if cluster is not None:
        from workbench.workers.cluster import on_cluster

        with on_cluster(cluster, _versions, wish) as (begin, width):
            yield from _spread(partial(begin, attempt), width, wish, seeds, attempts, tried, missed)
    elif jobs > 1:
        from workbench.workers.slots import local

        with local(jobs) as begin:
            yield from _spread(partial(begin, attempt), lambda: jobs, wish, seeds, attempts, tried, missed)
    else:
        for one in seeds:
            yield make(wish, one, attempts, tried, missed)


@dataclass(slots=True)
class _Search:
    """The attempts at one puzzle; the lowest that comes to one counts, as if they were made in turn."""

    seed: str
    attempts: int
    begun: int = 0
    ended: dict[int, Answer] = field(default_factory=dict)
    last: int | None = None  # no attempt after this one is needed

    @property
    def open(self) -> bool:
        """True while another attempt may be of use."""
        return self.last is None and self.begun < self.attempts

    @property
    def under_way(self) -> int:
        return self.begun - len(self.ended)

    @property
    def decided(self) -> bool:
        return all(number in self.ended for number in range(1, (self.last or self.attempts) + 1))

    def end(self, number: int, answer: Answer) -> None:
        """Take note of what an attempt came to."""
        self.ended[number] = answer
        if isinstance(answer[0], Made):
            self.last = min(number, self.last or number)

    def outcome(self) -> Made | None:
        """The puzzle, once it is decided."""
        if self.last is None:
            return None
        seconds = sum(self.ended[number][1] for number in range(1, self.last + 1))
        made = self.ended[self.last][0]
        return replace(made, seconds=seconds) if isinstance(made, Made) else None


def _spread(
    begin: Begin,
    width: Callable[[], int],
    wish: Wish,
    seeds: list[str],
    attempts: int,
    tried: Callable[[], None],
    missed: Callable[[Miss], None] = lambda _miss: None,
) -> Iterator[Made | None]:
    """Keep `width` attempts going: first one at each puzzle, and only then several at one."""
    left = [_Search(seed, attempts) for seed in seeds]
    going: dict[Future[Answer], tuple[_Search, int]] = {}
    try:
        while left:
            for _ in range(width() - len(going)):
                search = min((one for one in left if one.open), key=lambda one: one.under_way, default=None)
                if search is None:
                    break
                search.begun += 1
                going[begin(wish, search.seed, search.begun)] = search, search.begun
            for future in wait(going, return_when=FIRST_COMPLETED).done:
                search, number = going.pop(future)
                answer = future.result()
                search.end(number, answer)
                tried()
                if isinstance(answer[0], Miss):
                    missed(answer[0])
            while left and left[0].decided:
                yield left.pop(0).outcome()
    except KeyboardInterrupt:
        yield from [one.outcome() for one in left if one.decided]
        raise


def _versions(wish: Wish) -> dict[str, str]:
    """Return the versions of all that decides on the puzzles, on this machine. This runs in a Dask worker.

    Raises:
        SolverNotFoundError: if the solver is needed and not installed here.
    """
    from drivers.runner import version
    from drivers.solvers import find
    from workbench.compare.machine import our_version

    if wish.level < beyond():
        return our_version()
    return our_version() | {wish.solver: version(find(wish.solver))}
