"""What makes a comparison's figures believable: CPU limits, disturbed runs, floors, memory, runexec."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from drivers import Limits, Sat, Timeout, find, run
from drivers.errors import DriverError
from drivers.fake import scripted
from drivers.runexec import check_runexec, outcome_of, read_measured, run_by_runexec
from drivers.startup import startup_seconds
from tests.support.runs import BASE, SMALL, kept, planned, written
from tests.workbench.conftest import Runner
from workbench.compare.statistics import tabulate
from workbench.compare.store import opened, read
from workbench.compare.table import text
from workbench.compare.work import do, rows
from workbench.methods.question import Question
from workbench.methods.table import smt


def test_the_limit_is_of_cpu_time_with_one_by_the_clock_behind_it() -> None:
    question = Question(unique=True).within(3)
    assert (question.limits.cpu_seconds, question.limits.seconds, question.own_seconds) == (3, 16, 3)
    assert Question().within(None).limits == Limits()
    assert Question(seconds=2).own_seconds == 2


def test_a_solver_that_works_too_long_and_one_that_sleeps() -> None:
    [job] = planned(SMALL[:1], ["z3"], "forest", Question().within(0.2))
    for fake in (scripted(burn=60, name="burns"), scripted(burn=60, ignore_sigterm=True, name="stubborn")):
        row = do(replace(job, method=smt("forest", deduce="none", solver=fake)), None)
        assert (row.status, row.error) == ("timeout", "no answer within 0.2 s of CPU time")
        assert (row.seconds_limit, row.limit_time) == (0.2, "cpu")
        assert 0.2 <= row.cpu_seconds < 3, "it would go on for 60 s"
    sleeper = smt("forest", deduce="none", solver=scripted(sleep=60, name="sleeps"))
    late = replace(job.question, seconds=0.2)
    row = do(replace(job, method=sleeper, question=late), None)
    assert (row.status, row.error) == ("timeout", "no answer within 0.2 s")
    assert row.disturbed


def test_a_run_is_disturbed_by_what_else_ran_on_its_core() -> None:
    calm = replace(BASE, asked=1, cpu_seconds=1.0, wall_seconds=1.59, own_cpu_seconds=3.0)
    assert not calm.disturbed
    assert replace(calm, wall_seconds=1.61).disturbed
    assert not replace(calm, cpu_seconds=0.001, wall_seconds=0.1).disturbed
    # In a session our own work is done meanwhile, but for deducing and encoding.
    session = replace(calm, asked=5, wall_seconds=4.5, deduce_seconds=0.0, encode_seconds=0.0)
    assert not session.disturbed
    assert replace(session, deduce_seconds=1.0, encode_seconds=1.5).disturbed
    # Rows of today have it: a session may have one question, and several questions a process each.
    assert not replace(session, asked=1, session=True).disturbed
    assert replace(session, session=False).disturbed


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
    [job] = planned(SMALL[:1], ["z3"], "forest", Question(unique=unique).within(20))
    chosen = find(by) if by != "scripted" else replace(scripted("unknown"), session_arguments=None)
    assert do(replace(job, method=smt(encoding, chosen)), None).session is session


@pytest.mark.usefixtures("no_plots")
def test_scripts_are_kept_and_linked(fillomino: Runner, tmp_path: Path) -> None:
    out, scripts = tmp_path / "runs.jsonl", tmp_path / "scripts"
    done = fillomino(
        "compare", SMALL[0], "-e", "forest-tight", "-e", "cuts", "-s", "z3", "-s", "yices", "--scramble", "2",
        "--keep", scripts, "-o", out,
    )  # fmt: skip
    assert done.code == 0, done
    found, _ = read(out)
    texts = {row.key: Path(row.script or "").read_text() for row in found}
    assert len(texts) == len({row.script for row in found}) == 6
    one_shot = {(row.solver, row.scramble): texts[row.key] for row in found if row.encoding != "cuts"}
    assert one_shot["z3", 0] == one_shot["yices", 0]
    assert one_shot["z3", 1] == one_shot["yices", 1] != one_shot["z3", 0]
    for (name, _), script in one_shot.items():
        assert isinstance(run(script, find(name or ""), Limits(seconds=30)).answer, Sat)
    page = (tmp_path / "runs-report" / "index.html").read_text()
    for row in found:
        assert f'"../scripts/{row.key}/{Path(row.script or "").name}"' in page


def test_disturbed_runs_are_counted_and_done_again(fillomino: Runner, tmp_path: Path) -> None:
    out = tmp_path / "runs.jsonl"
    command = ("compare", SMALL[0], SMALL[1], "-e", "forest", "-s", "yices", "-o", out, "--no-report")
    assert fillomino(*command).code == 0
    first, second = kept(out)
    first["wall_seconds"] = 99.0
    out.write_text(json.dumps(first) + "\n" + json.dumps(second) + "\n")
    assert (
        "Disturbed: 1 run of 2, by the clock over 1.5 times the CPU time + 0.1 s" in fillomino(*command).out
    )
    again = fillomino(*command, "--redo-disturbed")
    assert "1 of 2 runs are there already; 1 to do" in again.err
    assert len(kept(out)) == 3
    assert [row["key"] for row in kept(out)] == [first["key"], second["key"], first["key"]]
    now, _ = read(out)
    assert [row.key for row in now] == [first["key"], second["key"]]
    assert now[0].wall_seconds < 99
    with opened(out) as store:
        assert not store.append(now[0])
        assert not store.append(replace(now[0], wall_seconds=50.0, cpu_seconds=1.0), again=True)
        there = store.get(now[0].key)
        assert there is not None and there.disturbed
        assert store.get("nothing") is None


def test_floors_are_measured_before_the_first_run_and_kept(tmp_path: Path) -> None:
    jobs = planned(SMALL[:2], ["z3", "yices"], "forest-tight", Question().within(20))
    found = list(rows(jobs, 1))
    for method in ("forest-tight z3", "forest-tight yices"):
        [floor] = {row.floor_seconds for row in found if row.method == method}
        assert floor is not None
        assert 0 < floor < 0.5
    floors = tabulate(found).floors
    assert set(floors) == {"forest-tight z3", "forest-tight yices"}
    assert "A trivial script takes, in CPU time: forest-tight " in text(found)
    assert all(row.memory_mib is not None and row.memory_by == "wait4" for row in found)
    assert read(written(tmp_path / "runs.jsonl", *found))[0] == found


def test_runs_too_quick_are_counted() -> None:
    alike = [
        replace(
            BASE, key=f"{n} {name}", puzzle_hash=str(n), method=name, cpu_seconds=0.01, floor_seconds=0.01
        )
        for n in range(8)
        for name in ("a", "b")
    ]
    long = [replace(row, cpu_seconds=1.0, wall_seconds=1.0) if int(row.puzzle_hash) else row for row in alike]
    assert "Excluded as too short: up to 1 run per method (< 5x solver start-up)." in text(long)
    assert "too short" not in text([replace(row, floor_seconds=None) for row in long])


def test_floors_of_what_is_no_solver_or_does_not_answer() -> None:
    assert startup_seconds(scripted("unknown\n"), "QF_LIA") is None
    assert tabulate([BASE]).floors == {}


MEASURED = """\
starttime=2026-11-23T06:45:45.941916+00:00
returnvalue=0
walltime=0.5s
cputime=0.25s
cputime-cpu1=0.25s
memory=1048576B
"""


def test_what_runexec_prints_is_read() -> None:
    outcome = outcome_of(read_measured(MEASURED), b"sat\n", b"", Limits(cpu_seconds=1))
    assert (outcome.exit_code, outcome.timed_out, outcome.stdout) == (0, False, b"sat\n")
    assert (outcome.usage.cpu_seconds, outcome.usage.wall_seconds) == (0.25, 0.5)
    assert (outcome.usage.memory_mib, outcome.usage.memory_by) == (1.0, "runexec")
    assert outcome_of(read_measured(MEASURED), b"", b"", Limits(cpu_seconds=0.2)).timed_out
    killed = read_measured("exitsignal=9\nterminationreason=walltime\nwalltime=3s\ncputime=0.1s\n")
    outcome = outcome_of(killed, b"", b"", Limits())
    assert (outcome.exit_code, outcome.timed_out, outcome.usage.memory_by) == (-9, True, None)


def test_runexec_where_it_is_not_there(
    fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import drivers.runexec

    out = tmp_path / "x.jsonl"
    said = fillomino.refuses("compare", SMALL[0], "-o", out, "-e", "forest", "--measure", "perf")
    assert "unknown way to measure 'perf'; known: runexec" in said
    said = fillomino.refuses("compare", SMALL[0], "-o", out, "-e", "cuts", "--measure", "runexec")
    assert "--measure runexec: cuts z3 is not one run of a solver on a script" in said
    monkeypatch.setattr(drivers.runexec, "_program", lambda: None)
    with pytest.raises(
        DriverError, match=r"runexec is not installed.*: pip install 'fillomino-smt\[benchexec\]'"
    ):
        check_runexec()
    poor = tmp_path / "runexec"
    poor.write_text("#!/bin/sh\necho returnvalue=0\necho cputime=1s\necho walltime=1s\necho no cgroup >&2\n")
    poor.chmod(0o755)
    monkeypatch.setattr(drivers.runexec, "_program", lambda: str(poor))
    with pytest.raises(DriverError, match="runexec gives no memory here: no cgroup"):
        check_runexec()


def test_runexec_where_it_is_there() -> None:
    try:
        check_runexec()
    except DriverError as error:
        pytest.skip(str(error))
    script = "(set-logic QF_UF)\n(declare-fun x () Bool)\n(assert x)\n(check-sat)\n(get-value (x))"
    done = run_by_runexec(script, find("yices"), Limits(seconds=20, cpu_seconds=5, memory_mib=500))
    assert done.answer == Sat({"x": True})
    assert done.usage.memory_by == "runexec"
    assert done.usage.memory_mib is not None
    burning = run_by_runexec(script, scripted(burn=60), Limits(seconds=20, cpu_seconds=0.5))
    assert burning.answer == Timeout(0.5, cpu=True)
    [job] = planned(SMALL[:1], ["yices"], "forest", replace(Question(unique=True), runexec=True).within(20))
    row = do(job, None)
    assert (row.status, row.unique, row.asked, row.memory_by) == ("solved", True, 2, "runexec")
