"""Write docs/schemas/ anew: a JSON schema for what each command prints with --json, and for files of ours.

    python scripts/schemas.py

The schemas are made from types: `workbench.rows` and the classes of runs, reports and manifests.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from inspect import cleandoc, getdoc
from pathlib import Path
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from fillomino.formats.adjacency_json import ListedPuzzle, NamedPuzzle  # noqa: E402
from workbench import rows  # noqa: E402
from workbench.benchmarks.manifest import ManifestRow  # noqa: E402
from workbench.compare.row import ALLOWED, MOST, Row  # noqa: E402
from workbench.compare.statistics import Summary  # noqa: E402

FOLDER = ROOT / "docs" / "schemas"

KINDS: Mapping[str, tuple[type, ...]] = {
    "audit": (rows.AuditRow, rows.CounterexampleRow, rows.AuditedFamilyRow, rows.AuditedScriptRow),
    "benchmarks": (ManifestRow,),
    "check": (rows.CheckRow, rows.CertificateRow, rows.AssertionRow, rows.LackRow),
    "compare": (Row,),
    "count": (rows.CountRow, rows.SpaceRow, rows.ListRow, rows.SampleRow, rows.UnreadRow),
    "decode": (rows.DecodeRow, rows.CoreRow),
    "deduce": (rows.DeduceRow, rows.RateRow, rows.UnreadRow),
    "encodings": (rows.EncodingRow,),
    "generate": (rows.GenerateRow, rows.OneInThreeRow, rows.HamiltonianRow),
    "lint": (rows.LintRow,),
    "report": (Summary,),
    "show": (rows.BoardRow, ListedPuzzle, NamedPuzzle),
    "solve": (rows.SolveRow,),
    "solvers": (rows.SolverRow, rows.SolverCheckRow),
}
"""The kinds of rows of each command; of `show` also what it writes in the format `json`."""

NAMES: Mapping[object, str] = {
    str: "string",
    int: "integer",
    float: "number",
    bool: "boolean",
    NoneType: "null",
}


def schema(command: str) -> dict[str, Any]:
    """Return the schema of a command's rows, of draft 2020-12. Further keys are allowed."""
    its = [of_class(kind) for kind in KINDS[command]]
    whole = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"fillomino {command}"}
    return {**whole, **its[0]} if len(its) == 1 else {**whole, "anyOf": its}


def of_class(kind: type) -> dict[str, Any]:
    """Return the schema of a class: a `TypedDict`, a dataclass or a named tuple."""
    types, described = keys(kind), descriptions(kind)
    defaults = {}
    if is_dataclass(kind):
        defaults = {one.name: one.default for one in fields(kind) if one.default is not MISSING}
    return {
        "description": title(kind),
        "type": "object",
        "required": [
            name for name, one in types.items() if get_origin(one) is not NotRequired and name not in defaults
        ],
        "properties": {
            name: {
                **of_type(one, bounded=kind is Row),
                **({"enum": list(ALLOWED[name])} if kind is Row and name in ALLOWED else {}),
                **({"default": defaults[name]} if name in defaults else {}),
                **({"description": described[name]} if name in described else {}),
            }
            for name, one in types.items()
        },
    }


def keys(kind: type) -> dict[str, Any]:
    """Return the types of a class's keys, those that may be left out last."""
    types = get_type_hints(kind, include_extras=True)
    return dict(sorted(types.items(), key=lambda one: get_origin(one[1]) is NotRequired))


def of_type(kind: Any, *, bounded: bool = False) -> dict[str, Any]:
    """Return the schema of a type; with bounds, as numbers of a run have them."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Annotated, NotRequired):
        return of_type(arguments[0], bounded=bounded)
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin in (Union, UnionType):
        return _either(arguments, bounded=bounded)
    if origin is tuple and Ellipsis not in arguments:
        return {"type": "array", "prefixItems": [of_type(one) for one in arguments], "items": False}
    if origin in (list, tuple, Sequence):
        return {"type": "array", "items": of_type(arguments[0])}
    if origin in (dict, Mapping):
        return {"type": "object", "additionalProperties": of_type(arguments[1])}
    if is_typeddict(kind) or is_dataclass(kind):
        return of_class(kind)
    if hasattr(kind, "_fields"):  # a named tuple, which is written by its names
        return of_class(kind)
    bounds = {"minimum": 0, "maximum": MOST} if bounded and kind in (int, float) else {}
    return {"type": NAMES[kind], **bounds}


def _either(kinds: Sequence[Any], *, bounded: bool) -> dict[str, Any]:
    its = [of_type(kind, bounded=bounded) for kind in kinds]
    if not all(kind in NAMES for kind in kinds):
        return {"anyOf": its}
    merged: dict[str, Any] = {}
    for one in its:
        merged |= one
    return {**merged, "type": [one["type"] for one in its]}


def title(kind: type) -> str:
    """Return the first sentence of a class's docstring."""
    return (getdoc(kind) or "").splitlines()[0].replace("``", "`")


def descriptions(kind: type) -> dict[str, str]:
    """Return the description of each key: of its annotation, or of its line in the docstring."""
    text = cleandoc(kind.__doc__ or "").partition("Attributes:\n")[2]
    found = re.findall(r"^    (\w+(?:, \w+)*): (.*(?:\n {8}.*)*)", text, re.MULTILINE)
    lines = {
        name: " ".join(text.split()).replace("``", "`").removesuffix(".")
        for names, text in found
        for name in names.split(", ")
    }
    hints = {name: _unwrapped(one) for name, one in keys(kind).items()}
    return lines | {name: one.__metadata__[0] for name, one in hints.items() if get_origin(one) is Annotated}


def _unwrapped(kind: Any) -> Any:
    return get_args(kind)[0] if get_origin(kind) is NotRequired else kind


def shown(kind: Any) -> str:
    """Return a type as people read it."""
    its = of_type(kind)
    if "enum" in its:
        return " or ".join(f"`{json.dumps(value)}`" for value in its["enum"])
    return " or ".join(dict.fromkeys(name for one in its.get("anyOf", [its]) for name in _names(one)))


def _names(its: Mapping[str, Any]) -> list[str]:
    names = its["type"] if isinstance(its["type"], list) else [its["type"]]
    inner = its.get("items", {}).get("type") if its.get("items") else None
    return [f"array of {inner}s" if isinstance(inner, str) else name for name in names]


def within(kind: Any) -> Iterator[tuple[type, str]]:
    """Yield the classes of objects in a type, with the brackets that lead to them."""
    if is_typeddict(kind) or is_dataclass(kind) or hasattr(kind, "_fields"):
        yield kind, ""
    brackets = {list: "[]", tuple: "[]", Sequence: "[]", dict: "{}", Mapping: "{}"}.get(get_origin(kind), "")
    for one in get_args(kind):
        for found, more in within(one):
            yield found, brackets + more


def written(command: str) -> str:
    """Return the text of a command's file."""
    return json.dumps(schema(command), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    for command in KINDS:
        (FOLDER / f"{command}.schema.json").write_text(written(command), encoding="utf-8")
