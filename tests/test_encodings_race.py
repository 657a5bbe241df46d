"""The race of encodings: on a puzzle of this repository, its table, and what it does not run."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from encoder.encodings.table import METHODS
from scripts.encodings_race import MARKS, PAGE, PATIENCE, TOO_LONG, lost, table
from workbench.compare import store
from workbench.compare.row import Row

ROOT = Path(__file__).resolve().parents[1]


def race(corpus: Path, *options: str) -> str:
    command = [sys.executable, str(ROOT / "scripts" / "encodings_race.py"), *options]
    environment = os.environ | {"FILLOMINO_CORPUS": str(corpus)}
    done = subprocess.run(command, cwd=corpus, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus of one puzzle, and the runs of a race on it."""
    corpus = tmp_path_factory.mktemp("corpus")
    shutil.copy(ROOT / "examples" / "row.txt", corpus / "row.txt")
    return corpus


@pytest.fixture(scope="module")
def shown(folder: Path) -> str:
    options = ("--count", "1", "--timeout", "5", "--solvers", "yices", "--only", "distance", "flow")
    return race(folder, *options, "-o", "race.jsonl")


@pytest.fixture
def rows(folder: Path, shown: str) -> list[Row]:
    return store.read(folder / "race.jsonl")[0]


def other(row: Row, name: str, cells: int, **changed: Any) -> Row:
    """The row of another puzzle."""
    return replace(row, key=f"{name} {row.method}", puzzle_hash=name, cells=cells, **changed)


def test_a_race_and_its_table(folder: Path, shown: str, rows: list[Row]) -> None:
    cells = r"yices \| 1 \| 1 \| +\| 0\.\d\d \| 0\.\d\d \| \d+ \| N(·R)? \| \d+ \|"
    assert [line.split("`")[1] for line in shown.splitlines() if re.search(cells, line)] == [
        "flow",
        "distance",
    ]
    assert [row.scramble for row in rows] == [1, 1]
    assert race(folder, "--table", "race.jsonl") == shown


def test_what_was_not_run_counts_as_unsolved(rows: list[Row]) -> None:
    flow, distance = sorted(rows, key=lambda row: row.method, reverse=True)
    unbuilt = other(distance, "b", 150, status="unknown", unique=None, error=f"{TOO_LONG} 9 characters")
    late = other(flow, "a", 100, status="timeout", unique=None)
    lines = table([flow, late, distance, other(distance, "a", 100), unbuilt])
    first, second = (line for line in lines if line.startswith("| `"))
    assert first.startswith("| `flow` | yices | 1 | 0 | – | 1 | 1 | > 5 | > 5 |")
    assert second.startswith("| `distance` | yices | 1 | 1 | – | 2 | 1 | ")
    assert not any("was stopped" in line for line in lines)  # each was left out for a reason
    lines = table([flow, distance, other(distance, "a", 100)])
    assert "The race was stopped: flow yices has 0 runs on boards of ≤ 100 cells." in lines


def test_a_method_that_proves_nothing_is_given_up(rows: list[Row]) -> None:
    [flow] = [row for row in rows if row.method == "flow yices"]
    late = [other(flow, str(i), 90, status="timeout", unique=None) for i in range(PATIENCE)]
    assert lost(late, "flow yices", 100)
    assert not lost(late[1:], "flow yices", 100)  # a run is left before it is given up here
    assert lost(late[1:], "flow yices", 180)
    assert not lost([*late, other(flow, "x", 95)], "flow yices", 180)
    assert not lost(late, "flow yices", 81)
    assert not lost(late, "distance yices", 300)


def test_the_page_has_a_table_of_all_encodings() -> None:
    [found] = MARKS.finditer(PAGE.read_text(encoding="utf-8"))
    lines = [line.split("`")[1] for line in found[0].splitlines() if line.startswith("| `")]
    assert list(dict.fromkeys(lines)) == [method.name for method in METHODS]
