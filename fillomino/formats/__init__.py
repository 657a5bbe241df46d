"""Puzzles as text: one module a format, all listed in `FORMATS`; `read` recognises which one a text is in."""

from fillomino.formats.fillings import read_filling, write_filling
from fillomino.formats.format import EVERYTHING, Format, Holds
from fillomino.formats.reading import MAX_BYTES, MAX_LINE, read, read_bytes, write
from fillomino.formats.registry import FORMATS, find, is_inline, known, register

__all__ = [
    "EVERYTHING",
    "FORMATS",
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
    "write",
    "write_filling",
]
