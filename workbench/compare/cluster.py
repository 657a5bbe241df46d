"""The same jobs on Dask distributed: workers on other machines, or several on this one.

A slot of a Dask worker (one of its threads) has a process of our own, the same as without a cluster: pinned
to a core, measured in the same way, and ended with the Dask worker, however that ends. Dask begins the jobs
of a worker that is lost anew on another.
"""

from __future__ import annotations

import logging
import threading
from collections import defaultdict
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from fillomino.errors import InputError
from workbench import __version__
from workbench.compare.machine import commit
from workbench.compare.method import Method
from workbench.compare.plan import Job
from workbench.compare.pool import CompareError, Worker, WorkerDiedError
from workbench.compare.row import Row
from workbench.compare.work import lost

if TYPE_CHECKING:
    from distributed import Client

MISSING = "--cluster needs Dask: pip install 'fillomino-smt[cluster]'"
RETRIES = 2
"""So often a job whose process died is begun again."""

LOSSES = 3
"""So many workers may be lost under one job before it counts as failed."""

WAIT_SECONDS = 30
_slot = threading.local()
_workers: list[Worker] = []  # of all slots of this Dask worker


def rows(jobs: Sequence[Job], address: str, *, mixture: bool) -> Generator[Row]:
    """Do jobs on the workers of a scheduler, and give rows as they come.

    Args:
        jobs: what to do.
        address: of the scheduler (``tcp://host:8786``), or ``local:N`` for N workers on this machine.
        mixture: whether workers may have solvers, or code of ours, of different versions.

    Raises:
        InputError: if Dask is not installed, or the address is none.
        CompareError: if there is no scheduler or worker, versions differ, or a method can't work there.
    """
    with _client(address) as client:
        _check_versions(client, jobs, mixture=mixture)
        yield from _results(client, jobs)


def _results(client: Client, jobs: Sequence[Job]) -> Iterator[Row]:
    from distributed import as_completed

    by_key = {job.key: job for job in jobs}
    futures = client.map(do_in_slot, jobs, key=[job.key for job in jobs], pure=False, retries=RETRIES)
    try:
        for future in as_completed(futures):
            try:
                row = future.result()
            except CompareError:
                raise
            except Exception as error:
                row = lost(by_key[future.key], f"{type(error).__name__}: {error}")
            yield row
            future.release()
    finally:  # also after Ctrl-C: nothing of ours goes on elsewhere, and no core stays taken
        client.cancel(futures)
        client.run(stop_slots)


def do_in_slot(job: Job) -> Row:
    """Do a job in the process of this slot, which is started if need be. This runs in a Dask worker.

    Raises:
        CompareError: if the method can't work here.
        WorkerDiedError: if the process died; the next job gets a new one.
    """
    worker: Worker | None = getattr(_slot, "worker", None)
    if worker is None or not worker.alive:
        worker = _slot.worker = Worker()
        _workers.append(worker)
    worker.send(job)
    try:
        return worker.receive()
    except WorkerDiedError as error:
        ended = worker.how_it_ended()
        worker.end()
        _workers.remove(worker)
        _slot.worker = None
        raise WorkerDiedError(f"the worker's process died with {ended}") from error


def stop_slots() -> None:
    """End the processes of all slots, whatever they are doing. This runs in a Dask worker."""
    for worker in _workers:
        worker.stop()


def versions_there(methods: Sequence[Method]) -> dict[str, str]:
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
    try:
        there: dict[str, dict[str, str]] = client.run(versions_there, methods)
    except Exception as error:
        raise CompareError(f"a worker can't do it: {error}") from error
    if not there:
        raise CompareError(f"the scheduler has no workers, not after {WAIT_SECONDS} s either")
    if mixture:
        return
    found: defaultdict[str, defaultdict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for where, versions in {"here": versions_there(methods), **there}.items():
        for name, version in versions.items():
            found[name][version].append(where)
    for name, versions_of in found.items():
        if len(versions_of) > 1:
            said = "; ".join(f"{version} on {', '.join(where)}" for version, where in versions_of.items())
            raise CompareError(f"{name} is not the same everywhere: {said}. --allow-mixture takes it so")


@contextmanager
def _client(address: str) -> Iterator[Client]:
    try:
        import dask
        from distributed import Client, LocalCluster
    except ImportError as error:
        raise InputError(MISSING) from error
    settings: dict[str, Any] = {
        "distributed.scheduler.allowed-failures": LOSSES,
        "distributed.scheduler.worker-saturation": 1.0,  # jobs wait at the scheduler, in their order
        "distributed.scheduler.work-stealing": False,
    }
    with dask.config.set(settings):
        if address.startswith("local:"):
            count = address.removeprefix("local:")
            if not count.isdecimal() or int(count) < 1:
                raise InputError(f"--cluster {address}: how many workers? Write local:2, for example")
            with (
                LocalCluster(
                    n_workers=int(count),
                    threads_per_worker=1,
                    processes=True,
                    dashboard_address=None,
                    silence_logs=logging.ERROR,
                ) as cluster,
                Client(cluster) as client,
            ):
                yield client
            return
        try:
            client = Client(address, timeout=WAIT_SECONDS)
        except (OSError, ValueError) as error:
            raise CompareError(f"no Dask scheduler answers at {address}: {error}") from error
        with client:
            _wait_for_workers(client)
            yield client


def _wait_for_workers(client: Client) -> None:
    try:
        client.wait_for_workers(1, timeout=WAIT_SECONDS)
    except TimeoutError as error:
        raise CompareError(f"the scheduler has no worker, after {WAIT_SECONDS} s either") from error
