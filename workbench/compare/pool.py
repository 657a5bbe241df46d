"""Jobs handed to workers of this machine, one by one."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Sequence
from multiprocessing.connection import wait

from workbench.compare.plan import Job
from workbench.compare.row import Row
from workbench.compare.work import do_pinned, lost
from workbench.workers.worker import Worker, WorkerDiedError

ATTEMPTS = 2
"""So often a run is begun whose worker dies, before it counts as failed."""


def rows(jobs: Sequence[Job], workers: int) -> Generator[Row]:
    """Do jobs with so many workers at a time, in their order; gives rows as they come.

    Ends the workers, and what they have begun, when it is closed.

    Raises:
        WorkError: if a method can't work here.
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
                worker.send(do_pinned, job)
            for ready in wait([worker.connection for worker, _, _ in busy.values()]):
                worker, job, attempt = busy.pop(ready)
                try:
                    row: Row = worker.receive()
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
