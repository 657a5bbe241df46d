"""Rows as their classes read them, strict: a key that is not described is an error, too."""

from __future__ import annotations

import json
from typing import Any

from msgspec import ValidationError, convert, to_builtins

from scripts.schemas import KINDS


def validate_lines(command: str, lines: str) -> None:
    """Read what a command printed with ``--json``, and compare it with what is written of it again."""
    for line in lines.splitlines():
        validate(command, json.loads(line, parse_int=lambda digits: int(digits[:20])))  # a count may be long


def validate(command: str, row: Any) -> None:
    """Read a row of a command.

    Raises:
        ValidationError: if it is none of the kinds that the command prints, with their keys in their order.
    """
    errors = []
    for kind in KINDS[command]:
        try:
            again = json.loads(json.dumps(to_builtins(convert(row, kind))))
        except ValidationError as error:
            errors.append(f"{kind.__name__}: {error}")
        else:
            if again == row and _keys(again) == _keys(row):
                return
            errors.append(f"{kind.__name__}: other keys")
    raise ValidationError("; ".join(errors))


def _keys(part: Any) -> Any:
    """The keys of objects, in their order."""
    if isinstance(part, dict):
        return [(key, _keys(value)) for key, value in part.items()]
    return [_keys(one) for one in part] if isinstance(part, list) else None
