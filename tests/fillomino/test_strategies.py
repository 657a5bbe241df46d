"""The thesis's strategies: where the printed version fails, ours does not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from fillomino.board import Board, rectangle
from fillomino.deduction.engine import Level, deduce
from fillomino.deduction.premises import Kind
from fillomino.deduction.reason import Reasoner
from fillomino.deduction.rules import reach, table
from fillomino.deduction.rules.rule import Rule
from fillomino.deduction.state import ContradictionError, State
from fillomino.deduction.strategies import STRATEGIES, rules_of
from fillomino.graph import bits
from fillomino.puzzle import Puzzle
from tests.support import as_printed
from tests.support.random_puzzles import BOARDS, puzzles, solutions_of


def fixed_by(strategy: str, puzzle: Puzzle) -> set[tuple[int, int]]:
    """What our version of a strategy alone fills in, at its first go."""
    rule = STRATEGIES[strategy]
    premises = Reasoner(State(puzzle), [rule]).premises
    steps = [step for number in premises.state.admits for step in rule.find(premises, number)]
    return {(cell, step.number) for step in steps if step.kind is Kind.FIX for cell in bits(step.cells)}


def numbers_left(puzzle: Puzzle, cell: int, *, basic: bool) -> list[int]:
    reasoning = Reasoner(State(replace(puzzle, basic=basic)), [STRATEGIES["reachability"]])
    reasoning.run()
    return reasoning.candidates().numbers(cell)


def wrong(filled: set[tuple[int, int]], puzzle: Puzzle) -> set[tuple[int, int]]:
    """What was filled in that is not so in some filling."""
    return {(x, v) for x, v in filled for filling in solutions_of(puzzle) if filling[x] != v}


def test_single_exit_as_printed_takes_several_exits_for_one() -> None:
    puzzle = Puzzle(rectangle(1, 3), {1: 2})
    assert wrong(as_printed.single_exits(puzzle.board, dict(puzzle.clues)), puzzle) == {(2, 2)}
    assert fixed_by("single-exit", puzzle) == set()
    assert fixed_by("single-exit", Puzzle(rectangle(1, 3), {0: 2})) == {(1, 2)}


def test_single_exit_counts_a_cell_once_that_is_beside_two_of_the_group() -> None:
    corner = Puzzle(rectangle(2, 2), {0: 4, 1: 4, 2: 4})
    assert fixed_by("single-exit", corner) == {(3, 4)}


def test_forced_cells_as_printed_misses_growth_in_two_places() -> None:
    # ". 4 4 . ." is "4 4 4 4 1" or "1 4 4 4 4"; grown from one of the two, only the latter is seen.
    puzzle = Puzzle(rectangle(1, 5), {1: 4, 2: 4})
    printed = as_printed.forced_cells(puzzle.board, dict(puzzle.clues))
    assert wrong(printed, puzzle) == {(4, 4)}
    assert solutions_of(puzzle) == [(1, 4, 4, 4, 4), (4, 4, 4, 4, 1)]
    assert wrong(fixed_by("forced-cells", puzzle), puzzle) == set()
    assert fixed_by("forced-cells", puzzle) == {(3, 4)}


def test_reachability_as_printed_denies_hidden_regions() -> None:
    puzzle = Puzzle(rectangle(1, 3), {0: 2})
    assert solutions_of(puzzle) == [(2, 2, 1)]
    assert as_printed.reachable(puzzle.board, dict(puzzle.clues))[2] == set()
    assert 1 in numbers_left(puzzle, 2, basic=False)
    assert numbers_left(puzzle, 2, basic=True) == []


def test_reachability_as_printed_walks_through_groups_for_nothing() -> None:
    # Row 3 of five is "6 . 6 . x", and the 6 in its middle is a column of five: 1 + 1 + 5 are too many
    # for the left 6 to get to x, and x is two cells from the column, which needs but one.
    board = rectangle(5, 5)
    clues = {10: 6, **dict.fromkeys(range(2, 25, 5), 6)}
    assert 6 in as_printed.reachable(board, clues)[14]
    assert 6 not in numbers_left(Puzzle(board, clues), 14, basic=True)
    assert 6 in numbers_left(Puzzle(board, clues), 13, basic=True)


@pytest.mark.parametrize(
    "printed", [as_printed.single_exits, as_printed.forced_cells], ids=lambda function: function.__name__
)
def test_what_is_printed_is_wrong_on_many_puzzles_and_ours_on_none(
    printed: Callable[[Board, dict[int, int]], set[tuple[int, int]]],
) -> None:
    ours = "single-exit" if printed is as_printed.single_exits else "forced-cells"
    failures = 0
    for index, board in enumerate(BOARDS):
        for puzzle in puzzles(board, seed=index, count=30):
            if puzzle.walls or puzzle.largest_region or board.size > 7:
                continue
            failures += bool(wrong(printed(board, dict(puzzle.clues)), puzzle))
            assert wrong(fixed_by(ours, puzzle), puzzle) == set()
    assert failures > 5


def struck(rule: Rule, puzzle: Puzzle) -> dict[int, int]:
    """The cells at which a rule alone rules each number out, at its first go."""
    premises = Reasoner(State(puzzle), [rule]).premises
    steps = [step for number in premises.state.admits for step in rule.find(premises, number)]
    return {step.number: step.cells for step in steps if step.kind is Kind.STRIKE}


def test_both_searches_of_reachability_rule_out_the_same() -> None:
    compared = 0
    for index, board in enumerate(BOARDS):
        for puzzle in puzzles(board, seed=index, count=40):
            for given in (puzzle, replace(puzzle, basic=True)):
                try:
                    by_groups, by_cells = (struck(rule, given) for rule in (reach.RULE, reach.FROM_CELLS))
                except ContradictionError:
                    continue
                assert by_groups == by_cells, given
                compared += bool(by_groups)
    assert compared > 100


def test_the_strategies_are_a_level_of_deduction() -> None:
    found = deduce(Puzzle(rectangle(1, 5), {1: 3}), Level.THESIS)
    assert found.filling() == (0, 3, 3, 0, 0)
    assert 3 not in found.numbers(4)


def test_every_strategy_is_a_rule() -> None:
    assert set(rules_of(STRATEGIES)) == {*table.levels()[:2], *STRATEGIES.values()}
    assert rules_of(()) == table.levels()[:2]
