"""Runs in files: several at once, and such as nobody measured."""

from __future__ import annotations

import csv
import json
import math
from pathlib import Path

import pytest

from tests.support.runs import run, written
from tests.workbench.conftest import Done, Runner
from workbench.compare.files import selected
from workbench.compare.page.tables import runs_csv
from workbench.compare.row import MOST


def test_before_and_after(fillomino: Runner, tmp_path: Path) -> None:
    """A method that did the same run twice is set against itself; what is in one file keeps its name."""
    before = written(tmp_path / "before.jsonl", *(run(method, "1", 1.0) for method in "abc"))
    after = written(tmp_path / "after.jsonl", run("a", "1", 2.0), run("c", "1", 1.0), run("d", "1", 1.0))
    more = written(tmp_path / "more.jsonl", run("a", "2", 2.0))
    (tmp_path / "other").mkdir()
    other = written(tmp_path / "other" / "before.jsonl", run("b", "1", 3.0))
    for second, methods in (
        (after, ["a (before)", "b", "c", "a (after)", "d"]),
        (more, ["a", "b", "c"]),
        (other, ["a", f"b ({before})", "c", f"b ({other})"]),
    ):
        done = fillomino("report", before, second, "--json")
        assert [row["method"] for row in done.rows] == methods
        assert done.warned == ["counted-once"] * (second == after)
    fillomino("report", before, "--only", "z*").refused("nothing-to-read")
    empty = written(tmp_path / "empty.jsonl")
    assert fillomino("report", before, empty).warned == ["no-runs"]


@pytest.mark.parametrize(
    ("only", "exclude", "left"),
    [
        ([], [], ["a 1", "a 2", "b 1", "b 2"]),
        (["a"], [], ["a 1", "a 2"]),
        (["?"], ["b"], ["a 1", "a 2"]),
        (["1.*"], [], ["a 1", "b 1"]),
        (["b", "2*"], [], ["b 2"]),
        ([], ["2.txt", "b"], ["a 1"]),
        (["nothing"], [], []),
    ],
)
def test_globs(only: list[str], exclude: list[str], left: list[str]) -> None:
    rows = [run(method, puzzle, 1.0) for method in "ab" for puzzle in "12"]
    found = selected(rows, only, exclude)
    assert [f"{row.method} {row.subject.puzzle_hash}" for row in found] == left


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("puzzle", "\ud800"),
        ("error", "a\udcffb"),
        ("arguments", ["\ud800"]),
        ("cells", 10**400),
        ("seed", int("9" * 4000)),
        ("cpu_seconds", 10**400),
        ("cpu_seconds", 1e300),
        ("cpu_seconds", -0.5),
        ("wall_seconds", -1),
        ("memory_mib", -1.0),
        ("place", -1),
        ("core", MOST + 1),
        ("status", "fine"),
        ("status", ""),
        ("limit_time", "moon"),
        ("unique", 1),
        ("cells", True),
        ("seed", "0"),
        ("arguments", [1]),
        ("cpu_seconds", None),
        ("cpu_seconds", math.inf),
    ],
)
def test_a_value_that_no_run_has(fillomino: Runner, key: str, value: object) -> None:
    line = json.loads(run("a", "1", 1.0).to_line())
    assert refused(fillomino, json.dumps({**line, key: value})).err.isascii()


@pytest.mark.parametrize(
    ("old", "new"),
    [("{", "[" * 100_000), ('"key"', '"kee"'), ('"cpu_seconds": 1.0', '"cpu_seconds": 1e999')],
    ids=["nested", "missing", "too large"],
)
def test_a_line_that_is_not_a_run(fillomino: Runner, old: str, new: str) -> None:
    line = run("a", "1", 1.0).to_line()
    assert old in line
    refused(fillomino, line.replace(old, new, 1).rstrip())


def refused(fillomino: Runner, line: str) -> Done:
    """Report a good line and a bad one; the error names the place."""
    runs = fillomino.write("runs.jsonl", f"{run('a', '1', 1.0).to_line()}{line}\n")
    return fillomino("report", runs).refused("bad-run", 2, None, str(runs))


def test_the_greatest_numbers_can_be_shown(fillomino: Runner, tmp_path: Path) -> None:
    runs = tmp_path / "runs.jsonl"
    row = run("a", "1", float(MOST), seed=MOST, cells=MOST, core=MOST, memory_mib=float(MOST))
    runs.write_text(row.to_line() + row.changed(key="b", method="b", status="timeout").to_line())
    assert fillomino("report", runs, "-o", tmp_path / "report").code == 0


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", '=HYPERLINK("http://x")'])
def test_no_cell_is_a_formula(text: str) -> None:
    row = run("a", "1", 1.0).changed(puzzle=text, error=text)
    [cells] = csv.DictReader(runs_csv([row]).splitlines())
    assert cells["puzzle"] == cells["error"] == f"'{text}"
    assert cells["cpu_seconds"] == str(row.cost.usage.cpu_seconds)
