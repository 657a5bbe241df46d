"""Counts through a solver: brute force, limits, and what is told when it stops early."""

from __future__ import annotations

import json
from random import Random

import pytest

from fillomino.board import rectangle
from fillomino.errors import CountError
from fillomino.puzzle import Puzzle
from tests.support.boards import ODD
from tests.support.brute import by_placing, keeps
from tests.workbench.conftest import EXAMPLES, Runner
from workbench.methods.counting import count_by_solver
from workbench.methods.question import Question
from workbench.methods.table import smt

BOARDS = {**ODD, "2x3": rectangle(2, 3), "1x6": rectangle(1, 6)}


def counted(puzzle: Puzzle, encoding: str = "cuts") -> int:
    told: list[int] = []
    found = count_by_solver("it", puzzle, smt(encoding, "yices"), Question(), told.append)
    assert told == list(range(1, found + 1))
    return found


@pytest.mark.parametrize("encoding", ["cuts", "placements"])
def test_boards_against_brute_force(encoding: str) -> None:
    for board in BOARDS.values():
        fillings = by_placing(board)
        for largest in (None, 3):
            wanted = sum(largest is None or max(filling) <= largest for filling in fillings)
            assert counted(Puzzle(board, {}, largest_region=largest), encoding) == wanted


def test_a_filling_with_many_trees_is_counted_once() -> None:
    """A model of `forest-bool` holds a spanning tree; the projection is onto the numbers."""
    assert counted(Puzzle(rectangle(2, 3), {}), "forest-bool") == 33


def test_puzzles_against_brute_force() -> None:
    """With the variants, which the other methods do not know."""
    chance = Random(5)
    several = 0
    for _ in range(12):
        board = chance.choice((rectangle(2, 4), rectangle(3, 3), ODD["ring"]))
        fillings = by_placing(board)
        filling = chance.choice(fillings)
        puzzle = Puzzle(
            board,
            {x: filling[x] for x in range(board.size) if chance.random() < 0.25},
            walls=frozenset(link for link in board.links() if chance.random() < 0.1),
            checkered=chance.random() < 0.4,
            basic=chance.random() < 0.4,
        )
        wanted = sum(keeps(puzzle, filling) for filling in fillings)
        several += wanted > 1
        assert counted(puzzle) == wanted
    assert several > 4


def test_a_count_that_runs_out_of_time_says_how_far_it_came() -> None:
    method = smt("cuts", "yices")
    question = Question(seconds=0.2)
    with pytest.raises(CountError, match=r"\d+ solutions found, and there may be more: the solver had 0.2 s"):
        count_by_solver("it", Puzzle(rectangle(4, 4), {}), method, question, lambda _: None)


def test_the_command(fillomino: Runner) -> None:
    row = json.loads(fillomino("count", "--board", "2x3", "--method", "solver", "--json").out)
    assert (row["fillings"], row["method"], row["encoding"], row["solver"]) == (33, "solver", "cuts", "yices")
    done = fillomino("count", EXAMPLES / "checkered.json", "--method", "solver", "-e", "placements")
    assert done.code == 0
    assert "1 solution (solver, placements, yices, " in done.out
    assert fillomino("count", EXAMPLES / "none.txt", "--method", "solver").code == 1
    done = fillomino("count", "--board", "4x4", "--method", "solver", "--timeout", "0.2")
    assert (done.code, done.out) == (3, "")
    assert "4x4: " in done.err


def test_ctrl_c_tells_what_was_found(fillomino: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*given: object) -> int:
        *_, watch = given
        assert callable(watch)
        watch(7)
        raise KeyboardInterrupt

    monkeypatch.setattr("workbench.cli.count.count_by_solver", interrupted)
    done = fillomino("count", "--board", "3x3", "--method", "solver")
    assert done.code == 130
    assert "3x3: 7 solutions were found so far; there may be more" in done.err


def test_a_broken_solver_is_no_count(fillomino: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> int:
        raise CountError("it broke", broken=True)

    monkeypatch.setattr("workbench.cli.count.count_by_solver", broken)
    assert fillomino("count", "--board", "3x3", "--method", "solver").code == 4
