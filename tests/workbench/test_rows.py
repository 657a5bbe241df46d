"""Rows of JSON: their schemas and their page; real rows are read by their classes.

The rows that all other tests of commands print are read, too: `tests.workbench.conftest.Runner` sees to it.
"""

from __future__ import annotations

import json
import runpy
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from msgspec import ValidationError

from fillomino import formats
from scripts.schemas import KINDS, page, schema
from tests.support.rows import validate
from tests.workbench.conftest import EXAMPLES, ROOT, Runner
from workbench.cli.app import commands, loaded

FILES = {"benchmarks", "compare", "show"} & set(KINDS)
"""Commands whose rows are in files, or what they write as JSON by another option."""


@pytest.mark.parametrize("command", KINDS)
def test_schemas_are_schemas_and_describe_every_key(command: str) -> None:
    whole = schema(command)
    Draft202012Validator.check_schema(whole)
    for part in whole["$defs"].values():
        assert part["description"]
        assert all(key.get("description") for key in part["properties"].values()), part


def test_every_command_with_json_has_a_schema_and_a_place_on_the_page() -> None:
    having = {name for name in commands() if "as_json" in loaded(name).declared()}
    assert having | FILES == set(KINDS)
    text = page()
    assert all(f"## `{name}`\n" in text for name in KINDS)


def test_a_folder_with_page_and_schemas(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["schemas.py", str(tmp_path)])
    runpy.run_path(str(ROOT / "scripts" / "schemas.py"), run_name="__main__")
    assert (tmp_path / "keys.md").read_text(encoding="utf-8") == page()
    for command in KINDS:
        text = (tmp_path / "schemas" / f"{command}.schema.json").read_text(encoding="utf-8")
        assert json.loads(text) == json.loads(json.dumps(schema(command)))


def test_schemas_take_the_rows_and_no_others(fillomino: Runner) -> None:
    """And so do the tests of commands, which take no other key either."""
    row = fillomino.rows("lint", "-", stdin="(check-sat)\n")[0]
    lint = Draft202012Validator(schema("lint"))
    lint.validate({**row, "a later key": 1})
    for wrong in ({**row, "line": "1"}, {key: row[key] for key in row if key != "kind"}):
        assert not lint.is_valid(wrong)
        with pytest.raises(ValidationError):
            validate("lint", wrong)
    with pytest.raises(ValidationError):
        validate("lint", {**row, "more": 1})
    solve = Draft202012Validator(schema("solve"))
    solve.validate(fillomino.row("solve", EXAMPLES / "first.txt", "--limit", "2"))


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.json")), ids=lambda path: path.stem)
def test_puzzles_as_they_are_written_validate(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    validate("show", json.loads(text))
    puzzle = formats.read(text).puzzle
    validate("show", json.loads(formats.write(puzzle, "json")))
    with pytest.raises(ValidationError):
        validate("show", {**json.loads(text), "clues": [1]})


@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", "--unique", "--limit", "2"),
        ("deduce", "--steps"),
        ("rate", "--depth", "0"),
        ("space",),
        ("list",),
    ],
    ids=" ".join,
)
def test_rows_of_a_board_without_rows_validate(fillomino: Runner, arguments: tuple[str, ...]) -> None:
    done = fillomino(*arguments, EXAMPLES / "rhombus.json", "--json").ended(0)
    assert done.out.startswith("{")
