"""`fillomino compare` from outside: what is kept, done again and told; limits, start-up, memory; clusters."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import sys
import uuid
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pytest

from drivers import Limits, Sat, find
from drivers import run as run_solver
from drivers.backend import startup_seconds
from drivers.fake import scripted
from drivers.solver import Quirks, Solver
from tests.support import needs
from tests.support.clock import wait_until
from tests.support.processes import MARK, begun, marked, python, wait_for
from tests.support.programs import shell_script
from tests.support.refused import refused
from tests.support.runs import BASE, SMALL, kept, planned, run, titles, written
from tests.workbench.compare.conftest import Comparison
from tests.workbench.conftest import EXAMPLES, Runner
from workbench.compare.findings import findings
from workbench.compare.plan import Job
from workbench.compare.row import Row
from workbench.compare.store import opened, read
from workbench.compare.sums import tabulate
from workbench.compare.table import text
from workbench.compare.work import do, rows, rows_on_cluster, versions
from workbench.methods.method import Question
from workbench.methods.smt import smt
from workbench.workers import cluster
from workbench.workers.cluster import require_alike
from workbench.workers.worker import WorkError


def lasting(row: dict[str, Any]) -> dict[str, Any]:
    """What is the same whenever a run is done."""
    changing = ("_seconds", "memory_mib", "memory_by", "core", "started", "commit", "host")
    return {name: value for name, value in row.items() if not name.endswith(changing)}


def test_runs_are_measured_kept_and_not_done_again(comparison: Comparison) -> None:
    command = (*SMALL, "-e", "forest-tight", "-m", "deduction", "--timeout")
    comparison(*command, "600").ended(0)
    found = comparison.rows
    assert (len(found), {row["seconds_limit"] for row in found}) == (12, {600.0})
    # All methods on one puzzle before the next, and each comes first in its turn.
    assert [row["puzzle"] for row in found] == [name for name in SMALL for _ in range(3)]
    assert [row["method"] for row in found[::3]] == [
        "forest-tight z3", "forest-tight yices", "deduction:all", "forest-tight z3",
    ]  # fmt: skip
    for row in found:
        assert row["status"] == ("unsolvable" if "none" in row["puzzle"] else "solved")
        assert row["cpu_seconds"] > 0 or row["asked"] == 0
        assert row["asked"] == (row["method"] != "deduction:all")
        assert row["own_cpu_seconds"] > 0
        assert row["version"] and row["fillomino"] and row["cpu_model"] and row["host"]
        assert row["core"] is None or row["core"] in range(os.cpu_count() or 1)
    assert comparison(*command, "600").code == 0
    assert comparison.rows == found
    comparison(*command, "601", "--limit-puzzles", "1").ended(0)
    assert len(comparison.rows) == 15


def run_by(job: Job, solver: Solver | str, encoding: str = "forest", **more: Any) -> Row:
    """A run of a job by another method."""
    return do(by(job, solver, encoding, **more), None)


def by(job: Job, solver: Solver | str, encoding: str = "forest", **more: Any) -> Job:
    method = smt(encoding, solver, **{"deduce": "none", **more})
    return Job(method.name, job.entry, method, method.facts(), job.question)


def the_row(**more: Any) -> Job:
    """The run of z3 on an easy puzzle."""
    [job] = planned([str(EXAMPLES / "row.txt")], ["z3"], "forest", Question(**{"seconds": 20, **more}))
    return job


def test_half_an_answer_is_none() -> None:
    """With uniqueness asked for, a filling whose uniqueness was not decided does not count."""
    [job] = planned([str(EXAMPLES / "one-cell.txt")], ["z3"], "forest", Question(unique=True))
    row = run_by(job, scripted("sat\n((n_0 1))\n", name="once"), deduce="full", label="once")
    assert (row.verdict.status, row.answer.filling) == ("failed", None)  # it gave the same filling again
    with refused(WorkError, "worker-failed"):
        nobody = smt("forest", Solver("nobody", "Nobody", "/no/such/program"), label="nobody")
        list(rows([replace(job, method=nobody)], 1))


def test_a_wrong_filling_and_a_wrong_verdict_are_told_first(tmp_path: Path) -> None:
    """Solvers that lie, in real worker processes."""
    job = the_row()
    ones = "".join(f"(n_{x} 1)" for x in range(job.entry.to_encode().places.size))
    liar = scripted(f"sat\n({ones})\n", name="liar")
    denier = scripted("unsat\n", name="denier", quirks=Quirks(silent=True))
    lies = [by(job, record, deduce="full", label=record.name) for record in (liar, denier)]
    found = list(rows([job, *lies], 1))
    assert [row.verdict.status for row in found] == ["solved", "wrong", "wrong"]
    assert "region-too-large" in found[1].answer.violations or "clue-changed" in found[1].answer.violations
    sums = Runner()("report", written(tmp_path / "runs.jsonl", *found), "--json").ended(4).rows
    assert [(line["answered"], line["statuses"]) for line in sums] == [
        (1, {"solved": 1}),
        (0, {"wrong": 1}),
        (0, {"wrong": 1}),
    ]
    assert titles(found) == ["WRONG"]
    assert [finding.row.method for finding in findings(found)] == [row.method for row in found[1:]]


ONCE = """
import os
if not os.path.exists({seen!r}):
    open({seen!r}, "x").close()
    os.kill(os.getppid(), 9)
print("unsat")
"""


def test_a_worker_that_dies_is_replaced(tmp_path: Path) -> None:
    """A solver that kills the worker above it, once; and one that always does."""
    job, asked = the_row(), []
    once = ONCE.format(seen=str(tmp_path / "seen"))
    for name, program in (("once", once), ("always", "import os; os.kill(os.getppid(), 9)")):
        killer = scripted(name=name, quirks=Quirks(silent=True))
        killer = replace(killer, arguments=("-I", "-S", "-c", program), writes=None)
        asked.append(by(job, killer, deduce="full", label=name))
    found = {row.method: row for row in rows([*asked, job], 1)}
    assert found["forest once"].verdict.status == "wrong"  # it denies that there is a solution
    assert found["forest always"].verdict.status == "failed"
    assert "the worker died, 2 times" in (found["forest always"].answer.error or "")
    assert found["forest z3"].verdict.status == "solved"


KILLED = """
import os, signal, sys
from workbench.cli.app import call
from workbench.compare.store import Store

place, number, append, begun = sys.argv[1], int(sys.argv[2]), Store.append, 0

def killed(self, row):
    global begun
    begun += 1
    if (place, number) == ("within", begun):
        line = row.to_line().encode()
        os.write(self._file, line[: len(line) // 2])
    elif (place, number) != ("before", begun):
        append(self, row)
    if number == begun:
        os.kill(os.getpid(), signal.SIGKILL)

Store.append = killed
sys.exit(call(sys.argv[3:]))
"""
"""A comparison that is killed before, within or after it writes its first, second, … row."""

WAITING = """case $* in *version*) echo 1.0; exit;; esac
[ -e '{go}' ] || exec sleep 3600
exec '{program}' "$@"
"""


@pytest.mark.parametrize(
    ("runs", "places"),
    [
        (2, [("before", 1), ("within", 2), ("after", 2)]),
        pytest.param(
            8,
            [(place, n) for n in (1, 2, 3) for place in ("before", "within", "after")],
            marks=pytest.mark.slow,
        ),
    ],
)
def test_killed_again_and_again_it_ends_with_the_same_runs(
    mark: str, tmp_path: Path, runs: int, places: list[tuple[str, int]]
) -> None:
    """First while a solver is at work, then at places of the file."""
    undisturbed, out, go = (tmp_path / name for name in ("undisturbed.jsonl", "killed.jsonl", "go"))
    slow = shell_script(tmp_path / "slow", WAITING.format(go=go, program=needs.solver("yices").executable))
    command = ("compare", *SMALL[:3], "-s", f"slow=smt:{slow}", "--runs", str(runs), "--no-report", "-o")
    with begun(*command, out, mark=mark) as process:
        assert wait_until(lambda: any(name == "sleep" for _, name in marked(mark)))
        process.kill()
        go.touch()
        process.communicate(timeout=600)
    assert wait_for(mark, solver=False) == []
    rows = 0
    for place, number in places:
        done = python("-c", KILLED, place, str(number), *command, out)
        assert done.returncode == -signal.SIGKILL, done
        assert wait_for(mark, solver=False) == []
        rows += number - (place != "after")
        assert out.read_bytes().count(b"\n") == rows
    assert Runner()(*command, out).code == 0
    assert Runner()(*command, undisturbed).code == 0
    there, wanted = (sorted(kept(path), key=lambda row: row["key"]) for path in (out, undisturbed))
    assert list(map(lasting, there)) == list(map(lasting, wanted))
    assert len(wanted) == 3 * runs
    torn = (tmp_path / "killed.jsonl.torn").read_bytes().splitlines()
    assert len(torn) == sum(place == "within" for place, _ in places)
    assert all(line.startswith(b"{") and not line.endswith(b"}") for line in torn)


def test_ctrl_c_ends_the_solvers_and_says_what_is_kept(mark: str, tmp_path: Path) -> None:
    out = tmp_path / "runs.jsonl"
    puzzles = [EXAMPLES / name for name in ("row.txt", "twenty.txt")]
    process = begun("compare", *puzzles, "-e", "forest", "-s", "z3", "-o", out, mark=mark)
    with process:
        assert wait_until(lambda: out.exists() and out.read_text())
        assert any(name == "z3" for _, name in wait_for(mark, solver=True))
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=600)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert wait_for(mark, solver=False) == []
    assert len(kept(out)) == 1
    assert marked(mark) == []


def test_only_one_comparison_writes_to_a_file(comparison: Comparison) -> None:
    needs.accounts()
    with opened(comparison.path):
        comparison(SMALL[0]).refused("busy", None, None, str(comparison.path))


def test_names_arguments_and_seeds_reach_the_solver() -> None:
    asked = planned([SMALL[0]], ["luby=z3 sat.restart=luby", "yices"], "layers:QF_UF", Question(), runs=2)
    luby, yices = "layers:QF_UF luby", "layers:QF_UF yices"
    assert [job.method.name for job in asked] == [luby, yices, yices, luby]
    found: list[Row] = [do(job, None) for job in asked]
    assert [row.verdict.status for row in found] == ["solved"] * 4
    assert found[0].facts.arguments == ("sat.restart=luby",)
    assert found[0].facts.logic == "QF_UF"
    assert [row.terms.seed for row in found] == [0, 0, 1, 1]
    [bad] = planned([SMALL[0]], ["bad=z3 no.such.option=1"], "layers", Question())
    assert do(bad, None).verdict.status == "failed"


@pytest.mark.usefixtures("in_process")
def test_files_of_many_puzzles_and_the_same_puzzle_twice(fillomino: Runner, comparison: Comparison) -> None:
    one, two = ((EXAMPLES / name).read_text().strip() for name in ("eight.url", "seven.id"))
    many = fillomino.write("many.txt", f"# two puzzles\n{one}\n\n{two}\n{one}\n")
    runs = (many, "-s", "yices", "--limit-puzzles")
    comparison(*runs, "1").ended(0)
    assert len(comparison.rows) == 1
    assert "named-twice" in comparison(*runs, "9").ended(0).warned
    found = [(row["puzzle"], row["board"]) for row in comparison.rows]
    assert found == [(f"{many}:2", "8x8"), (f"{many}:4", "7x7")]


def test_the_limit_is_of_cpu_time_with_one_by_the_clock_behind_it() -> None:
    question = Question(unique=True).within(3)
    assert (question.limits.cpu_seconds, question.limits.seconds, question.own_seconds) == (3, 16, 3)
    assert vars(Question().within(None).limits) == vars(Limits())
    assert Question(seconds=2).own_seconds == 2


def test_a_solver_that_works_too_long_and_one_that_sleeps() -> None:
    [job] = planned(SMALL[:1], ["z3"], "forest", Question().within(0.2))
    for fake in (
        scripted(burn=3600, name="burns"),
        scripted(burn=3600, ignore_sigterm=True, name="stubborn"),
    ):
        row = run_by(job, fake)
        assert (row.verdict.status, row.answer.error) == ("timeout", "no answer within 0.2 s of CPU time")
        assert (row.terms.seconds_limit, row.terms.limit_time) == (0.2, "cpu")
        assert 0.2 <= row.cost.usage.cpu_seconds < 600, "it would go on for an hour"
    late = replace(job, question=job.question.replace(seconds=0.2))
    row = run_by(late, scripted(sleep=3600, name="sleeps"))
    assert (row.verdict.status, row.answer.error, row.disturbed) == (
        "timeout",
        "no answer within 0.2 s",
        True,
    )


def test_a_run_is_disturbed_by_what_else_ran_on_its_core() -> None:
    calm = BASE.changed(asked=1, cpu_seconds=1.0, wall_seconds=1.59, own_cpu_seconds=3.0)
    assert not calm.disturbed
    assert calm.changed(wall_seconds=1.61).disturbed
    assert not calm.changed(cpu_seconds=0.001, wall_seconds=0.1).disturbed
    # In a session our own work is done meanwhile, but for deducing and encoding.
    session = calm.changed(asked=5, wall_seconds=4.5, deduce_seconds=0.0, encode_seconds=0.0)
    assert not session.disturbed
    assert session.changed(deduce_seconds=1.0, encode_seconds=1.5).disturbed
    # Rows of today have it: a session may have one question, and several questions a process each.
    assert not session.changed(asked=1, session=True).disturbed
    assert session.changed(session=False).disturbed


@pytest.mark.parametrize(
    ("encoding", "by", "unique", "session"),
    [
        ("cuts", "z3", False, True),
        ("forest-tight", "z3", False, False),
        ("forest-tight", "z3", True, True),
        ("forest-tight", "scripted", True, False),
    ],
)
def test_a_row_has_whether_it_was_a_session(encoding: str, by: str, unique: bool, session: bool) -> None:
    [job] = planned(SMALL[:1], ["z3"], "forest", Question(unique=unique).within(600))
    chosen = find(by) if by != "scripted" else replace(scripted("unknown"), session_arguments=None)
    assert run_by(job, chosen, encoding).given.session is session


@pytest.mark.usefixtures("in_process", "no_plots")
def test_scripts_are_kept_and_linked(fillomino: Runner, tmp_path: Path) -> None:
    out, scripts = tmp_path / "runs.jsonl", tmp_path / "scripts"
    done = fillomino(
        "compare", SMALL[0], "-e", "forest-tight", "-e", "cuts", "-s", "z3", "-s", "yices", "--scramble", "2",
        "--keep", scripts, "-o", out,
    )  # fmt: skip
    assert done.code == 0, done
    found, _ = read(out)
    texts = {row.key: Path(row.given.script or "").read_text() for row in found}
    assert len(texts) == len({row.given.script for row in found}) == 6
    one_shot = {
        (row.facts.solver, row.terms.scramble): texts[row.key]
        for row in found
        if row.facts.encoding != "cuts"
    }
    assert one_shot["z3", 0] == one_shot["yices", 0]
    assert one_shot["z3", 1] == one_shot["yices", 1] != one_shot["z3", 0]
    for (name, _), script in one_shot.items():
        assert isinstance(run_solver(script, find(name or ""), Limits(seconds=600)).answer, Sat)
    page = (tmp_path / "runs-report" / "index.html").read_text()
    for row in found:
        assert f'"../scripts/{row.key}/{Path(row.given.script or "").name}"' in page


@pytest.mark.usefixtures("in_process")
def test_disturbed_runs_are_counted_and_done_again(comparison: Comparison) -> None:
    command = (SMALL[0], SMALL[1], "-e", "forest", "-s", "yices")
    comparison(*command).ended(0)
    first, second = comparison.rows
    first["wall_seconds"] = 99.0
    comparison.path.write_text(json.dumps(first) + "\n" + json.dumps(second) + "\n")
    comparison(*command).ended(0)
    assert [row.disturbed for row in read(comparison.path)[0]] == [True, False]
    comparison(*command, "--redo-disturbed").ended(0)
    assert [row["key"] for row in comparison.rows] == [first["key"], second["key"], first["key"]]
    now, _ = read(comparison.path)
    assert [row.key for row in now] == [first["key"], second["key"]]
    assert now[0].cost.usage.wall_seconds < 99


def test_floors_are_measured_before_the_first_run_and_kept(tmp_path: Path) -> None:
    """Of solvers alone, and of those that answer."""
    needs.accounts()
    jobs = planned(SMALL[:2], ["z3", "yices"], "forest-tight", Question().within(600))
    found = list(rows(jobs, 1))
    floors = tabulate(found).floors
    assert set(floors) == {"forest-tight z3", "forest-tight yices"}
    for method in floors:
        [floor] = {row.where.floor_seconds for row in found if row.method == method}
        assert floor is not None
        assert 0 < floor < 0.5
    assert "A trivial script takes, in CPU time: forest-tight " in text(found)
    usages = [row.cost.usage for row in found]
    assert needs.is_linux() <= all(its.memory_mib is not None and its.memory_by == "wait4" for its in usages)
    assert read(written(tmp_path / "runs.jsonl", *found))[0] == found
    assert startup_seconds(scripted("unknown\n"), "QF_LIA") is None
    assert tabulate([BASE]).floors == {}


def test_runs_too_quick_are_counted() -> None:
    rows = [run(name, str(n), 1.0, floor_seconds=0.01) for n in range(8) for name in ("a", "b")]
    long = [row if row.subject.puzzle_hash != "0" else row.changed(cpu_seconds=0.01) for row in rows]
    assert "Excluded as too short: up to 1 run per method (< 5x solver start-up)." in text(long)
    assert "too short" not in text([row.changed(floor_seconds=None) for row in long])


DASK_PAGE = 8787
"""The port that Dask takes for its page unless told otherwise; a second cluster would not get it."""


def ours(mark: str) -> list[str]:
    """The marked solvers, and the marked processes that drive them."""
    found = []
    for number, name in marked(mark):
        with contextlib.suppress(psutil.Error):
            line = " ".join(psutil.Process(number).cmdline())
            found += [name] if name in ("z3", "yices-smt2") or "workbench.workers.process" in line else []
    return found


def test_a_killed_worker_costs_no_run_and_doubles_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    needs.accounts()
    needs.module("distributed", "cluster")
    import distributed

    mark = uuid.uuid4().hex  # the fixture would miss what multiprocessing keeps
    monkeypatch.setenv(MARK, mark)
    jobs = planned(SMALL[:3], ["yices"], "forest-tight", Question(seconds=600), runs=4)
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
            assert store.get(row.key) is None, "a run came twice"
            store.append(row)
            if number == 4:
                pids = watcher.run(os.getpid)
                killed.add(next(iter(pids.values())))
                os.kill(next(iter(killed)), signal.SIGKILL)
        assert not killed & set(watcher.run(os.getpid).values())
    found = kept(out)
    assert len(killed) == 1
    assert sorted(row["key"] for row in found) == sorted(job.key for job in jobs)
    assert {row["status"] for row in found} == {"solved", "unsolvable"}
    assert wait_until(lambda: not ours(mark))


def test_the_command_runs_on_a_cluster_of_its_own_and_resumes(comparison: Comparison) -> None:
    needs.module("distributed", "cluster")
    command = (*SMALL, "-s", "yices")
    comparison(*command, "--limit-puzzles", "1").ended(0)
    with socket.socket() as busy:
        with contextlib.suppress(OSError):  # somebody has it already: as good
            busy.bind(("0.0.0.0", DASK_PAGE))
            busy.listen()
        comparison(*command, "--jobs", "local:2").ended(0)
    found = comparison.rows
    assert len({row["key"] for row in found}) == len(found) == 4
    assert comparison(*command).code == 0
    assert comparison.rows == found


def solving(mark: str) -> bool:
    """Whether a z3 is at work on a long script, and not on that of the warm-up, which takes 0.03 s."""
    for number, name in marked(mark):
        with contextlib.suppress(psutil.Error):
            if name == "z3" and sum(psutil.Process(number).cpu_times()[:2]) > 0.5:
                return True
    return False


def test_ctrl_c_leaves_no_solver_on_a_local_cluster(mark: str, tmp_path: Path) -> None:
    needs.module("distributed", "cluster")
    options = ("-e", "forest", "-s", "z3", "--jobs", "local:1", "-o", tmp_path / "runs.jsonl")
    process = begun("compare", EXAMPLES / "twenty.txt", *options, mark=mark)
    with process:
        there = wait_until(lambda: solving(mark))
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=600)
    assert there, "no solver was seen at work"
    assert process.returncode == 130, err
    assert "Traceback" not in err
    assert wait_for(mark, solver=False) == []


class Told:
    """A client whose workers have these versions of yices."""

    def __init__(self, **versions: str) -> None:
        self._versions = versions

    def run(self, function: Callable[..., dict[str, str]], methods: Any) -> dict[str, dict[str, str]]:
        its = function(methods)
        return {where: {**its, "cuts yices": version} for where, version in self._versions.items()}


@pytest.mark.parametrize(
    ("theirs", "alike"),
    [
        ({"one": "HERE", "two": "HERE"}, True),
        ({"one": "HERE", "two": "Yices 1.0"}, False),
        ({}, False),
    ],
)
def test_a_mixture_of_versions_is_refused_unless_allowed(theirs: dict[str, str], alike: bool) -> None:
    [job] = planned(SMALL[:1], ["yices"], "cuts", Question())
    here = job.facts.version
    client: Any = Told(**{where: version.replace("HERE", here) for where, version in theirs.items()})
    if not alike:
        with refused(WorkError, "worker-failed"):
            require_alike(client, versions, [job.method], mixture=False)
    if theirs:
        require_alike(client, versions, [job.method], mixture=not alike)


@pytest.mark.parametrize("address", ["local:many", "local:0", "tcp://127.0.0.1:9"])
def test_bad_addresses(comparison: Comparison, monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    needs.module("distributed", "cluster")
    monkeypatch.setattr(cluster, "WAIT_SECONDS", 0.5)
    comparison(SMALL[0], "--jobs", address).refused("bad-option" if "local" in address else "worker-failed")


def test_without_dask_it_says_what_to_install(
    comparison: Comparison, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    told = "fillomino: --jobs ADDRESS needs Dask: pip install 'fillomino-smt[cluster]'\n"
    comparison(SMALL[0], "--jobs", "local:2").ended(2, told)
