"""Puzzles: what may be given, and what does not fit the board."""

from __future__ import annotations

from typing import Any

import pytest

from fillomino.board import rectangle
from fillomino.errors import FillominoError, InputError, PuzzleError
from fillomino.puzzle import Puzzle
from tests.support.refused import refused


@pytest.mark.parametrize(
    ("given", "code"),
    [
        *(({"clues": {cell: 1}}, "unknown-cell") for cell in (4, -1)),
        *(({"clues": {1: clue}}, "clue-range") for clue in (0, -2, 5)),
        *(
            ({"walls": frozenset({wall})}, "wall-between")
            for wall in ((0, 3), (1, 0), (0, 0), (0, 4), (-1, 0))
        ),
        *(({"clues": {0: 1}, "unknown": frozenset({cell})}, "bad-puzzle") for cell in (0, 4, -1)),
        ({"largest_region": 0}, "largest-region"),
    ],
)
def test_what_does_not_fit_the_board_is_refused(given: dict[str, Any], code: str) -> None:
    assert Puzzle(rectangle(2, 2), {0: 4}).empty_cells == 3
    with refused(PuzzleError, code):
        Puzzle(rectangle(2, 2), **{"clues": {}, **given})


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (InputError("no"), "no"),
        (InputError("no", source="a.txt"), "a.txt: no"),
        (InputError("no", line=3, column=7), "3:7: no"),
        (InputError("no", line=3, column=7, source="a.txt"), "a.txt:3:7: no"),
    ],
)
def test_input_errors_tell_as_much_of_their_place_as_is_known(error: InputError, text: str) -> None:
    assert str(error) == text
    assert isinstance(error, FillominoError)
