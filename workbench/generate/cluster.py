"""Attempts on the workers of a Dask scheduler."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any

from fillomino.deduction.rating import beyond
from workbench import __version__
from workbench.compare.machine import commit
from workbench.generate.puzzle import attempt
from workbench.generate.wish import Wish
from workbench.workers.cluster import RETRIES, connected, in_slot, require_alike


@contextmanager
def attempts_on(address: str, wish: Wish) -> Iterator[tuple[Callable[..., Future[Any]], Callable[[], int]]]:
    """What begins an attempt on a cluster, and how many can go on there at a time, now.

    Raises:
        InputError: if Dask is not installed, or the address is none.
        WorkError: if there is no scheduler or worker, or our code or the solver are not the same there, so
            that a seed would not make the same puzzles.
    """
    with connected(address) as client:
        require_alike(client, _versions_there, wish)
        with client.get_executor(pure=False, retries=RETRIES) as executor:
            try:
                yield (
                    lambda *given: executor.submit(in_slot, attempt, *given),
                    lambda: sum(client.nthreads().values()),
                )
            finally:
                executor.shutdown(wait=False)


def _versions_there(wish: Wish) -> dict[str, str]:
    """What decides on the puzzles, on this machine. This runs in a Dask worker.

    Raises:
        SolverNotFoundError: if the solver is needed and not installed here.
    """
    ours = {"fillomino-smt": f"{__version__} {commit() or ''}".strip()}
    if wish.level < beyond():
        return ours
    from drivers.run import version
    from drivers.solvers import find

    return ours | {wish.solver: version(find(wish.solver), patience=10)}
