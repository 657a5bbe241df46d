"""The jobs of a comparison, spread over workers of this machine or of a Dask cluster.

Either way, a process of our own does each job, pinned to a core and measured.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from concurrent.futures import as_completed

from workbench.compare.machine import our_version
from workbench.compare.plan import Job
from workbench.compare.row import Row
from workbench.compare.work import do_pinned, lost
from workbench.methods.method import Method
from workbench.workers.cluster import on_cluster
from workbench.workers.slots import Begin, local
from workbench.workers.worker import WorkerDiedError, WorkError


def rows(jobs: Sequence[Job], workers: int) -> Generator[Row]:
    """Do jobs in their order, with ``workers`` workers at a time, and yield rows as they end.

    The workers end when the generator is closed.

    Raises:
        WorkError: if a method can't work here.
    """
    with local(workers) as begin:
        yield from _done(jobs, begin)


def rows_on_cluster(jobs: Sequence[Job], address: str, *, mixture: bool) -> Generator[Row]:
    """Do jobs on the workers of a scheduler, and yield rows as they end.

    Args:
        jobs: the jobs.
        address: of the scheduler (``tcp://host:8786``), or ``local:N`` for N workers on this machine.
        mixture: whether workers may have solvers, or code of ours, of different versions.

    Raises:
        InputError: if Dask is not installed, or the address is not valid.
        WorkError: if there is no scheduler or worker, versions differ, or a method can't work there.
    """
    methods = list({job.method.name: job.method for job in jobs}.values())
    way_out = "; --allow-mixture takes it so"
    with on_cluster(address, versions, methods, mixture=mixture, way_out=way_out) as (begin, _):
        yield from _done(jobs, begin)


def versions(methods: Sequence[Method]) -> dict[str, str]:
    """Return the versions of the methods, and of our code, on this machine. This runs in a Dask worker.

    Raises:
        SolverNotFoundError: if a solver is not installed here.
    """
    return our_version() | {method.name: method.facts().version for method in methods}


def _done(jobs: Sequence[Job], begin: Begin) -> Generator[Row]:
    pending = {begin(do_pinned, job): job for job in jobs}
    for future in as_completed(pending):
        job = pending.pop(future)
        try:
            row: Row = future.result()
        except WorkError:
            raise
        except WorkerDiedError as error:
            row = lost(job, str(error))
        except Exception as error:  # of Dask, if it loses its workers
            row = lost(job, f"{type(error).__name__}: {error}")
        yield row
