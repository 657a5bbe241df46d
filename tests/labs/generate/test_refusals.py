"""Options of the laboratory that make no sense: exit code 2, and one line that names what was typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.workbench.conftest import Runner
from tests.workbench.test_refusals import check_refused, lines_of

REFUSED = {
    "option-conflict": """
        generate --as basic --as hidden
        generate --as rotate,mirror""",
    "bad-option": """
        generate --depth deep
        reduction sudoku:3
        reduction hamiltonian:3
        reduction one-in-three:x
        generate --clues x
        generate --clues ..
        generate --clues 3..x
        generate --clues -1
        generate --clues 1..2..3
        generate --clues=
        generate --jobs local:x""",
    "bad-input": """
        generate 4
        generate 4x4 --clues 7..6
        generate 4x4 --clues 17..""",
    "unknown-solver": "generate 3x3 --level 2 --solver foo",
    "unknown-format": "generate --to pdf",
    "not-expressible": "generate hexagon:3 --to url",
}
"""Command lines by the code of the error."""


@pytest.mark.parametrize(("line", "code"), lines_of(REFUSED))
def test_what_makes_no_sense_is_refused(
    fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, code: str
) -> None:
    monkeypatch.chdir(tmp_path)
    check_refused(fillomino, tmp_path, line, code)
