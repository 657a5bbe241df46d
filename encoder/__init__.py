"""Puzzle -> SMT-LIB script, and a solver's values -> filled grid. Stands on `fillomino` and `smtlib` alone.

``floodfill`` and ``partition`` are for whoever encodes a puzzle of their own; see docs/floodfill.md.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from encoder.builder import Builder
    from encoder.parts.flood import FloodFill, floodfill
    from encoder.parts.partition import Partition, partition

__all__ = ["Builder", "FloodFill", "Partition", "floodfill", "partition"]

# Imported when they are asked for: who encodes a Fillomino has no need of them.
_HOMES = {
    "Builder": "encoder.builder",
    "FloodFill": "encoder.parts.flood",
    "floodfill": "encoder.parts.flood",
    "Partition": "encoder.parts.partition",
    "partition": "encoder.parts.partition",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
