"""Write docs/runs.schema.json anew: the JSON schema of a row of `fillomino compare`, from the class `Row`.

python scripts/runs_schema.py
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields
from inspect import cleandoc
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from workbench.compare.row import ALLOWED, MOST, Row  # noqa: E402

SCHEMA = ROOT / "docs" / "runs.schema.json"
NAMES: Mapping[object, str] = {
    str: "string",
    int: "integer",
    float: "number",
    bool: "boolean",
    NoneType: "null",
}


def schema() -> dict[str, Any]:
    """Return the schema, of draft 2020-12. Further keys are allowed, as readers pass over them."""
    types, described = get_type_hints(Row), descriptions()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A run of fillomino compare",
        "description": "A line of a runs file (JSON Lines). Times are in seconds.",
        "type": "object",
        "required": [field.name for field in fields(Row) if field.default is MISSING],
        "properties": {
            field.name: {
                **_type(types[field.name]),
                **({"enum": list(ALLOWED[field.name])} if field.name in ALLOWED else {}),
                **_default(field),
                "description": described[field.name],
            }
            for field in fields(Row)
        },
    }


def descriptions() -> dict[str, str]:
    """Return each key's description, a line each, from the docstring of `Row`."""
    text = cleandoc(Row.__doc__ or "").partition("Attributes:\n")[2]
    found = re.findall(r"^    (\w+): (.*(?:\n {8}.*)*)", text, re.MULTILINE)
    return {name: " ".join(text.split()).replace("``", "`") for name, text in found}


def _type(kind: Any) -> dict[str, Any]:
    if get_origin(kind) is tuple:
        return {"type": "array", "items": _type(get_args(kind)[0])}
    kinds = get_args(kind) if isinstance(kind, UnionType) else (kind,)
    names = [NAMES[one] for one in kinds]
    bounds = {"minimum": 0, "maximum": MOST} if {int, float} & set(kinds) else {}
    return {"type": names if len(names) > 1 else names[0], **bounds}


def _default(field: Field[Any]) -> dict[str, Any]:
    return {} if field.default is MISSING else {"default": field.default}


def written() -> str:
    """Return the text of the file."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    SCHEMA.write_text(written(), encoding="utf-8")
