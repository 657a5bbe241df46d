"""Errors that are raised on purpose, known by their code and not by their sentence."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from fillomino.errors import Error


@contextmanager
def refused(kind: type[Error], code: str, *place: object) -> Iterator[None]:
    """Expect an error of this kind and code, and of this line, column and source where they are given."""
    with pytest.raises(kind) as caught:
        yield
    error = caught.value
    assert isinstance(error, Error)
    assert error.code == code
    assert not place or (error.line, error.column, error.source) == place  # type: ignore[attr-defined]
