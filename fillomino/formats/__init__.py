"""Puzzles as text: a module for each format. `read` recognises the format, `known` lists all formats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fillomino.formats.registry import (
    EVERYTHING,
    MAX_BYTES,
    MAX_LINE,
    Format,
    Holds,
    find,
    is_inline,
    known,
    read,
    read_bytes,
    register,
    several,
    write,
)

if TYPE_CHECKING:
    from fillomino.formats.fillings import read_filling, write_filling

__all__ = [
    "EVERYTHING",
    "MAX_BYTES",
    "MAX_LINE",
    "Format",
    "Holds",
    "find",
    "is_inline",
    "known",
    "read",
    "read_bytes",
    "read_filling",
    "register",
    "several",
    "write",
    "write_filling",
]


def __getattr__(name: str) -> object:
    if name in ("read_filling", "write_filling"):
        from fillomino.formats import fillings

        return getattr(fillings, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
