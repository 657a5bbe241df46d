"""Workers of this machine, and jobs handed to them one by one."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections import deque
from collections.abc import Generator, Sequence
from multiprocessing.connection import Connection, wait

from drivers.interrupts import HeldInterrupts
from fillomino.errors import FillominoError
from workbench.compare.machine import ROOT
from workbench.compare.plan import Job
from workbench.compare.row import Row
from workbench.compare.work import lost

ATTEMPTS = 2
"""So often a run is begun whose worker dies, before it counts as failed."""


class CompareError(FillominoError):
    """A comparison that can't go on."""


class WorkerDiedError(Exception):
    """A worker that ended in the middle of a job."""


class Worker:
    """A process that does one job at a time; see `worker`."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
        module = "workbench.compare.worker"
        with theirs, HeldInterrupts():
            self._process = subprocess.Popen(
                # -P: nothing in the current folder is taken for a module of ours.
                [sys.executable, "-P", "-m", module, str(theirs.fileno()), str(os.getpid())],
                pass_fds=[theirs.fileno()],
                env={**os.environ, "PYTHONPATH": path},
                stdin=subprocess.DEVNULL,
            )
            self.connection = Connection(ours.detach())

    def send(self, job: Job) -> None:
        """Hand over a job; a worker that is gone is noticed by `receive`."""
        try:
            self.connection.send(job)
        except OSError:
            return

    def receive(self) -> Row:
        """The row of the job.

        Raises:
            WorkerDiedError: if there will be none.
            CompareError: if the method can't work here.
        """
        try:
            answer = self.connection.recv()
        except (EOFError, OSError) as error:
            raise WorkerDiedError from error
        if isinstance(answer, str):
            raise CompareError(answer)
        row: Row = answer
        return row

    @property
    def alive(self) -> bool:
        """Whether the process is there."""
        return self._process.poll() is None

    def stop(self) -> None:
        """Have the process end, and its solver with it; whoever waits for a row is told that it died."""
        self._process.terminate()

    def end(self) -> None:
        """End the process, and its solver with it, and let go of all."""
        with HeldInterrupts():
            self._process.terminate()
            self._process.wait()
            self.connection.close()

    def how_it_ended(self) -> str:
        """The exit code or signal of a worker that died, in words."""
        code = self._process.wait()
        return f"signal {-code}" if code < 0 else f"exit code {code}"


def rows(jobs: Sequence[Job], workers: int) -> Generator[Row]:
    """Do jobs with so many workers at a time, in their order; gives rows as they come.

    Ends the workers, and what they have begun, when it is closed.

    Raises:
        CompareError: if a method can't work here.
    """
    waiting = deque((job, 1) for job in jobs)
    busy: dict[object, tuple[Worker, Job, int]] = {}
    alive = [Worker() for _ in range(min(workers, len(jobs)))]
    idle = list(alive)
    try:
        while waiting or busy:
            while waiting and idle:
                worker, (job, attempt) = idle.pop(), waiting.popleft()
                busy[worker.connection] = worker, job, attempt
                worker.send(job)
            for ready in wait([worker.connection for worker, _, _ in busy.values()]):
                worker, job, attempt = busy.pop(ready)
                try:
                    row = worker.receive()
                except WorkerDiedError:
                    ended = worker.how_it_ended()
                    worker.end()
                    alive.remove(worker)
                    alive.append(Worker())
                    idle.append(alive[-1])
                    if attempt < ATTEMPTS:
                        waiting.appendleft((job, attempt + 1))
                    else:
                        yield lost(job, f"the worker died, {attempt} times; the last with {ended}")
                else:
                    idle.append(worker)
                    yield row
    finally:
        for worker in alive:
            worker.end()
