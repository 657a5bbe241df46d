"""Certificates that can't be: of other games, scripts and other files; without Yices they can."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.registry import find
from games.samples import example
from tests.support.programs import hide
from tests.workbench.conftest import EXAMPLES, Runner

FIRST = EXAMPLES / "first.txt"


def test_other_games_are_refused(fillomino: Runner) -> None:
    hashi = fillomino.write("a.hashi", example(find("hashi")).text())
    for command in (("solve", hashi, "--certificate", "certificates"), ("check", hashi, "a.cnf")):
        done = fillomino(*command)
        assert done.code == 2
        assert done.fault in ("other-game", None)  # one of several puzzles is only left out


def test_a_script_without_a_puzzle_is_refused(fillomino: Runner, tmp_path: Path) -> None:
    script = fillomino.write("a.smt2", "(declare-const p Bool)\n(assert p)\n(check-sat)\n")
    done = fillomino("solve", script, "--certificate", tmp_path / "certificates")
    assert (done.code, done.fault) == (2, "option-conflict")


def test_certificates_are_regular_files(fillomino: Runner, tmp_path: Path) -> None:
    (tmp_path / "its.cnf").symlink_to("/dev/zero")
    fillomino("check", FIRST, tmp_path / "its.cnf").refused("unreadable")


def test_without_yices_they_are_made(
    fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hide(monkeypatch, "yices-smt2")
    fillomino("solve", "@several", "--unique", "--certificate", tmp_path / "certificates").ended(1)
