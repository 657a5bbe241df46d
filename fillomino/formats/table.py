"""The formats, in the order in which a text is tried against them; plain text takes what is left."""

from __future__ import annotations

from fillomino.errors import InputError
from fillomino.formats import adjacency, adjacency_json, filling_id, janko, penpa, plain, pzpr_url, pzprv3
from fillomino.formats.record import Format

FORMATS: tuple[Format, ...] = (
    pzpr_url.FORMAT,
    pzprv3.FORMAT,
    filling_id.FORMAT,
    janko.FORMAT,
    penpa.FORMAT,
    adjacency_json.FORMAT,
    adjacency.FORMAT,
    plain.FORMAT,
)


def find(name: str) -> Format:
    """The format of a name.

    Raises:
        InputError: if there is none; the message lists the names.
    """
    for entry in FORMATS:
        if entry.name == name:
            return entry
    raise InputError(
        f"there is no format {name!r}; the formats are {', '.join(entry.name for entry in FORMATS)}"
    )


def recognise(text: str) -> Format:
    """The first format that a text looks like."""
    return next(entry for entry in FORMATS if entry.recognises(text))
