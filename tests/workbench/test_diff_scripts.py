"""`diff` of scripts, and of scripts with encodings."""

from __future__ import annotations

from pathlib import Path

from smtlib.scramble import scramble
from tests.workbench.conftest import Runner


def test_scripts_are_compared(fillomino: Runner, tmp_path: Path) -> None:
    whole, edited = tmp_path / "whole.smt2", tmp_path / "edited.smt2"
    whole.write_text(fillomino("encode", "3x2:3d2").out, encoding="utf-8")
    edited.write_text(whole.read_text().replace("(check-sat)", "(assert false)\n(check-sat)"))
    scrambled = tmp_path / "scrambled.smt2"
    scrambled.write_text(scramble(whole.read_text(), 3).text)
    assert [fillomino("diff", whole, other).code for other in (whole, edited, scrambled)] == [0, 1, 0]
    assert fillomino("diff", "forest-tight", whole).code == 0
    assert "assert false" in fillomino("diff", edited, "forest-tight").out
    assert fillomino("diff", "forest", whole).code == 1
    assert fillomino("diff", whole, edited, "--every", "2").code == 2
    assert fillomino("diff", "forest", scrambled).code == 2  # it holds no puzzle
