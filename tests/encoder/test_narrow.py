"""The guess at a solution of a large board: it takes candidates away, and a wrong one costs no solution."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from encoder.lazy import narrow
from encoder.lazy.narrow import HIDDEN, narrowed
from fillomino.board import rectangle
from fillomino.deduction.engine import deduce
from fillomino.deduction.levels import Level
from fillomino.deduction.state import Candidates
from fillomino.puzzle import Puzzle
from scripts.large_boards import large_board
from tests.support.brute import by_placing, keeps
from tests.support.where import brief
from workbench.fillomino import cut_loop
from workbench.methods.method import Question, Status
from workbench.methods.smt import smt


@pytest.fixture
def small_boards_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(narrow, "LEAST_OPEN", 1)


@pytest.mark.parametrize("hidden", HIDDEN)
@pytest.mark.parametrize("level", [Level.NONE, Level.FULL])
def test_the_guess_leaves_some_of_the_candidates(level: Level, hidden: int) -> None:
    puzzle = large_board(16, 0.45, 1, wide=(10, 20))
    candidates = deduce(puzzle, level)
    guess = narrowed(puzzle, candidates, hidden)
    assert guess is not None
    pairs = list(zip(guess.masks, candidates.masks, strict=True))
    assert all(mask and not mask & ~known for mask, known in pairs)
    assert any(mask != known for mask, known in pairs)


@pytest.mark.usefixtures("small_boards_too")
@pytest.mark.parametrize("variant", [{}, {"largest_region": 6}, {"walls": frozenset({(4, 8), (1, 2)})}])
@brief(lambda variant: not variant)
def test_small_boards_are_solved_as_without_a_guess(
    variant: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Guesses of which most are wrong: where only 1 is hidden, every other region is known somewhere."""
    monkeypatch.setattr(cut_loop, "HIDDEN", (1,))
    monkeypatch.setattr(narrow, "STEPS", 2)
    guesses = list[Candidates | None]()

    def noted(*arguments: Any) -> Candidates | None:
        guesses.append(narrowed(*arguments))
        return guesses[-1]

    monkeypatch.setattr(cut_loop, "narrowed", noted)
    board = rectangle(3, 4)
    fillings = by_placing(board)
    solved = 0
    for a, b, c in product((1, 3, 5), repeat=3):
        puzzle = Puzzle(board, {0: a, 6: b, 11: c}).replace(**variant)
        wanted = [filling for filling in fillings if keeps(puzzle, filling)]
        result = smt("cuts", "yices", deduce="none").run("small", puzzle, Question())
        assert result.verdict.status is (Status.SOLVED if wanted else Status.UNSOLVABLE)
        assert all(filling in wanted for filling in result.answers.fillings)
        solved += bool(wanted)
    assert solved and any(guesses) and None in guesses


@pytest.mark.usefixtures("small_boards_too")
@pytest.mark.parametrize("hidden", [(2, 1), (3, 2, 1)])
def test_one_guess_follows_the_other_where_answers_are_wrong(
    hidden: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After one wrong answer already; whatever the last guess comes to, no solution is lost."""
    monkeypatch.setattr(cut_loop, "HIDDEN", hidden)
    monkeypatch.setattr(narrow, "STALLED", 0)
    tried = list[int]()

    def noted(puzzle: Puzzle, candidates: Candidates, most: int, *rest: Any) -> Candidates | None:
        tried.append(most)
        return narrowed(puzzle, candidates, most, *rest)

    monkeypatch.setattr(cut_loop, "narrowed", noted)
    board = rectangle(3, 4)
    fillings = by_placing(board)
    for a, b in product((1, 3, 4, 6), repeat=2):
        puzzle = Puzzle(board, {0: a, 11: b})
        wanted = [filling for filling in fillings if keeps(puzzle, filling)]
        result = smt("cuts", "yices", deduce="none").run("small", puzzle, Question())
        assert result.verdict.status is (Status.SOLVED if wanted else Status.UNSOLVABLE)
        assert all(filling in wanted for filling in result.answers.fillings)
    assert set(tried) == set(hidden)
