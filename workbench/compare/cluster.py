"""The same jobs on Dask distributed: workers on other machines, or several on this one.

Each job is done by a process of our own, pinned to a core and measured as without a cluster; see
`workbench.workers.cluster`.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from workbench import __version__
from workbench.compare.machine import commit
from workbench.compare.plan import Job
from workbench.compare.row import Row
from workbench.compare.work import do_pinned, lost
from workbench.methods.method import Method
from workbench.workers.cluster import RETRIES, connected, in_slot, require_alike
from workbench.workers.worker import WorkError

if TYPE_CHECKING:
    from distributed import Client


def rows(jobs: Sequence[Job], address: str, *, mixture: bool) -> Generator[Row]:
    """Do jobs on the workers of a scheduler, and give rows as they come.

    Args:
        jobs: what to do.
        address: of the scheduler (``tcp://host:8786``), or ``local:N`` for N workers on this machine.
        mixture: whether workers may have solvers, or code of ours, of different versions.

    Raises:
        InputError: if Dask is not installed, or the address is none.
        WorkError: if there is no scheduler or worker, versions differ, or a method can't work there.
    """
    with connected(address) as client:
        _check_versions(client, jobs, mixture=mixture)
        yield from _results(client, jobs)


def _results(client: Client, jobs: Sequence[Job]) -> Iterator[Row]:
    from distributed import as_completed

    by_key = {job.key: job for job in jobs}
    futures = client.map(
        partial(in_slot, do_pinned), jobs, key=[job.key for job in jobs], pure=False, retries=RETRIES
    )
    try:
        for future in as_completed(futures):
            try:
                row = future.result()
            except WorkError:
                raise
            except Exception as error:
                row = lost(by_key[future.key], f"{type(error).__name__}: {error}")
            yield row
            future.release()
    finally:
        client.cancel(futures)


def _versions_there(methods: Sequence[Method]) -> dict[str, str]:
    """What the methods, and we, are on this machine. This runs in a Dask worker.

    Raises:
        SolverNotFoundError: if a solver is not installed here.
    """
    return {"fillomino-smt": f"{__version__} {commit() or ''}".strip()} | {
        method.name: method.facts().version for method in methods
    }


def _check_versions(client: Client, jobs: Sequence[Job], *, mixture: bool) -> None:
    """Refuse workers that are not all alike, or not as here, unless a mixture is allowed."""
    methods = list({job.method.name: job.method for job in jobs}.values())
    require_alike(client, _versions_there, methods, mixture=mixture, way_out=". --allow-mixture takes it so")
