"""Limits of time, memory and files: exit code 3 and a sentence, in every command."""

from __future__ import annotations

import errno
import json
import re
import signal
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from time import process_time, sleep
from types import FrameType

import pytest

from drivers import Limits, Solver, find
from drivers.answer import Outcome, Timeout, Unknown, Unsat
from drivers.cores import unanswered
from drivers.errors import SessionTimeoutError
from drivers.limits import Usage
from encoder.encoding import Encoding
from fillomino import clock, system
from fillomino.board import rectangle
from fillomino.clock import OutOfTimeError, Stopwatch, interrupted_at
from fillomino.deduction.reason import reasoner
from fillomino.puzzle import Puzzle
from tests.support import corpus, needs
from tests.support.boards import read
from tests.support.clock import FOREVER
from tests.support.processes import ROOT, python, shell
from tests.workbench.conftest import EXAMPLES, Command, Runner
from workbench.cli.output import MEMORY, SENTENCES, shortage
from workbench.compare.plan import entries, jobs
from workbench.compare.work import do
from workbench.methods.method import OUT_OF_MEMORY, Question
from workbench.methods.smt import SmtMethod, left_open, smt
from workbench.texts.inputs import Opened

FIRST, NONE, TWENTY = (EXAMPLES / f"{name}.txt" for name in ("first", "none", "twenty"))


def empty(folder: Path, side: int) -> Path:
    """A square board without clues."""
    path = folder / f"{side}.txt"
    path.write_text(f"{side} {side}\n" + ("0 " * side + "\n") * side)
    return path


# --- a solver that takes too long

STUCK = """quiet=
while read -r line; do
    case $line in
        *print-success\\ false*) quiet=1 ;;
        *print-success\\ true*) quiet=; echo success ;;
        *check-sat*) sleep 3600 ;;
        *) [ $quiet ] || echo success ;;
    esac
done
"""


@pytest.fixture
def late(pretend: Callable[[Solver], str]) -> Callable[[str, str], tuple[str, ...]]:
    """Options for a solver that is a script of the shell, and a limit."""

    def options(body: str, seconds: str) -> tuple[str, ...]:
        runs = ("-c", body)
        record = replace(find("z3"), name="late", title="Late", executable="/bin/sh", time_limit_arguments=())
        record = replace(record, arguments=runs, session_arguments=runs)
        return "--solver", pretend(record), "--timeout", seconds

    return options


@pytest.mark.parametrize(
    ("body", "seconds"), [(STUCK, "0.5"), ("sleep 3600", "0.1")], ids=["stuck", "silent"]
)
def test_a_check_or_a_command_that_takes_too_long(
    fillomino: Runner, late: Callable[[str, str], tuple[str, ...]], body: str, seconds: str
) -> None:
    """One takes every command at once and never answers a check; to the other nothing can even be sent."""
    text = "(declare-fun n_0 () Int)\n(declare-fun y () Int)\n(assert (< n_0 y))\n(check-sat)\n"
    script, limit = fillomino.write("x.smt2", text), late(body, seconds)
    for command in (
        ("audit", "forest", "--board", "torus:3x3" if body != STUCK else "1x2"),
        ("explain", TWENTY if body != STUCK else NONE),
        ("replay", script),
    ):
        done = fillomino(*command, *limit).ended(3)
        assert (done.out, bool(done.err)) == ("", True)
        assert done.warned == (["unfinished"] if command[0] == "audit" else [])
    done = fillomino("check", script, "--model", "-", "--json", *limit, stdin="sat\n((n_0 1))\n").ended(3)
    asserted, asked = done.rows
    assert (asserted["verdict"], asked["right"], asked["code"]) == (None, None, "session-timeout")
    assert done.warned == ["not-decided"]


def test_what_is_told_of_time_that_ran_out(fillomino: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    assert type(unanswered("it", Timeout(2.0))) is SessionTimeoutError
    assert not isinstance(unanswered("it", Unknown("it is too hard")), SessionTimeoutError)
    assert left_open(Timeout(2), 0) == "no answer within 2 s"
    assert str(left_open(Timeout(2), 1)).startswith("after 1 filling the 2 s")
    assert str(left_open(Unknown("it is hard"), 2)).endswith("it is hard")
    assert left_open(Unsat(), 2) is None
    ticks = count(step=100)  # seconds: as long takes each question
    monkeypatch.setattr("drivers.backend.perf_counter", lambda: next(ticks))
    done = fillomino("solve", "9x9:zzzc", "--limit", "1000000", "--timeout", "600").ended(3)
    assert re.search(r"^  after [\d,]+ fillings the 600 s ", done.out, re.MULTILINE), (
        "of all questions together"
    )


# --- what can be set

TIMED: tuple[Command, ...] = (
    ("solve", FIRST, "--timeout"),
    ("explain", FIRST, "--timeout"),
    ("page", FIRST, "--timeout"),
    ("audit", "--timeout"),
    ("check", FIRST, "--timeout"),
    ("replay", FIRST, "--timeout"),
    ("deduce", FIRST, "--timeout"),
    ("rate", FIRST, "--timeout"),
    ("rate", FIRST, "--depth"),
    ("count", "2x2", "-m", "solver", "--timeout"),
    ("compare", FIRST, "--timeout"),
    ("encode", FIRST, "-f", "benchmark", "--status"),
)


@pytest.mark.parametrize("command", TIMED, ids=lambda command: f"{command[0]} {command[-1]}")
def test_what_is_no_number_of_seconds(fillomino: Runner, command: Command) -> None:
    for value in ("nan", "-inf", "1e10"):
        fillomino(*command, value).refused("usage")


def test_an_endless_time_is_no_limit(fillomino: Runner, tmp_path: Path) -> None:
    inf, runs = ("--timeout", "inf"), tmp_path / "x.jsonl"
    for command in (
        ("solve", FIRST, "-e", "forest-bv", "--deduce", "none", *inf),
        ("page", FIRST, "-e", "cuts", "-s", "yices", "-o", tmp_path / "x.html", *inf),
        ("rate", FIRST, "--depth", "inf", *inf),
        ("compare", FIRST, "-s", "yices", "-o", runs, "--no-report", *inf),
    ):
        assert fillomino(*command).code == 0
    text = fillomino("encode", FIRST, "-f", "benchmark", "--status", "inf").out
    assert "(set-info :status sat)" in text.splitlines()
    assert json.loads(runs.read_text())["seconds_limit"] is None
    fillomino("report", runs).ended(0)


@pytest.mark.parametrize(
    "command",
    [
        ("solve", FIRST, "-e", "forest"),
        ("compare", FIRST),
        ("count", "2x2"),
        ("sample", "2x2"),
    ],
    ids=lambda command: str(command[0]),
)
def test_more_memory_than_can_be_set(fillomino: Runner, command: Command) -> None:
    fillomino(*command, "--memory", "8796093022208").refused("usage")
    if command[0] != "compare":
        assert fillomino(*command, "--memory", "8796093022207").code == 0


# --- the time limit holds for our own work, too, which looks at no clock


def burn(seconds: float) -> None:
    until = process_time() + seconds
    while process_time() < until:
        pass


def test_a_block_ends_when_time_is_up() -> None:
    started = process_time()
    with pytest.raises(OutOfTimeError), interrupted_at(started + 0.05):
        burn(5)
    assert process_time() - started < 5
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    assert signal.getsignal(signal.SIGALRM) == signal.SIG_DFL
    with interrupted_at(process_time() + 5), interrupted_at(None):
        pass  # it is done in time
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_of_two_blocks_the_earlier_end_holds() -> None:
    now = process_time()
    with pytest.raises(OutOfTimeError), interrupted_at(now + 0.05), interrupted_at(now + 5):
        burn(5)
    with pytest.raises(OutOfTimeError), interrupted_at(process_time() + 0.2):
        with pytest.raises(OutOfTimeError), interrupted_at(process_time() + 0.05):
            burn(5)
        burn(5)
    with pytest.raises(OutOfTimeError), interrupted_at(process_time() - 1):
        pytest.fail("time was up before")


def test_in_another_thread_the_end_is_noticed_afterwards() -> None:
    seen: list[str] = []

    def work() -> None:
        try:
            with interrupted_at(process_time() + 0.1):
                burn(0.15)
                seen.append("done")
        except OutOfTimeError:
            seen.append("late")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == ["done", "late"]


@pytest.mark.parametrize("encoding", ["layers", pytest.param("warshall", marks=pytest.mark.thorough)])
def test_solve_bounds_encoding(fillomino: Runner, tmp_path: Path, encoding: str) -> None:
    # The script of 12x12 would fit into memory.
    done = fillomino("solve", empty(tmp_path, 12), "-e", encoding, "--timeout", "0.5", "--json").ended(3)
    row = done.row
    assert (row["status"], row["asked"]) == ("timeout", 0)
    assert 0 < row["seconds"]["encode"] < 60


def test_the_solver_has_what_we_left_of_the_time(
    fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script, limits = Encoding.script, []

    def slow(*given: object) -> object:
        burn(0.3)
        return script(*given)  # type: ignore[arg-type]

    def late(command: object, stdin: bytes, given: Limits, *_writes: object) -> Outcome:
        if b"(check-sat)" in stdin:  # and is not asked its version
            limits.append(given.seconds or 0)
        return Outcome(b"", b"", -15, timed_out=True, flooded=False, usage=Usage(0.0, 0.0, None))

    monkeypatch.setattr(Encoding, "script", slow)
    monkeypatch.setattr("drivers.backend.run_process", late)
    row = fillomino.row("solve", empty(tmp_path, 3), "-e", "forest", "-s", "z3", "--timeout", "60")
    assert row["error"] == "no answer within 60 s"
    assert row["wall_seconds"]["encode"] >= 0.3
    [left] = limits
    assert 0 < left <= 59.7


def test_deduction_bounds_its_rules(fillomino: Runner, tmp_path: Path) -> None:
    """A rule that takes long is interrupted, and asked again by whoever goes on."""
    puzzle = Puzzle(rectangle(4, 4), {0: 3, 5: 2, 15: 4})
    whole, broken_off = reasoner(puzzle), reasoner(puzzle)
    whole.run()
    for _ in range(200):
        broken_off.run(process_time() + 0.0002)
        if broken_off.finished:
            break
    else:
        broken_off.run()
    assert broken_off.candidates() == whole.candidates()
    assert fillomino("deduce", empty(tmp_path, 100), "--timeout", "0.3").code == 3


def test_an_alarm_at_any_moment_interrupts_the_block_or_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes at each call and return of a call, with time up: in the block, as it begins, as it ends."""
    state: dict[str, object] = {"handler": None, "alarm": 0.0}

    def set_handler(handler: object) -> object:
        before, state["handler"] = state["handler"], handler
        return before

    def set_alarm(seconds: float) -> None:
        state["alarm"] = seconds

    monkeypatch.setattr(system, "set_handler", set_handler)
    monkeypatch.setattr(system, "set_alarm", set_alarm)

    def run(moment: int) -> tuple[int, int, bool]:
        """Return the moments there are, how often the inner and outer blocks ended, and if that was by it."""
        seen, ended, interrupted, limit = 0, 0, False, process_time() + FOREVER

        def look(frame: FrameType, event: str, _: object) -> None:
            nonlocal seen
            if event == "return" or state["handler"] is None:  # a signal does not come between these
                return
            seen += 1
            if seen == moment:
                monkeypatch.setattr(clock, "process_time", lambda: limit + 1)
                state["handler"](signal.SIGINT, frame)  # type: ignore[operator]

        try:
            sys.setprofile(look)
            try:
                with interrupted_at(limit):
                    with interrupted_at(limit + 1):
                        str(1)
                        ended += 1
                    ended += 1
            except OutOfTimeError:
                interrupted = True
            str(2)  # and no alarm comes that nobody looks out for
        finally:
            sys.setprofile(None)
            monkeypatch.setattr(clock, "process_time", process_time)
        assert (state["handler"], state["alarm"]) == (None, 0.0), moment
        return seen, ended, interrupted

    moments, ended, interrupted = run(0)
    assert (ended, interrupted) == (2, False)
    results = {run(moment)[1:] for moment in range(1, moments + 1)}
    assert results == {(0, True), (1, True), (2, False)}


def test_an_alarm_in_a_callback_of_the_interpreter_is_no_warning() -> None:
    class Callback:
        def __del__(self) -> None:
            raise OutOfTimeError

    Callback()


def test_what_is_counted_while_a_puzzle_is_solved() -> None:
    """The wall goes by the clock, and our own time by what this process did."""
    watch = Stopwatch()
    with watch.phase("solve"):
        sleep(0.2)
    with watch.phase("check"):
        burn(0.02)
    assert watch.own["solve"] < 0.1 < 0.2 <= watch.wall["solve"]
    assert watch.own["check"] >= 0.02
    assert watch.own["encode"] == 0
    seconds = watch.stop(solver=3.0)
    assert set(seconds) == set(watch.wall)
    assert seconds["solve"] == watch.own["solve"] + 3
    assert seconds["total"] == watch.own["total"] + 3 >= 3.02
    assert watch.wall["total"] >= 0.22
    result = smt("forest-bv", "yices").run("row", Puzzle(rectangle(1, 3), {0: 3}), Question())
    assert 0 < result.times.own["encode"] + result.times.own["check"] <= 2 * result.times.cpu["total"]


# --- memory: how much solving takes at its peak, the solver's process included

BETWEEN = "import subprocess, sys; sys.exit(subprocess.run([sys.executable, '-c', *sys.argv[1:]]).returncode)"
OURS = """
import atexit
from drivers.system import own_peak_kib
from workbench.cli import main
atexit.register(lambda: print(own_peak_kib()))
main()
"""


def peak(path: Path, *options: str) -> float:
    """MiB of our process and of the solver's, each at its own peak."""
    # A process is born with the peak of the one that starts it, so a small one stands between us and it.
    done = python("-c", BETWEEN, OURS, "solve", path, "--unique", "--json", *options, check=True)
    row, kib = done.stdout.splitlines()
    found = json.loads(row)
    assert found["unique"] is True
    return int(kib) / 1024 + float(found["memory_mib"])


def board(height: int, width: int) -> Path:
    """A puzzle of the corpus of this size."""
    for path in corpus.files():
        if path.stat().st_size > height * width:
            grid = read(path).board.grid
            if grid is not None and {grid.height, grid.width} == {height, width}:
                return path
    pytest.skip(f"there is no puzzle of {height}x{width} in {corpus.CORPUS}")


@pytest.mark.parametrize("encoding", ["cuts", pytest.param("forest-bool", marks=pytest.mark.thorough)])
def test_an_example_takes_little(encoding: str) -> None:
    if encoding == "forest-bool":
        needs.laboratory("connectivity")
    assert 0 < peak(TWENTY, "--encoding", encoding) <= 120


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "options", "mib"),
    [
        ((20, 36), ("--encoding", "cuts"), 150),
        ((20, 36), ("--encoding", "forest-bool"), 150),
        ((50, 64), ("--solver", "yices"), 500),
        ((50, 64), ("--solver", "z3"), 500),
    ],
)
def test_large_boards_take_little(size: tuple[int, int], options: tuple[str, ...], mib: int) -> None:
    assert peak(board(*size), *options) <= mib


# --- out of our own memory, or of files: a sentence, and never the exit code that means "no"


def test_a_script_that_would_not_fit_is_not_begun(tmp_path: Path) -> None:
    needs.limits_of_memory()
    large, limit = empty(tmp_path, 30), f"ulimit -v {45 << 10}; fillomino"
    done = shell(f"{limit} encode {large} -e layers")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith("fillomino: ")
    done = shell(f"{limit} solve {large} examples/first.txt -e layers --deduce none --json")
    assert (done.returncode, done.stderr) == (3, "")
    first, second = map(json.loads, done.stdout.splitlines())
    assert (first["status"], first["filling"], first["encoding"]) == ("unknown", None, "layers")
    assert first["code"] == "script-too-long"
    assert second["status"] == "solved"


def test_a_run_of_a_comparison_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(*_: object) -> object:
        raise MemoryError

    method = smt("forest", find("yices"))
    listed, _ = entries([Opened("a", Puzzle(rectangle(1, 2), {}))])
    [job] = jobs(listed, [(method, method.facts())], 1, Question(), 1)
    monkeypatch.setattr(SmtMethod, "run", run)
    row = do(job, None)
    assert (row.verdict.status, row.answer.error) == ("unknown", OUT_OF_MEMORY)


def test_numpy_takes_less_than_is_asked_for() -> None:
    needs.module("numpy", "count")
    code = (
        "import psutil\nfrom fillomino.counting import settings\n"
        "def size(): return psutil.Process().memory_info().vms\n"
        "before = size(); settings.have_numpy(); print(size() - before, settings.NUMPY_BYTES)"
    )
    taken, allowed = map(int, python("-c", code, check=True).stdout.split())
    assert 0 < taken < allowed


def test_errors_that_mean_it() -> None:
    caused = RuntimeError("x")
    caused.__cause__ = MemoryError()
    mapped = ImportError("libx.so: failed to map segment from shared object")
    thread = RuntimeError("can't start new thread")
    for error in (MemoryError(), OSError(errno.ENOMEM, "x"), caused, mapped, thread):
        assert shortage(error) == MEMORY
    assert shortage(OSError(errno.EMFILE, "x")) == SENTENCES[errno.EMFILE]
    for other in (None, OSError(errno.ENOENT, "x"), RuntimeError("x"), ImportError("x")):
        assert shortage(other) is None


def test_a_comparison_without_files_to_open_stores_no_failure(tmp_path: Path) -> None:
    script = tmp_path / "a.smt2"
    script.write_text("(set-logic QF_UF)(declare-const p Bool)(assert p)(check-sat)\n")
    runs = tmp_path / "runs.jsonl"
    for files in (9, 11, 12, 13):
        shell(f"ulimit -n {files}; fillomino compare {script} -s yices -o {runs} --no-report")
        lines = runs.read_text().splitlines() if runs.exists() else []
        assert [row for row in map(json.loads, lines) if row["status"] != "solved"] == []


@pytest.mark.parametrize("files", [8, 14])
def test_a_race_without_files_to_open(files: int) -> None:
    needs.unix("limit of open files")
    done = shell(f"ulimit -n {files}; fillomino solve {ROOT}/examples/first.txt --portfolio auto")
    if not needs.is_linux() and not done.returncode:
        return  # fewer are needed there
    assert done.returncode in (3, 4)
    [line] = done.stderr.splitlines()
    assert "too many open files" in line.lower()
