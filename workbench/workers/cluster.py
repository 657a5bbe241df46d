"""Tasks on Dask distributed: workers on other machines, or several on this one.

A slot of a Dask worker (one of its threads) has a process of our own, as without a cluster: it can be ended
during a task, and ends with the Dask worker, however that ends. Dask restarts the tasks of a lost worker on
another one.
"""

from __future__ import annotations

import logging
import signal
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from fillomino.errors import InputError, counted
from workbench.workers.worker import Begin, Slots, WorkerDiedError, WorkError

if TYPE_CHECKING:
    from distributed import Client

MISSING = "--jobs ADDRESS needs Dask: pip install 'fillomino-smt[cluster]'"
RETRIES = 2
"""How often a task whose process died is begun again."""

LOSSES = 3
"""How many workers may be lost under one task before it counts as failed."""

WAIT_SECONDS = 30
LOOK_SECONDS = 5.0
"""Between two looks whether there still are workers."""

_slots = Slots()  # of this Dask worker


def dask_setup(_worker: object) -> None:
    """Leave Ctrl-C, which reaches all processes of a terminal, to the process that started the cluster.

    Dask calls this in each worker that loads this module: those that we start on this machine.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)


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
    notice: Callable[[str], None] = lambda _: None,
) -> Iterator[tuple[Begin, Callable[[], int]]]:
    """Connect to the workers of a scheduler; at the end, cancel their tasks and end their processes.

    Yields a function that begins a task there, and one that returns the number of slots now.

    Args:
        address: of the scheduler (``tcp://host:8786``), or ``local:N`` for N workers on this machine.
        versions: called there and here; returns the version of each program.
        given: its arguments.
        mixture: whether different versions are allowed.
        way_out: the end of the message that refuses different versions: how to allow them.
        notice: is told in a sentence when all workers are lost, and when there are some again; tasks wait for
            them.

    Raises:
        InputError: if Dask is not installed, or the address is not valid.
        WorkError: if there is no scheduler or worker, or versions differ.
    """
    with _connected(address) as client:
        require_alike(client, versions, *given, mixture=mixture, way_out=way_out)
        with (
            watched(lambda: len(client.nthreads()), address, notice),
            client.get_executor(pure=False, retries=RETRIES) as executor,
        ):
            try:
                yield partial(executor.submit, in_slot), lambda: sum(client.nthreads().values())
            finally:
                # Also after Ctrl-C nothing of ours goes on elsewhere, and no core stays taken.
                executor.shutdown(wait=False)
                client.run(stop_slots)


@contextmanager
def watched(
    workers: Callable[[], int], address: str, notice: Callable[[str], None], seconds: float = LOOK_SECONDS
) -> Iterator[None]:
    """Tell when the last worker of a scheduler is gone, and when there is one again."""
    over = Event()

    def watch() -> None:
        there = True
        while not over.wait(seconds):
            count = workers()
            if (count > 0) != there:
                there = count > 0
                back = f"{counted(count, 'worker')} again at {address}"
                lost = f"all workers of {address} are lost; waiting for new ones (Ctrl-C keeps what is done)"
                notice(back if there else lost)

    watcher = Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()


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
                    f"--jobs {address}: give the number of workers, for example local:2", code="bad-option"
                )
            with (
                LocalCluster(
                    n_workers=int(count),
                    threads_per_worker=1,
                    processes=True,
                    dashboard_address="127.0.0.1:0",  # any free port: there is a page in any case
                    preload=[__name__],
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
                raise WorkError(f"the scheduler still has no worker after {WAIT_SECONDS} s") from error
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
        remote: dict[str, dict[str, str]] = client.run(versions, *given)
    except Exception as error:
        raise WorkError(f"a worker can't do it: {error}") from error
    if not remote:
        raise WorkError(f"the scheduler still has no worker after {WAIT_SECONDS} s")
    if mixture:
        return
    places: defaultdict[str, defaultdict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for place, its_versions in {"here": versions(*given), **remote}.items():
        for name, version in its_versions.items():
            places[name][version].append(place)
    for name, by_version in places.items():
        if len(by_version) > 1:
            listed = "; ".join(f"{version} on {', '.join(where)}" for version, where in by_version.items())
            raise WorkError(f"{name} is not the same everywhere: {listed}{way_out}")
