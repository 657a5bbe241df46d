"""The short search that holds a claim of uniqueness against the rules."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from fillomino.board import rectangle
from fillomino.counting.windows import random_filling
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import violations
from workbench.methods import contradicted
from workbench.methods.contradicted import another_solution
from workbench.methods.question import Question
from workbench.methods.table import smt

ROW = rectangle(1, 3)


def clues(puzzle: Puzzle) -> Filling:
    """The filling of which only the clues are known."""
    return tuple(puzzle.clues.get(cell, 0) for cell in range(puzzle.board.size))


def test_the_search_fills_only_what_deduction_left_open() -> None:
    puzzle = Puzzle(ROW, {}, unknown=frozenset({0, 1}))
    assert another_solution(puzzle, [(1, 2, 2)], (0, 0, 0)) in ((2, 2, 1), (3, 3, 3))
    assert another_solution(puzzle, [(1, 2, 2)], (1, 0, 0)) is None
    assert another_solution(puzzle, [(1, 2, 2)], (1, 2, 2)) is None
    assert another_solution(puzzle, [(1, 2, 2), (2, 2, 1)], (0, 0, 0)) == (3, 3, 3)


def test_kept_numbers_are_no_clues_where_each_region_must_hold_one() -> None:
    puzzle = Puzzle(rectangle(4, 4), {2: 4, 3: 1, 5: 3, 7: 3, 8: 3, 9: 1, 10: 4})
    known = (4, 4, 4, 1, 4, 3, 3, 3, 3, 1, 4, 4, 3, 3, 4, 4)
    assert another_solution(puzzle, [known], clues(puzzle)) is not None
    assert another_solution(replace(puzzle, basic=True), [known], clues(puzzle)) is None


@pytest.mark.parametrize(("size", "caught"), [(5, 24), (10, 26)])
def test_most_false_claims_are_caught(size: int, caught: int) -> None:
    """Of 30 boards, most with several solutions; five guesses at the whole board caught 5 and none."""
    random, board = Random(1), rectangle(size, size)
    known = random_filling(board, 9, random)
    held = 0
    for _ in range(30):
        puzzle = Puzzle(board, {x: number for x, number in enumerate(known) if random.random() < 0.4})
        other = another_solution(puzzle, [known], clues(puzzle))
        held += other is not None
        assert other != known
        assert other is None or not violations(puzzle, other)
    assert held >= caught


def test_what_deduction_proves_costs_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deduction is a proof by the rules themselves; here it fills the board."""
    monkeypatch.setattr(contradicted, "another_solution", lambda *_: pytest.fail("searched"))
    result = smt(deduce="ahead").run("row", Puzzle(ROW, {0: 1}), Question(unique=True))
    assert (result.unique, result.decided_by) == (True, "deduction")
