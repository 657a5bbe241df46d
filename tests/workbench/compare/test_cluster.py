"""Dask: a real cluster of two worker processes, one of which is killed; and what is refused."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import sys
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.processes import MARK, begun, marked, wait_for
from tests.support.runs import SMALL, kept, planned
from tests.workbench.conftest import EXAMPLES, Runner
from workbench.compare.store import opened
from workbench.compare.work import rows_on_cluster, versions
from workbench.methods.question import Question
from workbench.workers import cluster
from workbench.workers.cluster import require_alike
from workbench.workers.worker import WorkError

DASK_PAGE = 8787
"""The port that Dask takes for its page unless told otherwise; a second cluster would not get it."""


def ours(mark: str) -> list[str]:
    """The marked solvers, and the marked processes that drive them."""
    found = []
    for number, name in marked(mark):
        with contextlib.suppress(OSError):
            line = Path(f"/proc/{number}/cmdline").read_bytes()
            found += [name] if name in ("z3", "yices-smt2") or b"workbench.workers.process" in line else []
    return found


def test_a_killed_worker_costs_no_run_and_doubles_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    distributed = pytest.importorskip("distributed")
    mark = uuid.uuid4().hex  # the fixture would miss what multiprocessing keeps
    monkeypatch.setenv(MARK, mark)
    jobs = planned(SMALL[:3], ["yices"], "forest-tight", Question(seconds=30), runs=4)
    out = tmp_path / "runs.jsonl"
    killed: set[int] = set()
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=50
        ) as local,
        distributed.Client(local) as watcher,
        opened(out) as store,
        contextlib.closing(rows_on_cluster(jobs, local.scheduler_address, mixture=False)) as done,
    ):
        for number, row in enumerate(done):
            assert store.append(row), "a run came twice"
            if number == 4:
                pids = watcher.run(os.getpid)
                killed.add(next(iter(pids.values())))
                os.kill(next(iter(killed)), signal.SIGKILL)
        assert not killed & set(watcher.run(os.getpid).values())
    found = kept(out)
    assert len(killed) == 1
    assert sorted(row["key"] for row in found) == sorted(job.key for job in jobs)
    assert {row["status"] for row in found} == {"solved", "unsolvable"}
    deadline = time.monotonic() + 10
    while ours(mark) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert ours(mark) == []


def test_the_command_runs_on_a_cluster_of_its_own_and_resumes(fillomino: Runner, tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    out = tmp_path / "runs.jsonl"
    command: list[str | Path] = ["compare", *SMALL, "-s", "yices", "-o", out, "--no-report"]
    assert fillomino(*command, "--limit-puzzles", "1").code == 0
    with socket.socket() as busy:
        with contextlib.suppress(OSError):  # somebody has it already: as good
            busy.bind(("0.0.0.0", DASK_PAGE))
            busy.listen()
        done = fillomino(*command, "--jobs", "local:2")
    assert done.code == 0, done
    assert "1 of 4 runs are there already; 3 to do" in done.err
    assert len(kept(out)) == 4
    assert fillomino(*command).out == done.out


def long_there(mark: str) -> bool:
    """Whether a z3 has been at work for a while: longer than the warm-up takes."""
    before = {number for number, name in marked(mark) if name == "z3"}
    time.sleep(0.5)
    return any(number in before for number, _ in marked(mark))


def test_ctrl_c_leaves_no_solver_on_a_local_cluster(mark: str, tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    options = ("-e", "forest", "-s", "z3", "--jobs", "local:1", "-o", tmp_path / "runs.jsonl")
    process = begun("compare", EXAMPLES / "twenty.txt", *options, mark=mark)
    with process:
        deadline = time.monotonic() + 60
        while not long_there(mark) and time.monotonic() < deadline:
            time.sleep(0.05)
        there = long_there(mark)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert there, "no solver was seen at work"
    assert process.returncode == 130, err
    assert "0 of 1 runs are in" in err
    assert "Traceback" not in err
    assert wait_for(mark, solver=False, seconds=10) == []


class Told:
    """A client whose workers have these versions of yices."""

    def __init__(self, **versions: str) -> None:
        self._versions = versions

    def run(self, function: Callable[..., dict[str, str]], methods: Any) -> dict[str, dict[str, str]]:
        its = function(methods)
        return {where: {**its, "cuts yices": version} for where, version in self._versions.items()}


def test_a_mixture_of_versions_is_refused_unless_allowed() -> None:
    jobs = planned(SMALL[:1], ["yices"], "cuts", Question())
    methods, here = [job.method for job in jobs], jobs[0].facts.version
    client: Any = Told(one=here, two=here)
    require_alike(client, versions, methods, mixture=False)
    client = Told(one=here, two="Yices 1.0")
    with pytest.raises(
        WorkError, match=r"cuts yices is not the same everywhere: .* on here, one; Yices 1.0 on two"
    ):
        require_alike(client, versions, methods, mixture=False)
    require_alike(client, versions, methods, mixture=True)
    with pytest.raises(WorkError, match="no worker"):
        client = Told()
        require_alike(client, versions, methods, mixture=False)


@pytest.mark.parametrize("address", ["local:many", "local:0", "tcp://127.0.0.1:9"])
def test_bad_addresses(
    fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(cluster, "WAIT_SECONDS", 0.5)
    said = fillomino.refuses("compare", SMALL[0], "--jobs", address, "-o", tmp_path / "x.jsonl")
    assert address in said


def test_without_dask_it_says_what_to_install(
    fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    said = fillomino.refuses("compare", SMALL[0], "--jobs", "local:2", "-o", tmp_path / "x.jsonl")
    assert said == "--jobs ADDRESS needs Dask: pip install 'fillomino-smt[cluster]'"
