"""A contradiction told in steps, none of which can be spared."""

from __future__ import annotations

import random

from fillomino.board import rectangle
from fillomino.deduction.premises import Kind, Premises, Step
from fillomino.deduction.reason import _replay, reasoner, refutation
from fillomino.deduction.rules import table
from fillomino.deduction.state import State
from fillomino.graph import bits
from fillomino.puzzle import Puzzle
from tests.support.boards import ODD
from tests.support.brute import by_placing, keeps

LEVEL = 7
"""Looking ahead takes most of the time, and its steps are replayed like any other."""


def essence(step: Step) -> tuple[str, Kind, int, int]:
    return step.rule, step.kind, step.number, step.cells


def test_there_is_one_just_if_the_rules_find_a_contradiction_and_no_step_can_be_spared() -> None:
    chance = random.Random(11)
    boards = [rectangle(2, 4), rectangle(3, 3), *ODD.values()]
    every_filling = {id(board): by_placing(board) for board in boards}
    shorter = long = 0
    for index in range(150):
        board = chance.choice(boards)
        clues = {
            x: min(board.size, chance.randint(2, 5)) for x in range(board.size) if chance.random() < 0.25
        }
        puzzle = Puzzle(board, clues, basic=index % 5 == 0)
        reasoning = reasoner(puzzle, LEVEL)
        every = list(reasoning.steps())
        found = refutation(puzzle, LEVEL)
        assert (found is None) is reasoning.consistent
        if not found:
            continue
        assert not any(keeps(puzzle, filling) for filling in every_filling[id(board)])
        assert [step.kind is Kind.STOP for step in found] == [False] * (len(found) - 1) + [True]
        replayed = _replay(Premises(State(puzzle)), list(found))  # maybe for other reasons
        assert replayed is not None
        assert list(map(essence, replayed)) == list(map(essence, found))
        for place in range(len(found) - 1):
            rest = [*found[:place], *found[place + 1 :]]
            assert _replay(Premises(State(puzzle)), rest) is None, (puzzle, found)
        shorter += len(found) < len(every)
        long += len(found) > 2
    assert shorter > 10
    assert long > 10


def test_what_is_found_elsewhere_is_left_out() -> None:
    clues = {0: 2, 1: 4, 6: 3, 24: 3, 23: 1, 14: 2, 19: 1, 10: 2}
    puzzle = Puzzle(rectangle(5, 5), clues)
    found = refutation(puzzle)
    assert found is not None
    said = [table.find(step.rule).describe(step, puzzle.board) for step in found]
    assert len(list(reasoner(puzzle).steps())) > len(found)
    near = {0, 1, 5, 6, 10, 11}
    assert {cell for step in found for cell in bits(step.cells)} <= near, said


def test_clues_that_no_board_can_hold_need_no_step() -> None:
    assert refutation(Puzzle(rectangle(1, 2), {0: 2}, largest_region=1)) == ()


def test_no_time_no_steps() -> None:
    assert refutation(Puzzle(rectangle(2, 2), {0: 2, 1: 1, 2: 1}), seconds=0.0) is None
