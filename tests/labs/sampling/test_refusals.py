"""Options of the laboratory that make no sense: exit code 2, and one line that names what was typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.workbench.conftest import Runner
from tests.workbench.test_refusals import check_refused, lines_of

REFUSED = {
    "bad-option": "sample 2x2 -m exact:2",
    "bad-input": "sample ROOT/examples",
    "unknown-level": "sample 2x2 --deduce foo",
    "bad-checkpoint": "count 3x3 -m solver --checkpoint x",
}
"""Command lines by the code of the error."""


@pytest.mark.parametrize(("line", "code"), lines_of(REFUSED))
def test_what_makes_no_sense_is_refused(
    fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, code: str
) -> None:
    monkeypatch.chdir(tmp_path)
    check_refused(fillomino, tmp_path, line, code)
