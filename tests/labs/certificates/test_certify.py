"""The script that certifies samples of puzzles."""

from __future__ import annotations

import json
import runpy
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from scripts.harness import EXAMPLES, ROOT, read_lines

FIRST = EXAMPLES / "first.txt"


def test_each_sample_is_certified_and_a_run_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def printed(main: Callable[[], None], *words: object) -> str:
        monkeypatch.setattr(sys, "argv", ["script.py", *map(str, words)])
        main()
        return capsys.readouterr().out

    certify = runpy.run_path(str(ROOT / "docs" / "labs" / "certificates" / "certify.py"))
    samples = ["whole", "changed", *certify["VARIANTS"]]
    arguments = [FIRST, "--out", tmp_path, "--only", *samples]
    table = printed(certify["main"], *arguments)
    for sample in samples:
        [row] = read_lines(tmp_path / f"{sample}.jsonl")
        assert row["verdict"].startswith("VERIFIED")
        assert row["claim"] == ("unsolvable" if sample == "changed" else "unique")
        assert f"| {sample} | 1 of 1 |" in table
    (tmp_path / "walls.jsonl").write_text(json.dumps({"name": "examples/first.txt", "reason": "none"}) + "\n")
    assert "walls: examples/first.txt: none" in printed(certify["main"], *arguments)
    assert len(read_lines(tmp_path / "changed.jsonl")) == 1


def test_the_cost_of_a_certificate_is_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["ratio.py", str(FIRST), "--rounds", "1"])
    runpy.run_path(str(ROOT / "docs" / "labs" / "certificates" / "ratio.py"))["main"]()
    assert f"| {FIRST} | " in capsys.readouterr().out
