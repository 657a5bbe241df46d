"""Look-ahead by cases: exactly one case is so in each filling, and what it adds to the rules is right."""

from __future__ import annotations

from time import process_time

import pytest

from fillomino import formats
from fillomino.deduction.engine import Level, deduce
from fillomino.deduction.fast import propagation as ahead
from fillomino.deduction.fast.propagation import Propagation, look_ahead, open_cases
from fillomino.deduction.state import ContradictionError, State
from fillomino.graph import bits
from fillomino.puzzle import Puzzle
from scripts.large_boards import large_board
from tests.support.random_puzzles import BOARDS, puzzles, solutions_of

NEEDS_A_LOOK_AHEAD = """4 4
0 0 0 0
5 3 5 3
0 0 0 0
0 0 0 2
"""
SOLVED = (5, 5, 5, 3, 5, 3, 5, 3, 2, 3, 1, 3, 2, 3, 2, 2)


def puzzle_ahead() -> Puzzle:
    return formats.read(NEEDS_A_LOOK_AHEAD).puzzle


def test_what_the_rules_leave_open_is_solved() -> None:
    assert deduce(puzzle_ahead(), Level.FULL).filling().count(0) == 11
    assert deduce(puzzle_ahead(), Level.AHEAD).filling() == SOLVED


def test_exactly_one_case_is_so_in_every_filling() -> None:
    of_groups = of_cells = 0
    for index, board in enumerate(BOARDS):
        for puzzle in puzzles(board, seed=700 + index, count=40):
            try:
                propagation = Propagation(State(puzzle))
                propagation.run()
            except ContradictionError:
                continue
            fillings = solutions_of(puzzle)
            for _, cases in open_cases(propagation):
                assert 2 <= len(cases) <= ahead.MOST_CASES
                of_groups += len({case.number for case in cases}) == 1
                of_cells += len({case.cell for case in cases}) == 1
                for filling in fillings:
                    so = [
                        case
                        for case in cases
                        if filling[case.cell.bit_length() - 1] == case.number
                        and all(filling[cell] != case.number for cell in bits(case.without))
                    ]
                    assert len(so) == 1, f"{puzzle}: {cases} in {filling}"
    assert of_groups > 100
    assert of_cells > 500


def test_it_ends_when_it_is_fruitless(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "FRUITLESS", 0)
    assert deduce(puzzle_ahead(), Level.AHEAD) == deduce(puzzle_ahead(), Level.FULL)


def test_it_ends_when_time_is_over() -> None:
    propagation = Propagation(State(puzzle_ahead()))
    propagation.run()
    before = propagation.state.candidates()
    assert look_ahead(propagation, until=process_time()).state.candidates() == before
    assert look_ahead(propagation).state.candidates() != before


def test_where_no_case_is_left_there_is_no_filling() -> None:
    """The puzzle with one more clue, which is wrong."""
    found = 0
    for cell, right in enumerate(SOLVED):
        for number in range(1, 9):
            clues = puzzle_ahead().clues
            if cell in clues or number == right:
                continue
            puzzle = Puzzle(puzzle_ahead().board, {**clues, cell: number})
            if deduce(puzzle).consistent:
                assert not deduce(puzzle, Level.AHEAD).consistent
                found += 1
    assert found > 5


def test_a_large_board_is_given_up_where_it_closes_too_few_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    """On real puzzles the limit changes nothing; with random clues most cases on large boards are in vain."""
    puzzle = large_board(50, 0.6, 1)

    def cases_and_closed() -> tuple[int, int]:
        propagation = Propagation(State(puzzle))
        propagation.run_and_count()
        before = propagation.state.unfixed.bit_count()
        followed = []
        after = look_ahead(propagation, watch=lambda _, cases, __: followed.append(len(cases)))
        return sum(followed), before - after.state.unfixed.bit_count()

    cases, closed = cases_and_closed()
    assert 0 < cases <= ahead.ADVANCE * 50 + closed * ahead.WORTH / 2500 + ahead.MOST_CASES
    monkeypatch.setattr(ahead, "WORTH", 10**9)
    more, all_closed = cases_and_closed()
    assert more > 1.5 * cases
    assert all_closed >= closed
