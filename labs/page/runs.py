"""A bounded queue of jobs in worker processes; a job is cancelled when its client disconnects."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from labs.page.jobs import do
from labs.page.quotas import AT_ONCE, MAX_SECONDS, MEMORY_MIB, WAITING
from workbench.workers.process import load, report
from workbench.workers.worker import Worker, WorkerDiedError, WorkError

T = TypeVar("T")

_BEAT = 0.25
"""Seconds between heartbeats; writing one is also how a closed connection is noticed."""


class BusyError(Exception):
    """The queue is full."""


class Runs:
    """The jobs of a server. One idle worker is kept ready, so that a job starts without delay."""

    def __init__(self, at_once: int = AT_ONCE, waiting: int = WAITING, seconds: float = MAX_SECONDS) -> None:
        self._slots = asyncio.Semaphore(at_once)
        self._most = at_once + waiting
        self._seconds = seconds * 2 + 15  # for a whole job: its solver, and all around it
        self._present = 0
        self._ready: Worker | None = None
        self._threads = ThreadPoolExecutor(2 * at_once)  # wait for events, and for workers to end
        self._ending: set[asyncio.Future[None]] = set()

    def reserve(self) -> None:
        """Take a place in the queue.

        Raises:
            BusyError: if it is full.
        """
        if self._present >= self._most:
            raise BusyError
        self._present += 1

    def release(self) -> None:
        """Give the place back."""
        self._present -= 1

    async def events(self, name: str, request: bytes) -> AsyncGenerator[bytes, None]:
        """Run a job for which a place was reserved; yields its lines, with heartbeats between them.

        However the generator is closed, the worker and its solvers end.
        """
        async with self._slots:
            worker = self._ready if self._ready is not None and self._ready.alive else _started()
            self._ready = _started()
            try:
                try:
                    await self._in_thread(worker.receive)
                    worker.send(do, name, request, report)
                    yield b'{"begun":true}\n'
                    started = time.monotonic()
                    while True:
                        message = await self._in_thread(partial(worker.message, _BEAT))
                        elapsed = time.monotonic() - started
                        if message is None and elapsed > self._seconds:
                            yield _event(error=f"this took longer than {self._seconds:g} s")
                            break
                        if message is None:
                            yield _event(elapsed=round(elapsed, 2))
                        elif message[0] == "event":
                            yield message[1]
                        else:
                            break
                except WorkError as error:
                    yield _event(error=str(error))
                except WorkerDiedError:
                    pass
                yield _event(done=True)
            finally:
                self._end(worker)

    async def close(self) -> None:
        """End all workers."""
        if self._ready is not None:
            self._end(self._ready)
        if self._ending:
            await asyncio.wait(self._ending)
        self._threads.shutdown()

    def _end(self, worker: Worker) -> None:
        worker.stop()  # immediately, even if all threads are busy
        ended = self._in_thread(worker.end)
        self._ending.add(ended)
        ended.add_done_callback(self._ending.discard)

    def _in_thread(self, function: Callable[[], T]) -> asyncio.Future[T]:
        return asyncio.get_running_loop().run_in_executor(self._threads, function)


def _started() -> Worker:
    """A worker that has begun to import the jobs."""
    worker = Worker(memory_mib=MEMORY_MIB)
    worker.send(load, do.__module__)
    return worker


def _event(**fields: object) -> bytes:
    return json.dumps(fields).encode() + b"\n"
