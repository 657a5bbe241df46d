"""Write what is known of the rows that commands print with --json, and of files of ours.

    python scripts/schemas.py DIR

DIR/keys.md describes the keys of all rows; DIR/schemas/ holds a JSON schema (draft 2020-12) for each command.
Both are made from the classes of the rows: `workbench.texts.rows`, runs, reports, manifests and puzzles.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from inspect import cleandoc, getdoc
from pathlib import Path
from typing import Annotated, Any, NotRequired, get_args, get_origin, get_type_hints

from msgspec.json import schema_components

from drivers.counters import Statistics
from fillomino import laboratories
from fillomino.formats.adjacency_json import ListedPuzzle, NamedPuzzle
from scripts.harness import new_parser
from workbench.compare.row import Line
from workbench.compare.stability import Stability
from workbench.compare.sums import Summary
from workbench.texts import rows

Schema = dict[str, Any]

_OURS: Mapping[str, tuple[type, ...]] = {
    "audit": (rows.AuditRow, rows.CounterexampleRow, rows.AuditedFamilyRow, rows.AuditedScriptRow),
    "check": (
        rows.CheckRow,
        rows.AssertionRow,
        rows.AskedRow,
        rows.LackRow,
        rows.DepartureRow,
        rows.RenamedRow,
    ),
    "compare": (Line,),
    "count": (rows.CountRow, rows.UnreadRow),
    "decode": (rows.DecodeRow, rows.CoreRow),
    "diff": (rows.EncodingsRow, rows.ScriptsRow),
    "encodings": (rows.EncodingRow,),
    "explain": (rows.LackRow, rows.DepartureRow, rows.RenamedRow, rows.ExplainRow, rows.ScriptCoreRow),
    "lint": (rows.LintRow,),
    "list": (rows.ListRow,),
    "report": (Summary, Stability),
    "boards": (rows.BoardRow,),
    "replay": (rows.ReplayedRow, rows.ReplayRow),
    "shrink": (rows.ShrunkRow, rows.ShrunkScriptRow),
    "show": (ListedPuzzle, NamedPuzzle),
    "solve": (rows.SolveRow,),
    "space": (rows.SpaceRow, rows.UnreadRow),
    "table": (rows.TableRow,),
    "solvers": (rows.SolverRow, rows.SolverCheckRow),
}
"""Those of commands that no laboratory brings."""


def _with_laboratories() -> dict[str, tuple[type, ...]]:
    """All kinds of rows, those of laboratories in the module `rows` of each."""
    found = dict(_OURS)
    for name in laboratories.OURS:
        if laboratories.is_here(name) and find_spec(f"labs.{name}.rows") is not None:
            for command, kinds in import_module(f"labs.{name}.rows").KINDS.items():
                found[command] = (*found.get(command, ()), *kinds)
    return found


KINDS: Mapping[str, tuple[type, ...]] = dict(sorted(_with_laboratories().items()))
"""The kinds of rows of each command; of `show` also what it writes in the format `json`."""

DOCSTRINGS = {kind.__name__: kind for kind in (Line, Statistics, ListedPuzzle, NamedPuzzle)}
"""The classes whose keys are described by their docstring, or by a text in an annotation."""

REFERENCE = "#/$defs/"


def schema(command: str) -> Schema:
    """Return the schema of a command's rows. Further keys are allowed."""
    _, parts = schema_components(KINDS[command], ref_template=f"{REFERENCE}{{name}}")
    for name, part in parts.items():
        part["description"] = part.get("description", "").split("\n\n")[0].replace("``", "`")
        if name in DOCSTRINGS:
            for key, text in _descriptions(DOCSTRINGS[name]).items():
                part["properties"][key]["description"] = text
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"fillomino {command}",
        "anyOf": [{"$ref": f"{REFERENCE}{kind.__name__}"} for kind in KINDS[command]],
        "$defs": parts,
    }


def _descriptions(kind: type) -> dict[str, str]:
    """Return the description of each key: of its line in the docstring, or of its annotation."""
    text = cleandoc(getdoc(kind) or "").partition("Attributes:\n")[2]
    found = re.findall(r"^    (\w+(?:, \w+)*): (.*(?:\n {8}.*)*)", text, re.MULTILINE)
    described = {
        name: " ".join(text.split()).replace("``", "`").removesuffix(".")
        for names, text in found
        for name in names.split(", ")
    }
    for name, hint in get_type_hints(kind, include_extras=True).items():
        inner = get_args(hint)[0] if get_origin(hint) is NotRequired else hint
        if get_origin(inner) is Annotated and isinstance(inner.__metadata__[0], str):
            described[name] = inner.__metadata__[0]
    return described


def page() -> str:
    """Return the page of all keys, in Markdown."""
    parts = ["# Keys of JSON\n\nWhat commands print with `--json`; [JSON](json.md) tells how to read it.\n"]
    for command in KINDS:
        whole = schema(command)
        parts.append(f'## `{command}`\n\n<a href="schemas/{command}.schema.json">JSON schema</a>\n')
        names = [kind.__name__ for kind in KINDS[command]]
        inner = {name: part for name, part in whole["$defs"].items() if name not in names}
        for part in (whole["$defs"][name] for name in names):
            lines = "".join(f"| {' | '.join(line)} |\n" for line in _lines(part, "", inner))
            parts.append(f"{part['description']}\n\n| key | type | |\n| --- | --- | --- |\n{lines}")
    return "\n".join(parts)


def _lines(part: Schema, prefix: str, parts: Schema) -> Iterator[tuple[str, str, str]]:
    """Yield key, type and description of each key of a row; those of an object within it follow.

    `prefix` leads to the row, and `parts` are the schemas of objects that have no table of their own.
    """
    for key, its in part["properties"].items():
        kinds = " or ".join(dict.fromkeys(_kinds(its)))
        optional = "" if key in part["required"] else ", optional"
        yield f"`{prefix}{key}`", f"{kinds}{optional}", its.get("description", "").replace("|", "\\|")
        for name, brackets in _within(its):
            if name in parts:
                yield from _lines(parts[name], f"{prefix}{key}{brackets}.", parts)


def _kinds(its: Schema) -> Iterator[str]:
    """Yield the types of a key as people read them."""
    if "anyOf" in its:
        for one in its["anyOf"]:
            yield from _kinds(one)
    elif "enum" in its or "const" in its:
        yield from (f"`{json.dumps(value)}`" for value in its.get("enum", [its.get("const")]))
    elif its.get("type") == "array" and its.get("items"):
        inner = dict.fromkeys(kind.partition(" ")[0] for kind in _kinds(its["items"]))
        yield f"array of {' or '.join(f'{kind}s' for kind in inner)}"
    else:
        yield its.get("type", "object")


def _within(its: Schema) -> Iterator[tuple[str, str]]:
    """Yield the names of the objects in a type, with the brackets that lead to them."""
    if "$ref" in its:
        yield its["$ref"].removeprefix(REFERENCE), ""
    for one in its.get("anyOf", ()):
        yield from _within(one)
    for key, brackets in (("items", "[]"), ("additionalProperties", "{}")):
        if isinstance(its.get(key), dict):
            yield from ((name, brackets + more) for name, more in _within(its[key]))


def write_schemas(folder: Path) -> None:
    """Write the schema of each command into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for command in KINDS:
        text = json.dumps(schema(command), indent=2, ensure_ascii=False)
        (folder / f"{command}.schema.json").write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    parser = new_parser(__doc__)
    parser.add_argument("folder", type=Path, metavar="DIR")
    folder = parser.parse_args().folder
    write_schemas(folder / "schemas")
    (folder / "keys.md").write_text(page(), encoding="utf-8")
