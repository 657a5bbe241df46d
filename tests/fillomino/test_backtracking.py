"""Backtracking finds exactly the fillings that brute force finds."""

from __future__ import annotations

from itertools import chain, combinations

import pytest

from fillomino.backtracking import HEURISTICS, Order, choice, search
from fillomino.board import rectangle
from fillomino.deduction.state import State
from fillomino.deduction.strategies import STRATEGIES
from fillomino.errors import InputError
from fillomino.puzzle import Puzzle
from tests.support.random_puzzles import BOARDS, puzzles, solutions_of
from tests.support.refused import refused
from tests.support.where import brief

SUBSETS = [None, *map(frozenset, chain.from_iterable(combinations(STRATEGIES, n) for n in range(4)))]


def variants(puzzle: Puzzle) -> tuple[Puzzle, ...]:
    return puzzle, puzzle.replace(basic=True), puzzle.replace(checkered=True)


def named(strategies: frozenset[str] | None) -> str:
    return "S0-S5" if strategies is None else "+".join(sorted(strategies)) or "none"


@pytest.mark.parametrize("order", HEURISTICS)
@pytest.mark.parametrize("strategies", SUBSETS, ids=named)
@brief(lambda strategies, order: not strategies or (order == "fewest" and len(strategies) == 1))
def test_it_finds_every_filling(strategies: frozenset[str] | None, order: Order) -> None:
    solved = 0
    for index, board in enumerate(BOARDS):
        if board.size > 6:
            continue
        for given in puzzles(board, seed=index, count=2):
            for puzzle in variants(given):
                fillings = solutions_of(puzzle)
                found = search(puzzle, limit=10**6, strategies=strategies, order=order)
                assert sorted(found.fillings) == fillings, puzzle
                assert found.complete
                assert found.unique is (len(fillings) == 1)
                solved += len(fillings)
    assert solved > 100


def test_all_fillings_of_a_board() -> None:
    found = search(Puzzle(rectangle(3, 3), {}), limit=10**6)
    assert (len(found.fillings), found.complete) == (445, True)


def test_nodes_and_depth() -> None:
    decided = search(Puzzle(rectangle(1, 2), {0: 2}))
    assert (decided.nodes, decided.depth, decided.unique) == (0, 0, True)
    # 1 2 2, 2 2 1, 3 3 3: one guess at a time settles a row of three.
    row = search(Puzzle(rectangle(1, 3), {}), limit=10)
    assert len(row.fillings) == 3
    assert (row.depth, row.nodes) == (1, 3)


def test_it_stops_at_the_limit_and_when_time_is_up() -> None:
    empty = Puzzle(rectangle(3, 3), {})
    two = search(empty)
    assert (len(two.fillings), two.complete, two.unique) == (2, False, False)
    none = search(empty, seconds=0.0)
    assert (none.fillings, none.complete, none.unique) == ((), False, None)


def test_no_filling() -> None:
    none = search(Puzzle(rectangle(1, 3), {0: 3}, largest_region=2))
    assert (none.fillings, none.complete, none.unique) == ((), True, False)


def test_a_strategy_that_does_not_exist() -> None:
    with refused(InputError, "unknown-strategy"):
        search(Puzzle(rectangle(1, 3), {}), strategies=frozenset({"luck"}))


def test_it_can_be_watched() -> None:
    seen: list[tuple[int, int]] = []
    square = Puzzle(rectangle(2, 2), {})
    found = search(square, limit=99, watch=lambda nodes, depth: seen.append((nodes, depth)))
    assert seen[0] == (0, 0)
    assert max(depth for _, depth in seen) == found.depth
    assert seen[-1][0] == found.nodes


def test_each_heuristic_guesses_at_its_cell() -> None:
    """In ``. . . .  /  2 . 3 .`` the last column has fewer candidates than the other cells."""
    state = State(Puzzle(rectangle(2, 4), {6: 3, 4: 2}))
    for number in (4, 5):
        state.strike(number, 1 << 3 | 1 << 7)
    cells = {order: choice(state, order) for order in HEURISTICS}
    assert {order: guess[0] for order, guess in cells.items() if guess} == {
        "first": 0,
        "fewest": 3,  # of two cells with the fewest the first
        "constrained": 7,  # the other one of them, beside the 3
        "exits": 0,  # the 2 has two exits, the 3 three
    }
    assert all(guess and guess[1] == sorted(guess[1]) for order, guess in cells.items() if order != "exits")
    assert cells["exits"] is not None
    assert cells["exits"][1][:2] == [2, 1]


def test_there_is_nothing_to_guess_where_all_is_known() -> None:
    state = State(Puzzle(rectangle(1, 2), {0: 2, 1: 2}))
    assert [choice(state, order) for order in HEURISTICS] == [None] * 4


def test_heuristics_make_a_difference() -> None:
    found = {order: search(Puzzle(rectangle(3, 3), {0: 4}), limit=99, order=order) for order in HEURISTICS}
    assert len({tuple(sorted(its.fillings)) for its in found.values()}) == 1
    assert len({its.nodes for its in found.values()}) > 2
