"""The names of the levels of deduction."""

from __future__ import annotations

from fillomino.deduction.engine import Level
from fillomino.errors import InputError


def level_of(name: str) -> Level:
    """The level of a name.

    Raises:
        InputError: if there is none; says which there are.
    """
    for level in Level:
        if level.name.lower() == name:
            return level
    known = ", ".join(level.name.lower() for level in Level)
    raise InputError(f"there is no level of deduction {name!r}; there is {known}")
