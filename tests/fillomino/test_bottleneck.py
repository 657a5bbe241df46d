"""S5 against its definition: each cell that an open group might take is left out in turn."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import chain

from fillomino.board import rectangle
from fillomino.deduction.fast.groups import Group, Record, expand, indispensable
from fillomino.deduction.fast.propagation import Propagation
from fillomino.deduction.state import ContradictionError, State
from fillomino.graph import bits
from fillomino.puzzle import Puzzle
from tests.support.random_puzzles import BOARDS, puzzles


def groups_after(light: bool) -> Iterator[tuple[State, Record, Group]]:
    """The open groups of many puzzles after S0 to S4, and after S5 too unless that is left out.

    Some of the puzzles are large enough for groups that need each other; these may have no filling.
    """
    small = (puzzle for seed, board in enumerate(BOARDS) for puzzle in puzzles(board, seed=seed, count=40))
    rng, large = random.Random(5), rectangle(6, 6)
    clued = (
        Puzzle(large, {cell: rng.randint(3, 9) for cell in rng.sample(range(36), rng.randint(4, 12))})
        for _ in range(400)
    )
    for puzzle in chain(small, clued):
        try:
            propagation = Propagation(State(puzzle))
            propagation.run(light=light)
        except ContradictionError:
            continue
        for record in propagation.records.values():
            for group in record.groups:
                yield propagation.state, record, group


def missed(state: State, record: Record, group: Group, allowed: int) -> int:
    """The cells without each of which the group can't grow to its number through those allowed."""
    found = 0
    for cell in bits(state.admits[record.number] & ~record.opened):
        grown = expand(state, record, group, allowed & ~(1 << cell))[0]
        if grown.bit_count() < record.number:
            found |= 1 << cell
    return found


def test_it_finds_just_the_cells_that_a_group_can_not_do_without() -> None:
    seen: Counter[bool] = Counter()
    for state, record, group in groups_after(light=True):
        forced, support = indispensable(state, record, group)
        expected = missed(state, record, group, state.admits[record.number])
        assert forced == expected, state.puzzle
        assert forced or support
        seen[bool(forced)] += 1
    assert min(seen[False], seen[True]) > 10, seen


def test_with_its_support_alone_a_group_can_do_without_any_cell() -> None:
    seen = 0
    for state, record, group in groups_after(light=False):
        assert group.support
        assert not missed(state, record, group, group.support | group.cells), state.puzzle
        seen += 1
    assert seen > 100


def test_a_way_around_may_be_too_long_to_join_another_group() -> None:
    """Without r2c2 the 9 at r2c1 still has a way to the six others, but then they are too many."""
    clues = dict(enumerate([0, 0, 0, 3, 3, 3, 2, 2, 9, 0, 9, 9, 9, 9, 9, 9]))
    state = State(Puzzle(rectangle(2, 8), {cell: number for cell, number in clues.items() if number}))
    propagation = Propagation(state.copy())
    cells, others = 1 << 8, sum(1 << cell for cell in range(10, 16))
    alone, met = (Group(its, its.bit_count(), state.near(its) & ~its) for its in (cells, others))
    record = Record(9, [alone, met], cells | others)
    ball, _, early, _ = expand(state, record, alone, state.admits[9], 10)
    group = alone.knowing(ball, early, 0, 0)
    assert not state.pinch(9, ball)
    assert indispensable(state, record, group)[0] >> 9 & 1
    propagation.run()
    assert propagation.state.fixed[9] >> 9 & 1
