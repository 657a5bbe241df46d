"""JSON schemas: the files are what the types make; every command with --json has one; real rows validate.

The rows that all other tests of commands print validate, too: `tests.workbench.conftest.Runner` sees to it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import get_type_hints

import pytest
from jsonschema import Draft202012Validator, ValidationError

from fillomino import formats
from scripts.schemas import FOLDER, KINDS, descriptions, schema, written
from tests.support.rows import validate_lines, validator
from tests.workbench.conftest import EXAMPLES, ROOT, Runner
from workbench.cli.app import COMMANDS, loaded

FILES = {"benchmarks", "compare"}
"""Commands whose rows are in files."""


@pytest.mark.parametrize("command", KINDS)
def test_a_file_is_what_the_types_make(command: str) -> None:
    text = (FOLDER / f"{command}.schema.json").read_text(encoding="utf-8")
    assert text == written(command), "run scripts/schemas.py"
    Draft202012Validator.check_schema(schema(command))


def test_every_command_with_json_has_a_schema() -> None:
    having = {name for name in COMMANDS if any("--json" in each.opts for each in loaded(name).params)}
    assert having | FILES == set(KINDS)
    assert {path.name for path in FOLDER.iterdir()} == {f"{command}.schema.json" for command in KINDS}


@pytest.mark.parametrize("command", KINDS)
def test_every_key_is_described(command: str) -> None:
    for kind in KINDS[command]:
        assert all(descriptions(kind).get(name) for name in get_type_hints(kind)), kind


def test_the_manifest_of_a_set_validates() -> None:
    manifest = json.loads((ROOT / "docs" / "benchmarks" / "example" / "manifest.json").read_text("utf-8"))
    validator("benchmarks").validate(manifest)
    del manifest["benchmarks"][0]["recipe"]["seed"]
    with pytest.raises(ValidationError, match="'seed' is a required property"):
        validator("benchmarks").validate(manifest)


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.json")), ids=lambda path: path.stem)
def test_puzzles_as_they_are_written_validate(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    validator("show").validate(json.loads(text))
    puzzle = formats.read(text).puzzle
    validator("show").validate(json.loads(formats.write(puzzle, "json")))
    with pytest.raises(ValidationError):
        validator("show").validate({**json.loads(text), "clues": [1]})


@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", "--unique", "--limit", "2"),
        ("deduce", "--steps"),
        ("deduce", "--rate", "--depth", "0"),
        ("count", "--space"),
        ("count", "--list", "all"),
    ],
    ids=" ".join,
)
def test_rows_of_a_board_without_rows_validate(fillomino: Runner, arguments: tuple[str, ...]) -> None:
    done = fillomino(*arguments, EXAMPLES / "rhombus.json", "--json")
    assert done.code == 0
    assert done.out.startswith("{")


def test_a_row_with_another_key_or_without_one_is_refused(fillomino: Runner) -> None:
    row = json.loads(fillomino("lint", "-", "--json", stdin="(check-sat)\n").out.splitlines()[0])
    validate_lines("lint", json.dumps(row))
    for wrong in ({**row, "more": 1}, {**row, "line": "1"}, {key: row[key] for key in row if key != "kind"}):
        with pytest.raises(ValidationError):
            validate_lines("lint", json.dumps(wrong))
