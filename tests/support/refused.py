"""Errors that are raised on purpose, known by their code and not by their sentence."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

import pytest

from fillomino.errors import Error

E = TypeVar("E", bound=Error)


@contextmanager
def refused(kind: type[E], code: str, *place: object) -> Iterator[pytest.ExceptionInfo[E]]:
    """Expect an error of this kind and code, and of this line, column and source where they are given."""
    with pytest.raises(kind) as caught:
        yield caught
    error = caught.value
    assert error.code == code
    assert not place or (error.line, error.column, error.source) == place  # type: ignore[attr-defined]
