"""Scaling series: sizes chosen from times, the median board of each, and when they are smooth."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import exp, inf
from pathlib import Path

import pytest

from encoder.encodings.table import METHODS
from scripts import benchmarks_page
from scripts.benchmarks_page import is_smooth
from tests.workbench.conftest import Runner
from workbench.benchmarks.manifest import MANIFEST, read
from workbench.benchmarks.measure import EASY, Measured, Timing
from workbench.benchmarks.series import BOARDS, SPINE, Scaling, cells, growth, leading, scaling_series

LIMIT = 10.0


def measure_all(series: Scaling, seconds: Callable[[int, int], float]) -> list[tuple[int, float]]:
    """Measure as a solver would that takes some seconds for so many cells on the board of a number."""
    while (recipe := series.next()) is not None:
        time = seconds(recipe.rows * recipe.columns, recipe.number)
        timing = Timing(("unsat",), min(time, LIMIT), ended=time < LIMIT)
        series.measured.append(Measured(recipe, {}, (), 1, {"z3": timing}, ("unsat",), "z3"))
    return [(cells(one), leading(one)) for one in series.chosen()]


def scaling() -> Scaling:
    return Scaling("flow", "QF_LIA", "unique", SPINE, seed=1)


@pytest.mark.parametrize("power", [1, 2, 4])
def test_polynomial_times_about_double(power: int) -> None:
    sizes = measure_all(scaling(), lambda n, _: 0.02 * (n / 9) ** power)
    assert len(sizes) >= SPINE
    assert is_smooth([time for _, time in sizes])
    assert EASY < sizes[-1][1] < 6 * EASY
    assert all(after < 4 * before for (_, before), (_, after) in pairwise(sizes[1:]))


def test_sizes_are_added_where_times_explode() -> None:
    """At 30 cells nothing is decided any more, and five sizes are found below."""
    series = scaling()
    sizes = measure_all(series, lambda n, _: 0.02 + 1e-4 * exp(0.45 * n))
    assert [n for n, _ in sizes] == [9, 12, 16, 20, 25]
    given_up = [one for one in series.measured if cells(one) > 25]
    assert 0 < len(given_up) < BOARDS
    assert series.measured[-1].recipe.board == "4x4"
    assert series.made == series.wanted == SPINE


def test_a_size_that_is_too_large_is_followed_by_smaller_ones() -> None:
    """Times hardly grow up to 49 cells, and steeply from there."""
    sizes = measure_all(scaling(), lambda n, _: 0.1 + n / 1000 + max(0, n - 49) ** 2 / 100)
    assert [n for n, _ in sizes][-1] in range(57, 80)
    assert EASY / 4 < sizes[-1][1] < LIMIT


def test_a_hopeless_series_ends() -> None:
    series = scaling()
    assert measure_all(series, lambda _, __: inf) == []
    assert (len(series.measured), series.made, series.more()) == (BOARDS // 2 + 1, 0, False)


def test_the_benchmark_is_that_of_the_median_time() -> None:
    series = scaling()
    measure_all(series, lambda n, number: n / 100 * [3, 9, 1, 4, 200][number - 1])
    assert {one.recipe.number for one in series.chosen()} == {4}


def test_growth() -> None:
    assert growth([(9, 0.1)]) == 1.0
    assert growth([(9, 0.1), (18, 0.4)]) == pytest.approx(2**0.5)
    assert growth([(9, 0.1), (18, 0.05)]) == 2.0


@pytest.mark.parametrize(
    ("times", "smooth"),
    [
        ([0.02, 0.06, 0.2, 0.5, 1.5], True),
        ([0.06, 0.05, 0.2, 0.5, 1.5], True),  # the start of a solver, no more
        ([0.1, 0.3, 1.0, 3.0], False),
        ([0.02, 0.02, 0.03, 0.02, 0.03], False),
        ([0.1, 0.3, 0.2, 0.9, 1.5], False),
        ([0.1, 0.3, 0.4, 0.9, 90.0], False),
    ],
)
def test_what_is_smooth(times: list[float], *, smooth: bool) -> None:
    assert is_smooth(times) is smooth


def test_each_encoding_has_a_series() -> None:
    series = scaling_series([], [], 1, 12)
    names = [one.encoding for one in series]
    assert len(names) == len(set(names)) == len(METHODS)
    assert {one.question for one in series} == {"unique", "lazy"}


def test_a_set_of_scaling_series(fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.benchmarks.series.BOARDS", 1)
    arguments = [
        "--author",
        "A",
        "-s",
        "yices",
        "-s",
        "z3",
        "--series",
        "scaling",
        "-e",
        "flow",
        "--largest",
        "4",
    ]
    done = fillomino("benchmarks", tmp_path, *arguments)
    assert done.code == 3
    assert "2 fewer than wanted" in done.err
    its, rows = read(tmp_path / MANIFEST)
    assert its.scaling
    assert [row.recipe.board for row in rows] == ["3x3", "3x4", "4x4"]
    assert "the first\nsolver takes the median time" in (tmp_path / "README.md").read_text()
    assert fillomino("benchmarks", "--check", tmp_path).code == 0
    refused = fillomino.refuses("benchmarks", tmp_path, *arguments, "--count", "3")
    assert "leave out --count" in refused
    monkeypatch.setattr("scripts.benchmarks_page.MEASURED", tmp_path)
    monkeypatch.setattr("scripts.benchmarks_page.PICTURE", tmp_path / "picture")
    benchmarks_page.main([str(tmp_path)])
    text = (tmp_path / "benchmarks-scaling.txt").read_text()
    assert "| `flow` | QF_LIA | 3x3 3x4 4x4 |" in text
    assert (tmp_path / "picture.svg").exists()
