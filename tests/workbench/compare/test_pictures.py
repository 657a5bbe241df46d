"""The pictures for papers mark the runs whose times may mislead."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.support.runs import run
from workbench.compare.page.plots import MOST_METHODS, plots
from workbench.compare.row import Row
from workbench.compare.statistics import tabulate

def test_marks_of_runs() -> None:
    """Each kind of point has its count in the legend; kinds without points have none."""
    pytest.importorskip("matplotlib")
    runs = [run(method, str(number), 1.0 + number) for method in "ab" for number in range(4)]
    assert legend(runs) == ["both answered (4)"]
    runs = [replace(row, floor_seconds=0.01) for row in runs]
    runs[0] = replace(runs[0], cpu_seconds=0.02, wall_seconds=0.02)
    runs[4] = replace(runs[4], cpu_seconds=0.03, wall_seconds=0.03)
    runs[5] = replace(runs[5], wall_seconds=50.0)
    runs[6] = replace(run("b", "2", None), floor_seconds=0.01, wall_seconds=10.0)
    kinds = ("both answered", "one or none answered", "disturbed", "too short")
    assert legend(runs) == [f"{kind} (1)" for kind in kinds]


def legend(rows: list[Row]) -> list[str]:
    """The legend of the scatter plot."""
    table = tabulate(rows)
    *_, scatter = plots(table, table.pairs)
    assert scatter.name == "scatter-a-vs-b"
    return re.findall(r"[a-z ]+ \([0-9]+\)", scatter.svg)


def test_a_plot_holds_the_methods_that_answered_most() -> None:
    """A plot of very many methods could not be read."""
    pytest.importorskip("matplotlib")
    rows = [
        run(f"m{method:02}", str(number), 1.0 + method if number <= method else None)
        for method in range(MOST_METHODS + 2)
        for number in range(15)
    ]
    cactus = next(plots(tabulate(rows), []))
    assert cactus.name == "cactus"
    assert "m00 (" not in cactus.svg and "m01 (" not in cactus.svg
    assert all(f"m{method:02} (" in cactus.svg for method in range(2, MOST_METHODS + 2))


def test_the_figure_of_the_thesis_is_drawn_where_puzzles_are_numbered() -> None:
    pytest.importorskip("matplotlib")
    rows = [run("a", "5x5-01", 1.0)]
    assert "board-number" in [plot.name for plot in plots(tabulate(rows), [])]
