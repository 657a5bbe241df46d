"""Colours of methods that stay apart for the colour-blind, on light and on dark; shapes besides."""

from __future__ import annotations

_COLOURS = ("#0077bb", "#ee7733", "#009988", "#cc3377", "#8866cc", "#cc3311", "#998822", "#5599cc")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<")


def colour(index: int) -> str:
    """The colour of the method at a place in the table."""
    return _COLOURS[index % len(_COLOURS)]
