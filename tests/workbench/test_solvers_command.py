"""`fillomino solvers`, and the ways to name a solver: everywhere one is chosen."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

import fillomino as front_door
from drivers import find, installed
from drivers.conformance import CHECKS, Grade, subject
from drivers.solvers import VARIABLE
from encoder.encodings.table import find as find_encoding
from tests.workbench.conftest import EXAMPLES, Runner
from workbench.audit.subjects import another
from workbench.methods.method import _version

ROW, NONE = EXAMPLES / "row.txt", EXAMPLES / "none.txt"


@pytest.fixture
def z3() -> str:
    """Z3 by its path, as on a command line."""
    found = installed(find("z3"))
    if found is None:
        pytest.skip("z3 is not installed")
    return f"smt:{shlex.quote(found.executable)} -in"


@pytest.fixture
def wrapper(tmp_path: Path, z3: str) -> Path:
    """A script around Z3 that takes a file."""
    path = tmp_path / "wrapper"
    path.write_text(f'#!/bin/sh\nexec timeout 50 {z3.removeprefix("smt:").removesuffix(" -in")} "$@"\n')
    path.chmod(0o755)
    return path


def test_a_program_wherever_a_solver_is_chosen(z3: str, fillomino: Runner, tmp_path: Path) -> None:
    solved = json.loads(fillomino("solve", ROW, "-s", z3, "-e", "forest", "--unique", "--json").out)
    assert (solved["status"], solved["solver"], solved["unique"]) == ("solved", z3, True)
    assert solved["version"].startswith("Z3 ")
    assert fillomino("solve", ROW, "-s", f"mine={z3}").code == 0  # by a session
    assert fillomino("solve", NONE, "-s", z3, "-e", "forest").code == 1
    assert fillomino("explain", NONE, "-s", z3, "-e", "forest").code == 1
    counted = fillomino("count", "--board", "2x2", "--method", "solver", "-s", z3, "--json")
    assert json.loads(counted.out)["fillings"] == 5
    assert fillomino("audit", "forest", "--every", "2", "--sampled", "0", "-s", z3, "--second", z3).code == 0
    session = tmp_path / "session.smt2"
    session.write_text("(set-logic QF_UF)\n(declare-fun p () Bool)\n(assert p)\n(check-sat)\n")
    assert fillomino("replay", session, "-s", z3, "-s", "yices").code == 0
    smt2 = tmp_path / "row.smt2"
    assert fillomino("encode", ROW, "-e", "flow", "-o", smt2).code == 0
    filling = tmp_path / "filling.txt"
    filling.write_text(fillomino("solve", ROW, "--plain").out)
    evaluated = fillomino("check", smt2, filling, "-s", z3)
    assert (evaluated.code, z3 in evaluated.out) == (0, True), evaluated
    board = ("generate", "--board", "2x2", "--level", "1", "--seed", "1", "-s", z3)
    assert fillomino(*board).code == 0
    assert front_door.solve(ROW.read_text(), encoding="forest", solver=z3).solution


def test_a_kept_run_repeats_it(wrapper: Path, fillomino: Runner, tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    assert fillomino("solve", ROW, "-e", "forest", "-s", f"smt:{wrapper} {{file}}", "--keep", runs).code == 0
    [line] = [path.read_text().splitlines()[-1] for path in runs.glob("*.sh")]
    [smt2] = runs.glob("*.smt2")
    assert line == f"exec {wrapper} {smt2.name}"


def test_two_builds_stand_side_by_side(z3: str, wrapper: Path, fillomino: Runner, tmp_path: Path) -> None:
    runs = tmp_path / "runs.jsonl"
    asked = (
        "compare",
        ROW,
        "-e",
        "forest",
        "-s",
        f"one={z3}",
        "-s",
        f"two=smt:{wrapper} {{file}}",
        "-o",
        runs,
    )
    done = fillomino(*asked, "--no-report")
    assert done.code == 0, done.err
    rows = [json.loads(line) for line in runs.read_text().splitlines()]
    assert [(row["solver"], row["program"], row["status"]) for row in rows] == [
        ("one", "one", "solved"),
        ("two", "two", "solved"),
    ]
    assert rows[1]["arguments"] == [str(wrapper), "{file}"]
    assert len({row["key"] for row in rows}) == len({row["version"] for row in rows}) == 2
    for shown in (done.out, fillomino("report", runs, "-o", tmp_path / "page").out):
        assert "forest one" in shown
        assert f"forest two: {wrapper} {{file}}, {rows[1]['version']}" in shown
    # A build that was replaced, under the same name and with the same version, is another one.
    wrapper.write_text(f"{wrapper.read_text()}# new\n")
    _version.cache_clear()
    assert fillomino(*asked, "--no-report").code == 0
    again = [json.loads(line) for line in runs.read_text().splitlines()]
    assert [row["solver"] for row in again] == ["one", "two", "two"]


def test_the_list_names_where_each_is_from(
    wrapper: Path, fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that a file in the working folder names is not run by looking at the list."""
    seen = tmp_path / "seen"
    wrapper.write_text(f"#!/bin/sh\ntouch {seen}\necho my own 7\n")
    (tmp_path / "solvers.toml").write_text('[mine]\ncommand = ["./wrapper"]\n[lost]\ncommand = ["no-such"]\n')
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(VARIABLE)
    rows = {row["name"]: row for row in map(json.loads, fillomino("solvers", "--json").out.splitlines())}
    assert rows["z3"]["source"] == "built in"
    assert (rows["mine"]["source"], rows["mine"]["version"]) == ("solvers.toml:1", "version not asked")
    assert rows["mine"]["path"] == str(wrapper)
    assert (rows["lost"]["installed"], rows["lost"]["install"]) == (False, "there is no program no-such")
    assert not seen.exists()
    named = fillomino("solvers", "mine").out
    assert "my own 7 (file " in named
    assert f"mine ({wrapper}), solvers.toml:1" in named
    assert seen.exists()


def test_a_wrong_file_is_bad_input(
    fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "solvers.toml"
    path.write_text('[mine]\ncommand = ["x"]\nlimit = 3\n')
    monkeypatch.setenv(VARIABLE, str(path))
    keys = "the keys are like, command, session, time_limit, seed, logics"
    for asked in (("solve", ROW, "-s", "mine"), ("solvers",)):
        assert fillomino.refuses(*asked) == f"{path}:3: unknown key 'limit'; {keys}"


def test_the_checks_of_a_program(z3: str, wrapper: Path, fillomino: Runner) -> None:
    done = fillomino("solvers", "--check", z3)
    assert done.code == 0, done.out
    assert len(done.out.splitlines()) == len(CHECKS)
    assert {line[:5] for line in done.out.splitlines()} == {"yes  ", "-    "}


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        ("echo sat", "WRONG errors that can't be taken for answers: its answer to"),
        ("echo unsat", "WRONG solves the simplest script: it answered unsat, where sat is right"),
        ("exit 1", "no    solves the simplest script: "),
    ],
)
def test_the_checks_of_a_bad_program(wrapper: Path, fillomino: Runner, body: str, shown: str) -> None:
    wrapper.write_text(f"#!/bin/sh\n{body}\n")
    done = fillomino("solvers", "--check", f"smt:{wrapper} {{file}}")
    assert (done.code, shown in done.out) == (1, True), done.out
    row = json.loads(fillomino("solvers", "--check", f"smt:{wrapper} {{file}}", "--json").out.splitlines()[0])
    assert set(row) == {"solver", "check", "title", "outcome", "why", "essential"}


def test_a_program_that_wants_a_file_is_told_how(wrapper: Path, fillomino: Runner) -> None:
    wrapper.write_text('#!/bin/sh\n[ -n "$1" ] || { echo no input file; exit 2; }\n')
    done = fillomino("solvers", "--check", f"smt:{wrapper}")
    assert done.code == 1
    assert done.out.endswith(f"where its path belongs: --check 'smt:{wrapper} {{file}}'\n"), done.out


@pytest.mark.parametrize(
    ("lie", "check"),
    [
        ("s/^unsat/sat/", "integers"),
        ("s/10000000000000000000003/7/", "integer-values"),
        ("s/#x0f/#x0e/", "bit-vectors"),
        ("s/ true)/ false)/", "booleans"),
        ("s/ 7)/ 8)/", "functions"),
        ("s/(b |c|)/(b)/; s/(|c| b)/(b)/; s/(b c)/(b)/; s/(c b)/(b)/", "cores"),
        ("s/^(error.*/sat/", "errors"),
    ],
)
def test_a_lie_is_seen(wrapper: Path, z3: str, lie: str, check: str) -> None:
    wrapper.write_text(f"#!/bin/sh\n{z3.removeprefix('smt:')} | sed '{lie}'\n")
    one = subject(find(f"smt:{wrapper}"))
    [chosen] = [each for each in CHECKS if each.name == check]
    assert chosen.result(one).grade is Grade.WRONG


def test_a_second_opinion_is_of_another_make() -> None:
    """Another build of a solver is the same solver, as far as that can be seen."""
    if installed(find("yices")) is None or installed(find("z3")) is None:
        pytest.skip("z3 and yices are not both installed")
    chosen = {"smt:/no/such/z3 -in": "yices", "z3": "yices", "yices": "z3", "smt:/no/such/solver": "z3"}
    assert {name: another(find(name), find_encoding("forest")).name for name in chosen} == chosen
