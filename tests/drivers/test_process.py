"""Whatever a process does, it ends in time and nothing is left of it."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from drivers import Failure, Limits, Run, Sat, Timeout, Unknown, run
from drivers.fake import scripted
from drivers.interrupts import HeldInterrupts
from drivers.orphans import guard
from drivers.process import Child, _kill_and_reap, run_process
from tests.support.programs import broken_program

ROOT = Path(__file__).parents[2]
CHECK = "(check-sat)"


def timed(limits: Limits, *args: Any, **plan: Any) -> tuple[Run, float]:
    begin = time.monotonic()
    result = run(CHECK, scripted(*args, **plan), limits)
    return result, time.monotonic() - begin


def open_files() -> list[str]:
    return sorted(os.listdir("/proc/self/fd"))  # noqa: PTH208


def test_time_limit(trace: Any) -> None:
    guard.start()  # its pipe stays open
    before = open_files()
    result, seconds = timed(Limits(seconds=0.3), "sat\n", sleep=60, stderr=trace.mark)
    assert result.answer == Timeout(0.3)
    assert result.stdout == "sat\n"
    assert result.exit_code == -signal.SIGTERM
    assert 0.3 <= result.usage.wall_seconds <= seconds < 5
    assert open_files() == before


@pytest.mark.parametrize(
    ("seconds", "plan"),
    [
        (0, {"sleep": 60}),
        (0.3, {"sleep": 60, "ignore_sigterm": True}),
        (0.3, {"sleep": 60, "ignore_sigterm": True, "spawn_grandchild": 60}),
        (0.3, {"sleep": 60, "close_pipes": True}),
        (0.3, {"crash_signal": int(signal.SIGSTOP)}),
    ],
)
def test_whatever_it_does_it_ends_at_the_time_limit(trace: Any, seconds: float, plan: Any) -> None:
    result, taken = timed(Limits(seconds=seconds, grace_seconds=0.1), "sat\n", stderr=trace.mark, **plan)
    assert result.answer == Timeout(seconds)
    assert seconds <= taken < 5
    if plan.get("ignore_sigterm"):
        assert result.exit_code == -signal.SIGKILL
        assert taken >= seconds + 0.1
    assert trace.wait_until(alive=False) == []


@pytest.mark.parametrize("plan", [{}, {"spawn_grandchild": 60}, {"close_pipes": True, "sleep": 0.1}])
def test_the_end_is_noticed_at_once(trace: Any, plan: Any) -> None:
    result, seconds = timed(Limits(seconds=60), "sat\n", stderr=trace.mark, **plan)
    assert result.answer == Sat()
    assert plan.get("sleep", 0) <= result.usage.wall_seconds <= seconds < 5
    assert trace.wait_until(alive=False) == []


@pytest.mark.parametrize("crash", [signal.SIGSEGV, signal.SIGABRT, signal.SIGKILL, signal.SIGTERM])
def test_crashes(crash: signal.Signals, trace: Any) -> None:
    result, _ = timed(Limits(seconds=30), "sat\n", crash_signal=int(crash), stderr=trace.mark)
    assert isinstance(result.answer, Failure)
    assert crash.name in result.answer.text
    assert result.exit_code == -crash


def test_flood(trace: Any) -> None:
    result, seconds = timed(Limits(output_mib=1), "x" * 4096, repeat=10**9, stderr=trace.mark)
    assert result.answer == Failure("scripted wrote more than 1 MiB and was stopped")
    assert len(result.stdout) + len(result.stderr) == 1 << 20
    assert seconds < 10


def test_both_pipes_are_drained(trace: Any) -> None:
    # More than a pipe holds, first on one, then on the other, in turns.
    result, _ = timed(Limits(seconds=60), "(echo)\n" * 500, stderr=trace.mark * 100, repeat=300)
    assert result.stdout == "(echo)\n" * 500 * 300
    assert result.stderr == trace.mark * 100 * 300


def test_a_large_script_is_not_blocked_by_a_solver_that_does_not_read(trace: Any) -> None:
    script = "; " + "x" * 5_000_000 + "\n(check-sat)"
    assert run(script, scripted("sat\n", stderr=trace.mark), Limits(seconds=30)).answer == Sat()
    assert run(script, scripted("sat\n", stderr=trace.mark, read_input=True)).answer == Sat()


def test_memory_limit(trace: Any) -> None:
    result, _ = timed(Limits(seconds=30, memory_mib=200), memory_mib=400, read_input=True, stderr=trace.mark)
    assert result.answer == Unknown("memory limit of 200 MiB reached")
    assert result.exit_code == 16
    result, _ = timed(
        Limits(seconds=30, memory_mib=2000), "sat\n", memory_mib=400, read_input=True, stderr=trace.mark
    )
    assert result.answer == Sat()


def test_usage(trace: Any) -> None:
    result, _ = timed(Limits(seconds=30), "sat\n", memory_mib=600, sleep=0.1, stderr=trace.mark)
    assert result.usage.wall_seconds >= 0.1
    assert 0 < result.usage.cpu_seconds < 5
    assert result.usage.memory_mib is not None


def test_memory_is_that_of_the_child_and_not_ours(trace: Any) -> None:
    ballast = bytearray(300 << 20)
    ballast[::4096] = b"x" * len(ballast[::4096])
    result, _ = timed(Limits(seconds=30), "sat\n", sleep=0.3, stderr=trace.mark)
    assert result.usage.memory_mib is not None
    assert 1 < result.usage.memory_mib < 100


def test_a_program_that_can_not_be_started(tmp_path: Path) -> None:
    before = open_files()
    with pytest.raises(OSError, match="format"):
        run_process([str(broken_program(tmp_path))], b"", Limits())
    assert open_files() == before


def test_without_pidfd(trace: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(pid: int) -> int:
        raise OSError(38, "Function not implemented")

    monkeypatch.setattr(os, "pidfd_open", refuse)
    result, seconds = timed(Limits(seconds=30), "sat\n", close_pipes=True, sleep=0.1, stderr=trace.mark)
    assert result.answer == Sat()
    assert seconds < 5
    assert timed(Limits(seconds=0.2), sleep=60, stderr=trace.mark)[0].answer == Timeout(0.2)


def test_a_child_that_is_forgotten(trace: Any) -> None:
    def forget() -> None:
        child = Child(scripted_line(trace.mark), Limits())
        assert child.pid in trace.wait_until(alive=True)

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        forget()
    assert trace.wait_until(alive=False) == []


def scripted_line(mark: str, **plan: Any) -> tuple[str, ...]:
    fake = scripted(stderr=mark, sleep=60, **plan)
    return (fake.executable, *fake.arguments)


PROGRAM = """
import os, sys, time
from drivers import Limits, Session
from drivers import run
from drivers.fake import scripted
{before}
try:
    {code}
except KeyboardInterrupt:
    os._exit(77)
"""


def start(code: str, before: str = "", **environment: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(code=code, before=before)],
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        stderr=subprocess.PIPE,
    )


def finish(process: subprocess.Popen[bytes]) -> tuple[int, bytes]:
    _, stderr = process.communicate(timeout=30)
    return process.returncode, stderr


@pytest.mark.parametrize("ignore", [False, True])
def test_ctrl_c_in_a_run(ignore: bool, trace: Any) -> None:
    code = f"run('(check-sat)', scripted(sleep=60, stderr=os.environ['MARK'], ignore_sigterm={ignore}))"
    process = start(code, MARK=trace.mark)
    assert trace.wait_until(alive=True, seconds=60), finish(process)
    time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    if ignore:  # and again while it is cleaning up
        time.sleep(0.05)
        process.send_signal(signal.SIGINT)
    assert finish(process) == (77, b"")
    assert trace.wait_until(alive=False) == []


def test_ctrl_c_at_any_moment(trace: Any) -> None:
    """In a loop of short runs, the signal hits every part of the code, the start of processes included."""
    chance = random.Random(7)
    step = "run('(check-sat)', scripted(sleep=0.005, stderr=os.environ['MARK']))"
    loop = f"os.write(2, b'.')\n    while True: {step}"
    running = [start(loop, MARK=trace.mark) for _ in range(12)]
    for process in running:
        assert process.stderr is not None
        assert process.stderr.read(1) == b"."
        time.sleep(chance.uniform(0, 0.05))
        process.send_signal(signal.SIGINT)
    assert [finish(process) for process in running] == [(77, b"")] * len(running)
    assert trace.wait_until(alive=False) == []


def test_ctrl_c_in_a_session(trace: Any) -> None:
    checks = "with Session(scripted('success\\n', sleep=60, stderr=os.environ['MARK'])) as s: "
    checks += "os.write(2, b'.'); s.check()"
    process = start(checks, MARK=trace.mark)
    assert process.stderr is not None
    assert process.stderr.read(1) == b".", finish(process)  # the session is up; nothing else is printed
    process.send_signal(signal.SIGINT)
    assert finish(process) == (77, b"")
    assert trace.wait_until(alive=False) == []


def test_an_exit_that_forgets_its_session(trace: Any) -> None:
    code = "s = Session(scripted('success\\n', sleep=60, stderr=os.environ['MARK'], ignore_sigterm=True))"
    assert finish(start(code, MARK=trace.mark))[0] == 0
    assert trace.wait_until(alive=False) == []


def test_a_program_that_ignores_the_end_of_children(trace: Any) -> None:
    code = "print(run('(check-sat)', scripted('sat', stderr=os.environ['MARK'])).answer, file=sys.stderr)"
    before = "import signal; signal.signal(signal.SIGCHLD, signal.SIG_IGN)"
    code_and_errors = finish(start(code, before, MARK=trace.mark))
    assert code_and_errors[0] == 0
    assert b"ended with an unknown exit code" in code_and_errors[1]


def test_held_interrupts_act_at_the_end() -> None:
    seen: list[str] = []
    before = signal.getsignal(signal.SIGINT)

    def hold() -> None:
        with HeldInterrupts():
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.01)
            seen.append("held")

    with pytest.raises(KeyboardInterrupt):
        hold()
    assert seen == ["held"]
    assert signal.getsignal(signal.SIGINT) is before


def test_held_interrupts_let_through_one() -> None:
    seen: list[str] = []

    def interrupt() -> None:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.01)

    def both() -> None:
        with HeldInterrupts() as held:
            try:
                with held.let_through():
                    interrupt()
                    seen.append("never")
            finally:
                interrupt()
                seen.append("cleaned up")

    with pytest.raises(KeyboardInterrupt):
        both()
    assert seen == ["cleaned up"]


def test_held_interrupts_keep_a_handler_that_takes_note(monkeypatch: pytest.MonkeyPatch) -> None:
    noted: list[int] = []

    def note(number: int, frame: object) -> None:
        noted.append(number)

    before = signal.signal(signal.SIGINT, note)
    try:
        with HeldInterrupts() as held, held.let_through():
            for _ in range(3):
                os.kill(os.getpid(), signal.SIGINT)
                time.sleep(0.01)
            assert noted == [signal.SIGINT] * 3
        assert signal.getsignal(signal.SIGINT) is note
    finally:
        signal.signal(signal.SIGINT, before)


def test_runs_in_threads(trace: Any) -> None:
    from concurrent.futures import ThreadPoolExecutor

    fakes = [scripted("sat\n" if i % 2 else "", sleep=0.05, stderr=f"{trace.mark} {i}") for i in range(16)]
    work: Callable[[Any], Run] = lambda fake: run(CHECK, fake, Limits(seconds=30))  # noqa: E731
    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(work, fakes))
    assert [isinstance(result.answer, Sat) for result in results] == [i % 2 == 1 for i in range(16)]
    assert [result.stderr for result in results] == [f"{trace.mark} {i}" for i in range(16)]


@pytest.mark.parametrize("starter", ["setsid", "timeout 60"])
def test_what_leaves_the_group_ends_too(trace: Any, starter: str) -> None:
    """A script may start its solver under `timeout`, which makes a group of its own."""
    script = f"{starter} sh -c 'echo {trace.mark}; sleep 60; true {trace.mark}'\ntrue"
    child = Child(["/bin/sh", "-c", script], Limits())
    until = time.monotonic() + 20
    while trace.mark.encode() not in child.stdout and time.monotonic() < until:
        child.step(until)
    assert trace.alive()
    child.close(0.1)
    assert not trace.wait_until(alive=False)


DAEMONS = {
    "a session of its own": "setsid sh -c 'sleep 60; true {mark}' >/dev/null 2>&1 </dev/null &",
    "twice forked": "(setsid sh -c '(sh -c \"sleep 60; true {mark}\" &)' >/dev/null 2>&1 </dev/null &)",
    "in the background": "(sh -c 'sleep 60; true {mark}' >/dev/null 2>&1 </dev/null &)",
}


@pytest.mark.parametrize("kind", DAEMONS)
@pytest.mark.parametrize("end", ["sleep 0.3; exit 0", "sleep 0.3; exit 3", "sleep 60"])
def test_daemons_end_with_what_left_them(trace: Any, kind: str, end: str) -> None:
    script = f"{DAEMONS[kind].format(mark=trace.mark)}\n{end}"
    run_process(["/bin/sh", "-c", script], b"", Limits(seconds=1, grace_seconds=0.1))
    assert not trace.wait_until(alive=False, seconds=1)


@pytest.mark.parametrize(
    ("name", "bad"),
    [
        *product(("seconds", "memory_mib", "grace_seconds", "output_mib"), (-1, float("nan"), "5", True)),
        *product(("memory_mib", "output_mib", "grace_seconds"), (float("inf"),)),
        ("memory_mib", 500.5),
        ("output_mib", None),
        ("grace_seconds", None),
    ],
)
def test_limits_are_checked(name: str, bad: Any) -> None:
    with pytest.raises(ValueError, match=f"the limit {name} must "):
        Limits(**{name: bad})


def test_limits_beyond_every_machine_are_none() -> None:
    limits = Limits(seconds=float("inf"), memory_mib=10**14, output_mib=1e308, grace_seconds=1e308)
    outcome = run_process(["/bin/echo", "here"], b"", limits)
    assert (outcome.stdout, outcome.exit_code) == (b"here\n", 0)


def test_output_is_read_at_intervals_where_nobody_waits_for_it() -> None:
    values = "import os\nfor _ in range(5000): os.write(1, b'((x 1))\\n')"
    child = Child([sys.executable, "-I", "-S", "-c", values], Limits(), subprocess.DEVNULL)
    looks = 0
    while not child.exited:
        before = len(child.stdout)
        child.step(None)
        looks += len(child.stdout) > before
    child.close()
    assert child.stdout.count(b"\n") == 5000
    assert looks <= 2 + child.usage.wall_seconds * 1000  # once a millisecond


def test_a_peak_seen_only_at_the_start_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    peaks = iter([200])
    monkeypatch.setattr("drivers.process.peak_kib", lambda _: next(peaks, 0))  # then it has ended
    monkeypatch.setattr("drivers.process.own_peak_kib", lambda: 1 << 40)
    monkeypatch.setattr("drivers.process._STARTED", 60)
    late = "import time; time.sleep(0.05); print('sat')"
    outcome = run_process([sys.executable, "-I", "-S", "-c", late], b"", Limits(seconds=30))
    assert (outcome.usage.memory_mib, outcome.usage.memory_by) == (None, None)
    peaks = iter([200, 200, 200, 200, 200, 200, 4000])
    monkeypatch.setattr("drivers.process._STARTED", 0)
    outcome = run_process([sys.executable, "-I", "-S", "-c", late], b"", Limits(seconds=30))
    assert outcome.usage.memory_by == "polled"


@pytest.mark.parametrize("forgotten", [False, True])
def test_the_wait_for_one_that_can_not_be_killed_is_bounded(
    monkeypatch: pytest.MonkeyPatch, forgotten: bool
) -> None:
    """As one that hangs in the kernel: signals have no effect, and it is let go."""
    monkeypatch.setattr("drivers.process.KILL_SECONDS", 0.2)
    before = open_files()
    child = Child(["sleep", "60"], Limits())
    pid = child.pid
    try:
        child._kill = lambda *_: None
        begin = time.monotonic()
        if forgotten:
            child._abandon.detach()
            _kill_and_reap(child._process, pid, os.getpid(), child._kill)
            child._closed = True
            child._note_exit()
            child._release()
        else:
            child.close()
            assert (child.exit_code, child.exited) == (None, True)
        assert 0.2 <= time.monotonic() - begin < 5
        assert open_files() == before
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        guard.remove(pid)
