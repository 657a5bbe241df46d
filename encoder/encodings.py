"""The table of encodings."""

from __future__ import annotations

from encoder.errors import EncodingError
from encoder.forest import FOREST
from encoder.script import Encoding

ENCODINGS: tuple[Encoding, ...] = (FOREST,)
DEFAULT = FOREST.name


def find(name: str) -> Encoding:
    """The encoding of a name.

    Raises:
        EncodingError: if there is none; says which there are.
    """
    for encoding in ENCODINGS:
        if encoding.name == name:
            return encoding
    known = ", ".join(encoding.name for encoding in ENCODINGS)
    raise EncodingError(f"there is no encoding {name!r}; there is {known}")
