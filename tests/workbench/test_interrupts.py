"""Signals, closed and full streams, full disks: nothing is left behind, and what was good stays."""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path

import pytest

from drivers import Run, find
from encoder.encodings.registry import find as find_encoding
from fillomino.backtracking import Search, search
from fillomino.board import rectangle
from fillomino.errors import InputError
from fillomino.files import replaced
from fillomino.puzzle import Filling, Puzzle
from tests.support import needs
from tests.support.clock import wait_until
from tests.support.processes import begun, python, shell, wait_for, with_ours
from tests.support.refused import refused
from tests.support.where import brief
from tests.workbench.conftest import EXAMPLES, Runner
from workbench.cli import output
from workbench.methods.keep import Keep
from workbench.methods.method import Question, Stopped
from workbench.methods.smt import SmtMethod


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
@pytest.mark.parametrize("options", [(), ("--limit", "9")], ids=["process", "session"])
@brief(lambda number, options: not options or number == signal.SIGINT)
def test_a_signal_leaves_no_solver(
    mark: str, number: signal.Signals, code: int, options: tuple[str, ...]
) -> None:
    if number == signal.SIGHUP:
        needs.unix("signal of a terminal that is gone")
    puzzle = EXAMPLES / "twenty.txt"  # minutes of work for this encoding
    process = begun("solve", puzzle, "-e", "forest", "-s", "z3", *options, mark=mark)
    with process:
        assert any(name == "z3" for _, name in wait_for(mark, solver=True))
        process.send_signal(number)
        out, err = process.communicate(timeout=600)
    assert process.returncode == code
    assert out == ""
    assert "Traceback" not in err
    assert len(err.splitlines()) <= 1
    assert wait_for(mark, solver=False) == []


def questions(folder: Path) -> int:
    """How many questions a session has been asked so far."""
    return sum(path.read_text().count("(check-sat)") for path in folder.glob("*.session*.smt2"))


def test_ctrl_c_keeps_the_fillings_found(tmp_path: Path, mark: str) -> None:
    empty = tmp_path / "empty.txt"  # with more fillings than anybody lists
    empty.write_text("9 9\n" + "0 0 0 0 0 0 0 0 0\n" * 9)
    process = begun("solve", empty, "--limit", "1000000", "--json", "--keep", tmp_path / "kept", mark=mark)
    with process:
        assert wait_until(lambda: questions(tmp_path / "kept") > 3)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=600)
    assert (process.returncode, err) == (130, "fillomino: interrupted\n")
    told = json.loads(out)
    assert told["status"] == "solved"
    assert told["unique"] is False
    assert told["complete"] is False
    assert len(told["fillings"]) > 1
    assert told["error"].endswith(": interrupted")


def test_ctrl_c_keeps_the_fillings_of_backtracking(
    fillomino: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(puzzle: Puzzle, *, report: Callable[[Filling], None], **_: object) -> Search:
        for filling in search(puzzle, limit=2).fillings:
            report(filling)
        raise KeyboardInterrupt

    monkeypatch.setattr("workbench.fillomino.backtracking_method.search", interrupted)
    done = fillomino("solve", EXAMPLES / "several.txt", "--by", "backtracking", "--limit", "5", "--plain")
    assert done.code == 130
    assert len(done.out.split("\n\n")) == 2
    assert done.err == "fillomino: interrupted\n"


def test_what_is_interrupted_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> Run:
        raise KeyboardInterrupt

    monkeypatch.setattr("drivers.backend.run_process", interrupted)
    method = SmtMethod(find_encoding("forest"), find("yices"))
    question = Question(keep=Keep(tmp_path))
    with pytest.raises(Stopped) as stopped:
        method.run("p", Puzzle(rectangle(1, 2), {}), question)
    assert stopped.value.result.answers.fillings == ()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["p.forest.yices.sh", "p.forest.yices.smt2"]
    assert "(check-sat)" in (tmp_path / "p.forest.yices.smt2").read_text()


NO_SPACE = "fillomino: standard output: No space left on device\n"
TOO_LARGE = "fillomino: standard output: File too large\n"
ENCODE = "fillomino encode examples/first.txt > FOLDER/a"
SOLVE = "fillomino solve examples/first.txt"


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        (f"{SOLVE} > /dev/full", 2, NO_SPACE),
        ("fillomino boards > /dev/full", 2, NO_SPACE),
        ("fillomino --help > /dev/full", 2, NO_SPACE),
        ("fillomino solve no-such-file 2> /dev/full", 2, ""),  # where nothing can be told
        ("fillomino list 4x4 | head -1", 141, ""),  # who reads no further ends us
        (f"{SOLVE} --deduce none >&-", 0, ""),
        (f"{SOLVE} --deduce none 2>&-", 0, ""),
        (f"{SOLVE} --deduce none <&-", 0, ""),
        ("fillomino solve - <&-", 2, "fillomino: <stdin>:1:1: "),
        # Python drops what a short write leaves over where PYTHONUNBUFFERED is set, and exits with 0.
        (f"ulimit -f 1; PYTHONUNBUFFERED= {ENCODE}", 2, TOO_LARGE),
        (f"ulimit -f 1; PYTHONUNBUFFERED=1 {ENCODE}", 2, TOO_LARGE),
    ],
)
def test_streams_that_are_closed_full_or_read_by_nobody(
    tmp_path: Path, line: str, code: int, said: str
) -> None:
    done = shell(line.replace("FOLDER", str(tmp_path)))
    assert (done.returncode, done.stderr[: len(said)]) == (code, said)
    assert done.stderr.count("\n") == bool(said)
    assert "head" not in line or done.stdout.count("\n") == 1


def test_a_puzzle_may_come_from_a_pipe_with_a_name() -> None:
    told = shell("fillomino solve examples/first.txt --plain").stdout
    assert told
    for line in (
        "fillomino solve <(cat examples/first.txt) --plain",
        "cat examples/first.txt | fillomino solve /dev/stdin --plain",
    ):
        assert shell(line).stdout == told
    twice = shell("fillomino solve <(echo 3x3:4b2e; echo 3x3:4b2e) --json").stdout.splitlines()
    assert [json.loads(row)["puzzle"].rpartition(":")[2] for row in twice] == ["1", "2"]
    done = shell("fillomino check examples/first.txt <(fillomino solve examples/first.txt --plain)")
    assert (done.returncode, done.stderr) == (0, "")


FIRST = EXAMPLES / "first.txt"


@contextmanager
def full_beyond(size: int) -> Iterator[None]:
    """No file of this process can grow beyond so many bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize(
    ("command", "file"),
    [
        (("encode", FIRST, "-o", "a"), "a"),
        (("encode", FIRST, "-f", "benchmark", "-o", "a"), "a"),
        (("show", EXAMPLES / "twenty.txt", "--to", "json", "-o", "a"), "a"),
        (("show", FIRST, "--to", "svg", "-o", "a"), "a"),
        (("solve", FIRST, "-e", "forest", "--keep", "."), "first.forest.yices.smt2"),
        (("solve", FIRST, "--deduce", "ahead", "--keep", "."), "first.cuts.yices.smt2"),
        (("solve", FIRST, "-e", "forest", "--limit", "9", "--keep", "."), "first.forest.yices.session.smt2"),
        (("compare", FIRST, "-s", "yices", "-o", "a"), "a"),
    ],
)
def test_the_file_is_named_and_left_as_it_was(
    fillomino: Runner,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: tuple[str | Path, ...],
    file: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    grows = command[0] == "compare" or "session" in file  # line by line, and never written anew
    if not grows:
        Path(file).write_text("good")
    before = set(tmp_path.iterdir())
    with full_beyond(1000):
        done = fillomino(*command)
    assert (done.code, done.out) == (2, "")
    line = done.err.splitlines()[-1]
    assert line.startswith("fillomino: ")
    assert f"{file}: " in line
    assert line.endswith("File too large")
    if not grows:
        assert {path for path in tmp_path.iterdir() if path.suffix != ".sh"} == before
        assert before == set() or Path(file).read_text() == "good"


def test_a_report_that_does_not_fit(fillomino: Runner, tmp_path: Path) -> None:
    runs = tmp_path / "runs.jsonl"
    assert fillomino("compare", FIRST, "-s", "yices", "-o", runs).code == 0
    page = tmp_path / "runs-report" / "index.html"
    before = page.read_bytes()
    with full_beyond(10_000):
        done = fillomino("report", runs, "-o", page.parent)
    assert (done.code, done.fault, done.place[2]) == (2, "unwritable", str(page))
    assert page.read_bytes() == before


def test_a_file_keeps_its_mode_and_a_link_its_place_and_all_of_it_where_a_block_fails(tmp_path: Path) -> None:
    file, link, new = (tmp_path / name for name in "abc")
    file.touch()
    usual = file.stat().st_mode
    file.chmod(0o640)
    link.symlink_to("a")
    for path in (link, new):
        with replaced(path) as out:
            out.write(b"good")
    with pytest.raises(KeyboardInterrupt), replaced(link) as out:
        out.write(b"half")
        raise KeyboardInterrupt
    assert (link.is_symlink(), file.read_text()) == (True, "good")
    assert (file.stat().st_mode & 0o777, new.stat().st_mode) == (0o640, usual)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b", "c"]


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is read-only for root")
def test_a_read_only_file_is_not_replaced(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_text("old")
    file.chmod(0o440)
    with refused(InputError, "unwritable"), replaced(file):
        pass


ENDING = """
import os, sys, time, signal
from pathlib import Path
from workbench.workers.ending import unwind_at
unwind_at(signal.SIGINT, signal.SIGTERM)
number, go_on = int(sys.argv[1]), Path(sys.argv[2])

def be_hit():
    os.kill(os.getpid(), number)
    deadline = time.monotonic() + 600
    while not go_on.exists() and time.monotonic() < deadline:
        go_on.touch()
"""
IN_AN_IMPORT = """
import builtins
builtins.be_hit = be_hit
try:
    import slow_module
except BaseException:
    pass  # as an import does that C code makes
"""
IN_A_CALLBACK = """
class Last:
    def __del__(self):
        be_hit()
Last()
"""
FOREVER = """
try:
    for _ in range(60_000):
        time.sleep(0.01)  # which not each way of sending a signal ends
finally:
    print("unwound")
"""


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 1), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("where", [IN_AN_IMPORT, IN_A_CALLBACK], ids=["import", "callback"])
def test_a_signal_does_not_get_lost(tmp_path: Path, number: signal.Signals, code: int, where: str) -> None:
    (tmp_path / "slow_module.py").write_text("be_hit()\n")
    program = tmp_path / "program.py"
    program.write_text(ENDING + where + FOREVER)
    done = python(program, str(number.value), tmp_path / "go-on", PYTHONPATH=f"{with_ours()}:{tmp_path}")
    assert (done.stdout, done.returncode) == ("unwound\n", -2 if number == signal.SIGINT else code)


def test_no_solver_is_asked_for_its_version_once_interrupted(
    tmp_path: Path, mark: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = tmp_path / "asked"
    program = tmp_path / "silent.sh"
    program.write_text(f'#!/bin/sh\necho asked >> "{asked}"\nexec sleep 3000\n')
    program.chmod(0o755)
    solvers = tmp_path / "solvers.toml"
    solvers.write_text(f'[silent]\ncommand = ["{program}"]\nwrites = ["."]\n')
    monkeypatch.setenv("FILLOMINO_SOLVERS", str(solvers))
    with begun("solve", "@ten", "-e", "forest-tight", "-s", "silent", mark=mark) as process:
        wait_until(asked.exists)
        process.send_signal(signal.SIGINT)
        process.communicate()
    assert (process.returncode, asked.read_text()) == (130, "asked\n")


def test_a_program_that_never_answers_is_a_timeout_of_the_limit_given(
    fillomino: Runner, tmp_path: Path
) -> None:
    program = tmp_path / "silent.sh"
    program.write_text("#!/bin/sh\nexec sleep 3000\n")
    program.chmod(0o755)
    row = fillomino.row("solve", "@ten", "-e", "cuts", "-s", f"smt:{program}", "--timeout", "0.5")
    assert row["status"] == "timeout"


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_long_work_says_who_works_until_it_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(output, "PATIENCE", 0.001)
    with output.waiting(lambda: "forest z3 on first"):
        wait_until(lambda: "forest z3 on first" in terminal.getvalue())
    assert terminal.getvalue().endswith("\r\x1b[2K")
    for silent in (Terminal(), StringIO()):
        monkeypatch.setattr(sys, "stderr", silent)
        monkeypatch.setattr(output, "PATIENCE", 600.0 if silent.isatty() else 0.0)
        with output.waiting(lambda: "nobody"):
            pass
        assert silent.getvalue() == ""
