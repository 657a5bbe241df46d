"""The scripts explain themselves, and do nothing else when asked to."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SCRIPTS = [
    path for path in sorted((ROOT / "scripts").glob("*.py")) if "__main__" in path.read_text(encoding="utf-8")
]  # the others are modules that these share


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_help(script: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(script), "--help"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    purpose = ast.get_docstring(ast.parse(script.read_text(encoding="utf-8"))) or ""
    assert done.stdout.startswith(f"usage: {script.name}")
    assert " ".join(purpose.split()[:6]) in " ".join(done.stdout.split())
    assert not list(tmp_path.iterdir())
