"""Boards of many shapes, each a graph; `from_spec` makes one from a few words such as ``torus:8x8``."""

from fillomino.boards.family import BoardFamily
from fillomino.boards.shapes import BOARDS
from fillomino.boards.spec import from_spec

__all__ = ["BOARDS", "BoardFamily", "from_spec"]
