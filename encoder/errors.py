"""Errors of the encoder package."""

from __future__ import annotations

from fillomino.errors import FillominoError


class EncodingError(FillominoError, ValueError):
    """An encoding, logic or flavour that does not exist or does not go together."""

    code = "bad-encoding"


class TooLongError(EncodingError, MemoryError):
    """A script that would not fit into memory; the message gives the length that it would have."""

    code = "script-too-long"


class DecodeError(FillominoError, ValueError):
    """Values that can't be an answer to the script: partial, foreign or of the wrong kind."""

    code = "bad-answer"
