"""The table of encodings, and the lazy method beside them. Each is imported when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from encoder.errors import EncodingError

if TYPE_CHECKING:
    from encoder.script import Encoding

    ENCODINGS: tuple[Encoding, ...]
    """Those whose script is complete: a solver's one answer decides the puzzle."""

    METHODS: tuple[Encoding, ...]
    """All that `solve` can use; the script of a lazy one is only where the talk with the solver begins."""

# Where each is defined. To import them all takes longer than to solve a small puzzle with one.
_HOMES = {
    "forest": ("encoder.forests.forest", "FOREST"),
    "forest-tight": ("encoder.forests.tight", "FOREST_TIGHT"),
    "forest-bv": ("encoder.forests.bitvectors", "FOREST_BV"),
    "forest-bool": ("encoder.forests.boolean", "FOREST_BOOL"),
    "flow": ("encoder.published.flow", "FLOW"),
    "warshall": ("encoder.published.warshall", "WARSHALL"),
    "layers": ("encoder.published.layers", "LAYERS"),
    "placements": ("encoder.published.placements", "PLACEMENTS"),
    "cuts": ("encoder.lazy.method", "CUTS"),
}


def find(name: str) -> Encoding:
    """The encoding or lazy method of a name.

    Raises:
        EncodingError: if there is none; says which there are.
    """
    if name not in _HOMES:
        raise EncodingError(f"there is no encoding {name!r}; there is {', '.join(_HOMES)}")
    module, constant = _HOMES[name]
    found: Encoding = getattr(import_module(module), constant)
    return found


def find_one_shot(name: str) -> Encoding:
    """The encoding of a name, if its script is complete.

    Raises:
        EncodingError: if there is none, or it is lazy.
    """
    encoding = find(name)
    if encoding.lazy:
        raise EncodingError(
            f"{name} is a conversation with a solver, not a file; "
            f"`fillomino solve --encoding {name} --keep DIR` leaves the file that it ends with"
        )
    return encoding


def __getattr__(name: str) -> tuple[Encoding, ...]:
    if name not in ("ENCODINGS", "METHODS"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    methods = tuple(find(known) for known in _HOMES)
    return methods if name == "METHODS" else tuple(method for method in methods if not method.lazy)
