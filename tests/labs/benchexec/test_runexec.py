"""Solvers measured by runexec."""

from __future__ import annotations

import pytest

from drivers import Limits, Sat, Timeout, find
from drivers.errors import DriverError
from drivers.fake import scripted
from labs.benchexec.runexec import check_runexec, outcome_of, read_measured, run_by_runexec
from tests.support.programs import shell_script
from tests.support.refused import refused
from tests.support.runs import SMALL, planned
from tests.workbench.compare.conftest import Comparison, comparison
from workbench.compare.work import do
from workbench.methods.method import Question

__all__ = ["comparison"]

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


def test_runexec_where_it_is_not_there(comparison: Comparison, monkeypatch: pytest.MonkeyPatch) -> None:
    program = "labs.benchexec.runexec._program"
    for encoding, way, code in (("forest", "perf", "unknown-method"), ("cuts", "runexec", "bad-option")):
        comparison(SMALL[0], "-e", encoding, "--measure", way).refused(code)
    monkeypatch.setattr(program, lambda: None)
    with refused(DriverError, "driver-failed"):
        check_runexec()
    answers = "echo returnvalue=0\necho cputime=1s\necho walltime=1s\necho no cgroup >&2"
    poor = shell_script(comparison.path.parent / "runexec", answers)
    monkeypatch.setattr(program, lambda: str(poor))
    with refused(DriverError, "driver-failed"):
        check_runexec()


def test_runexec_where_it_is_there() -> None:
    try:
        check_runexec()
    except DriverError as error:
        pytest.skip(str(error))
    script = "(set-logic QF_UF)\n(declare-fun x () Bool)\n(assert x)\n(check-sat)\n(get-value (x))"
    done = run_by_runexec(script, find("yices"), Limits(seconds=600, cpu_seconds=60, memory_mib=500))
    assert done.answer == Sat({"x": True})
    assert done.usage.memory_by == "runexec"
    assert done.usage.memory_mib is not None
    burning = run_by_runexec(script, scripted(burn=3600), Limits(seconds=600, cpu_seconds=0.5))
    assert burning.answer == Timeout(0.5, cpu=True)
    [job] = planned(SMALL[:1], ["yices"], "forest", Question(unique=True, runexec=True).within(600))
    row = do(job, None)
    assert (row.verdict.status, row.verdict.unique, row.cost.asked, row.cost.usage.memory_by) == (
        "solved",
        True,
        2,
        "runexec",
    )
