"""The errors of counting."""

from __future__ import annotations

from fillomino.errors import FillominoError


class CountError(FillominoError):
    """A count that can't go on; what was reached is told in the message."""
