"""The script that explains many puzzles to the end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scripts.explained import main

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


def test_each_puzzle_has_a_row_which_is_not_done_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    names = [str(EXAMPLES / name) for name in ("first.txt", "several.txt")]
    file = tmp_path / "explained.jsonl"
    monkeypatch.setattr("sys.argv", ["explained.py", *names, "-o", str(file)])
    main()
    first, several = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    assert (first["puzzle"], first["cells"], first["solved"], first["sets"]) == (names[0], 25, True, [])
    assert not several["solved"]
    printed = capsys.readouterr().out
    assert f"| S{first['level']} | 1 | 1 |" in printed
    beyond = first | {"level": 9, "sets": [4, 7], "undecided": 1}
    file.write_text(f"{json.dumps(beyond)}\n{json.dumps(several)}\n", encoding="utf-8")
    main()
    assert len(file.read_text(encoding="utf-8").splitlines()) == 2
    printed = capsys.readouterr().out
    assert "| S9 | 1 | 1 |" in printed
    assert "2 minimal sets of 4 to 7 numbers, 5.5 in the median; of 1 numbers it was not decided" in printed
