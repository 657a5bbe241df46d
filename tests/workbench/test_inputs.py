"""What arguments of commands stand for."""

from __future__ import annotations

from pathlib import Path

import pytest

from fillomino.boards import from_spec
from fillomino.errors import InputError
from workbench.texts.inputs import board_of, open_one, puzzle_of, sources


def test_a_board_is_a_specification_or_that_of_a_puzzle_file(tmp_path: Path) -> None:
    file = tmp_path / "pair.cells"
    file.write_text("A: B\nB: A\nA = 2\n", encoding="utf-8")
    assert board_of(str(file)).names == ("A", "B")
    assert board_of("torus:3x3") == from_spec("torus:3x3")


def test_neither_is_told_with_the_grammar(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"torus:ROWSxCOLUMNS.* or a puzzle file of which to take the board"):
        board_of(str(tmp_path / "none"))


SET = """{
  "name": "Fillomino", "count": 3,
  "data": {"1_1x2": {"problem": "1 2\\n- 2"},
    "2_1x1": {"problem": "1 1\\n-", "solution": "1 1\\n1"},
    "3_1x1": {"problem": "1 1\\nx"}}}
"""


@pytest.mark.parametrize("text", [SET, SET.replace("\n", "")], ids=["lines", "one line"])
def test_a_data_set_stands_for_its_puzzles(tmp_path: Path, text: str) -> None:
    file = tmp_path / "set.json"
    file.write_text(text)
    *found, broken = sources([str(file)])
    assert [one.name for one in (*found, broken)] == [f"{file}:{key}" for key in ("1_1x2", "2_1x1", "3_1x1")]
    first, second = map(open_one, found)
    assert (first.document.puzzle.clues, second.document.answer) == ({1: 2}, (1,))
    assert first.path == str(file)
    with pytest.raises(InputError, match="a number written with the digits") as caught:
        open_one(broken)
    place = text.index('x"}}}')
    assert caught.value.line == text.count("\n", 0, place) + 1
    assert caught.value.column == place - text.rfind("\n", 0, place)
    assert puzzle_of(f"{file}:2_1x1").document == second.document
    with pytest.raises(InputError, match=r"holds 3 puzzles; name one of them, such as .*set.json:1_1x2"):
        puzzle_of(str(file))
    with pytest.raises(InputError, match="there is no such file"):
        puzzle_of(f"{file}:4_1x1")


def test_a_line_of_a_list_can_be_named(tmp_path: Path) -> None:
    file = tmp_path / "list.url"
    file.write_text("3x3:4b2e\n2x1:2a\n")
    assert puzzle_of(f"{file}:2").document.puzzle.clues == {0: 2}
