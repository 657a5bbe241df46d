"""The formats, in the order in which they are tried; plain text takes what no other recognises.

An installed package adds its own by an entry point of the group `GROUP`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module

from fillomino.errors import InputError
from fillomino.formats.format import Format

GROUP = "fillomino.formats"
"""The group of entry points by which packages add formats: a name, and the module and constant of it."""

# The module of each. They are imported when they are asked for: most texts are plain.
_HOMES = {
    "url": "pzpr_url",
    "pzprv3": "pzprv3",
    "filling": "filling_id",
    "janko": "janko",
    "penpa": "penpa",
    "dzn": "dzn",
    "puzzlekit": "puzzlekit",
    "adjacency": "adjacency",
    "json": "adjacency_json",
    "plain": "plain",
}

_PLAIN = re.compile(r"(?:\s*#[^\n]*\n)*\s*[0-9._?-][0-9._?#\t -]*\r?(?:\n|\Z)")
"""Texts that are certainly plain, so that neither other formats nor packages need be imported."""

_REGISTERED: list[Format] = []


def register(entry: Format) -> None:
    """Add a format, for this process alone."""
    _REGISTERED.append(entry)


def known() -> tuple[Format, ...]:
    """Return all formats, those of packages too, in the order of lists: plain text first."""
    *others, plain = _ours()
    return (plain, *others, *of_packages())


def of_packages() -> tuple[Format, ...]:
    """Return the formats that this process has registered, and those that installed packages add, by name.

    Raises:
        InputError: if one can't be imported, or is not a format.
    """
    from importlib.metadata import entry_points

    formats = list(_REGISTERED)
    for point in sorted(entry_points(group=GROUP)):
        if point.name in _HOMES:
            continue
        try:
            entry = point.load()
        except (ImportError, AttributeError) as error:
            raise InputError(
                f"{point.name}, which is {point.value}, can't be imported: {error}", code="bad-plugin"
            ) from error
        if not isinstance(entry, Format):
            raise InputError(f"{point.name}, which is {point.value}, is not a Format", code="bad-plugin")
        formats.append(entry)
    return tuple(formats)


def find(name: str) -> Format:
    """Return the format of a name.

    Raises:
        InputError: for an unknown name; the message lists the names.
    """
    if name in _HOMES:
        return _own(name)
    formats = known()
    for entry in formats:
        if entry.name == name:
            return entry
    raise InputError(
        f"unknown format {name!r}; the formats are {', '.join(entry.name for entry in formats)}",
        code="unknown-format",
    )


def recognise(text: str) -> Format:
    """Return the first format that a text looks like; ours come before those of packages."""
    plain = _own("plain")
    if _PLAIN.match(text):
        return plain
    ours = next(entry for entry in _ours() if entry.recognises(text))
    if ours is not plain:
        return ours
    return next((entry for entry in of_packages() if entry.recognises(text)), plain)


def is_inline(text: str) -> bool:
    """Return whether a word is a puzzle itself, such as a URL or an id."""
    return recognise(text).inline


def several(text: str) -> list[tuple[str, str]]:
    """Return the names and the texts of the puzzles of a text that holds several, else nothing."""
    divide = recognise(text).several
    return [] if divide is None else divide(text)


def _own(name: str) -> Format:
    entry: Format = import_module(f"fillomino.formats.{_HOMES[name]}").FORMAT
    return entry


def _ours() -> Iterator[Format]:
    return map(_own, _HOMES)
