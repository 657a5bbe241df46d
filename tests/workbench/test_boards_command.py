"""The command that lists boards, and boards in files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fillomino import formats
from fillomino.boards import BOARDS, from_spec
from fillomino.errors import InputError
from fillomino.puzzle import Document, Puzzle
from tests.workbench.conftest import EXAMPLES, Runner

BY_FAMILY = pytest.mark.parametrize("spec", [family.example for family in BOARDS])


def test_every_shape_is_listed_with_its_grammar_and_a_drawing(fillomino: Runner) -> None:
    done = fillomino("show", "--boards")
    assert (done.code, done.err) == (0, "")
    for family in BOARDS:
        assert f"{family.grammar}\n  {family.title}\n  {family.example}, " in done.out
    assert "  12 ┊ 1    2    3    4  ┊ 9\n" in done.out, "the Möbius strip shows its twist"


def test_boards_can_be_chosen_also_from_a_file(fillomino: Runner) -> None:
    done = fillomino("show", "--boards", "1x2", EXAMPLES / "cube.cells")
    assert done.out.startswith("1x2, 2 cells:\n\n┌───────┐\n│ 1   2 │\n└───────┘\n\n")
    assert "cube.cells, 8 cells:\n" in done.out


@BY_FAMILY
def test_json_lists_cells_and_links(fillomino: Runner, spec: str) -> None:
    row = json.loads(fillomino("show", "--boards", spec, "--json").out)
    board = from_spec(spec)
    assert row["cells"] == list(board.names)
    assert len(row["links"]) == len(list(board.links()))
    assert ("rows" in row) == (board.grid is not None)


def test_what_is_no_board_is_told(fillomino: Runner) -> None:
    assert fillomino.refuses("show", "--boards", "torus:2x2").startswith(
        "bad board 'torus:2x2': the number of rows"
    )


@BY_FAMILY
def test_a_json_file_keeps_the_board(spec: str) -> None:
    board = from_spec(spec)
    puzzle = Puzzle(board, {0: 2, board.size - 1: 1}, walls=frozenset({next(board.links())}))
    written = formats.write(puzzle, "json")
    assert (f'"board": "{spec}"' in written) == (board.spec is not None)
    again = formats.read(written).puzzle
    assert (again.board.neighbours, again.clues, again.walls) == (
        board.neighbours,
        puzzle.clues,
        puzzle.walls,
    )
    if board.spec is not None:
        assert formats.read(written) == Document(puzzle)


@BY_FAMILY
def test_a_filling_is_read_as_it_is_written(spec: str) -> None:
    board = from_spec(spec)
    filling = tuple(range(1, board.size + 1))
    assert formats.read_filling(formats.write_filling(board, filling), board) == filling


@pytest.mark.parametrize(
    "spec", ["torus:3x4", "cylinder:3x3", "moebius:1x4", "two-sided:2x2", "box:2x2x2", "hexagon:2"]
)
@pytest.mark.parametrize("name", ["plain", "url", "pzprv3", "janko", "filling"])
def test_formats_of_rectangles_refuse_other_boards(spec: str, name: str) -> None:
    with pytest.raises(InputError, match="write it as adjacency or json"):
        formats.write(Puzzle(from_spec(spec), {0: 1}), name)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"board": "torus:2x4"}', "1:11: bad board 'torus:2x4': the number of rows is 2"),
        ('{"board": 3}', "1:11: 'board' should be a string"),
        ('{"board": "2x2", "cells": ["A"]}', "1:18: 'board' gives the board already; remove it or 'cells'"),
        ('{"board": "2x2", "clues": {"A": 1}}', "there is no cell 'A' on the board"),
        ('{"clues": {}}', "the puzzle has no 'cells', nor a 'board' in their place"),
    ],
)
def test_errors_in_files_say_where(text: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as error:
        formats.read(text)
    assert said in str(error.value)


def test_a_torus_is_solved_and_drawn_from_its_file(fillomino: Runner, tmp_path: Path) -> None:
    file = tmp_path / "torus.json"
    file.write_text('{"board": "torus:3x3", "clues": {"r1c1": 9}}', encoding="utf-8")
    assert "  9 ┊(9)  9   9 ┊(9)\n" in fillomino("solve", file).out
