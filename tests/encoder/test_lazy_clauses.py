"""Clauses of the lazy method, read and tried one by one."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest

from encoder.lazy.cuts import near_fillings
from encoder.parts.clauses import GROUP, PAIRWISE, _at_most_one, terms
from encoder.parts.values import Values, values_of
from fillomino.board import rectangle
from fillomino.deduction.engine import Level, deduce
from fillomino.puzzle import Filling, Puzzle
from smtlib.sexpr import read_one
from tests.support.brute import by_placing


def keeps(clause: str, true: set[str]) -> bool:
    """Whether a clause holds where just these symbols are true."""
    positive, negative = literals(clause)
    return not (positive.isdisjoint(true) and negative <= true)


@cache
def literals(clause: str) -> tuple[frozenset[str], frozenset[str]]:
    """The symbols of a clause: the plain ones, and the negated ones."""
    term = read_one(clause)
    parts = term[1:] if isinstance(term, tuple) and term[0] == "or" else (term,)
    positive = {part for part in parts if isinstance(part, str)}
    negative = {part[1] for part in parts if isinstance(part, tuple) and isinstance(part[1], str)}
    assert len(positive) + len(negative) == len(parts)
    return frozenset(positive), frozenset(negative)


def held(values: Values, filling: Filling) -> set[str]:
    """The variables that a filling makes true."""
    return {values.symbol(x, values.value(x, number)) for x, number in enumerate(filling)}


@pytest.mark.parametrize("cap", [2, 9])
@pytest.mark.parametrize("shape", [(2, 3), (3, 3), (1, 6)])
def test_cuts_near_a_filling_are_kept_by_all_fillings(shape: tuple[int, int], cap: int) -> None:
    board = rectangle(*shape)
    puzzle = Puzzle(board, {})
    values = values_of(puzzle, deduce(puzzle, Level.NONE), cap)
    fillings = {filling: held(values, filling) for filling in by_placing(board)}
    for filling in list(fillings)[:: max(1, len(fillings) // 20)]:
        for cut in terms(values, near_fillings(values, values.held_in(filling))):
            for other, true in fillings.items():
                assert keeps(cut, true), (filling, cut, other)


def test_cuts_near_a_filling_refuse_a_cell_that_changes_sides() -> None:
    board = rectangle(3, 3)
    puzzle = Puzzle(board, {})
    values = values_of(puzzle, deduce(puzzle, Level.NONE), 9)
    filling = (4, 4, 5, 4, 4, 5, 5, 5, 5)
    assert filling in by_placing(board)
    cuts = terms(values, near_fillings(values, values.held_in(filling)))
    for x in range(9):
        changed = (*filling[:x], 9 - filling[x], *filling[x + 1 :])
        assert not all(keeps(cut, held(values, changed)) for cut in cuts), changed


def test_what_is_only_counted_takes_little() -> None:
    """One value for all numbers that stand nowhere, also where walls ask which cells are in one region."""
    puzzle = Puzzle(rectangle(4, 5), {0: 7}, frozenset({(0, 1)}))
    candidates = deduce(puzzle)
    assert max(map(len, values_of(puzzle, candidates, cap=0, to_count=True).options)) <= 2
    assert len(values_of(puzzle, candidates, cap=0).pairs) > 10 * 19


@pytest.mark.parametrize("count", [2, 8, 9, 10, 13])
def test_no_two_options_are_held(count: int) -> None:
    """Helpers can be chosen iff at most one option is held."""
    symbols = [f"n_0_{v}" for v in range(count)]
    heads = [f"g_0_{i}" for i in range(-(-count // GROUP))] if count > PAIRWISE else []
    clauses = _at_most_one(symbols, heads)
    groups = [symbols[i * count // len(heads) : (i + 1) * count // len(heads)] for i in range(len(heads))]
    assert [symbol for group in groups for symbol in group] == (symbols if heads else [])
    for values in product((False, True), repeat=count):
        true = {symbol for symbol, value in zip(symbols, values, strict=True) if value}
        # The helpers of the groups held are asked for; more of them would only exclude one another.
        told = {head for head, group in zip(heads, groups, strict=True) if true & set(group)}
        assert all(keeps(clause, true | told) for clause in clauses) == (len(true) <= 1)
