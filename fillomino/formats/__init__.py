"""Puzzles as text: one module a format, all listed in `FORMATS`; `read` sees which one a text is in."""

from fillomino.formats.fillings import read_filling, write_filling
from fillomino.formats.reading import MAX_BYTES, MAX_LINE, read, read_bytes, write
from fillomino.formats.record import Format
from fillomino.formats.table import FORMATS, find

__all__ = [
    "FORMATS",
    "MAX_BYTES",
    "MAX_LINE",
    "Format",
    "find",
    "read",
    "read_bytes",
    "read_filling",
    "write",
    "write_filling",
]
