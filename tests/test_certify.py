"""The script that certifies samples: one command makes, checks and counts them; a stopped run goes on."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from scripts import certify
from scripts.harness import EXAMPLES, read_lines

FIRST = EXAMPLES / "first.txt"
SAMPLES = ["whole", "changed", *certify.VARIANTS]


def run(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> None:
    monkeypatch.setattr(sys, "argv", ["certify.py", *map(str, arguments)])
    certify.main()


def test_each_sample_is_certified_and_a_run_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = [FIRST, "--out", tmp_path, "--rounds", 0, "--only", *SAMPLES]
    run(monkeypatch, *arguments)
    table = capsys.readouterr().out
    for sample in SAMPLES:
        [row] = read_lines(tmp_path / f"{sample}.jsonl")
        assert row["verdict"].startswith("VERIFIED")
        assert row["claim"] == ("unsolvable" if sample == "changed" else "unique")
        assert f"| {sample} | 1 of 1 |" in table
    (tmp_path / "walls.jsonl").write_text(json.dumps({"name": "examples/first.txt", "reason": "none"}) + "\n")
    run(monkeypatch, *arguments)
    table = capsys.readouterr().out
    assert len(read_lines(tmp_path / "changed.jsonl")) == 1
    assert "walls: examples/first.txt: none" in table


def test_targets_are_met_or_not() -> None:
    row = {"verdict": "VERIFIED: …", "plain": 0.2, "made": 0.5, "check": 0.05, "bytes": 9000}
    assert not any("NOT met" in line for line in certify.targets([row]))
    slow = {**row, "made": 21.0, "check": 2.5, "bytes": 90_000}
    assert sum("NOT met" in line for line in certify.targets([slow])) == 5
    assert any("1 of 2" in line and "NOT met" in line for line in certify.targets([row, {"made": 1.0}]))
