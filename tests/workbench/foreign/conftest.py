"""Programs that encode, written by a test: shell scripts, as they start fastest."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.programs import shell_script
from tests.workbench.conftest import ROOT

Written = Callable[..., str]

AWK = ROOT / "examples" / "foreign" / "distances.awk"
DISTANCES = f"distances=cmd:awk -f {AWK}"
TWO = "2x1:1a"
"""The puzzle of one row of two cells, the left one 1."""

GOOD = """(set-logic QF_LIA)
(declare-fun n_0 () Int)
(declare-fun n_1 () Int)
; family clue: clues
(assert (= n_0 1))
; family rest: the rest
(assert (= n_1 2))
"""
"""A script for that puzzle, whose only model is no solution."""


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Written:
    """Write a shell script; gives the name of its encoding."""
    monkeypatch.chdir(tmp_path)

    def write(body: str = "", *, prints: str | None = None, options: str = "", name: str = "mine") -> str:
        if prints is not None:
            body = f"cat > /dev/null\ncat <<'END'\n{prints}\nEND\n{body}"
        shell_script(tmp_path / name, body)
        return f"cmd:{options}./{name}"

    return write
