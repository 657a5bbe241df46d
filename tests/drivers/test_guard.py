"""The guard: what we have started ends with us, however we end; and what can't be ended is let go."""

from __future__ import annotations

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
from drivers.process import Child
from tests.drivers.conftest import Trace
from tests.support import needs
from tests.support.clock import FOREVER, PATIENCE
from tests.support.processes import ROOT, gone, open_files

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
guard.start()
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
if not os.fork():
    time.sleep(0.3)
    os.setsid()
    os.execvp(sys.argv[2], sys.argv[2:])
"""


def test_a_solver_that_leads_its_session_late_ends_too(trace: Trace, tmp_path: Path) -> None:
    """`setsid --fork` ends, and what it forked is adopted, before that calls setsid(2)."""
    needs.linux("adoption of orphans")
    late = tmp_path / "setsid"
    late.write_text(LATE_SETSID.format(python=sys.executable))
    late.chmod(0o755)
    path = f"import os\nos.environ['PATH'] = {str(tmp_path)!r} + os.pathsep + os.environ['PATH']\n"
    adopting = (
        "from drivers.system import adopt_orphans\nadopt_orphans()\nrun_process(command, b'', Limits())"
    )
    with driver(path + adopting, trace) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == b"under guard\n"
        finally:
            process.kill()
    assert trace.wait_until(alive=False) == []


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
    for process in sleeping:
        ours.add(process.pid)
    ours.remove(other)
    ours.remove(1)  # never added
    ours.forget()
    assert sleeping[0].wait(PATIENCE) == -signal.SIGKILL
    assert sleeping[1].poll() is None


def test_a_guard_that_was_killed_is_replaced(sleeping: list[subprocess.Popen[bytes]]) -> None:
    ours = Guard()
    ours.add(sleeping[0].pid)
    os.kill(ours._pid, signal.SIGKILL)
    assert gone([ours._pid])
    ours.add(sleeping[1].pid)
    ours.forget()
    assert [process.wait(PATIENCE) for process in sleeping] == [-signal.SIGKILL] * 2


def test_nothing_is_started_without_a_guard(trace: Trace, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(24, "Too many open files")

    monkeypatch.setattr(guard, "add", full)
    with pytest.raises(OSError, match="Too many open files"):
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
