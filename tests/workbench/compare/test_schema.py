"""The JSON schema of runs: rows of a comparison validate, and what is no row does not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator, ValidationError

from drivers import find, installed
from scripts.schemas import schema
from tests.support.rows import validate_lines
from tests.support.runs import BASE
from tests.workbench.conftest import EXAMPLES, Runner


def test_rows_of_a_comparison_validate(fillomino: Runner, tmp_path: Path) -> None:
    if installed(find("z3")) is None:
        pytest.skip("z3 is not installed")
    runs = tmp_path / "runs.jsonl"
    methods = ("-s", "z3", "-e", "forest-tight", "-e", "cuts", "-m", "deduction", "-m", "backtracking")
    puzzles = (EXAMPLES / "row.txt", EXAMPLES / "none.txt")
    fillomino("compare", *puzzles, *methods, "--scramble", "2", "--timeout", "10", "-o", runs, "--no-report")
    lines = runs.read_text(encoding="utf-8")
    assert lines.count("\n") == 10
    validate_lines("compare", lines)


@pytest.mark.parametrize(
    ("key", "value"),
    [("cpu_seconds", "1"), ("cells", 2.5), ("arguments", [1]), ("core", "0"), ("seed", None)],
)
def test_what_is_no_row_does_not(key: str, value: object) -> None:
    row = json.loads(BASE.to_line())
    Draft202012Validator(schema("compare")).validate({**row, "a later key": 1})
    with pytest.raises(ValidationError):
        Draft202012Validator(schema("compare")).validate({**row, key: value})
    del row["puzzle"]
    with pytest.raises(ValidationError):
        Draft202012Validator(schema("compare")).validate(row)
