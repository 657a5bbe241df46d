"""The race of encodings: on a puzzle of this repository, and its table again."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def race(corpus: Path, *options: str) -> str:
    command = [sys.executable, str(ROOT / "scripts" / "encodings_race.py"), *options]
    environment = os.environ | {"FILLOMINO_CORPUS": str(corpus)}
    done = subprocess.run(command, cwd=corpus, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_race_and_its_table(tmp_path: Path) -> None:
    shutil.copy(ROOT / "examples" / "row.txt", tmp_path / "row.txt")
    runs = tmp_path / "race.jsonl"
    options = ("--count", "1", "--timeout", "5", "--solvers", "yices", "--scramble", "1", "-o", str(runs))
    table = race(tmp_path, *options, "--only", "distance", "flow")
    assert re.search(r"\| `distance` \| yices \| 1 of 1 \| 0\.\d\d \| 0\.\d\d \| \d+ \| \d+ \|", table)
    assert [line.split("`")[1] for line in table.splitlines() if "`" in line] == ["flow", "distance"]
    assert race(tmp_path, "--table", str(runs)) == table
