"""The encodings as parameters of tests: what holds of a frame is tested with one encoding of it.

Encodings of one frame (`Encoding.frame`) are the same but for one part, which `test_published.py` tests for
each. What is made of the rest, such as flavours, names and texts, is the same for all of them; so only the
first of a frame is in the fast suite, and the others carry the mark `slow`.
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from encoder.encoding import Encoding
from encoder.encodings.registry import ENCODINGS
from encoder.errors import EncodingError
from fillomino.puzzle import Puzzle


def representatives(encodings: Iterable[Encoding] = ENCODINGS) -> list[Encoding]:
    """Return the encodings without a frame, and the first of each frame."""
    first: dict[str, Encoding] = {}
    for encoding in encodings:
        first.setdefault(encoding.frame or encoding.name, encoding)
    return list(first.values())


def marked(encoding: Encoding, *values: object) -> object:
    """Return a parameter set, slow for an encoding that another stands for."""
    slow = encoding.frame and encoding not in representatives()
    return pytest.param(*values, id=encoding.name, marks=(pytest.mark.slow,) if slow else ())


def encodes(encoding: Encoding, puzzle: Puzzle) -> bool:
    """Return whether an encoding takes a puzzle; one may need a board drawn in the plane."""
    try:
        encoding.script(puzzle)
    except EncodingError as error:
        assert "use another encoding" in str(error)
        return False
    return True


BY_ENCODING = pytest.mark.parametrize("encoding", [marked(each, each) for each in ENCODINGS])
BY_NAME = pytest.mark.parametrize("encoding", [marked(each, each.name) for each in ENCODINGS])
"""The same by name."""
