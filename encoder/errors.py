"""Errors of the encoder package."""

from __future__ import annotations

from fillomino.errors import FillominoError


class EncodingError(FillominoError, ValueError):
    """An unknown encoding, logic or flavour, or a combination of them that is not supported."""

    code = "bad-encoding"


class TooLongError(EncodingError, MemoryError):
    """A script that would not fit into memory; the message gives its estimated length."""

    code = "script-too-long"


class DecodeError(FillominoError, ValueError):
    """Values that cannot be an answer to the script: incomplete, of other symbols or of the wrong sort."""

    code = "bad-answer"
