"""Solvers that an installed package adds by entry points: every command knows them, workers too."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from drivers import Limits, Sat, installed, run
from drivers.errors import UnknownSolverError
from drivers import find
from drivers.solvers import GROUP, VARIABLE, Z3, every, of_packages
from tests.workbench.conftest import EXAMPLES, ROOT, Package, Runner
from workbench.page.jobs import about


@pytest.fixture
def own(package: Package) -> Path:
    if installed(Z3) is None:
        pytest.skip("z3 is not installed")
    points = {"z3-luby": "own_solver:LUBY", "kissat": "own_solver:kissat", "z3": "own_solver:LUBY"}
    return package(GROUP, "own_solver.py", **points)


def test_what_a_package_adds_is_found_and_listed(own: Path, fillomino: Runner) -> None:
    assert own.is_dir()
    assert of_packages() == ["kissat", "z3-luby"]
    assert find("z3") is Z3  # none of the table is replaced
    luby, kissat = find("z3-luby"), find("kissat")
    assert (luby.title, luby.same_as) == ("Z3 with Luby restarts", "z3")
    assert kissat.needs_executables == ("kissat",)
    assert every()[-2:] == (kissat, luby)
    with pytest.raises(UnknownSolverError, match=r"unknown solver 'x'; .*, kissat, z3-luby, and dimacs:"):
        find("x")
    rows = {row["name"]: row for row in map(json.loads, fillomino("solvers", "--json").out.splitlines())}
    assert rows["z3-luby"]["installed"]
    assert rows["z3-luby"]["version"] == rows["z3"]["version"]
    assert "z3-luby" in {solver["name"] for solver in about()["solvers"]}


def test_commands_take_it_by_its_name(own: Path, fillomino: Runner) -> None:
    assert own.is_dir()
    script = "(set-option :produce-models true)(declare-fun p () Bool)(assert p)(check-sat)(get-value (p))"
    assert run(script, find("z3-luby"), Limits(seconds=10)).answer == Sat({"p": True})
    done = fillomino("solve", EXAMPLES / "row.txt", "-e", "forest-bool", "-s", "z3-luby", "--unique")
    assert (done.code, "Z3" in done.out) == (0, True)


def test_workers_know_it_too(own: Path, tmp_path: Path) -> None:
    runs = tmp_path / "runs.jsonl"
    command = ["compare", str(EXAMPLES / "row.txt"), "-e", "forest", "-s", "z3-luby", "--deduce", "none"]
    subprocess.run(
        [sys.executable, "-m", "workbench", *command, "-o", str(runs), "--no-report"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{own}"},
        check=True,
        capture_output=True,
        timeout=60,
    )
    [row] = [json.loads(line) for line in runs.read_text().splitlines() if '"status"' in line]
    assert (row["solver"], row["status"]) == ("z3-luby", "solved")


def test_a_file_replaces_none_of_a_package(
    own: Path, fillomino: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = own / "solvers.toml"
    path.write_text('[kissat]\ncommand = ["kissat"]\n')
    monkeypatch.setenv(VARIABLE, str(path))
    assert fillomino.refuses("solvers") == (
        f"{path}:1: kissat is a solver of a package and can't be replaced; choose another name"
    )


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (
            "own_solver:NOSUCH",
            "the solver own, which is own_solver:NOSUCH, can't be loaded: module 'own_solver' has",
        ),
        ("no_such_module:OWN", "can't be loaded: No module named 'no_such_module'"),
        ("own_solver:SCRIPT", "the solver own, which is own_solver:SCRIPT, is not a Solver"),
    ],
)
def test_a_bad_entry_point_is_refused(package: Package, fillomino: Runner, value: str, message: str) -> None:
    package(GROUP, "own_solver.py", own=value)
    with pytest.raises(UnknownSolverError, match=message):
        find("own")
    assert message in fillomino.refuses("solve", EXAMPLES / "row.txt", "-s", "own")
    assert message in fillomino("solvers").err
