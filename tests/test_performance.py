"""The page of measurements: its tables are those of the script, with date, machine and versions."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fillomino import formats
from scripts import performance
from scripts.performance import OF_CORPUS, TABLES
from scripts.race import Runs, race, table

ROOT = Path(__file__).resolve().parents[1]
ROW = formats.read("3 0 0 1 2 0\n").puzzle


@pytest.mark.parametrize("name", [*TABLES, *OF_CORPUS])
def test_every_table_has_its_date_machine_and_versions(name: str) -> None:
    text = performance.file_of(name).read_text(encoding="utf-8")
    assert re.search(r"^20\d\d-\d\d-\d\d; .+, \d+ cores, load [\d.]+; Python 3\.", text, re.MULTILINE)
    assert "| --- |" in text


def test_a_race_and_its_table() -> None:
    found = race([("row", ROW)], ["cuts:yices", "forest-tight:yices"], "none", 10)
    assert [its.names for its in found.values()] == [["row"], ["row"]]
    assert not any(its.undone for its in found.values())
    lines = table(found, 10).splitlines()
    number = r"[\d.]+"
    times = rf"{number} \| {number} \| {number} \| {number} \(row\) \| 0 \| 0 \| \d+"
    assert re.fullmatch(rf"\| `cuts`, yices \| {times} \| 1 \| .*\|", lines[2])
    assert re.fullmatch(rf"\| `forest-tight`, yices \| {times} \| {number} \| .*\|", lines[3])


def test_ratios_are_to_the_first_with_the_same_solver_and_a_limit_is_named() -> None:
    runs = {
        "a:x": Runs(["one", "two"], [2.0, 8.0], [0.5, 2.0]),
        "b:x": Runs(["one", "two"], [1.0, 2.0], [0.0, 0.0]),
        "a:y": Runs(["one", "two"], [0.05, 10.0], [0.05, 1.0], ["two"]),
    }
    lines = table(runs, 10).splitlines()[2:]
    assert lines == [
        "| `a`, x | 10 | 5 | 8 | 8 (two) | 0 | 0 | 0 | 1 | 25 % |",
        "| `b`, x | 3 | 1.5 | 2 | 2 (two) | 0 | 0 | 0 | 3 | |",
        "| `a`, y | 10 | 5 | 10 | limit (two) | 1 | 0 | 0 | 1 | 10 % |",
    ]


def test_deduction_is_counted() -> None:
    lines = performance.deduction([("row", ROW)], "One row").splitlines()
    assert lines[0] == "One row."
    assert [line.split(" | ")[:2] for line in lines[4:]] == [
        ["| `none`", "0 of 1"],
        ["| `light`", "1 of 1"],
        ["| `full`", "1 of 1"],
        ["| `ahead`", "1 of 1"],
        ["| `thesis`", "1 of 1"],
    ]
