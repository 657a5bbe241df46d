"""Runs that nobody measured: refused with their place, and harmless in a spreadsheet."""

from __future__ import annotations

import csv
import json
import math
from dataclasses import replace
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from scripts.schemas import schema
from tests.support.runs import run
from tests.workbench.conftest import Runner
from workbench.compare.page.tables import runs_csv
from workbench.compare.row import MOST


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
def test_a_value_that_no_run_has(fillomino: Runner, tmp_path: Path, key: str, value: object) -> None:
    line = json.loads(run("a", "1", 1.0).to_line())
    assert refused(fillomino, tmp_path, json.dumps({**line, key: value})).isascii()


@pytest.mark.parametrize("old", ["{", '"key"', '"cpu_seconds": 1.0'])
def test_a_line_that_is_not_a_run(fillomino: Runner, tmp_path: Path, old: str) -> None:
    """No object but brackets, deeply nested; a key that is missing; a number that is too large for JSON."""
    new = {"{": "[" * 100_000, '"key"': '"kee"', '"cpu_seconds": 1.0': '"cpu_seconds": 1e999'}[old]
    line = run("a", "1", 1.0).to_line()
    assert old in line
    refused(fillomino, tmp_path, line.replace(old, new, 1).rstrip())


def refused(fillomino: Runner, tmp_path: Path, line: str) -> str:
    """Report a good line and a bad one; returns the message, which names the place."""
    runs = tmp_path / "runs.jsonl"
    runs.write_text(f"{run('a', '1', 1.0).to_line()}{line}\n")
    message = fillomino.refuses("report", runs)
    assert message.startswith(f"{runs}:2: ")
    return message


@pytest.mark.parametrize(
    ("key", "value"),
    [("cpu_seconds", "1"), ("cells", 2.5), ("arguments", [1]), ("core", "0"), ("seed", None)],
)
def test_the_schema_refuses_what_is_not_a_run(key: str, value: object) -> None:
    runs, row = Draft202012Validator(schema("compare")), json.loads(run("a", "1", 1.0).to_line())
    runs.validate({**row, "a later key": 1})
    assert not runs.is_valid({**row, key: value})
    del row["puzzle"]
    assert not runs.is_valid(row)


def test_the_greatest_numbers_can_be_shown(fillomino: Runner, tmp_path: Path) -> None:
    runs = tmp_path / "runs.jsonl"
    row = run("a", "1", float(MOST), seed=MOST, cells=MOST, core=MOST, memory_mib=float(MOST))
    runs.write_text(row.to_line() + replace(row, key="b", method="b", status="timeout").to_line())
    assert fillomino("report", runs, "-o", tmp_path / "report").code == 0


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", '=HYPERLINK("http://x")'])
def test_no_cell_is_a_formula(text: str) -> None:
    row = replace(run("a", "1", 1.0), puzzle=text, error=text)
    [cells] = csv.DictReader(runs_csv([row]).splitlines())
    assert cells["puzzle"] == cells["error"] == f"'{text}"
    assert cells["cpu_seconds"] == str(row.cpu_seconds)
