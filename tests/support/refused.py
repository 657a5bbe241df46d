"""Errors that are raised on purpose, known by their code and not by their sentence."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from fillomino.errors import Error


@contextmanager
def refused(kind: type[Error], code: str) -> Iterator[None]:
    """Expect an error of this kind and code."""
    with pytest.raises(kind) as caught:
        yield
    assert isinstance(caught.value, Error)
    assert caught.value.code == code
