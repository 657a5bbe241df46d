"""Examples by name, which a program installed by pip has too."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.workbench.conftest import EXAMPLES, Runner
from workbench.cli import app
from workbench.texts import inputs


def test_an_example_is_the_file_of_its_name(fillomino: Runner) -> None:
    assert fillomino("show", "@first") == fillomino("show", EXAMPLES / "first.txt")
    assert fillomino("show", "@walls.pzprv3") == fillomino("show", EXAMPLES / "walls.pzprv3")
    assert fillomino("show", "--boards", "@cube").out.startswith("@cube, 8 cells:")


def test_the_help_lists_them_all(fillomino: Runner) -> None:
    assert ", ".join(inputs.examples()) == app.EXAMPLES
    assert fillomino("encode", "@", "-o", "x.smt2").err == (
        f"fillomino: x.smt2: {len(inputs.examples())} puzzles don't go into one file; "
        "name a directory, or make this one first\n"
    )


def test_every_example_has_a_name_of_its_own() -> None:
    puzzles = [path for path in inputs.folder().iterdir() if path.is_file() and path.suffix != ".py"]
    assert len(inputs.examples()) == len(puzzles)


def test_a_file_of_such_a_name_comes_first(
    fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("@first").write_text("1 2\n0 2\n")
    assert "┌───────┐" in fillomino("show", "@first").out


def test_a_wheel_has_them_beside_the_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inputs, "__file__", str(tmp_path / "workbench" / "texts" / "examples.py"))
    (tmp_path / "workbench" / "puzzles").mkdir(parents=True)
    (tmp_path / "workbench" / "puzzles" / "only.txt").write_text("1 1\n1\n")
    assert list(inputs.examples()) == ["only"]
