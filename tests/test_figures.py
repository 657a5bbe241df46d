"""The figures of encodings: the files are those that the script draws, and what they show is a model."""

from __future__ import annotations

from functools import cache

import pytest

from drivers import Sat, find, run
from encoder.encodings.table import METHODS
from encoder.encodings.table import find as find_encoding
from encoder.script import block
from fillomino.deduction.engine import Level, deduce
from fillomino.puzzle import Puzzle
from scripts.draw_encodings import FIGURES, PICTURES
from scripts.draw_readme import PUZZLE, SOLUTION
from scripts.figure import Figure
from smtlib.literals import sorted_value, write_literal
from smtlib.render import driver

PAGES = [PICTURES.parent / name for name in ("encodings.md", "connectivity.md")]


@cache
def figure(name: str) -> Figure:
    return FIGURES[name]()


def test_every_encoding_has_its_figure_below_its_heading() -> None:
    assert list(FIGURES) == [method.name for method in METHODS]
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    for name in FIGURES:
        picture = f"![The variables of {name} on a solved board](encodings/{name}.svg)"
        assert f"# `{name}`\n\n{picture}\n\n*{figure(name).title}.*\n\n" in text, name


@pytest.mark.parametrize("name", FIGURES)
def test_figures_are_as_drawn(name: str) -> None:
    text = (PICTURES / f"{name}.svg").read_text(encoding="utf-8")
    assert text == figure(name).svg(), "run python -m scripts.draw_encodings"


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
