"""The order of persons: other steps first, the same in the end."""

from __future__ import annotations

import random

from fillomino import formats
from fillomino.board import rectangle
from fillomino.deduction.premises import Kind, Step
from fillomino.deduction.reason import NearbyReasoner, reasoner
from fillomino.deduction.rules import table
from fillomino.puzzle import Puzzle
from tests.support.boards import ODD
from tests.workbench.conftest import EXAMPLES


def example(name: str) -> Puzzle:
    return formats.read_bytes((EXAMPLES / name).read_bytes(), source=name).puzzle


def hardest(steps: list[Step]) -> int:
    return max((table.level(step.rule) for step in steps), default=0)


def test_it_finds_the_same_by_the_same_hardest_rule() -> None:
    chance = random.Random(3)
    boards = [rectangle(2, 4), rectangle(3, 3), rectangle(4, 4), *ODD.values()]
    puzzles = [example("first.txt"), example("ten.janko")]
    for index in range(40):
        board = chance.choice(boards)
        clues = {x: min(board.size, chance.randint(1, 5)) for x in range(board.size) if chance.random() < 0.3}
        puzzles.append(Puzzle(board, clues, basic=index % 5 == 0, checkered=index % 7 == 0))
    other = 0
    for puzzle in puzzles:
        for rule in ("room", "bottleneck", "cases"):  # below room the order decides what is looked at
            level = table.level(rule)
            easiest, nearby = reasoner(puzzle, level), reasoner(puzzle, level, NearbyReasoner)
            first, second = list(easiest.steps()), list(nearby.steps())
            assert easiest.consistent == nearby.consistent, (puzzle, level)
            assert easiest.finished == nearby.finished
            if easiest.consistent:
                assert easiest.candidates() == nearby.candidates(), (puzzle, level)
                assert hardest(first) == hardest(second)
                other += first != second
    assert other > 10


def test_the_nearest_single_exit_comes_before_a_naked_single_and_further_ones() -> None:
    puzzle = formats.read("1 12\n2 0 1 0 2 1 3 0 0 1 0 2\n").puzzle
    steps = [step for step in reasoner(puzzle, kind=NearbyReasoner).steps() if step.kind is Kind.FIX]
    assert [step.cells.bit_length() - 1 for step in steps] == [1, 3, 7, 8, 10]
    last = Step("single_exit", Kind.FIX, 2, 1 << 10)
    from_the_end = reasoner(puzzle, kind=NearbyReasoner)
    from_the_end.take(last)
    rest = [step.cells.bit_length() - 1 for step in from_the_end.steps() if step.kind is Kind.FIX]
    assert rest == [7, 8, 3, 1]


def test_a_copy_goes_on_in_the_same_order() -> None:
    puzzle = example("first.txt")
    one = reasoner(puzzle, kind=NearbyReasoner)
    steps = one.steps()
    for _ in range(5):
        next(steps)
    twin = one.copy()
    assert isinstance(twin, NearbyReasoner)
    rest = list(twin.steps())
    assert list(one.steps()) == rest
