"""Errors of the encoder package."""

from __future__ import annotations

from fillomino.errors import FillominoError


class EncodingError(FillominoError, ValueError):
    """An encoding, logic or flavour that does not exist or does not go together."""


class DecodeError(FillominoError, ValueError):
    """Values that can't be an answer to the script: partial, foreign or of the wrong kind."""
