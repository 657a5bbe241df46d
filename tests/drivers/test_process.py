"""Whatever a process does, it ends in time, within its limits, and nothing is left of it."""

from __future__ import annotations

import errno
import json
import os
import resource
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from drivers import (
    Failure,
    Limits,
    Run,
    Sat,
    Session,
    SessionError,
    SessionTimeoutError,
    Solver,
    Timeout,
    Unknown,
    process,
    run,
)
from drivers.backend import InSession, OneShot
from drivers.enumeration import Projection
from drivers.fake import scripted
from drivers.limits import wall_behind
from drivers.process import Child, HeldInterrupts, run_process
from drivers.solver import Quirks
from drivers.system import MEASURES
from smtlib.script import Script
from tests.drivers.conftest import Trace
from tests.support import needs
from tests.support.clock import FOREVER, PATIENCE, JumpingClock, wait_until
from tests.support.processes import open_files, with_ours
from tests.support.programs import broken_program
from tests.support.refused import refused

CHECK = "(check-sat)"


def timed(limits: Limits, *args: Any, **plan: Any) -> tuple[Run, float]:
    begin = time.monotonic()
    result = run(CHECK, scripted(*args, **plan), limits)
    return result, time.monotonic() - begin


def test_time_limit(trace: Trace, clock: JumpingClock) -> None:
    run(CHECK, scripted("sat\n"))  # what stays open for good
    before = open_files()
    clock.jump_when_printed(trace.mark)
    limits = Limits(seconds=PATIENCE, grace_seconds=PATIENCE)
    result, seconds = timed(limits, "sat\n", sleep=FOREVER, stderr=trace.mark)
    assert result.answer == Timeout(PATIENCE)
    assert result.stdout == "sat\n"
    assert result.exit_code == (-signal.SIGTERM if MEASURES else 1)
    assert PATIENCE <= result.usage.wall_seconds <= seconds
    assert open_files() == before


@pytest.mark.parametrize(
    ("seconds", "plan"),
    [
        (0, {"sleep": FOREVER}),
        (PATIENCE, {"sleep": FOREVER, "ignore_sigterm": True}),
        (PATIENCE, {"sleep": FOREVER, "ignore_sigterm": True, "spawn_grandchild": FOREVER}),
        (PATIENCE, {"sleep": FOREVER, "close_pipes": True}),
        (PATIENCE, {"crash_signal": int(signal.SIGSTOP)}),
    ],
)
def test_whatever_it_does_it_ends_at_the_time_limit(
    trace: Trace, clock: JumpingClock, seconds: float, plan: Any
) -> None:
    clock.jump_when_printed(trace.mark)
    result, taken = timed(Limits(seconds=seconds, grace_seconds=0.1), "sat\n", stderr=trace.mark, **plan)
    assert result.answer == Timeout(seconds)
    assert taken >= seconds
    if plan.get("ignore_sigterm") and MEASURES:
        assert result.exit_code == -signal.SIGKILL
        assert taken >= seconds + 0.1
    assert trace.wait_until(alive=False) == []


@pytest.mark.parametrize("plan", [{}, {"spawn_grandchild": FOREVER}, {"close_pipes": True, "sleep": 0.1}])
def test_the_end_is_noticed_at_once(trace: Trace, plan: Any) -> None:
    result, seconds = timed(Limits(seconds=PATIENCE), "sat\n", stderr=trace.mark, **plan)
    assert result.answer == Sat()
    assert plan.get("sleep", 0) <= result.usage.wall_seconds <= seconds < FOREVER
    assert trace.wait_until(alive=False) == []


@pytest.mark.parametrize("crash", [signal.SIGSEGV, signal.SIGABRT, signal.SIGKILL, signal.SIGTERM])
def test_crashes(crash: signal.Signals, trace: Trace) -> None:
    needs.unix("signals")
    result, _ = timed(Limits(seconds=PATIENCE), "sat\n", crash_signal=int(crash), stderr=trace.mark)
    assert isinstance(result.answer, Failure)
    assert result.exit_code == -crash


def test_flood(trace: Trace) -> None:
    result, _ = timed(Limits(output_mib=1), "x" * 4096, repeat=10**9, stderr=trace.mark)
    assert result.answer == Failure("scripted wrote more than 1 MiB and was stopped")
    assert len(result.stdout) + len(result.stderr) == 1 << 20


def test_both_pipes_are_drained(trace: Trace) -> None:
    # More than a pipe holds, first on one, then on the other, in turns.
    result, _ = timed(Limits(seconds=PATIENCE), "(echo)\n" * 500, stderr=trace.mark * 100, repeat=300)
    assert result.stdout == "(echo)\n" * 500 * 300
    assert result.stderr == trace.mark * 100 * 300


def test_a_large_script_is_not_blocked_by_a_solver_that_does_not_read(trace: Trace) -> None:
    script = "; " + "x" * 5_000_000 + "\n(check-sat)"
    assert run(script, scripted("sat\n", stderr=trace.mark), Limits(seconds=PATIENCE)).answer == Sat()
    assert run(script, scripted("sat\n", stderr=trace.mark, read_input=True)).answer == Sat()


def test_memory_limit(trace: Trace) -> None:
    needs.limits_of_memory()

    def allocate(limit: int, stdout: str) -> Run:
        limits = Limits(seconds=PATIENCE, memory_mib=limit)
        return timed(limits, stdout, memory_mib=400, limited_to_mib=limit, stderr=trace.mark)[0]

    result = allocate(200, "")
    assert result.answer == Unknown("memory limit of 200 MiB reached")
    assert result.exit_code == 16
    result = allocate(2000, "sat\n")
    assert result.answer == Sat()


def test_usage(trace: Trace) -> None:
    result, _ = timed(Limits(seconds=PATIENCE), "sat\n", memory_mib=600, sleep=0.1, stderr=trace.mark)
    assert result.usage.wall_seconds >= 0.1
    if MEASURES:  # else nothing is known of what ends between two looks
        assert 0 < result.usage.cpu_seconds < PATIENCE
        assert result.usage.memory_mib is not None


def patient(go: Path) -> tuple[str, ...]:
    """A Python program that answers once a file is there."""
    code = f"import os, time\nwhile not os.path.exists({str(go)!r}): time.sleep(0.005)\nprint('sat')"
    return (sys.executable, "-I", "-S", "-c", code)


def test_memory_is_that_of_the_child_and_not_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ballast = bytearray(300 << 20)
    ballast[::4096] = b"x" * len(ballast[::4096])
    go, sample = tmp_path / "go", Child.sample

    def noted(child: Child, *, at_work: bool = True) -> None:
        sample(child, at_work=at_work)
        if child._sampled_at_work:
            go.touch()

    monkeypatch.setattr(Child, "sample", noted)
    usage = run_process(patient(go), b"", Limits(seconds=PATIENCE)).usage
    assert usage.memory_by == "polled"
    assert usage.memory_mib is not None
    assert 1 < usage.memory_mib < 100


def test_a_program_that_can_not_be_started(tmp_path: Path) -> None:
    run(CHECK, scripted("sat\n"))  # what stays open for good
    before = open_files()
    try:
        done = run_process([str(broken_program(tmp_path))], b"", Limits())
    except OSError as error:
        assert error.errno == errno.ENOEXEC
    else:  # by the launcher of a system that has one
        assert done.exit_code in (126, 127)
    with pytest.raises(FileNotFoundError):
        run_process([str(tmp_path / "nowhere")], b"", Limits())
    assert open_files() == before


def test_without_pidfd(trace: Trace, monkeypatch: pytest.MonkeyPatch) -> None:
    needs.linux("descriptors of processes")

    def refuse(pid: int) -> int:
        raise OSError(38, "Function not implemented")

    monkeypatch.setattr(os, "pidfd_open", refuse)
    result, _ = timed(Limits(seconds=PATIENCE), "sat\n", close_pipes=True, sleep=0.1, stderr=trace.mark)
    assert result.answer == Sat()
    assert timed(Limits(seconds=0.2), sleep=FOREVER, stderr=trace.mark)[0].answer == Timeout(0.2)


def test_a_child_that_is_forgotten(trace: Trace) -> None:
    def forget() -> None:
        child = Child(scripted_line(trace.mark), Limits())
        assert child.pid in trace.wait_until(alive=True)

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        forget()
    assert trace.wait_until(alive=False) == []


def scripted_line(mark: str, **plan: Any) -> tuple[str, ...]:
    fake = scripted(stderr=mark, sleep=FOREVER, **plan)
    return (fake.executable, *fake.arguments)


PROGRAM = """
import os, sys, time
from dataclasses import replace
from drivers import Limits, Session
from drivers import run
from drivers.fake import scripted

def waiting(*before):
    "A solver that replies to the first command, and then to none; the mark is in its command line."
    reply = 'sys.stdin.readline(); print("success", flush=True); time.sleep(3600)'
    code = '; '.join(['import sys, time, signal', *before, reply])
    return replace(scripted(), session_arguments=('-c', code, os.environ['MARK']))

{before}
try:
    {code}
except KeyboardInterrupt:
    os._exit(77)
"""


def start(code: str, before: str = "", **environment: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(code=code, before=before)],
        env={**os.environ, "PYTHONPATH": with_ours(), **environment},
        stderr=subprocess.PIPE,
    )


_STUBBORN = "signal.signal(signal.SIGTERM, lambda *_: open({!r}, 'x').close())"
"""Takes note of the request to end, in a file, and goes on."""


def finish(process: subprocess.Popen[bytes]) -> tuple[int, bytes]:
    _, stderr = process.communicate(timeout=PATIENCE)
    return process.returncode, stderr


def test_ctrl_c_in_a_run(trace: Trace) -> None:
    process = start("run('(check-sat)', scripted(sleep=3600, stderr=os.environ['MARK']))", MARK=trace.mark)
    assert trace.wait_until(alive=True), finish(process)
    process.send_signal(signal.SIGINT)
    assert finish(process) == (77, b"")
    assert trace.wait_until(alive=False) == []


def test_ctrl_c_again_while_a_run_is_cleaned_up(trace: Trace, tmp_path: Path) -> None:
    needs.unix("signals")
    asked, ready = tmp_path / "asked", tmp_path / "ready"
    stubborn = f"{_STUBBORN.format(str(asked))}; open({str(ready)!r}, 'x').close(); time.sleep(3600)"
    stubborn = f"import signal, time; {stubborn}"
    solver = "replace(scripted(), writes=None, arguments=('-c', STUBBORN, os.environ['MARK']))"
    code = f"run('(check-sat)', {solver}, Limits(grace_seconds={PATIENCE}))"
    process = start(code, f"STUBBORN = {stubborn!r}", MARK=trace.mark)
    [solving] = trace.wait_until(alive=True) or [0]
    assert solving, finish(process)
    wait_until(ready.exists)
    process.send_signal(signal.SIGINT)
    wait_until(asked.exists)
    process.send_signal(signal.SIGINT)
    os.kill(solving, signal.SIGKILL)
    assert finish(process) == (77, b"")
    assert trace.wait_until(alive=False) == []


INTERRUPTED = """
import signal
from tests.support.processes import children

QUICK = replace(scripted(), executable='/bin/sh', arguments=('-c', 'echo unknown'))

def once(line):
    "Run a solver, with Ctrl-C before a line of it, counted over all of drivers/; whether it came that far."
    left = line

    def before(frame, event, argument):
        nonlocal left
        if event == 'line':
            left -= 1
            if not left:
                os.kill(os.getpid(), signal.SIGINT)
        return before

    sys.settrace(lambda frame, *_: before if frame.f_globals['__name__'].startswith('drivers.') else None)
    try:
        run('(check-sat)', QUICK)
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(None)
    return False

def opened():
    return len(os.listdir('/proc/self/fd'))
"""
AT_EACH_LINE = """
    run('(check-sat)', QUICK)
    files, came, line = opened(), 0, {first}
    while once(line):
        assert (children(os.getpid()), opened()) == ([], files), line
        came, line = came + 1, line + {step}
    print(came, file=sys.stderr)
"""


@pytest.mark.parametrize("step", [13, pytest.param(1, marks=pytest.mark.slow)])
def test_ctrl_c_at_any_line(trace: Trace, step: int) -> None:
    """Whichever line of ours it comes before: the run is interrupted, and nothing of it is left."""
    code, err = finish(start(AT_EACH_LINE.format(first=1, step=step), INTERRUPTED, MARK=trace.mark))
    assert code == 0, err
    assert int(err) >= 300 // step, "so many lines at the least"


def test_ctrl_c_in_a_session(trace: Trace) -> None:
    checks = "with Session(waiting()) as s: "
    checks += "os.write(2, b'.'); s.check()"
    process = start(checks, MARK=trace.mark)
    assert process.stderr is not None
    assert process.stderr.read(1) == b".", finish(process)  # the session is up; nothing else is printed
    process.send_signal(signal.SIGINT)
    assert finish(process) == (77, b"")
    assert trace.wait_until(alive=False) == []


def test_an_exit_that_forgets_its_session(trace: Trace) -> None:
    code = "s = Session(waiting('signal.signal(signal.SIGTERM, signal.SIG_IGN)'))"
    assert finish(start(code, MARK=trace.mark)) == (0, b"")
    assert trace.wait_until(alive=False) == []


def test_a_program_that_ignores_the_end_of_children(trace: Trace) -> None:
    needs.unix("signals")
    code = "print(run('(check-sat)', scripted('sat', stderr=os.environ['MARK'])).answer, file=sys.stderr)"
    before = "import signal; signal.signal(signal.SIGCHLD, signal.SIG_IGN)"
    code_and_errors = finish(start(code, before, MARK=trace.mark))
    assert code_and_errors[0] == 0
    assert b"ended with an unknown exit code" in code_and_errors[1]


def test_held_interrupts_let_through_one() -> None:
    seen: list[str] = []

    def interrupt() -> None:
        signal.raise_signal(signal.SIGINT)

    def both() -> None:
        with HeldInterrupts() as held:
            try:
                with held.let_through():
                    interrupt()
                    seen.append("never")
            finally:
                interrupt()
                seen.append("cleaned up")

    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        both()
    assert seen == ["cleaned up"]
    assert signal.getsignal(signal.SIGINT) is before


def test_held_interrupts_keep_a_handler_that_takes_note(monkeypatch: pytest.MonkeyPatch) -> None:
    noted: list[int] = []

    def note(number: int, frame: object) -> None:
        noted.append(number)

    before = signal.signal(signal.SIGINT, note)
    try:
        with HeldInterrupts() as held, held.let_through():
            for _ in range(3):
                signal.raise_signal(signal.SIGINT)
            assert noted == [signal.SIGINT] * 3
        assert signal.getsignal(signal.SIGINT) is note
    finally:
        signal.signal(signal.SIGINT, before)


def test_runs_in_threads(trace: Trace) -> None:
    from concurrent.futures import ThreadPoolExecutor

    fakes = [scripted("sat\n" if i % 2 else "", sleep=0.05, stderr=f"{trace.mark} {i}") for i in range(16)]
    work: Callable[[Any], Run] = lambda fake: run(CHECK, fake, Limits(seconds=PATIENCE))  # noqa: E731
    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(work, fakes))
    assert [isinstance(result.answer, Sat) for result in results] == [i % 2 == 1 for i in range(16)]
    assert [result.stderr for result in results] == [f"{trace.mark} {i}" for i in range(16)]


@pytest.mark.parametrize("starter", ["setsid", "timeout 3600"])
def test_what_leaves_the_group_ends_too(trace: Trace, starter: str) -> None:
    """A script may start its solver under `timeout`, which makes a group of its own."""
    script = f"{starter} sh -c 'echo {trace.mark}; sleep 3600; true {trace.mark}'\ntrue"
    child = Child(["/bin/sh", "-c", script], Limits())
    until = time.monotonic() + PATIENCE
    while trace.mark.encode() not in child.stdout and time.monotonic() < until:
        child.step(until)
    assert trace.alive()
    child.close(0.1)
    assert not trace.wait_until(alive=False)


DAEMONS = {
    "a session of its own": "setsid sh -c 'sleep 3600; true {mark}' >/dev/null 2>&1 </dev/null &",
    "twice forked": "(setsid sh -c '(sh -c \"sleep 3600; true {mark}\" &)' >/dev/null 2>&1 </dev/null &)",
    "in the background": "(sh -c 'sleep 3600; true {mark}' >/dev/null 2>&1 </dev/null &)",
}


@pytest.mark.parametrize("kind", DAEMONS)
@pytest.mark.parametrize("end", ["sleep 0.3; exit 0", "sleep 0.3; exit 3", "sleep 3600"])
def test_daemons_end_with_what_left_them(trace: Trace, kind: str, end: str) -> None:
    script = f"{DAEMONS[kind].format(mark=trace.mark)}\n{end}"
    run_process(["/bin/sh", "-c", script], b"", Limits(seconds=1, grace_seconds=0.1))
    assert not trace.wait_until(alive=False)


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
    with pytest.raises(ValueError, match=name):
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


def test_a_peak_seen_only_at_the_start_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    go, peaks = tmp_path / "go", iter([200])

    def peak_kib(_: int) -> int:
        go.touch()
        return next(peaks, 0)  # then it has ended

    monkeypatch.setattr("drivers.process.peak_kib", peak_kib)
    monkeypatch.setattr("drivers.process.own_peak_kib", lambda: 1 << 40)
    monkeypatch.setattr("drivers.process._STARTED", FOREVER)
    outcome = run_process(patient(go), b"", Limits(seconds=PATIENCE))
    assert (outcome.usage.memory_mib, outcome.usage.memory_by) == (None, None)
    go.unlink()
    peaks = iter([200, 200, 200, 200, 200, 200, 4000])
    monkeypatch.setattr("drivers.process._STARTED", 0)
    outcome = run_process(patient(go), b"", Limits(seconds=PATIENCE))
    assert outcome.usage.memory_by == "polled"


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


def test_a_solver_that_works_too_long_is_a_timeout(trace: Trace) -> None:
    done = run(CHECK, burning(FOREVER, stderr=trace.mark), Limits(seconds=PATIENCE, cpu_seconds=0.2))
    assert done.answer == Timeout(0.2, cpu=True)
    assert 0.2 <= done.usage.cpu_seconds < PATIENCE
    assert run(CHECK, burning(0.05), Limits(cpu_seconds=PATIENCE)).answer == Sat()


def test_a_solver_that_sleeps_has_time_by_the_clock_only(trace: Trace) -> None:
    """A shell, as Python may take that much CPU time to start."""
    asleep = Solver("asleep", "Asleep", "/bin/sh", ("-c", "sleep 0.4; echo sat", trace.mark))
    assert run(CHECK, asleep, Limits(seconds=PATIENCE, cpu_seconds=0.35)).answer == Sat()
    asleep = replace(asleep, arguments=("-c", f"sleep {FOREVER}; echo sat", trace.mark))
    assert run(CHECK, asleep, Limits(seconds=0.3, cpu_seconds=0.25)).answer == Timeout(0.3)
    assert wall_behind(60) == 130


def test_one_that_ignores_sigterm(trace: Trace) -> None:
    needs.unix("signals")
    fake = burning(FOREVER, stderr=trace.mark, ignore_sigterm=True)
    done = run(CHECK, fake, Limits(cpu_seconds=0.4, grace_seconds=0.1))
    assert (done.answer, done.exit_code) == (Timeout(0.4, cpu=True), -signal.SIGKILL)


def test_what_it_starts_counts_too(trace: Trace) -> None:
    fake = burning(FOREVER, stderr=trace.mark, spawn_grandchild=FOREVER)
    assert run(CHECK, fake, Limits(seconds=PATIENCE, cpu_seconds=0.2)).answer == Timeout(0.2, cpu=True)
    assert trace.wait_until(alive=False) == []


def test_time_that_was_seen_stays_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a solver started may be gone, and its time with it, when the solver is looked at again."""
    seen = iter((0.3,))
    monkeypatch.setattr(process, "cpu_seconds", lambda _: next(seen, 0.0))
    limits = Limits(seconds=PATIENCE, cpu_seconds=0.2)
    done = run(CHECK, scripted("sat\n", sleep=FOREVER, ignore_sigterm=True), limits)
    assert done.answer == Timeout(0.2, cpu=True)
    assert done.usage.cpu_seconds >= 0.3


def test_an_answer_after_the_limit_is_none() -> None:
    late = "import time\nwhile time.process_time() < 0.3: pass\nprint('sat', flush=True)\nwhile True: pass"
    fake = Solver("late", "late", sys.executable, ("-I", "-S", "-c", late))
    assert run(CHECK, fake, Limits(cpu_seconds=0.35)).answer == Timeout(0.35, cpu=True)


@pytest.mark.parametrize("limit", [None, PATIENCE])
def test_the_kernels_own_limit_is_a_timeout(limit: float | None) -> None:
    needs.unix("signals")
    fake = scripted("sat\n", crash_signal=int(signal.SIGXCPU))
    answer = run(CHECK, fake, Limits(cpu_seconds=limit)).answer
    assert isinstance(answer, Timeout)
    assert answer.cpu
    assert limit is None or answer.seconds == limit
    assert isinstance(run(CHECK, scripted("sat\n", crash_signal=int(signal.SIGKILL))).answer, Failure)


def test_the_kernel_knows_the_limit_too() -> None:
    needs.unix("signals")
    shows = (
        "import resource, sys, time\nwhile (limit := resource.getrlimit(0))[0] < 0: time.sleep(0.01)\n"
        "print(*limit, file=sys.stderr)"
    )
    fake = Solver("shows", "shows", sys.executable, ("-I", "-S", "-c", shows))
    done = run(CHECK, fake, Limits(cpu_seconds=7.5))
    assert resource.RLIMIT_CPU == 0
    assert done.stderr == "25 26\n"  # `wall_behind`: a solver may catch its signal


def test_a_session_has_it_for_all_commands_together(trace: Trace) -> None:
    fake = Solver("busy", "Busy", sys.executable, session_arguments=("-I", "-S", "-c", _BURNS_AT_A_CHECK))
    with Session(fake, Limits(seconds=PATIENCE, cpu_seconds=0.2)) as session:
        assert session.check() == Timeout(0.2, cpu=True)
        with refused(SessionError, "session-over"):
            session.command("(check-sat)")
    assert session.usage is not None
    assert session.usage.cpu_seconds >= 0.2
    with (
        Session(fake, Limits(cpu_seconds=0.2)) as session,
        refused(SessionTimeoutError, "session-timeout"),
    ):
        session.command("(check-sat)")


NOTHING = Projection((), {})


EMPTY = Script(encoding="none", logic="QF_LIA", families=(), declarations=(), assertions=(), values=())


def test_a_session_of_a_back_end_has_it() -> None:
    busy = Solver("busy", "Busy", sys.executable, session_arguments=("-I", "-S", "-c", _BURNS_AT_A_CHECK))
    with InSession(EMPTY, NOTHING, busy, Limits(seconds=PATIENCE, cpu_seconds=0.38)) as session:
        assert session.ask() == Timeout(0.38, cpu=True)


def test_a_back_end_has_it_for_all_questions_together() -> None:
    needs.accounts()  # of the first process, which has ended, looks have seen but a part
    limits = Limits(seconds=PATIENCE, cpu_seconds=0.38)
    with OneShot(EMPTY, NOTHING, burning(0.2, quirks=Quirks(silent=True)), limits) as backend:
        assert backend.ask() == Sat()
        assert backend.ask() == Timeout(0.38, cpu=True)
    assert 0.38 <= backend.usage.cpu_seconds < PATIENCE


_ADOPTING = """
import json
import psutil
from drivers import Limits
from drivers import run
from drivers.system import adopt_orphans
from drivers.fake import scripted
from drivers.system.posix import guard
ballast = bytearray(200 << 20)
ballast[::4096] = b"x" * len(ballast[::4096])
adopt_orphans()
guard.announce()  # which has a pipe for good
guard.withdraw()
before = psutil.Process().num_fds()
fakes = {
    scripted("sat"): Limits(),
    scripted(sleep=3600, spawn_grandchild=3600): Limits(seconds=0.3, grace_seconds=600),
    scripted(burn=3600): Limits(cpu_seconds=0.3, grace_seconds=600),
    scripted(exit_code=7): Limits(),
}
for fake, limits in fakes.items():
    done = run("(check-sat)", fake, limits)
    used = done.usage
    print(json.dumps([type(done.answer).__name__, done.exit_code, used.memory_by, used.memory_mib]))
assert psutil.Process().num_fds() == before
"""


def test_memory_of_adopted_processes_is_their_own() -> None:
    needs.linux("adoption of orphans")
    command = [sys.executable, "-c", _ADOPTING]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row[:3] for row in found] == [
        ["Sat", 0, "wait4"], ["Timeout", -15, "wait4"], ["Timeout", -15, "wait4"], ["Failure", 7, "wait4"],
    ]  # fmt: skip
    assert all(row[3] < 40 for row in found)
    assert all(row[3] > 3 for row in found if row[1] >= 0)  # the others may be ended as they start
