"""Files from strangers: no command lets them touch a file, and what a solver would not read is not asked."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.workbench.conftest import EXAMPLES, Runner

ROW = EXAMPLES / "row.txt"


@pytest.fixture
def script(fillomino: Runner, tmp_path: Path) -> str:
    path = tmp_path / "row.smt2"
    assert fillomino("encode", ROW, "-o", path).code == 0
    return path.read_text()


@pytest.mark.parametrize(
    "command",
    [
        ("replay",),
        ("replay", "-s", "z3"),
        ("shrink", "-s", "z3", "-s", "yices"),
        ("shrink", "--keep", "crash", "-s", "z3"),
        ("solve",),
        ("explain",),
    ],
)
def test_output_channels_and_includes_are_refused(
    fillomino: Runner, tmp_path: Path, script: str, command: tuple[str, ...]
) -> None:
    target, its = tmp_path / "target", tmp_path / "its.smt2"
    target.write_text("mine")
    for hostile in (
        f'(set-option :regular-output-channel "{target}")\n(echo "his")',
        f'(include "{target}")',
    ):
        its.write_text(script.replace("(set-info", f"{hostile}\n(set-info", 1))
        said = fillomino.refuses(command[0], its, *command[1:])
        assert f"{its}:4:" in said
    assert target.read_text() == "mine"


def test_lint_names_them(fillomino: Runner, tmp_path: Path, script: str) -> None:
    its = tmp_path / "its.smt2"
    its.write_text(f'(set-option :sat.drat.file "x")\n{script}')
    done = fillomino("lint", its)
    assert done.code == 1
    assert f"{its}:1:13: error: " in done.out


def test_what_stands_after_exit_is_not_asked(fillomino: Runner, tmp_path: Path, script: str) -> None:
    its = tmp_path / "its.smt2"
    its.write_text(f"{script}\n(exit)\n(assert false)\n")
    assert fillomino("solve", its).code == 0
    its.write_text(script.replace("(check-sat)", "(exit)\n(check-sat)"))
    assert f"{its}:" in fillomino.refuses("solve", its)
    its.write_text(script.replace("(check-sat)", "(check-sat)\n(assert false)"))
    assert f"{its}:" in fillomino.refuses("solve", its)


def test_a_list_of_solvers_has_an_end(
    fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "large").write_bytes(b"")
    os.truncate(tmp_path / "large", 1 << 33)
    for path in ("/dev/zero", tmp_path / "large"):
        monkeypatch.setenv("FILLOMINO_SOLVERS", str(path))
        assert str(path) in fillomino.refuses("solve", ROW, "-s", "mine")


def test_a_disk_is_not_walked(fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.texts.inputs.MAX_ENTRIES", 3)
    for number in range(4):
        (tmp_path / str(number)).mkdir()
    assert str(tmp_path) in fillomino.refuses("solve", tmp_path)


def test_a_solver_without_sessions_is_refused_for_cuts(fillomino: Runner) -> None:
    fillomino.refuses("solve", ROW, "-e", "cuts", "-s", "smt:/bin/cat")
