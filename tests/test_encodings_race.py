"""The race of encodings: on a puzzle of this repository, its table, and what it does not run."""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from encoder.encodings.registry import METHODS
from scripts.encodings_race import (
    PATIENCE,
    RUNS,
    TOO_LONG,
    lost,
    runs_in,
    table,
    write_runs,
)
from scripts.race_claims import CLAIMS, against_tight, claims
from tests.support import needs
from tests.support.processes import ROOT, python
from tests.support.runs import run
from workbench.compare import store
from workbench.compare.row import Row


def race(corpus: Path, *options: str) -> str:
    needs.accounts()
    script = ROOT / "scripts" / "encodings_race.py"
    return python(script, *options, check=True, cwd=corpus, FILLOMINO_CORPUS=str(corpus)).stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus of one puzzle, and the runs of a race on it."""
    corpus = tmp_path_factory.mktemp("corpus")
    shutil.copy(ROOT / "examples" / "row.txt", corpus / "row.txt")
    return corpus


@pytest.fixture(scope="module")
def shown(folder: Path) -> str:
    options = ("--count", "1", "--timeout", "5", "--solvers", "yices", "--only", "placements", "flow")
    return race(folder, *options, "-o", "race.jsonl")


@pytest.fixture
def rows(folder: Path, shown: str) -> list[Row]:
    return store.read(folder / "race.jsonl")[0]


def other(row: Row, name: str, cells: int, **changed: Any) -> Row:
    """The row of another puzzle."""
    return row.changed(key=f"{name} {row.method}", puzzle_hash=name, cells=cells, **changed)


def test_a_race_and_its_table(folder: Path, shown: str, rows: list[Row]) -> None:
    cells = r"yices \| 1 \| 1 \| +\| 0\.\d\d \| 0\.\d\d \| \d+ \| N(·R)? \| \d+ \|"
    assert [line.split("`")[1] for line in shown.splitlines() if re.search(cells, line)] == [
        "flow",
        "placements",
    ]
    assert [row.terms.scramble for row in rows] == [1, 1]
    assert race(folder, "--table", "race.jsonl") == shown


def notes(lines: Sequence[str]) -> list[str]:
    """The lines around a table."""
    return [line for line in lines if line and not line.startswith("|")]


def test_what_was_not_run_counts_as_unsolved(rows: list[Row]) -> None:
    flow, placements = sorted(rows, key=lambda row: row.method)
    unbuilt = other(placements, "b", 150, status="unknown", unique=None, error=f"{TOO_LONG} 9 characters")
    late = other(flow, "a", 100, status="timeout", unique=None)
    lines = table([flow, late, placements, other(placements, "a", 100), unbuilt])
    first, second = (line for line in lines if line.startswith("| `"))
    assert first.startswith("| `flow` | yices | 1 | 0 | – | 1 | 1 | > 5 | > 5 |")
    assert second.startswith("| `placements` | yices | 1 | 1 | – | 2 | 1 | ")
    # A note names a method and a size whose runs are missing; here each was left out for a reason.
    assert not any("flow yices" in note and " 100 " in note for note in notes(lines))
    lines = table([flow, placements, other(placements, "a", 100)])
    assert any("flow yices" in note and " 100 " in note for note in notes(lines))
    elsewhere = other(flow.changed(method="flow z3", solver="z3"), "b", 150, cpu_seconds=0.25)
    lines = table([flow, placements, elsewhere])
    assert any(line.startswith("| `flow` | z3 | – | 1 | 1 | | 0.25 | 0.25 |") for line in lines)
    assert any("yices" in note and " 81 " in note for note in notes(lines))


def test_a_method_that_proves_nothing_is_given_up(rows: list[Row]) -> None:
    [flow] = [row for row in rows if row.method == "flow yices"]
    late = [other(flow, str(i), 90, status="timeout", unique=None) for i in range(PATIENCE)]
    assert lost(late, "flow yices", 100)
    assert not lost(late[1:], "flow yices", 100)  # a run is left before it is given up here
    assert lost(late[1:], "flow yices", 180)
    assert not lost([*late, other(flow, "x", 95)], "flow yices", 180)
    assert not lost(late, "flow yices", 81)
    assert not lost(late, "placements yices", 300)


def test_another_order_counts_in_the_ratios_alone(rows: list[Row]) -> None:
    def shown(lines: list[str]) -> list[str]:
        return [line for line in lines if line.startswith("| `")]

    lines = table([*rows, *(row.changed(key=f"{row.key} 2", scramble=2) for row in rows)])
    assert shown(lines) == shown(table(rows))
    assert len(notes(lines)) == len(notes(table(rows))) + 1


def raced(times: dict[str, float | None], puzzles: int = 8, prefix: str = "") -> list[Row]:
    """Runs of encodings with Yices, as long on each of some puzzles, with a limit of 10 s."""
    return [
        run(f"{name} yices", f"{prefix}{i}", its, solver="yices", encoding=name, scramble=name != "cuts")
        for name, its in times.items()
        for i in range(puzzles)
    ]


@pytest.mark.parametrize(
    ("times", "pair", "shown"),
    [
        ((1.0, 2.0), ("hybrid", "leaf"), "**confirmed**: 0.50 (0.50 to 0.50); 8 and 8 proved"),
        ((2.0, 1.0), ("hybrid", "leaf"), "**refuted**: 2.00 (2.00 to 2.00); 8 and 8 proved"),
        ((1.0, 1.0), ("flow", "forest-tight"), "**confirmed**: 1.00 (1.00 to 1.00); 8 and 8 proved"),
        ((0.1, 1.0), ("flow", "forest-tight"), "**refuted**: 0.10 (0.10 to 0.10); 8 and 8 proved"),
        ((0.9, None), ("forest-tight", "forest"), "**confirmed**: 0.045 (0.045 to 0.045); 8 and 0 proved"),
        ((1.0, 19.0), ("forest-tight", "forest"), "**refuted**: 0.053 (0.053 to 0.053); 8 and 8 proved"),
        ((1.0, 3.0), ("cuts", "forest-tight"), "**confirmed**: 0.33 (0.33 to 0.33); 8 and 8 proved"),
        ((None, None), ("hybrid", "leaf"), "no puzzle to compare"),
    ],
)
def test_a_claim_is_held_against_the_runs(
    times: tuple[float, float | None], pair: tuple[str, str], shown: str
) -> None:
    lines = claims(raced(dict(zip(pair, times, strict=True))))
    assert lines[0] == "| claim | ratio of times | Yices |"
    assert [line.split(" | ")[-1] for line in lines if f"`{pair[0]}` to `{pair[1]}`" in line] == [
        f"{shown} |"
    ]
    assert len(lines) == 2 + len(CLAIMS)


@pytest.mark.parametrize(("others", "word"), [(0, "too few puzzles: 0.50;"), (3, "not decided: 1.00 (")])
def test_a_claim_is_left_open_where_puzzles_are_few_or_differ(others: int, word: str) -> None:
    rows = [*raced({"hybrid": 1.0, "leaf": 2.0}, 3), *raced({"hybrid": 2.0, "leaf": 1.0}, others, "b")]
    [line] = [line for line in claims(rows) if "`hybrid` to `leaf`" in line]
    assert f"| {word}" in line


def test_where_the_tight_forest_is_not_the_best() -> None:
    runs = raced({"forest-tight": 2.0, "flow": 4.0, "forest": None}, 2)
    assert list(against_tight(runs)) == [
        "With Yices no other text is faster than `forest-tight` on any of 2 puzzles."
    ]
    late = runs[0].changed(status="timeout", cpu_seconds=10.0)
    assert list(against_tight([late, *runs[1:]])) == [
        "With Yices some other text is faster than `forest-tight` on 1 of 2 puzzles, by at most 2.5 times "
        "(`flow`, 0 (5x5): 4.000 s, `forest-tight` 10.00 s).",
        "`forest-tight` leaves 1 unproved with Yices: `flow` proves 0 (5x5) in 4.00 s.",
    ]


def test_the_runs_of_the_site_are_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scripts.encodings_race._characters", lambda _: 0)  # all texts take seconds to write
    rows, notes = runs_in(RUNS)
    raced = {row.facts.encoding for row in rows}
    lines = [line.split("`")[1] for line in table(rows) if line.startswith("| `")]
    assert list(dict.fromkeys(lines)) == [method.name for method in METHODS if method.name in raced]
    assert not notes and all(row.subject.puzzle.count("/") == 1 for row in rows)
    monkeypatch.setattr("scripts.encodings_race.RUNS", tmp_path / "runs.jsonl.bz2")
    write_runs(rows[:5])
    assert runs_in(tmp_path / "runs.jsonl.bz2")[0] == rows[:5]
