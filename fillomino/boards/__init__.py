"""Boards of many shapes, each a graph; `from_spec` makes one from a few words such as ``torus:8x8``."""

from fillomino.boards.record import BoardFamily
from fillomino.boards.spec import from_spec
from fillomino.boards.table import BOARDS

__all__ = ["BOARDS", "BoardFamily", "from_spec"]
