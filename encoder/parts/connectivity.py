"""The encodings of connectedness by their names: those that games use, and those that laboratories bring."""

from __future__ import annotations

from encoder.parts.parents import ELIMINATION, LEAF
from encoder.parts.rooted_regions import Connectivity
from fillomino import laboratories

_OURS = {part.name: part for part in (LEAF, ELIMINATION)}


def names() -> list[str]:
    """The names of all that are here."""
    return [*_OURS, *laboratories.names("connectivity")]


def find(name: str) -> Connectivity | None:
    """The encoding of connectedness of a name; ``None`` if there is none.

    Raises:
        MissingLaboratoryError: if it is of a laboratory that is not here.
    """
    found: Connectivity | None = _OURS.get(name) or laboratories.find("connectivity", name)
    return found
