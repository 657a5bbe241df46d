"""Several workers at a time; each task goes to the next one that is free."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from drivers.interrupts import HeldInterrupts
from workbench.workers.worker import Worker, WorkerDiedError

Begin = Callable[..., "Future[Any]"]
"""Begins a task: the function and its arguments."""


class Slots:
    """One worker for each thread, started when the thread has a task for it."""

    def __init__(self) -> None:
        self._own = threading.local()
        self._workers: list[Worker] = []
        self._open = True

    def do(self, task: Callable[..., Any], *given: object) -> Any:
        """Do a task in the worker of this thread.

        Raises:
            WorkError: if the task can't be done here.
            WorkerDiedError: if the worker died; the next task gets a new one.
        """
        worker: Worker | None = getattr(self._own, "worker", None)
        if worker is None or not worker.alive:
            worker = self._own.worker = Worker()
            self._workers.append(worker)
        if not self._open:
            worker.stop()
        worker.send(task, *given)
        return worker.receive()

    def do_again(self, task: Callable[..., Any], *given: object) -> Any:
        """Do a task, and try a second time if the worker died."""
        try:
            return self.do(task, *given)
        except WorkerDiedError:
            if not self._open:
                raise
        try:
            return self.do(task, *given)
        except WorkerDiedError as error:
            raise WorkerDiedError(f"the worker died, 2 times; the last with {error}") from error

    def stop(self) -> None:
        """Make all workers end, and those that are yet to be started."""
        self._open = False
        for worker in self._workers.copy():
            worker.stop()

    def end(self) -> None:
        """End all workers."""
        for worker in self._workers:
            worker.end()


@contextmanager
def local(count: int) -> Iterator[Begin]:
    """Start at most ``count`` workers on this machine, and end them with the context; yields `Begin`.

    A task whose worker dies is begun once more.
    """
    slots, threads = Slots(), ThreadPoolExecutor(count)
    try:
        yield lambda *given: threads.submit(slots.do_again, *given)
    finally:
        with HeldInterrupts():
            threads.shutdown(wait=False, cancel_futures=True)
            slots.stop()
            threads.shutdown()
            slots.end()
