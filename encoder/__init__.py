"""Puzzle -> SMT-LIB text, and a solver's values -> filled grid. Stands on `fillomino` alone.

``floodfill`` and ``partition`` are for whoever says a puzzle of their own; see docs/floodfill.md.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from encoder.primitives.draft import Draft
    from encoder.primitives.flood import FloodFill, floodfill
    from encoder.primitives.parts import Partition, partition

__all__ = ["Draft", "FloodFill", "Partition", "floodfill", "partition"]

# Imported when they are asked for: who encodes a Fillomino has no need of them.
_HOMES = {
    "Draft": "encoder.primitives.draft",
    "FloodFill": "encoder.primitives.flood",
    "floodfill": "encoder.primitives.flood",
    "Partition": "encoder.primitives.parts",
    "partition": "encoder.primitives.parts",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
