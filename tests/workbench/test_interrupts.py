"""Ctrl-C and SIGTERM in the middle of a long solve: no solver is left behind, and what was found is kept."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from drivers import Run, find
from encoder.encodings.table import find as find_encoding
from fillomino.backtracking import Search, search
from fillomino.board import rectangle
from fillomino.puzzle import Filling, Puzzle
from tests.workbench.conftest import EXAMPLES, ROOT, Runner
from workbench.methods.keep import Keep
from workbench.methods.question import Question
from workbench.methods.result import Stopped
from workbench.methods.smt import SmtMethod

MARK = "FILLOMINO_TEST_MARK"


def marked(mark: str) -> list[tuple[int, str]]:
    """Number and program of every process that has the mark in its environment."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                if f"{MARK}={mark}".encode() in (folder / "environ").read_bytes():
                    found.append((int(folder.name), (folder / "comm").read_text().strip()))
            except OSError:
                continue
    return found


@pytest.fixture
def mark() -> Iterator[str]:
    """A mark for the environment; whoever still has it at the end is killed, and that is a failure."""
    mine = uuid.uuid4().hex
    yield mine
    left = marked(mine)
    for number, _ in left:
        os.kill(number, signal.SIGKILL)
    assert left == []


def wait_for(mark: str, *, solver: bool, seconds: float = 20) -> list[tuple[int, str]]:
    """The marked processes, once a solver is (or nobody is any more) among them."""
    deadline = time.monotonic() + seconds
    while True:
        found = marked(mark)
        there = any(not name.startswith(("python", "setsid")) for _, name in found)  # setsid starts solvers
        if (there if solver else not found) or time.monotonic() > deadline:
            return found
        time.sleep(0.02)


def default_signals() -> None:
    """A test runner in the background has SIGINT ignored, which a child would inherit."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def solving(mark: str, *arguments: str | Path) -> subprocess.Popen[str]:
    """A process that solves, with a mark in its environment."""
    return subprocess.Popen(
        [sys.executable, "-m", "workbench", "solve", *arguments],
        cwd=ROOT,
        env={**os.environ, MARK: mark},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=default_signals,  # noqa: PLW1509 -- no threads here
    )


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
@pytest.mark.parametrize("options", [(), ("--limit", "9")], ids=["process", "session"])
def test_a_signal_leaves_no_solver(
    mark: str, number: signal.Signals, code: int, options: tuple[str, ...]
) -> None:
    puzzle = EXAMPLES / "twenty.txt"  # minutes of work for this encoding
    process = solving(mark, puzzle, "-e", "forest", "-s", "z3", *options)
    with process:
        assert any(name == "z3" for _, name in wait_for(mark, solver=True))
        time.sleep(0.2)
        process.send_signal(number)
        out, err = process.communicate(timeout=20)
    assert process.returncode == code
    assert out == ""
    assert "Traceback" not in err
    assert len(err.splitlines()) <= 1
    assert wait_for(mark, solver=False, seconds=5) == []


def test_ctrl_c_keeps_the_fillings_found(tmp_path: Path, mark: str) -> None:
    empty = tmp_path / "empty.txt"  # with more fillings than anybody lists
    empty.write_text("9 9\n" + "0 0 0 0 0 0 0 0 0\n" * 9)
    process = solving(mark, empty, "--limit", "1000000", "--json")
    with process:
        assert any(name == "yices-smt2" for _, name in wait_for(mark, solver=True))
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
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

    monkeypatch.setattr("fillomino.backtracking.search", interrupted)
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
    assert stopped.value.result.fillings == ()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["p.forest.yices.sh", "p.forest.yices.smt2"]
    assert "(check-sat)" in (tmp_path / "p.forest.yices.smt2").read_text()
