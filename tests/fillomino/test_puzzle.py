"""Puzzles: what may be given, and what does not fit the board."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from fillomino.board import rectangle
from fillomino.errors import FillominoError, InputError, PuzzleError
from fillomino.puzzle import Document, Puzzle
from tests.support.refused import refused


def test_a_puzzle_holds_what_it_was_given() -> None:
    board = rectangle(2, 2)
    puzzle = Puzzle(
        board, {0: 4, 3: 1}, frozenset({(0, 1)}), frozenset({2}), largest_region=4, info={"title": "t"}
    )
    assert puzzle.empty_cells == 2
    assert Document(puzzle).answer is None
    bare = Puzzle(board, {})
    assert (bare.empty_cells, bare.walls, bare.unknown, bare.largest_region) == (
        4,
        frozenset(),
        frozenset(),
        None,
    )


def test_the_largest_clue_is_the_number_of_cells() -> None:
    assert Puzzle(rectangle(2, 2), {0: 4}).clues == {0: 4}


@pytest.mark.parametrize(
    ("clues", "message"),
    [
        ({4: 1}, "a clue for cell 4, but the cells are 0 to 3"),
        ({-1: 1}, "a clue for cell -1"),
        ({0: 0}, "the clue 0 at r1c1 is not between 1 and 4"),
        ({3: -2}, "the clue -2 at r2c2"),
        ({1: 5}, "the clue 5 at r1c2 is not between 1 and 4, the number of cells"),
    ],
)
def test_clues_that_do_not_fit(clues: Mapping[int, int], message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        Puzzle(rectangle(2, 2), clues)


@pytest.mark.parametrize("wall", [(0, 3), (1, 0), (0, 0), (0, 4), (-1, 0)])
def test_walls_part_neighbours_in_ascending_order(wall: tuple[int, int]) -> None:
    with refused(PuzzleError, "wall-between"):
        Puzzle(rectangle(2, 2), {}, frozenset({wall}))


@pytest.mark.parametrize("cell", [0, 4, -1])
def test_question_marks_stand_on_empty_cells(cell: int) -> None:
    with pytest.raises(PuzzleError, match="it is not an empty cell of the board"):
        Puzzle(rectangle(2, 2), {0: 1}, unknown=frozenset({cell}))


def test_the_largest_region_has_a_cell() -> None:
    with refused(PuzzleError, "largest-region"):
        Puzzle(rectangle(2, 2), {}, largest_region=0)


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
