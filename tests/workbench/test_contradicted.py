"""The short search that holds a claim of uniqueness against the rules."""

from __future__ import annotations

from fillomino.board import rectangle
from fillomino.puzzle import Puzzle
from workbench.contradicted import another_solution

ROW = rectangle(1, 3)


def test_the_search_begins_where_deduction_ended() -> None:
    puzzle = Puzzle(ROW, {}, unknown=frozenset({0, 1}))
    assert another_solution(puzzle, [(1, 2, 2)], (0, 0, 0)) in ((2, 2, 1), (3, 3, 3))
    assert another_solution(puzzle, [(1, 2, 2)], (1, 0, 0)) is None
    assert another_solution(puzzle, [(1, 2, 2), (2, 2, 1)], (0, 0, 0)) == (3, 3, 3)


def test_deduced_numbers_are_no_clues_where_each_region_must_hold_one() -> None:
    puzzle = Puzzle(ROW, {0: 1}, basic=True)
    assert another_solution(puzzle, [], (1, 2, 2)) is None
