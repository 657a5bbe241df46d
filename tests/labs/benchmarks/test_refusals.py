"""Options of the laboratory that make no sense: exit code 2, and one line that names what was typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.workbench.conftest import Runner
from tests.workbench.test_refusals import check_refused, lines_of

REFUSED = {
    "option-conflict": """
        benchmarks set --author A --series scaling --series one-in-three
        benchmarks set --author A --series scaling --count 3
        benchmarks set --author A --json""",
    "missing-option": "benchmarks set --name A",
    "bad-option": """
        benchmarks set --author A --date 1.1.2026
        benchmarks set --author A --name a/b
        benchmarks set --author A --smtlib 3""",
    "unsupported-logic": "benchmarks set --author A --logic QF_NRA",
    "bad-manifest": "benchmarks set --again ROOT/pyproject.toml",
    "no-such-file": "benchmarks set --check",
}
"""Command lines by the code of the error."""


@pytest.mark.parametrize(("line", "code"), lines_of(REFUSED))
def test_what_makes_no_sense_is_refused(
    fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, code: str
) -> None:
    monkeypatch.chdir(tmp_path)
    check_refused(fillomino, tmp_path, line, code)
