"""Command lines with paradigms that make no sense: exit code 2, and one line that names what was typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.workbench.conftest import Runner
from tests.workbench.test_refusals import check_refused, lines_of

REFUSED = {
    "option-conflict": "solve @row --by clingo -e flow",
    "bad-option": """
        solve @row --by clingo:x
        solve @row --by z3-cuts:2""",
    "unknown-method": "solve @row --by cling",
}
"""Command lines by the code of the error."""


@pytest.mark.parametrize(("line", "code"), lines_of(REFUSED))
def test_what_makes_no_sense_is_refused(
    fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, code: str
) -> None:
    monkeypatch.chdir(tmp_path)
    check_refused(fillomino, tmp_path, line, code)


def test_other_games_are_refused(fillomino: Runner) -> None:
    file = fillomino.write("a.hitori", "hitori 1 2\n1 1\n")
    row = fillomino("solve", file, "--by", "clingo", "--json").row
    assert row["code"] == "other-game"
