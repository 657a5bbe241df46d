"""Tasks on Dask distributed: workers on other machines, or several on this one.

A slot of a Dask worker (one of its threads) has a process of our own, the same as without a cluster: it can
be ended in the middle of a task, and ends with the Dask worker, however that ends. Dask begins the tasks of a
worker that is lost anew on another.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from fillomino.errors import InputError
from workbench.workers.slots import Begin, Slots
from workbench.workers.worker import WorkerDiedError, WorkError

if TYPE_CHECKING:
    from distributed import Client

MISSING = "--jobs ADDRESS needs Dask: pip install 'fillomino-smt[cluster]'"
RETRIES = 2
"""So often a task whose process died is begun again."""

LOSSES = 3
"""So many workers may be lost under one task before it counts as failed."""

WAIT_SECONDS = 30
_slots = Slots()  # of this Dask worker


def in_slot(task: Callable[..., Any], *given: object) -> Any:
    """Do a task in the process of this slot, which is started if need be. This runs in a Dask worker.

    Raises:
        WorkError: if the task can't be done here.
        WorkerDiedError: if the process died; the next task gets a new one.
    """
    try:
        return _slots.do(task, *given)
    except WorkerDiedError as error:
        raise WorkerDiedError(f"the worker's process died with {error}") from error


def stop_slots() -> None:
    """End the processes of all slots, whatever they are doing. This runs in a Dask worker."""
    global _slots  # noqa: PLW0603 -- Dask calls functions, and what comes next needs slots that are open
    _slots.stop()
    _slots = Slots()


@contextmanager
def on_cluster(
    address: str,
    versions: Callable[..., dict[str, str]],
    *given: object,
    mixture: bool = False,
    way_out: str = "",
) -> Iterator[tuple[Begin, Callable[[], int]]]:
    """Workers of a scheduler; gives what begins a task there, and how many can go on at a time, now.

    At the end what was begun is cancelled, and the processes of all slots are ended.

    Args:
        address: of the scheduler (``tcp://host:8786``), or ``local:N`` for N workers on this machine.
        versions: called there and here: for each program its version.
        given: what it is called with.
        mixture: whether different versions are allowed.
        way_out: a way around the refusal of different versions, to end its message with.

    Raises:
        InputError: if Dask is not installed, or the address is none.
        WorkError: if there is no scheduler or worker, or versions differ.
    """
    with _connected(address) as client:
        require_alike(client, versions, *given, mixture=mixture, way_out=way_out)
        with client.get_executor(pure=False, retries=RETRIES) as executor:
            try:
                yield partial(executor.submit, in_slot), lambda: sum(client.nthreads().values())
            finally:
                # Also after Ctrl-C nothing of ours goes on elsewhere, and no core stays taken.
                executor.shutdown(wait=False)
                client.run(stop_slots)


@contextmanager
def _connected(address: str) -> Iterator[Client]:
    try:
        import dask
        from distributed import Client, LocalCluster
    except ImportError as error:
        raise InputError(MISSING) from error
    settings: dict[str, Any] = {
        "distributed.scheduler.allowed-failures": LOSSES,
        "distributed.scheduler.worker-saturation": 1.0,  # tasks wait at the scheduler, in their order
        "distributed.scheduler.work-stealing": False,
    }
    with dask.config.set(settings):
        if address.startswith("local:"):
            count = address.removeprefix("local:")
            if not count.isdecimal() or int(count) < 1:
                raise InputError(
                    f"--jobs {address}: how many workers? Write local:2, for example", code="bad-option"
                )
            with (
                LocalCluster(
                    n_workers=int(count),
                    threads_per_worker=1,
                    processes=True,
                    dashboard_address="127.0.0.1:0",  # any free port: there is a page in any case
                    preload=["workbench.workers.local"],
                    silence_logs=logging.CRITICAL,  # a lost process shows in what comes of it
                ) as cluster,
                Client(cluster) as client,
            ):
                yield client
            return
        try:
            client = Client(address, timeout=WAIT_SECONDS)
        except (OSError, ValueError) as error:
            raise WorkError(f"no Dask scheduler answers at {address}: {error}") from error
        with client:
            try:
                client.wait_for_workers(1, timeout=WAIT_SECONDS)
            except TimeoutError as error:
                raise WorkError(f"the scheduler has no worker, after {WAIT_SECONDS} s either") from error
            yield client


def require_alike(
    client: Client,
    versions: Callable[..., dict[str, str]],
    *given: object,
    mixture: bool = False,
    way_out: str = "",
) -> None:
    """Refuse workers whose versions are not all the same as here; for the arguments see `on_cluster`.

    Raises:
        WorkError: if versions differ, or a worker can't find its own.
    """
    try:
        there: dict[str, dict[str, str]] = client.run(versions, *given)
    except Exception as error:
        raise WorkError(f"a worker can't do it: {error}") from error
    if not there:
        raise WorkError(f"the scheduler has no workers, not after {WAIT_SECONDS} s either")
    if mixture:
        return
    found: defaultdict[str, defaultdict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for where, theirs in {"here": versions(*given), **there}.items():
        for name, version in theirs.items():
            found[name][version].append(where)
    for name, versions_of in found.items():
        if len(versions_of) > 1:
            listed = "; ".join(f"{version} on {', '.join(where)}" for version, where in versions_of.items())
            raise WorkError(f"{name} is not the same everywhere: {listed}{way_out}")
