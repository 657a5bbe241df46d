"""Ctrl-C and SIGTERM in the middle of a long solve: no solver is left behind, and what was found is kept."""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from drivers import Run, find
from encoder.encodings.table import find as find_encoding
from fillomino.backtracking import Search, search
from fillomino.board import rectangle
from fillomino.puzzle import Filling, Puzzle
from tests.support.processes import begun, wait_for
from tests.workbench.conftest import EXAMPLES, Runner
from workbench.methods.keep import Keep
from workbench.methods.question import Question
from workbench.methods.result import Stopped
from workbench.methods.smt import SmtMethod


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
@pytest.mark.parametrize("options", [(), ("--limit", "9")], ids=["process", "session"])
def test_a_signal_leaves_no_solver(
    mark: str, number: signal.Signals, code: int, options: tuple[str, ...]
) -> None:
    puzzle = EXAMPLES / "twenty.txt"  # minutes of work for this encoding
    process = begun("solve", puzzle, "-e", "forest", "-s", "z3", *options, mark=mark)
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
    process = begun("solve", empty, "--limit", "1000000", "--json", mark=mark)
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
