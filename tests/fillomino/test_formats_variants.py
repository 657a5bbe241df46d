"""Where files say checkered and basic, and which formats have no place for them."""

from __future__ import annotations

import pytest

from fillomino import formats
from fillomino.board import rectangle
from fillomino.errors import InputError
from fillomino.puzzle import Puzzle

BOARD = rectangle(1, 2)
READ = {
    "* checkered\nA: B\nB: A\n": (True, False),
    "cells:\nA: B\nB: A\n* basic\nA = 2\n": (False, True),
    "# said\n  *  basic  \n*checkered\nA: B\nB: A\n": (True, True),
    '{"board": "1x2", "checkered": true}': (True, False),
    '{"board": "1x2", "checkered": false, "basic": true}': (False, True),
}


@pytest.mark.parametrize("text", READ)
def test_variants_are_read(text: str) -> None:
    puzzle = formats.read(text).puzzle
    assert (puzzle.checkered, puzzle.basic) == READ[text]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("A: B\nB: A\n* checkered\n* checkered\n", "4:1: checkered is stated a second time; remove one"),
        ("A: B\nB: A\n* chequered\n", "3:1: this line should read '* <= N'"),
        ("A: B\nB: A\n* basic yes\n", "3:1: this line should read '* <= N'"),
        ('{"board": "1x2", "basic": 1}', "1:27: 'basic' should be true or false, but it is 1"),
        ('{"board": "1x2", "checkered": "yes"}', "1:31: 'checkered' should be true or false"),
    ],
)
def test_errors_say_where(text: str, said: str) -> None:
    with pytest.raises(InputError) as error:
        formats.read(text)
    assert said in str(error.value)


@pytest.mark.parametrize("name", ["plain", "url", "pzprv3", "janko", "filling"])
@pytest.mark.parametrize(
    ("puzzle", "variant"),
    [(Puzzle(BOARD, {0: 2}, checkered=True), "checkered"), (Puzzle(BOARD, {0: 2}, basic=True), "basic")],
    ids=["checkered", "basic"],
)
def test_other_formats_refuse_them(name: str, puzzle: Puzzle, variant: str) -> None:
    with pytest.raises(InputError, match=f"that the puzzle is {variant}; write it as adjacency or json"):
        formats.write(puzzle, name)
