"""The pictures for papers mark the runs whose times may mislead."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.workbench.compare.test_sums import run
from workbench.compare.page.plots import MOST_METHODS, plots
from workbench.compare.page.write import write_pictures
from workbench.compare.statistics import tabulate

pytest.importorskip("matplotlib")
SCATTER = "scatter-a-vs-b.svg"


def test_marks_of_runs(tmp_path: Path) -> None:
    """Each kind of point has its count in the legend; kinds without points have none."""
    plain = [run(method, str(number), 1.0 + number) for method in "ab" for number in range(4)]
    write_pictures(plain, tmp_path)
    text = (tmp_path / SCATTER).read_text(encoding="utf-8")
    assert "both answered (4)" in text
    assert "too short" not in text
    runs = [replace(row, floor_seconds=0.01) for row in plain]
    runs[0] = replace(runs[0], cpu_seconds=0.02, wall_seconds=0.02)
    runs[4] = replace(runs[4], cpu_seconds=0.03, wall_seconds=0.03)
    runs[5] = replace(runs[5], wall_seconds=50.0)
    runs[6] = replace(run("b", "2", None), floor_seconds=0.01, wall_seconds=10.0)
    write_pictures(runs, tmp_path)
    text = (tmp_path / SCATTER).read_text(encoding="utf-8")
    for label in ("both answered (1)", "one or none answered (1)", "disturbed (1)", "too short (1)"):
        assert label in text


def test_a_plot_holds_the_methods_that_answered_most() -> None:
    """A plot of very many methods could not be read."""
    rows = [
        run(f"m{method:02}", str(number), 1.0 + method if number <= method else None)
        for method in range(MOST_METHODS + 2)
        for number in range(15)
    ]
    cactus = next(plots(tabulate(rows), []))
    assert cactus.name == "cactus"
    assert "m00 (" not in cactus.svg and "m01 (" not in cactus.svg
    assert all(f"m{method:02} (" in cactus.svg for method in range(2, MOST_METHODS + 2))
