"""Races: the first checked answer counts, slower contenders are stopped, none is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from drivers.errors import UnknownSolverError
from encoder.errors import EncodingError
from fillomino import formats
from fillomino.board import rectangle
from fillomino.deduction.engine import Level
from fillomino.puzzle import Puzzle
from fillomino.rules import violations
from tests.support.processes import children
from tests.workbench.conftest import EXAMPLES, ROOT, Runner
from workbench.methods.portfolio import AUTO, Portfolio, contenders
from workbench.methods.question import Question
from workbench.methods.result import Status
from workbench.workers.worker import Worker

def kill(worker: Worker) -> None:
    os.kill(worker.pid, signal.SIGKILL)
    while worker.alive:
        time.sleep(0.01)


def test_names() -> None:
    assert [contender.name for contender in contenders("auto")] == list(AUTO)
    assert [c.name for c in contenders("cuts:z3, forest:yices,cuts:z3")] == ["cuts:z3", "forest:yices"]
    programs = contenders("forest:b=smt:z3 -in,cmd:echo a:b:z3,mine=cmd:echo:smt:z3 -smt2 {file}")
    assert [(contender.encoding, contender.solver) for contender in programs] == [
        ("forest", "b=smt:z3 -in"),
        ("cmd:echo a:b", "z3"),
        ("mine=cmd:echo", "smt:z3 -smt2 {file}"),
    ]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("cuts:z3", "bad-option"),
        ("cuts,forest", "bad-option"),
        ("cuts:z3,mine=cmd:awk -f x", "bad-option"),
        ("cuts:z3,nothing:z3", "unknown-encoding"),
        ("cuts:bitwuzla,cuts:z3", "needs-session"),
        ("cuts:z3,cuts:nobody", "unknown-solver"),
    ],
)
def test_what_can_not_race_is_refused(text: str, code: str) -> None:
    with pytest.raises((EncodingError, UnknownSolverError)) as refused:
        contenders(text)
    assert refused.value.code == code


def test_a_program_races_and_is_stopped(tmp_path: Path) -> None:
    slow = tmp_path / "slow"
    slow.write_text("#!/bin/sh\nsleep 60\n")
    slow.chmod(0o755)
    quick = f"mine=cmd:awk -f {EXAMPLES / 'foreign' / 'distances.awk'}:yices"
    with Portfolio(contenders(f"{quick},cmd:{slow}:smt:yices-smt2"), Level.NONE, UNIQUE) as portfolio:
        workers, started = list(portfolio._racing), time.monotonic()
        result = portfolio.solve("puzzle", read(EXAMPLES / "row.txt"))
        assert (result.status, result.encoding, result.unique) == (Status.SOLVED, "mine", True)
        assert time.monotonic() - started < 30
        assert [children(worker.pid) for worker in workers] == [[], []], "no program is left behind"


def test_the_faster_wins_and_the_slower_is_stopped() -> None:
    hard, easy = read(EXAMPLES / "twenty.txt"), read(EXAMPLES / "first.txt")
    racing = contenders("forest:yices,cuts:yices")
    with Portfolio(racing, Level.AHEAD, UNIQUE) as portfolio:
        workers = list(portfolio._racing)
        for puzzle in (hard, easy, hard):
            result = portfolio.solve("puzzle", puzzle)
            assert result.status is Status.SOLVED
            assert result.unique is True
            assert not violations(puzzle, result.fillings[0])
            if puzzle is hard:
                assert result.encoding == "cuts", "forest takes minutes"
            assert [children(worker.pid) for worker in workers] == [[], []], "no solver is left behind"
    assert not any(worker.alive for worker in workers)


def test_what_is_unsolvable_is_decided() -> None:
    with Portfolio(contenders("cuts:yices,forest-tight:z3"), Level.AHEAD, UNIQUE) as portfolio:
        assert portfolio.solve("none", read(EXAMPLES / "none.txt")).status is Status.UNSOLVABLE
        assert portfolio.solve("several", read(EXAMPLES / "several.txt")).unique is False


def test_a_contender_may_be_stopped_before_it_has_begun() -> None:
    """Whenever the stop comes: a process that is not ready must not go on as a copy of this one."""
    script = """
from fillomino.deduction.engine import Level
from workbench.methods.question import Question
from workbench.methods.portfolio import Portfolio, contenders

for _ in range(60):
    with Portfolio(contenders("cuts:yices,cuts:z3"), Level.AHEAD, Question()):
        pass
print("done")
"""
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False, timeout=100
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "")


def test_nobody_decides() -> None:
    with Portfolio(
        contenders("forest:yices,forest:z3"), Level.AHEAD, Question(unique=True, seconds=0.01)
    ) as portfolio:
        result = portfolio.solve("twenty", read(EXAMPLES / "twenty.txt"))
    assert result.status is Status.TIMEOUT
    assert result.error is not None
    assert "forest:yices: no answer within" in result.error
    assert "forest:z3: no answer within" in result.error


def test_a_contender_that_dies_is_left_out() -> None:
    with Portfolio(contenders("forest-tight:yices,cuts:yices"), Level.AHEAD, UNIQUE) as portfolio:
        kill(next(iter(portfolio._racing)))
        assert portfolio.solve("one", Puzzle(rectangle(1, 1), {})).encoding == "cuts"
        kill(next(iter(portfolio._racing)))
        result = portfolio.solve("one", Puzzle(rectangle(1, 1), {}))
        assert result.status is Status.FAILED
        assert "ended without a result" in (result.error or "")


@pytest.mark.parametrize(
    "more",
    [
        ["--by", "deduction"],
        ["--drop", "clue"],
        ["--logic", "QF_UF"],
        ["--encoding", "forest"],
        ["--solver", "z3"],
    ],
)
def test_what_does_not_go_with_a_race_is_refused(fillomino: Runner, more: list[str]) -> None:
    said = fillomino.refuses("solve", EXAMPLES / "first.txt", "--portfolio", "auto", *more)
    assert "--portfolio races whole encodings" in said


def test_the_command_races(fillomino: Runner) -> None:
    done = fillomino("solve", EXAMPLES / "hidden.txt", "--portfolio", "auto", "--unique")
    assert done.code == 0
    assert "the only solution" in done.out
