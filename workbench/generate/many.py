"""Many puzzles, in this process or in several, in order, and none that is done is lost."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterator
from multiprocessing import get_context

from workbench.generate.puzzle import Made, make
from workbench.generate.wish import Wish


def make_many(
    wish: Wish, seed: int, count: int, attempts: int, jobs: int = 1, tried: Callable[[], None] = lambda: None
) -> Iterator[Made | None]:
    """Make puzzles; how many processes work on them makes no difference to what comes out.

    Args:
        wish: what is wanted of each.
        seed: where the chance comes from; the puzzles have the seeds ``SEED/1``, ``SEED/2`` and so on.
        count: how many.
        attempts: how many fillings to try for each.
        jobs: how many processes.
        tried: called when an attempt ends (with several processes, when a puzzle ends).

    Yields:
        The puzzles in order, ``None`` for one that did not come about. Interrupted, those of later
        numbers that are done come before `KeyboardInterrupt` goes on.
    """
    seeds = [f"{seed}/{number}" for number in range(1, count + 1)]
    if jobs == 1 or count == 1:
        for one in seeds:
            yield make(wish, one, attempts, tried)
        return
    # Fresh processes: a copy of this one could hold the locks of its threads (of the progress display).
    with get_context("spawn").Pool(min(jobs, count), initializer=_leave_interrupts) as pool:
        waiting = deque(pool.apply_async(make, (wish, one, attempts)) for one in seeds)
        try:
            while waiting:
                waiting[0].wait()
                tried()
                yield waiting.popleft().get()
        except KeyboardInterrupt:
            yield from [done.get() for done in waiting if done.ready() and done.successful()]
            raise


def _leave_interrupts() -> None:
    """Ctrl-C reaches all processes of a terminal; the main one decides."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
