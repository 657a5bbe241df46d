"""Puzzles as text: a module for each format. `read` recognises the format, `known` lists all formats."""

from __future__ import annotations

from fillomino.formats.registry import EVERYTHING as EVERYTHING
from fillomino.formats.registry import MAX_BYTES as MAX_BYTES
from fillomino.formats.registry import MAX_LINE as MAX_LINE
from fillomino.formats.registry import Format as Format
from fillomino.formats.registry import Holds as Holds
from fillomino.formats.registry import find as find
from fillomino.formats.registry import is_inline as is_inline
from fillomino.formats.registry import known as known
from fillomino.formats.registry import read as read
from fillomino.formats.registry import read_bytes as read_bytes
from fillomino.formats.registry import register as register
from fillomino.formats.registry import several as several
from fillomino.formats.registry import write as write

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fillomino.formats.fillings import read_filling as read_filling
    from fillomino.formats.fillings import write_filling as write_filling


def __getattr__(name: str) -> object:
    if name in ("read_filling", "write_filling"):
        from fillomino.formats import fillings

        return getattr(fillings, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
