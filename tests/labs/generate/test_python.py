"""`fillomino.generate`, which generates as the command does."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

import fillomino as api
from fillomino.deduction.rules.registry import fast_level
from fillomino.errors import InputError
from tests.support import needs
from tests.workbench.conftest import Runner
from tests.workbench.test_api import some
from workbench.cli.app import loaded

needs.laboratory("deduce")  # each puzzle is rated


def test_generating_agrees_with_the_command(fillomino: Runner) -> None:
    made = some(api.generate("5x5", level=2, seed=3, symmetry="rotate"))
    told = fillomino.row("generate", "5x5", "--level", "2", "--seed", "3", "--as", "rotate")
    assert made.puzzle.clues == api.read(told["puzzle"]).clues
    assert (made.rating.level, made.rating.score) == (told["level"], told["score"])
    answer = api.solve(made.puzzle, unique=True)
    assert (answer.unique, answer.solution) == (True, made.solution)
    assert api.generate("5x5", level=2, seed=3, attempts=1, clues=0) is None
    default, same = (some(api.generate("5x5", level=level, seed=3)) for level in (None, fast_level()))
    assert default.puzzle == same.puzzle


def test_its_defaults_are_those_of_the_command() -> None:
    parameters, theirs = inspect.signature(api.generate).parameters, vars(loaded("generate")({}))
    assert [parameters[name].default for name in ("clues", "attempts")] == [
        theirs["clues"],
        theirs["attempts"],
    ]


def test_a_generated_puzzle_shows_itself() -> None:
    made = some(api.generate("4x4", level=1, seed=1))
    assert repr(made).startswith(f"<Generated, 4x4: level 1, {len(made.puzzle.clues)} clues>")
    assert str(made) == str(made.puzzle)
    assert made._repr_svg_() == made.svg() == made.puzzle._repr_svg_()


@pytest.mark.parametrize(
    ("board", "options", "code"),
    [
        ("x", {}, "bad-input"),
        ("4x4", {"level": 99}, "unknown-level"),
        ("4x4", {"kind": "x"}, "bad-input"),
        ("4x4", {"symmetry": "x"}, "bad-input"),
    ],
)
def test_errors(board: str, options: dict[str, Any], code: str) -> None:
    with pytest.raises(InputError) as refused:
        api.generate(board, **options)
    assert refused.value.code == code
