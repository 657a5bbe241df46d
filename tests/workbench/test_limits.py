"""Limits of time, memory and files: exit code 3 and a sentence, in every command."""

from __future__ import annotations

import errno
import json
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import process_time, sleep

import pytest

from drivers import Solver, find
from drivers.answer import Timeout, Unknown, Unsat
from drivers.cores import unanswered
from drivers.errors import SessionTimeoutError
from encoder.encoding import Encoding
from fillomino import formats
from fillomino.board import rectangle
from fillomino.clock import OutOfTimeError, Stopwatch, interrupted_at
from fillomino.deduction.reason import reasoner
from fillomino.puzzle import Puzzle
from tests.support import corpus
from tests.workbench.conftest import EXAMPLES, ROOT, Runner
from workbench.cli.deduce import _spans
from workbench.cli.streams import MEMORY, SENTENCES, shortage
from workbench.methods.attempt import left_open
from workbench.methods.question import Question
from workbench.methods.result import OUT_OF_MEMORY
from workbench.methods.table import smt

Pretend = Callable[[Solver], str]

_STUCK = """quiet=
while read -r line; do
    case $line in
        *print-success\\ false*) quiet=1 ;;
        *print-success\\ true*) quiet=; echo success ;;
        *check-sat*) sleep 60 ;;
        *) [ $quiet ] || echo success ;;
    esac
done
"""


@pytest.fixture
def stuck(pretend: Pretend) -> str:
    """A solver that takes every command at once, and never answers a check."""
    asked = ("-c", _STUCK)
    return pretend(
        replace(find("z3"), name="stuck", title="Stuck", executable="/bin/sh", session_arguments=asked)
    )


@pytest.fixture
def script(tmp_path: Path) -> Path:
    file = tmp_path / "x.smt2"
    file.write_text("(declare-fun n_0 () Int)\n(declare-fun y () Int)\n(assert (< n_0 y))\n(check-sat)\n")
    return file


def test_a_check_that_takes_too_long(fillomino: Runner, stuck: str, script: Path) -> None:
    late = ("--solver", stuck, "--timeout", "0.5")
    done = fillomino("audit", "forest", "--board", "1x2", *late)
    assert (done.code, done.err.splitlines()[-1]) == (3, "fillomino: the audit has no answer within 0.5 s")
    assert "forest: no counterexample so far" in done.err
    done = fillomino("explain", EXAMPLES / "none.txt", *late)
    assert (done.code, done.err) == (3, "fillomino: the search for clues has no answer within 0.5 s\n")
    done = fillomino("replay", script, *late)
    assert (done.code, done.out) == (3, "")
    assert done.err == f"fillomino: {script}:4: Stuck gave no reply within 0.5 seconds to (check-sat)\n"
    done = fillomino("check", script, "--model", "-", *late, stdin="sat\n((n_0 1))\n")
    assert done.code == 3
    assert "1 unknown\n  time ran out: the search for a core has no answer within 0.5 s\n" in done.out


def test_commands_that_can_not_even_be_sent_in_time(
    fillomino: Runner, pretend: Pretend, script: Path
) -> None:
    asked = ("-c", "sleep 60")
    silent = pretend(
        replace(find("z3"), name="silent", title="Silent", executable="/bin/sh", session_arguments=asked)
    )
    late = ("--solver", silent, "--timeout", "0.1")
    for command in (
        ("audit", "forest", "--board", "torus:3x3"),
        ("explain", EXAMPLES / "twenty.txt"),
        ("replay", script),
    ):
        done = fillomino(*command, *late)
        assert (done.code, done.out) == (3, "")
        assert " gave no reply within 0.1 seconds" in done.err
    done = fillomino("check", script, "--model", "-", *late, stdin="sat\n((n_0 1))\n")
    assert done.code == 3
    assert "1 unknown\n  time ran out: Silent gave no reply within 0.1 seconds\n" in done.out


def test_only_time_that_ran_out_is_a_time_out() -> None:
    assert type(unanswered("it", Timeout(2.0))) is SessionTimeoutError
    said = unanswered("it", Unknown("it is too hard"))
    assert not isinstance(said, SessionTimeoutError)
    assert str(said) == "it has no answer: it is too hard"


def test_the_limit_told_is_that_of_all_questions_together(fillomino: Runner) -> None:
    done = fillomino("solve", "9x9:zzzc", "--limit", "1000000", "--timeout", "1").ended(3)
    assert re.search(r"^  after [\d,]+ fillings the 1 s were used up$", done.out, re.MULTILINE)


def test_what_is_left_open_after_some_fillings() -> None:
    late = Timeout(2)
    assert left_open(late, 0) == "no answer within 2 s"
    assert left_open(late, 1) == "after 1 filling the 2 s were used up"
    assert left_open(Unknown("it is hard"), 2) == "after 2 fillings: the solver does not know: it is hard"
    assert left_open(Unsat(), 2) is None


FIRST = EXAMPLES / "first.txt"
TIMED: tuple[tuple[str | Path, ...], ...] = (
    ("solve", FIRST, "--timeout"),
    ("explain", FIRST, "--timeout"),
    ("page", FIRST, "--timeout"),
    ("audit", "--timeout"),
    ("check", FIRST, "--timeout"),
    ("replay", FIRST, "--timeout"),
    ("deduce", FIRST, "--timeout"),
    ("deduce", "--rate", FIRST, "--timeout"),
    ("deduce", "--rate", FIRST, "--depth"),
    ("count", "--board", "2x2", "-m", "solver", "--timeout"),
    ("compare", FIRST, "--timeout"),
    ("encode", FIRST, "-f", "benchmark", "--status"),
)


@pytest.mark.parametrize("command", TIMED, ids=lambda command: f"{command[0]} {command[-1]}")
def test_what_is_no_number_of_seconds(fillomino: Runner, command: tuple[str | Path, ...]) -> None:
    for value, said in (
        ("nan", "nan is not a number of seconds"),
        ("-inf", "not in the range"),
        ("1e10", "1e+10 s can't be set; give inf for no limit"),
    ):
        done = fillomino(*command, value)
        assert (done.code, done.out) == (2, "")
        assert f"Invalid value for '{command[-1]}': " in done.err
        assert said in done.err


def test_an_endless_time_is_no_limit(fillomino: Runner, tmp_path: Path) -> None:
    inf = ("--timeout", "inf")
    assert fillomino("solve", FIRST, "-e", "forest-bv", "--deduce", "none", *inf).code == 0
    assert fillomino("page", FIRST, "-e", "cuts", "-s", "yices", "-o", tmp_path / "x.html", *inf).code == 0
    assert fillomino("deduce", "--rate", FIRST, "--depth", "inf", *inf).code == 0
    fillomino("encode", FIRST, "-f", "benchmark", "--status", "inf").says("(set-info :status sat)")
    runs = tmp_path / "x.jsonl"
    assert fillomino("compare", FIRST, "-s", "yices", "-o", runs, "--no-report", *inf).code == 0
    assert json.loads(runs.read_text())["seconds_limit"] is None
    assert "no limit" in fillomino("report", runs).out


@pytest.mark.parametrize(
    "command",
    [
        ("solve", FIRST, "-e", "forest"),
        ("compare", FIRST),
        ("count", "--board", "2x2"),
        ("count", "--sample", "1", "--board", "2x2"),
    ],
    ids=lambda command: str(command[0]),
)
def test_more_memory_than_can_be_set(fillomino: Runner, command: tuple[str | Path, ...]) -> None:
    done = fillomino(*command, "--memory", "8796093022208")
    assert (done.code, done.out) == (2, "")
    assert "8796093022208 MiB can't be set; the most is 8796093022207" in done.err
    if command[0] != "compare":
        assert fillomino(*command, "--memory", "8796093022207").code == 0


def burn(seconds: float) -> None:
    until = process_time() + seconds
    while process_time() < until:
        pass


@pytest.fixture
def large(tmp_path: Path) -> Path:
    path = tmp_path / "large.txt"
    path.write_text("30 30\n" + ("0 " * 30 + "\n") * 30)
    return path


def test_a_block_ends_when_time_is_up() -> None:
    started = process_time()
    with pytest.raises(OutOfTimeError), interrupted_at(started + 0.05):
        burn(5)
    assert process_time() - started < 1
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    assert signal.getsignal(signal.SIGALRM) == signal.SIG_DFL


def test_a_block_that_is_done_in_time() -> None:
    with interrupted_at(process_time() + 5), interrupted_at(None):
        pass
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
            with interrupted_at(process_time() + 0.01):
                burn(0.05)
                seen.append("done")
        except OutOfTimeError:
            seen.append("late")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == ["done", "late"]


@pytest.mark.parametrize("encoding", ["layers", "warshall"])
def test_solve_bounds_encoding(fillomino: Runner, tmp_path: Path, encoding: str) -> None:
    empty = fillomino.write("empty.txt", "12 12\n" + ("0 " * 12 + "\n") * 12)
    started = process_time()
    done = fillomino("solve", empty, "-e", encoding, "--timeout", "0.3", "--json")
    assert process_time() - started < 3
    assert done.code == 3
    row = done.row
    assert row["status"] == "timeout"
    assert row["error"] == "no answer within 0.3 s, which encoding used up"
    assert 0.2 < row["seconds"]["encode"] < 3
    assert row["asked"] == 0


def test_the_solver_has_what_we_left_of_the_time(
    fillomino: Runner, large: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = Encoding.script

    def slow(*given: object) -> object:
        burn(0.3)
        return script(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(Encoding, "script", slow)
    done = fillomino("solve", large, "-e", "forest", "-s", "z3", "--timeout", "0.6", "--json")
    row = done.row
    assert row["error"] == "no answer within 0.6 s"
    assert row["wall_seconds"]["encode"] > 0.25


def test_deduction_bounds_its_rules(monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_deduce_stops_on_a_huge_board(fillomino: Runner, tmp_path: Path) -> None:
    path = fillomino.write("huge.txt", "100 100\n" + ("0 " * 100 + "\n") * 100)
    started = process_time()
    assert fillomino("deduce", path, "--timeout", "0.3").code == 3
    assert process_time() - started < 5


@pytest.mark.parametrize(
    ("numbers", "shown"),
    [
        ([1, 3, 4, 5, 6], "1 3-6"),
        ([2, 3], "2 3"),
        ([], ""),
        ([7], "7"),
        ([1, 2, 3, 9, 11, 12], "1-3 9 11 12"),
    ],
)
def test_numbers_are_shown_in_spans(numbers: list[int], shown: str) -> None:
    assert _spans(sum(1 << number for number in numbers)) == shown


def test_wall_goes_by_the_clock_and_own_by_what_this_process_did() -> None:
    watch = Stopwatch()
    with watch.phase("solve"):
        sleep(0.2)
    with watch.phase("check"):
        until = process_time() + 0.02
        while process_time() < until:
            pass
    assert watch.own["solve"] < 0.1 < 0.2 <= watch.wall["solve"]
    assert watch.own["check"] >= 0.02
    assert watch.own["encode"] == 0
    seconds = watch.stop(solver=3.0)
    assert set(seconds) == set(watch.wall)
    assert seconds["solve"] == watch.own["solve"] + 3
    assert seconds["total"] == watch.own["total"] + 3 >= 3.02
    assert watch.wall["total"] >= 0.22


def test_a_result_tells_what_was_ours() -> None:
    result = smt("forest-bool", "yices").run("row", Puzzle(rectangle(1, 3), {0: 3}), Question())
    assert 0 < result.own["encode"] + result.own["check"] <= 2 * result.seconds["total"]


BETWEEN = "import subprocess, sys; sys.exit(subprocess.run([sys.executable, '-c', *sys.argv[1:]]).returncode)"
OURS = """
import atexit, resource
from workbench.cli import main
atexit.register(lambda: print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss))
main()
"""


def peaks(path: Path, *options: str) -> tuple[float, float]:
    """MiB of our process and of the solver's, each at its own peak."""
    command = ["solve", str(path), "--unique", "--json", *options]
    # A process is born with the peak of the one that starts it, so a small one stands between us and it.
    done = subprocess.run(
        [sys.executable, "-c", BETWEEN, OURS, *command], capture_output=True, text=True, cwd=ROOT, check=True
    )
    row, kib = done.stdout.splitlines()
    found = json.loads(row)
    assert found["unique"] is True
    return int(kib) / 1024, found["memory_mib"]


def board(height: int, width: int) -> Path:
    """A puzzle of the corpus of this size."""
    for path in corpus.files():
        if path.stat().st_size > height * width:
            grid = formats.read_bytes(path.read_bytes(), source=str(path)).puzzle.board.grid
            if grid is not None and {grid.height, grid.width} == {height, width}:
                return path
    pytest.skip(f"there is no puzzle of {height}x{width} in {corpus.CORPUS}")


@pytest.mark.parametrize("encoding", ["cuts", "forest-bool"])
def test_an_example_takes_little(encoding: str) -> None:
    ours, solvers = peaks(ROOT / "examples" / "twenty.txt", "--encoding", encoding)
    assert 0 < ours + solvers <= 120


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["cuts", "forest-bool"])
def test_20x36_within_150_mib(encoding: str) -> None:
    assert sum(peaks(board(20, 36), "--encoding", encoding)) <= 150


@pytest.mark.slow
@pytest.mark.parametrize("solver_name", ["yices", "z3"])
def test_50x64_within_500_mib(solver_name: str) -> None:
    assert sum(peaks(board(50, 64), "--solver", solver_name)) <= 500


def limited(limit: str, *command: str | Path) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, within a limit of ``ulimit``."""
    line = f'ulimit {limit}; exec "{sys.executable}" -m workbench "$@"'
    return subprocess.run(
        ["bash", "-c", line, "bash", *map(str, command)],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("mib", "command"),
    [
        (40, ("count", "--board", "3x3")),  # NumPy's libraries can't be mapped
        (90, ("count", "--board", "3x3")),  # its BLAS would end the process with exit code 1
        (45, ("count", "--sample", "1", "--board", "4x4")),
        (20, ("deduce", EXAMPLES / "first.txt")),  # not even all of our modules can be loaded
    ],
)
def test_a_sentence_and_exit_code_3(large: Path, mib: int, command: tuple[str | Path, ...]) -> None:
    done = limited(f"-v {mib << 10}", *(large if word == "large" else word for word in command))
    assert (done.returncode, done.stdout, done.stderr) == (3, "", f"fillomino: {MEMORY}\n")


def test_a_script_that_would_not_fit_is_not_begun(large: Path) -> None:
    done = limited(f"-v {45 << 10}", "encode", large, "-e", "forest-bool")
    assert (done.returncode, done.stdout) == (3, "")
    assert "fillomino: the script of forest-bool would have about" in done.stderr
    assert " MB of memory, where " in done.stderr


def test_of_many_puzzles_the_others_are_solved(large: Path) -> None:
    done = limited(
        f"-v {45 << 10}",
        "solve",
        large,
        EXAMPLES / "first.txt",
        "-e",
        "forest-bool",
        "--deduce",
        "none",
        "--json",
    )
    assert (done.returncode, done.stderr) == (3, "")
    first, second = done.stdout.splitlines()
    assert '"status": "unknown", "filling": null, "unique": null, "encoding": "forest-bool"' in first
    assert '"error": "the script of forest-bool would have about' in first
    assert '"status": "solved"' in second


def test_a_run_of_a_comparison_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    from fillomino.board import rectangle
    from fillomino.puzzle import Document, Puzzle
    from workbench.compare.plan import entries, jobs
    from workbench.compare.work import do
    from workbench.methods.question import Question
    from workbench.methods.smt import SmtMethod
    from workbench.methods.table import smt
    from workbench.texts.inputs import Opened

    def run(*_: object) -> object:
        raise MemoryError

    method = smt("forest", find("yices"))
    listed, _ = entries([Opened("a", Document(Puzzle(rectangle(1, 2), {})), 0.0)])
    [job] = jobs(listed, [(method, method.facts())], 1, Question(), 1)
    monkeypatch.setattr(SmtMethod, "run", run)
    row = do(job, None)
    assert (row.status, row.error) == ("unknown", OUT_OF_MEMORY)


def test_numpy_takes_less_than_is_asked_for() -> None:
    code = (
        "import resource\nfrom fillomino.counting import settings\n"
        "def size(): return int(open('/proc/self/statm').read().split()[0]) * resource.getpagesize()\n"
        "before = size(); settings.have_numpy(); print(size() - before, settings.NUMPY_BYTES)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    taken, allowed = map(int, done.stdout.split())
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


@pytest.mark.parametrize("files", [8, 14])
def test_a_race_without_files_to_open(files: int) -> None:
    command = (
        f'ulimit -n {files}; exec "{sys.executable}" -m workbench solve examples/first.txt --portfolio auto'
    )
    done = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode in (3, 4)
    [line] = done.stderr.splitlines()
    assert "too many open files" in line.lower()
