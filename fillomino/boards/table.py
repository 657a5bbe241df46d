"""The families of boards."""

from __future__ import annotations

from fillomino.boards.box import BOX
from fillomino.boards.hexagonal import HEXAGON, RHOMBUS
from fillomino.boards.ragged import RAGGED
from fillomino.boards.record import BoardFamily
from fillomino.boards.rectangle import RECTANGLE
from fillomino.boards.two_sided import TWO_SIDED
from fillomino.boards.wrapped import CYLINDER, MOEBIUS, TORUS

BOARDS: tuple[BoardFamily, ...] = (
    RECTANGLE,
    RAGGED,
    CYLINDER,
    TORUS,
    MOEBIUS,
    TWO_SIDED,
    BOX,
    HEXAGON,
    RHOMBUS,
)
