"""The scripts explain themselves, and do nothing else when asked to."""

from __future__ import annotations

import ast
import runpy
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SCRIPTS = [
    path for path in sorted((ROOT / "scripts").glob("*.py")) if "__main__" in path.read_text(encoding="utf-8")
]  # the others are modules that these share


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_help(
    script: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", [str(script), "--help"])
    monkeypatch.setattr(sys, "path", [str(script.parent), *sys.path])
    with pytest.raises(SystemExit, match=r"^0$"):
        runpy.run_path(str(script), run_name="__main__")
    printed = capsys.readouterr().out
    purpose = ast.get_docstring(ast.parse(script.read_text(encoding="utf-8"))) or ""
    assert printed.startswith(f"usage: {script.name}")
    assert " ".join(purpose.split()[:6]) in " ".join(printed.split())
    assert not list(tmp_path.iterdir())
