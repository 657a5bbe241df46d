"""The guard: what we have started ends with us, however we end; and what can't be ended is let go."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from drivers import Limits, Session, fake
from drivers.limits import MARK
from drivers.process import Child
from tests.drivers.conftest import Trace
from tests.support import needs
from tests.support.clock import FOREVER, PATIENCE, wait_until
from tests.support.processes import ROOT, command_lines, gone, open_files

needs.unix("guard of processes")

from drivers.system.posix import SCRIPT, SHELL, Guard, guard

SLEEP = "import time, sys; time.sleep(3600)"


def driver(code: str, trace: Trace) -> subprocess.Popen[bytes]:
    """Our own process, which runs some code that starts a solver with the mark."""
    head = f"import sys; command = (sys.executable, '-c', {SLEEP!r}, {trace.mark[::-1]!r}[::-1])\n"
    return subprocess.Popen([sys.executable, "-c", head + RUN + code], cwd=ROOT, stdout=subprocess.PIPE)


@pytest.fixture
def sleeping() -> Iterator[list[subprocess.Popen[bytes]]]:
    """Two processes that sleep, each leader of a group."""
    found = [subprocess.Popen(["sleep", f"{FOREVER}"], process_group=0) for _ in range(2)]
    yield found
    for process in found:
        process.kill()
        process.wait()


RUN = """
from drivers import Limits
from drivers.system.posix import guard
from drivers.process import Child, run_process
add = guard.add
guard.add = lambda group: print(add(group) or "under guard", flush=True)
"""
ADOPTING = """
from drivers.system import adopt_orphans
adopt_orphans()
run_process(command, b"", Limits())
"""
IN_A_THREAD = """
import threading, time
kept = []
threading.Thread(target=lambda: kept.append(Child(command, Limits()))).start()
time.sleep(3600)
"""
IN_A_FORK = """
import os, time
guard.announce()
guard.withdraw()
child = os.fork()
if child:
    print(child, flush=True)
    time.sleep(3600)
run_process(command, b"", Limits())
"""


@pytest.mark.parametrize(
    "code",
    [
        "run_process(command, b'', Limits())",
        ADOPTING,
        IN_A_THREAD,
    ],
)
def test_the_solver_of_a_killed_process_ends(trace: Trace, code: str) -> None:
    with driver(code, trace) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == b"under guard\n"
            assert trace.wait_until(alive=True)
        finally:
            process.kill()
    assert trace.wait_until(alive=False) == []


LATE_SETSID = """#!{python}
import os, sys, time
while {before_fork} and not os.path.exists({go!r}):
    time.sleep(0.01)
if not os.fork():
    while not os.path.exists({go!r}):
        time.sleep(0.01)
    os.setsid()
    os.execvp(sys.argv[2], sys.argv[2:])
"""
"""A `setsid --fork` that forks, or leads a session, only after we were killed."""


@pytest.mark.parametrize("before_fork", [True, False])
def test_a_solver_that_leads_its_session_late_ends_too(
    trace: Trace, tmp_path: Path, before_fork: bool
) -> None:
    """`setsid --fork` ends, and what it forked is adopted, before that calls setsid(2)."""
    needs.linux("adoption of orphans")
    late, go = tmp_path / "setsid", tmp_path / "go"
    late.write_text(LATE_SETSID.format(python=sys.executable, before_fork=before_fork, go=str(go)))
    late.chmod(0o755)
    path = f"import os\nos.environ['PATH'] = {str(tmp_path)!r} + os.pathsep + os.environ['PATH']\n"
    with driver(path + ADOPTING, trace) as process:
        try:
            assert trace.wait_until(alive=True)
            assert wait_until(lambda: any(str(late) in line for line in command_lines(trace.mark).values()))
        finally:
            process.kill()
            go.touch()
    assert trace.wait_until(alive=False) == []


KILLED_BEFORE = """
import os, signal
guard.add = lambda group: os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize("code", ["run_process(command, b'', Limits())", ADOPTING, IN_A_THREAD])
def test_the_solver_of_a_process_killed_in_a_start_ends(trace: Trace, code: str) -> None:
    """When the solver runs, and the guard has not been told of it."""
    needs.linux("marks in the environment of processes")
    with driver(KILLED_BEFORE + code, trace) as process:
        assert process.wait(PATIENCE) == -signal.SIGKILL
    assert trace.wait_until(alive=False) == []


@pytest.mark.parametrize(("told", "ends"), [("s", True), ("s s x", True), ("s x", False), ("", False)])
def test_marks_are_looked_for_only_within_a_start(trace: Trace, told: str, ends: bool) -> None:
    needs.linux("marks in the environment of processes")
    with subprocess.Popen(["sleep", f"{FOREVER}"], env={**os.environ, MARK: f"{trace.mark}.7"}) as process:
        try:
            subprocess.run(
                [SHELL, "-c", SCRIPT, SHELL, f"{MARK}={trace.mark}."],
                input=told.replace(" ", "\n") + "\n", text=True, check=False,
            )  # fmt: skip
            if ends:
                assert process.wait(PATIENCE) == -signal.SIGKILL
            else:
                assert process.poll() is None
        finally:
            process.kill()


def test_the_solver_of_a_killed_fork_ends(trace: Trace) -> None:
    """A worker that is a copy of us has a guard of its own, and does not wait for the end of ours."""
    with driver(IN_A_FORK, trace) as process:
        assert process.stdout is not None
        fork = int(process.stdout.readline())
        try:
            assert process.stdout.readline() == b"under guard\n"
            assert trace.wait_until(alive=True)
            os.kill(fork, signal.SIGKILL)
            assert trace.wait_until(alive=False) == []
            assert process.poll() is None
        finally:
            process.kill()


def test_a_session_outlives_the_thread_that_started_it() -> None:
    """Which it would not with PR_SET_PDEATHSIG."""
    sessions: list[Session] = []
    solver = fake.transcript([("(check-sat)", "sat")])
    thread = threading.Thread(target=lambda: sessions.append(Session(solver)))
    thread.start()
    thread.join()
    time.sleep(0.05)
    with sessions[0] as session:
        assert session.command("(check-sat)") == "sat"


def test_who_was_let_go_is_not_killed(sleeping: list[subprocess.Popen[bytes]]) -> None:
    ours, other = Guard(), sleeping[1].pid
    ours.announce()
    ours.announce()
    for process in sleeping:
        ours.add(process.pid)
    ours.remove(other)
    ours.remove(1)  # never added
    ours.forget()
    assert sleeping[0].wait(PATIENCE) == -signal.SIGKILL
    assert sleeping[1].poll() is None


def test_a_guard_that_was_killed_is_replaced(sleeping: list[subprocess.Popen[bytes]]) -> None:
    ours = Guard()
    ours.announce()
    ours.announce()
    ours.add(sleeping[0].pid)
    os.kill(ours._pid, signal.SIGKILL)
    assert gone([ours._pid])
    ours.add(sleeping[1].pid)
    ours.forget()
    assert [process.wait(PATIENCE) for process in sleeping] == [-signal.SIGKILL] * 2


def test_nothing_is_started_without_a_guard(trace: Trace, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr(guard, "_write", full)
    with pytest.raises(OSError, check=lambda error: error.errno == errno.EMFILE):
        Child([sys.executable, "-c", SLEEP, trace.mark], Limits())


def test_a_guard_remembers_only_what_runs() -> None:
    """Else its list grows with every run, and to search it takes longer than the runs."""
    script = SCRIPT.partition("for group")[0] + 'echo "[$all]"'
    lines = "".join(f"+ {group}\n- {group}\n" for group in range(100, 200)) + "+ 7\n+ 78\n+ 8\n- 7\n"
    done = subprocess.run([SHELL, "-c", script], input=lines, capture_output=True, text=True, check=True)
    assert done.stdout == "[ 78 8 ]\n"


def test_the_wait_for_one_that_can_not_be_killed_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """As one that hangs in the kernel: signals have no effect, and it is let go."""
    Child(["true"], Limits()).close(FOREVER)  # what stays open for good
    monkeypatch.setattr("drivers.process.KILL_SECONDS", 0.2)
    before = open_files()
    child = Child(["sleep", f"{FOREVER}"], Limits())
    pid = child.pid
    try:
        begin = time.monotonic()
        with monkeypatch.context() as patch:
            patch.setattr(os, "killpg", lambda *_: None)
            child.close()
        assert (child.exit_code, child.exited) == (None, True)
        assert 0.2 <= time.monotonic() - begin < FOREVER
        assert open_files() == before
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        guard.remove(pid)
