"""Puzzle -> SMT-LIB text, and a solver's values -> filled grid. Stands on `fillomino` alone.

``floodfill`` and ``partition`` are for whoever says a puzzle of their own; see docs/floodfill.md.
"""

from encoder.draft import Draft
from encoder.flood import FloodFill, floodfill
from encoder.parts import Partition, partition

__all__ = ["Draft", "FloodFill", "Partition", "floodfill", "partition"]
