"""The schemas of rows, strict: a key that is not described is an error, too."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator

from scripts.schemas import schema


@cache
def validator(command: str) -> Draft202012Validator:
    """The validator of a command's rows."""
    return Draft202012Validator(_strict(schema(command)))


def validate_lines(command: str, lines: str) -> None:
    """Validate what a command printed with ``--json``."""
    for line in lines.splitlines():
        row = json.loads(line, parse_int=lambda digits: int(digits[:20]))  # a count may have thousands
        validator(command).validate(row)


def _strict(part: Any) -> Any:
    if isinstance(part, list):
        return [_strict(each) for each in part]
    if not isinstance(part, dict):
        return part
    closed = {"additionalProperties": False} if "properties" in part else {}
    return {**closed, **{key: _strict(each) for key, each in part.items()}}
