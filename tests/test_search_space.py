"""The figure of the search space: its numbers, and that it is drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts import search_space


def test_the_panels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_space, "SQUARES", (3,))
    sizes, regions = search_space.panels().values()
    assert sizes["3x3"] == regions["9"]  # no region of 3x3 is larger than 9
    assert [regions[str(largest)]["naive"] for largest in range(1, 10)] == [k**9 for k in range(1, 10)]
    assert regions["9"]["partitions"] == 9966
    assert all(0 < its["frontier"] <= max(2, its["partitions"]) for its in regions.values())


def test_it_is_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    one = {"naive": 9, "partitions": 4, "frontier": 2}
    search_space.draw({"board": {"1x1": one}, "largest region on 3x3": {"1": one}}, tmp_path / "figure")
    assert "largest region on 3x3" in (tmp_path / "figure.svg").read_text(encoding="utf-8")
    assert (tmp_path / "figure.png").read_bytes().startswith(b"\x89PNG")
