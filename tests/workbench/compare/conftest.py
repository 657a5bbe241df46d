"""Fixtures for comparisons."""

from __future__ import annotations

import sys

import pytest


@pytest.fixture
def no_plots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let matplotlib be missing: plots take long."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
