"""The figures of encodings: each has one, and what it shows is a model."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from drivers import Sat, find, run
from encoder.encodings.table import METHODS
from encoder.encodings.table import find as find_encoding
from encoder.script import block
from fillomino.deduction.engine import Level, deduce
from fillomino.puzzle import Puzzle
from scripts import draw
from scripts.encoding_figures import FIGURES
from scripts.figure import PUZZLE, SOLUTION, Figure
from scripts.harness import ROOT
from smtlib.literals import sorted_value, write_literal
from smtlib.render import driver

PAGES = [ROOT / "docs" / name for name in ("encodings.md", "connectivity.md")]


@cache
def figure(name: str) -> Figure:
    return FIGURES[name]()


def test_every_encoding_has_its_figure() -> None:
    assert list(FIGURES) == [method.name for method in METHODS]
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    for name in FIGURES:
        assert f"(encodings/{name}.svg)" in text
        assert (ROOT / "docs" / "encodings" / f"{name}.svg").exists()


def test_all_pictures_are_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["draw.py", "--output", str(tmp_path)])
    draw.main()
    drawn = {path.relative_to(tmp_path) for path in tmp_path.rglob("*.svg")}
    assert drawn and all((ROOT / "docs" / path).exists() for path in drawn)


@pytest.mark.parametrize("name", [name for name in FIGURES if name != "cuts"])
def test_a_figure_shows_a_model_of_its_encoding(name: str) -> None:
    assert isinstance(run(script(name), find("yices")).answer, Sat)


def script(name: str) -> str:
    """Return the question if the encoding has a model with the solution and the values of the figure."""
    encoding, its = find_encoding(name), figure(name)
    puzzle = PUZZLE if its.clues else Puzzle(PUZZLE.board, {})
    written = encoding.script(puzzle, candidates=deduce(puzzle, Level.NONE))
    sorts = dict(written.declarations)
    shown = {symbol: value for symbol, value in its.values.items() if symbol in sorts}
    assert {symbol[0] for symbol in shown} == {symbol[0] for symbol in its.values}
    fixed = [f"(= {each} {write_literal(sorted_value(shown[each], sorts[each]))})" for each in shown]
    fixed.append(f"(not {block(written, SOLUTION)})")
    return driver(written, fixed)
