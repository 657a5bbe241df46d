"""The table of encodings, and the lazy method beside them."""

from __future__ import annotations

from encoder.errors import EncodingError
from encoder.flow import FLOW
from encoder.forest import FOREST
from encoder.forest_bool import FOREST_BOOL
from encoder.forest_bv import FOREST_BV
from encoder.forest_tight import FOREST_TIGHT
from encoder.layers import LAYERS
from encoder.lazy import CUTS
from encoder.placements import PLACEMENTS
from encoder.script import Encoding
from encoder.warshall import WARSHALL

ENCODINGS: tuple[Encoding, ...] = (
    FOREST,
    FOREST_TIGHT,
    FOREST_BV,
    FOREST_BOOL,
    FLOW,
    WARSHALL,
    LAYERS,
    PLACEMENTS,
)
"""Those whose script is complete: a solver's one answer decides the puzzle."""

METHODS: tuple[Encoding, ...] = (*ENCODINGS, CUTS)
"""All that `solve` can use; the script of a lazy one is only where the talk with the solver begins."""


def find(name: str) -> Encoding:
    """The encoding or lazy method of a name.

    Raises:
        EncodingError: if there is none; says which there are.
    """
    for encoding in METHODS:
        if encoding.name == name:
            return encoding
    known = ", ".join(encoding.name for encoding in METHODS)
    raise EncodingError(f"there is no encoding {name!r}; there is {known}")


def find_one_shot(name: str) -> Encoding:
    """The encoding of a name, if its script is complete.

    Raises:
        EncodingError: if there is none, or it is lazy.
    """
    encoding = find(name)
    if encoding not in ENCODINGS:
        raise EncodingError(
            f"{name} is a conversation with a solver, not a file; "
            f"`fillomino solve --encoding {name} --keep DIR` leaves the file that it ends with"
        )
    return encoding
