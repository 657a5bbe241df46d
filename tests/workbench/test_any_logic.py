"""Every command that takes scripts, on small scripts in many logics."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from drivers import Sat, Unsat
from drivers.backend import run
from drivers import Limits
from drivers import find
from tests.support.logics import STRANGERS, Stranger
from tests.workbench.conftest import Runner

EXIT = {"sat": 0, "unsat": 1}


@pytest.fixture(params=STRANGERS)
def stranger(request: pytest.FixtureRequest) -> Stranger:
    return STRANGERS[request.param]


@pytest.fixture
def path(stranger: Stranger, tmp_path: Path) -> Path:
    file = tmp_path / "stranger.smt2"
    file.write_text(stranger.text, encoding="utf-8")
    return file


def test_solve(fillomino: Runner, stranger: Stranger, path: Path) -> None:
    row = json.loads(fillomino("solve", path, "--json").out)
    assert (row["verdict"], row["expected"], row["error"]) == ([stranger.status], [stranger.status], None)


@pytest.mark.parametrize("yices", [True, False])
def test_compare(fillomino: Runner, tmp_path: Path, yices: bool) -> None:
    strangers = {f"{name}.smt2": each for name, each in STRANGERS.items() if each.yices is yices}
    for name, stranger in strangers.items():
        (tmp_path / name).write_text(stranger.text, encoding="utf-8")
    runs = tmp_path / "runs.jsonl"
    solvers = ["-s", "z3", "-s", "yices" if yices else "cvc5"]
    done = fillomino("compare", tmp_path, *solvers, "-o", runs, "--no-report", "--scramble", "2")
    rows = [json.loads(line) for line in runs.read_text(encoding="utf-8").splitlines()]
    assert len(rows) == 4 * len(strangers)
    for row in rows:
        assert row["verdict"] == strangers[Path(row["file"]).name].status, row["error"]
    assert done.code == 0


def test_explain(fillomino: Runner, stranger: Stranger, path: Path) -> None:
    done = fillomino("explain", path)
    assert done.code == EXIT[stranger.status], done.out
    assert any(line.startswith(f"{stranger.status}:") for line in done.out.splitlines())


@pytest.mark.parametrize("seed", [1, 2])
def test_scramble_and_diff(fillomino: Runner, stranger: Stranger, path: Path, seed: int) -> None:
    other = path.with_name("other.smt2")
    other.write_text(fillomino("scramble", path, "--seed", str(seed)).out, encoding="utf-8")
    answer = run(other.read_text(encoding="utf-8"), find("z3"), Limits(seconds=20)).answer
    assert isinstance(answer, Sat if stranger.status == "sat" else Unsat)
    assert fillomino("diff", path, other).code == 0
    bare = other.with_name("bare.smt2")  # without the comments that hold the original's names
    bare.write_text(other.read_text(encoding="utf-8").partition("; Names here")[0], encoding="utf-8")
    assert fillomino("diff", path, bare).code == 0


def test_replay(fillomino: Runner, stranger: Stranger, path: Path) -> None:
    solvers = ["-s", "z3", "-s", "yices" if stranger.yices else "cvc5"]
    done = fillomino("replay", path, *solvers)
    assert done.code == 0, done.out
    assert done.out.count(f": {stranger.status} (") == 2


def test_lint_finds_no_error(fillomino: Runner, path: Path) -> None:
    assert ": error:" not in fillomino("lint", path).out
