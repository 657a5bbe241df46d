"""The errors of counting."""

from __future__ import annotations

from fillomino.errors import FillominoError


class CountError(FillominoError):
    """A count that can't go on; what was reached is told in the message.

    Attributes:
        broken: whether something failed, rather than that time, memory or words did not suffice.
    """

    def __init__(self, message: str, *, broken: bool = False) -> None:
        super().__init__(message)
        self.broken = broken


class NoFillingError(CountError):
    """There is no filling where one was wanted."""
