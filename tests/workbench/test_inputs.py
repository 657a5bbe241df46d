"""What a board is taken from on a command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from fillomino.boards import from_spec
from fillomino.errors import InputError
from workbench.inputs import board_of


def test_a_board_is_a_specification_or_that_of_a_puzzle_file(tmp_path: Path) -> None:
    file = tmp_path / "pair.cells"
    file.write_text("A: B\nB: A\nA = 2\n", encoding="utf-8")
    assert board_of(str(file)).names == ("A", "B")
    assert board_of("torus:3x3") == from_spec("torus:3x3")


def test_neither_is_told_with_the_grammar(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"torus:ROWSxCOLUMNS.* or a puzzle file of which to take the board"):
        board_of(str(tmp_path / "none"))
