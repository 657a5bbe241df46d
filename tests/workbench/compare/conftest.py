"""Fixtures for comparisons."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.runs import kept
from tests.workbench.conftest import Done, Runner


class Comparison:
    """``comparison(…)`` runs `compare` into one file, and makes no report.

    Attributes:
        path: the file.
        rows: the runs that are in it.
    """

    def __init__(self, fillomino: Runner, path: Path) -> None:
        self._fillomino = fillomino
        self.path = path

    def __call__(self, *arguments: str | Path) -> Done:
        return self._fillomino("compare", *arguments, "-o", self.path, "--no-report")

    @property
    def rows(self) -> list[dict[str, Any]]:
        return kept(self.path)


@pytest.fixture
def comparison(fillomino: Runner, tmp_path: Path) -> Comparison:
    return Comparison(fillomino, tmp_path / "runs.jsonl")


@pytest.fixture
def no_plots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let matplotlib be missing: plots take long."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
