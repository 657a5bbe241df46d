"""Workers: one task at a time, events on the way, interrupts, limits, and an end that takes all along."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from itertools import product

import pytest

from tests.support import needs
from tests.support.clock import FOREVER, PATIENCE, wait_until
from tests.support.processes import ROOT, children, gone, running
from tests.support.refused import refused
from tests.support.tasks import (
    counting,
    doubled,
    dying,
    greedy,
    refusing,
    sleeping,
    stubborn,
    with_a_solver,
)
from workbench.workers.cluster import watched
from workbench.workers.process import report
from workbench.workers.worker import Worker, WorkerDiedError, WorkError, local, ready

KINDS = pytest.mark.parametrize("forked", [True, False])


@KINDS
def test_tasks_one_after_the_other(forked: bool) -> None:
    with Worker(forked=forked) as worker:
        for number in range(3):
            worker.send(doubled, number)
            assert worker.receive() == 2 * number
        worker.send(counting, 3, report)
        assert [worker.message() for _ in range(4)] == [
            *(("event", number) for number in (1, 2, 3)),
            ("result", "done"),
        ]
        worker.send(refusing)
        with refused(WorkError, "worker-failed"):
            worker.receive()
        worker.send(doubled, 4)
        assert worker.message(PATIENCE) == ("result", 8)
        assert worker.message(0) is None
        assert worker.alive
    assert not worker.alive


@KINDS
def test_an_interrupt_is_for_the_task_at_hand(forked: bool) -> None:
    with Worker(forked=forked) as worker:
        for _ in range(10):
            worker.send(sleeping, FOREVER)
            worker.interrupt()  # perhaps before it has begun
            assert worker.message(PATIENCE) == ("interrupted", None)
            worker.send(doubled, 1)
            assert worker.receive() == 2
            worker.interrupt()  # perhaps when it has ended: the next task has nothing to do with it
        worker.send(counting, 1_000_000, report)
        assert worker.message(PATIENCE) == ("event", 1)
        assert worker.receive(0.1) == "interrupted in time"
        worker.send(doubled, 2)
        assert worker.receive() == 4


def test_a_time_limit_ends_what_does_not_heed_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.workers.worker._END_SECONDS", 0.2)
    with Worker() as worker:
        worker.send(doubled, 1)
        worker.receive()
        worker.send(stubborn, FOREVER, report)
        assert worker.message(PATIENCE) == ("event", "begun")
        with refused(WorkerDiedError, "worker-died"):
            worker.receive(0.2)
        assert not worker.alive


def test_a_memory_limit_is_one() -> None:
    needs.limits_of_memory()
    with Worker(memory_mib=400) as worker:
        worker.send(greedy)
        with refused(WorkError, "worker-failed"):
            worker.receive()
        worker.send(doubled, 2)
        assert worker.receive() == 4


@KINDS
def test_a_worker_that_dies(forked: bool) -> None:
    with Worker(forked=forked) as worker, Worker() as other:
        worker.send(dying)
        other.send(sleeping, FOREVER)
        assert ready([worker, other]) == [worker]
        with refused(WorkerDiedError, "worker-died"):
            worker.receive()
        worker.send(doubled, 1)
        with refused(WorkerDiedError, "worker-died"):
            worker.receive()


@KINDS
def test_what_a_worker_started_ends_with_it(forked: bool) -> None:
    for ended in (Worker.end, Worker.interrupt):
        with Worker(forked=forked) as worker:
            worker.send(with_a_solver)
            solvers = wait_until(lambda: children(worker.pid))
            assert solvers
            ended(worker)
            assert gone(solvers)
            assert worker.alive == (ended is Worker.interrupt)


@KINDS
def test_it_ends_with_its_parent(forked: bool) -> None:
    code = f"""
from tests.support.tasks import with_a_solver
from workbench.workers.worker import Worker
worker = Worker(forked={forked})
worker.send(with_a_solver)
print(worker.pid, flush=True)
worker.receive()
"""
    with subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        solvers = wait_until(lambda: children(worker))
        assert solvers
        parent.kill()
    assert gone([worker, *solvers])


def test_slots_do_tasks_side_by_side_and_end_in_the_middle() -> None:
    with local(2) as begin:
        futures = [begin(doubled, number) for number in range(5)]
        assert [future.result() for future in futures] == [0, 2, 4, 6, 8]
        assert begin(os.getpid).result() != os.getpid()
        with refused(WorkerDiedError, "worker-died"):
            begin(dying).result()
        workers = {begin(os.getpid).result() for _ in range(4)}
        for _ in range(4):
            begin(sleeping, FOREVER)
    assert not any(map(running, workers))


@pytest.mark.parametrize(
    ("forked", "task", "hard"),
    [
        *product((True, False), ("timed",), (True, False)),
        (True, "in_callbacks", False),
        (False, "in_callbacks", True),
    ],
)
def test_it_ends_in_the_middle_of_any_task(forked: bool, task: str, hard: bool) -> None:
    """Under a clock of its own, or in callbacks of the interpreter; and nothing is said about it."""
    code = f"""
import threading
import time
from tests.support.tasks import {task}
from workbench.workers.cluster import watched
from workbench.workers.process import report
from workbench.workers.worker import Worker
with Worker(forked={forked}) as worker:
    worker.send({task}, {FOREVER}, report)
    assert worker.message() == ("event", "begun")
    print(worker.pid, flush=True)
    if {hard}:
        time.sleep({FOREVER})
"""
    with subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        assert parent.stderr is not None
        pid = int(parent.stdout.readline())
        if hard:
            parent.kill()
        assert gone([pid])
        assert parent.stderr.read() == ""


def test_lost_workers_are_told_and_that_there_are_some_again() -> None:
    counts, told = iter([2, 0, 0, 3, 3, 0]), list[str]()
    done = threading.Event()

    def count() -> int:
        number = next(counts, None)
        if number is None:
            done.set()
            return 0
        return number

    with watched(count, "tcp://head:8786", told.append, seconds=0.0):
        assert done.wait(PATIENCE)
    assert ["lost" in text for text in told] == [True, False, True]
    assert all("tcp://head:8786" in text for text in told)
