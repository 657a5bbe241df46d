"""Limits of CPU time: by our own clock, for children too, in sessions, and over several processes."""

from __future__ import annotations

import json
import resource
import signal
import subprocess
import sys
import time
from typing import Any

import pytest

from drivers import Failure, Limits, Sat, Session, SessionError, SessionTimeoutError, Solver, Timeout, run
from drivers.backend import InSession, OneShot
from drivers.fake import scripted
from drivers.limits import wall_behind
from drivers.metering import cpu_seconds
from drivers.orphans import adopts_orphans
from drivers.solver import Quirks
from smtlib.script import Script

CHECK = "(check-sat)"
_BURNS_AT_A_CHECK = """
import sys
quiet = False
for line in sys.stdin:
    while "check-sat" in line:
        pass
    quiet = "print-success false" in line or (quiet and "print-success true" not in line)
    if not quiet:
        print("success", flush=True)
"""


def burning(seconds: float, **plan: Any) -> Solver:
    return scripted("sat\n", burn=seconds, name="burning", **plan)


def test_a_solver_that_works_too_long_is_a_timeout(trace: Any) -> None:
    done = run(CHECK, burning(60, stderr=trace.mark), Limits(seconds=30, cpu_seconds=0.2))
    assert done.answer == Timeout(0.2, cpu=True)
    assert 0.2 <= done.usage.cpu_seconds < 0.4
    assert run(CHECK, burning(0.05), Limits(cpu_seconds=5)).answer == Sat()


def test_a_solver_that_sleeps_has_time_by_the_clock_only(trace: Any) -> None:
    assert run(CHECK, scripted("sat\n", delay=0.3), Limits(seconds=9, cpu_seconds=0.25)).answer == Sat()
    done = run(CHECK, scripted(sleep=60, stderr=trace.mark), Limits(seconds=0.3, cpu_seconds=0.25))
    assert done.answer == Timeout(0.3)
    assert wall_behind(60) == 130


def test_one_that_ignores_sigterm(trace: Any) -> None:
    fake = burning(60, stderr=trace.mark, ignore_sigterm=True)
    done = run(CHECK, fake, Limits(cpu_seconds=0.15, grace_seconds=0.1))
    assert (done.answer, done.exit_code) == (Timeout(0.15, cpu=True), -signal.SIGKILL)


def test_what_it_starts_counts_too(trace: Any) -> None:
    fake = burning(60, stderr=trace.mark, spawn_grandchild=60)
    assert run(CHECK, fake, Limits(seconds=30, cpu_seconds=0.2)).answer == Timeout(0.2, cpu=True)
    assert trace.wait_until(alive=False) == []


def test_an_answer_after_the_limit_is_none() -> None:
    late = "import time\nwhile time.process_time() < 0.3: pass\nprint('sat', flush=True)\nwhile True: pass"
    fake = Solver("late", "late", sys.executable, ("-I", "-S", "-c", late))
    assert run(CHECK, fake, Limits(cpu_seconds=0.35)).answer == Timeout(0.35, cpu=True)


@pytest.mark.parametrize("limit", [None, 5.0])
def test_the_kernels_own_limit_is_a_timeout(limit: float | None) -> None:
    fake = scripted("sat\n", crash_signal=int(signal.SIGXCPU))
    answer = run(CHECK, fake, Limits(cpu_seconds=limit)).answer
    assert isinstance(answer, Timeout)
    assert answer.cpu
    assert limit is None or answer.seconds == limit
    assert isinstance(run(CHECK, scripted("sat\n", crash_signal=int(signal.SIGKILL))).answer, Failure)


def test_the_kernel_knows_the_limit_too() -> None:
    shows = "import resource, sys, time; time.sleep(.1); print(*resource.getrlimit(0), file=sys.stderr)"
    fake = Solver("shows", "shows", sys.executable, ("-I", "-S", "-c", shows))
    done = run(CHECK, fake, Limits(cpu_seconds=7.5))
    assert resource.RLIMIT_CPU == 0
    assert done.stderr == "25 26\n"  # `wall_behind`: a solver may catch its signal


def test_a_session_has_it_for_all_commands_together(trace: Any) -> None:
    fake = Solver("busy", "Busy", sys.executable, session_arguments=("-I", "-S", "-c", _BURNS_AT_A_CHECK))
    with Session(fake, Limits(seconds=30, cpu_seconds=0.2)) as session:
        assert session.check() == Timeout(0.2, cpu=True)
        with pytest.raises(SessionError, match="stopped at its limit of CPU time"):
            session.command("(check-sat)")
    assert session.usage is not None
    assert session.usage.cpu_seconds >= 0.2
    with (
        Session(fake, Limits(cpu_seconds=0.2)) as session,
        pytest.raises(SessionTimeoutError, match=r"Busy used up 0\.2 seconds of CPU time"),
    ):
        session.command("(check-sat)")


def test_back_ends_have_it_for_all_questions_together() -> None:
    script = Script(encoding="none", logic="QF_LIA", families=(), declarations=(), assertions=(), values=())
    busy = Solver("busy", "Busy", sys.executable, session_arguments=("-I", "-S", "-c", _BURNS_AT_A_CHECK))
    limits = Limits(seconds=30, cpu_seconds=0.3)
    with InSession(script, busy, limits) as session:
        assert session.ask() == Timeout(0.3, cpu=True)
    with OneShot(script, burning(0.2, quirks=Quirks(silent=True)), limits) as backend:
        assert backend.ask() == Sat()
        assert backend.ask() == Timeout(0.3, cpu=True)
    assert 0.3 <= backend.usage.cpu_seconds < 0.6


def test_cpu_time_of_another_process() -> None:
    program = "while True: pass"
    with subprocess.Popen([sys.executable, "-I", "-S", "-c", program]) as process:
        time.sleep(0.1)
        first = cpu_seconds(process.pid)
        time.sleep(0.1)
        second = cpu_seconds(process.pid)
        process.kill()
        process.wait()
    assert 0 < first < second < 5
    assert cpu_seconds(process.pid) == 0


_ADOPTING = """
import json, os
from drivers import Limits
from drivers import run
from drivers.orphans import adopt_orphans
from drivers.fake import scripted
from drivers.orphans import guard
ballast = bytearray(200 << 20)
ballast[::4096] = b"x" * len(ballast[::4096])
adopt_orphans()
guard.start()  # which has a pipe for good
before = os.listdir("/proc/self/fd")
fakes = (scripted("sat"), scripted(sleep=60, spawn_grandchild=60), scripted(burn=60), scripted(exit_code=7))
for fake in fakes:
    done = run("(check-sat)", fake, Limits(seconds=0.3, cpu_seconds=0.2, grace_seconds=0.1))
    used = done.usage
    print(json.dumps([type(done.answer).__name__, done.exit_code, used.memory_by, used.memory_mib]))
assert os.listdir("/proc/self/fd") == before
"""


def test_memory_of_adopted_processes_is_their_own() -> None:
    assert not adopts_orphans()
    command = [sys.executable, "-c", _ADOPTING]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row[:3] for row in found] == [
        ["Sat", 0, "wait4"], ["Timeout", -15, "wait4"], ["Timeout", -15, "wait4"], ["Failure", 7, "wait4"],
    ]  # fmt: skip
    assert all(3 < row[3] < 40 for row in found)
