"""``solve --certificate`` and ``check`` of what it wrote."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from drivers import Limits, find, run
from drivers.answer import Unsat
from tests.test_readme import ROOT
from tests.workbench.conftest import EXAMPLES, Runner

FIRST, SEVERAL, NONE = EXAMPLES / "first.txt", EXAMPLES / "several.txt", EXAMPLES / "none.txt"


def test_the_only_solution(fillomino: Runner, tmp_path: Path) -> None:
    done = fillomino("solve", FIRST, "--unique", "--certificate", tmp_path / "made")
    assert done.code == 0
    line = f"certificate (unique): {tmp_path / 'made' / 'first'} .puzzle .cnf .lrat .smt2"
    assert done.out.splitlines()[-1] == line
    checked = fillomino("check", FIRST, tmp_path / "made" / "first.cnf")
    assert checked.code == 0
    assert checked.out.splitlines()[-1] == "VERIFIED: the filling is the only solution"
    script = (tmp_path / "made" / "first.smt2").read_text(encoding="ascii")
    assert isinstance(run(script, find("yices")).answer, Unsat)


def test_the_puzzle_of_the_user_counts_and_not_the_file_beside_the_certificate(
    fillomino: Runner, tmp_path: Path
) -> None:
    fillomino("solve", FIRST, "--unique", "--certificate", tmp_path)
    other = tmp_path / "other.txt"
    other.write_text(FIRST.read_text(encoding="utf-8").replace(" 5 ", " 0 ", 1), encoding="utf-8")
    checked = fillomino("check", other, tmp_path / "first.cnf")
    assert checked.code == 1
    assert checked.out.splitlines()[-1].startswith("REFUSED: ")


def test_without_the_proof_the_clauses_hold(fillomino: Runner, tmp_path: Path) -> None:
    fillomino("solve", FIRST, "--unique", "--certificate", tmp_path)
    (tmp_path / "first.lrat").unlink()
    done = fillomino("check", FIRST, tmp_path / "first.cnf", "--json")
    assert (done.code, json.loads(done.out)["verdict"]) == (3, "CLAUSES HOLD")
    assert fillomino("check", FIRST, tmp_path / "nothing.cnf").code == 2


def test_a_proof_that_is_no_file_is_refused(fillomino: Runner, tmp_path: Path) -> None:
    fillomino("solve", FIRST, "--unique", "--certificate", tmp_path)
    (tmp_path / "first.lrat").unlink()
    os.mkfifo(tmp_path / "first.lrat")
    fillomino.refuses("check", FIRST, tmp_path / "first.cnf")


def test_a_checker_that_is_stopped_decides_nothing(
    fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fillomino("solve", FIRST, "--unique", "--certificate", tmp_path)
    monkeypatch.setattr("workbench.certificates.produce.LIMITS", Limits(seconds=0.001))
    assert fillomino("check", FIRST, tmp_path / "first.cnf").code == 3


def test_no_solution(fillomino: Runner, tmp_path: Path) -> None:
    done = fillomino("solve", NONE, "--certificate", tmp_path)
    assert done.code == 1
    row = json.loads(fillomino("check", NONE, tmp_path / "none.cnf", "--json").out)
    assert (row["verdict"], row["text"]) == ("VERIFIED", "there is no solution")


@pytest.mark.parametrize("options", [(), ("--unique",), ("--limit", "2")])
def test_a_solution_that_may_not_be_the_only_one(
    fillomino: Runner, tmp_path: Path, options: tuple[str, ...]
) -> None:
    done = fillomino("solve", SEVERAL, *options, "--certificate", tmp_path)
    assert done.out.splitlines()[-1] == f"certificate (filling): {tmp_path / 'several'} .puzzle .cnf"
    checked = fillomino("check", SEVERAL, tmp_path / "several.cnf")
    assert checked.out.splitlines()[-1] == "VERIFIED: the filling is a solution"


def test_exactly_these(fillomino: Runner, tmp_path: Path) -> None:
    done = fillomino("solve", SEVERAL, "--limit", "100", "--json", "--certificate", tmp_path)
    row = json.loads(done.out)
    assert row["certificate"]["claim"] == "exactly"
    suffixes = [Path(path).suffix for path in row["certificate"]["files"]]
    assert suffixes == [".puzzle", ".cnf", ".lrat", ".smt2"]
    checked = fillomino("check", SEVERAL, tmp_path / "several.cnf")
    assert checked.out.count("filling: ") == len(row["fillings"])
    assert checked.out.splitlines()[-1] == "VERIFIED: the fillings are all the solutions there are"


@pytest.mark.parametrize("as_json", [False, True])
def test_a_certificate_that_could_not_be_written_is_a_failure(
    fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, as_json: bool
) -> None:
    monkeypatch.setenv("FILLOMINO_HIDE", "cadical,kissat,z3")
    asked = ["--limit", "100", *["--json"] * as_json, "--certificate", str(tmp_path)]
    done = fillomino("solve", SEVERAL, *asked)
    assert done.code == 4
    assert not list(tmp_path.iterdir())
    if as_json:
        row = json.loads(done.out)
        assert (row["status"], row["certificate"]["files"]) == ("solved", [])
        assert row["certificate"]["reason"]
    assert fillomino("solve", SEVERAL, "--limit", "100").code == 0


def test_a_verdict_that_is_missing_is_a_missing_certificate(fillomino: Runner, tmp_path: Path) -> None:
    asked = ["--encoding", "forest", "--timeout", "0.001"]
    assert fillomino("solve", FIRST, *asked, "--certificate", tmp_path).code == 4


@pytest.mark.parametrize("hidden", ["", "cadical,kissat"])
def test_what_deduction_leaves_open_needs_nothing_but_the_dependencies(
    fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hidden: str
) -> None:
    monkeypatch.setenv("FILLOMINO_HIDE", hidden)
    assert fillomino("solve", SEVERAL, "--limit", "100", "--certificate", tmp_path).code == 0
    assert fillomino("check", SEVERAL, tmp_path / "several.cnf").code == 0


def test_puzzles_of_one_name_get_files_of_their_own(fillomino: Runner, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    shutil.copy(FIRST, other)
    done = fillomino("solve", FIRST, other / "first.txt", "--unique", "--plain", "--certificate", tmp_path)
    assert "first.2 .puzzle" in done.err
    assert (tmp_path / "first.2.lrat").exists()


def test_who_asks_for_no_certificate_pays_for_none(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "workbench", "solve", str(FIRST), "--unique"],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert "workbench.cli" in done.stderr
    assert not {"certificates", "drivers.refute"} & set(re.split(r"[\s|]|workbench\.", done.stderr))


@pytest.mark.slow
def test_every_example_is_certified(fillomino: Runner, tmp_path: Path) -> None:
    done = fillomino("solve", EXAMPLES, "--unique", "--json", "--certificate", tmp_path)
    rows = [json.loads(line) for line in done.out.splitlines()]
    assert len(rows) > 25
    for row in rows:
        cnf = next(path for path in row["certificate"]["files"] if path.endswith(".cnf"))
        [example] = [
            path for path in EXAMPLES.iterdir() if path.is_file() and str(path) in row["puzzle"]
        ] or [EXAMPLES / row["puzzle"]]
        assert fillomino("check", example, cnf).code == 0
