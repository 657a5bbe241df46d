"""The formats, in the order in which a text is tried against them; plain text takes what is left.

An installed package adds its own by an entry point of the group `GROUP`.
"""

from __future__ import annotations

import re

from fillomino.errors import InputError
from fillomino.formats import adjacency, adjacency_json, filling_id, janko, penpa, plain, pzpr_url, pzprv3
from fillomino.formats.format import Format

GROUP = "fillomino.formats"
"""The group of entry points by which packages add formats: a name, and the module and constant of it."""

FORMATS: tuple[Format, ...] = (
    pzpr_url.FORMAT,
    pzprv3.FORMAT,
    filling_id.FORMAT,
    janko.FORMAT,
    penpa.FORMAT,
    adjacency.FORMAT,
    adjacency_json.FORMAT,
    plain.FORMAT,
)
"""Ours, without those of packages."""

_PLAIN = re.compile(r"(?:\s*#[^\n]*\n)*[\s0-9._?#-]*(?:\n|\Z)")
"""Texts that are plain for sure, for which packages are not looked up: that takes longer than to read one."""


_REGISTERED: list[Format] = []


def register(entry: Format) -> None:
    """Add a format, for this process alone."""
    _REGISTERED.append(entry)


def known() -> tuple[Format, ...]:
    """Return all formats, those of packages too, in the order of lists: plain text first."""
    return (FORMATS[-1], *FORMATS[:-1], *of_packages())


def of_packages() -> tuple[Format, ...]:
    """Return the formats that this process has registered, and those that installed packages add, by name.

    Raises:
        InputError: if one can't be imported, or is none.
    """
    from importlib.metadata import entry_points

    ours = {entry.name for entry in FORMATS}
    found = list(_REGISTERED)
    for point in sorted(entry_points(group=GROUP)):
        if point.name in ours:
            continue
        try:
            entry = point.load()
        except (ImportError, AttributeError) as error:
            raise InputError(f"{point.name}, which is {point.value}, can't be imported: {error}") from error
        if not isinstance(entry, Format):
            raise InputError(f"{point.name}, which is {point.value}, is no Format")
        found.append(entry)
    return tuple(found)


def find(name: str) -> Format:
    """Return the format of a name.

    Raises:
        InputError: if there is none; the message lists the names.
    """
    for entry in FORMATS:
        if entry.name == name:
            return entry
    formats = known()
    for entry in formats:
        if entry.name == name:
            return entry
    raise InputError(f"there is no format {name!r}; the formats are {', '.join(its.name for its in formats)}")


def recognise(text: str) -> Format:
    """Return the first format that a text looks like; ours come before those of packages."""
    for entry in FORMATS[:-1]:
        if entry.recognises(text):
            return entry
    if not _PLAIN.match(text):
        for entry in of_packages():
            if entry.recognises(text):
                return entry
    return FORMATS[-1]


def is_inline(text: str) -> bool:
    """Return whether a word is a puzzle itself, such as a URL or an id."""
    return recognise(text).inline
