"""What the two colours of a checkered puzzle say: every step is true of every filling."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

import pytest

from fillomino.backtracking import search
from fillomino.board import from_links, rectangle
from fillomino.boards import from_spec
from fillomino.deduction.engine import Level, deduce
from fillomino.deduction.fast.propagation import Propagation
from fillomino.deduction.premises import Kind
from fillomino.deduction.reason import Reasoner, reasoner
from fillomino.deduction.rules.completions import RULE as COMPLETIONS
from fillomino.deduction.rules.rule import Rule
from fillomino.deduction.rules.table import RULES, hardest
from fillomino.deduction.rules.table import level as level_of
from fillomino.deduction.rules.two_colours import RULE as COLOURS
from fillomino.deduction.state import ContradictionError, State
from fillomino.graph import bits
from fillomino.puzzle import Puzzle
from tests.fillomino.test_rules_of_deduction import taken, with_a_fast_form
from tests.support.random_puzzles import BOARDS, fillings_of, solutions_of

SMALL = [board for board in BOARDS if 3 < board.size < 9] + [from_spec("torus:3x3"), from_spec("hexagon:2")]


def mixed(seed: int, count: int) -> Iterator[Puzzle]:
    """Checkered puzzles: clues of one filling, some wrong, some with walls or basic."""
    chance = Random(seed)
    for board in SMALL:
        for _ in range(count):
            filling = chance.choice(fillings_of(board, checkered=chance.random() < 0.4))
            cells = chance.sample(range(board.size), chance.randint(1, board.size - 1))
            borders = [(x, y) for x, y in board.links() if filling[x] != filling[y]]
            walls = frozenset(chance.sample(borders, min(len(borders), chance.randrange(3))))
            clues = {x: filling[x] for x in cells}
            yield Puzzle(board, clues, walls, checkered=True, basic=chance.random() < 0.2)


def kinds(count: Counter[tuple[str, Kind]]) -> list[int]:
    """How often the colours fixed a number, ruled one out, and found a contradiction."""
    return [count[COLOURS.name, kind] for kind in (Kind.FIX, Kind.STRIKE, Kind.STOP)]


UP_TO_COMPLETIONS = RULES[: RULES.index(COMPLETIONS) + 1]


@pytest.mark.parametrize(
    "rules", [[COLOURS], [RULES[0], COLOURS], UP_TO_COMPLETIONS], ids=["alone", "with one", "with more"]
)
def test_what_the_colours_say_is_sound(rules: Sequence[Rule]) -> None:
    count = sum((taken(puzzle, rules) for puzzle in mixed(min(len(rules), 8), 12)), Counter())
    assert min(kinds(count)) >= 2, count


@pytest.mark.slow
def test_what_the_colours_say_is_sound_on_ten_thousand_puzzles() -> None:
    count: Counter[tuple[str, Kind]] = Counter()
    for puzzle in mixed(7, 10_000 // len(SMALL) + 1):
        count += taken(puzzle, [COLOURS])
        count += taken(puzzle, RULES)
    assert min(kinds(count)) > 300, count


def test_the_fast_form_says_the_same_and_search_is_complete() -> None:
    for puzzle in mixed(30, 2):
        fillings = solutions_of(puzzle)
        told = with_a_fast_form(puzzle)
        told.run()
        try:
            propagation = Propagation(State(puzzle))
            propagation.run()
            assert told.candidates().masks == tuple(propagation.state.candidates())
        except ContradictionError:
            assert not told.consistent
        for level in (Level.LIGHT, Level.FULL):
            left = deduce(puzzle, level)
            assert left.consistent or not fillings
            for filling in fillings:
                assert all(left.masks[cell] >> number & 1 for cell, number in enumerate(filling))
        assert sorted(search(puzzle, limit=1000).fillings) == sorted(fillings)


def test_a_level_has_the_colours_from_border_on() -> None:
    puzzle = Puzzle(rectangle(2, 2), {0: 2, 1: 1}, checkered=True)
    for highest in range(hardest() + 1):
        assert (COLOURS in reasoner(puzzle, highest)._rules) is (highest >= level_of("border"))
        assert COLOURS not in reasoner(replace(puzzle, checkered=False), highest)._rules


TRIANGLE = Puzzle(from_links("ABC", [(0, 1), (1, 2), (0, 2)]), {0: 1, 1: 2, 2: 3})
TIED_BY_WALLS = Puzzle(rectangle(2, 3), {3: 4, 4: 4}, walls=frozenset({(0, 1), (1, 4)}))


@pytest.mark.parametrize(
    ("puzzle", "kind", "number", "cells", "looked_at"),
    [
        (TRIANGLE, Kind.STOP, 0, [1], [0, 1, 2]),
        (Puzzle(rectangle(2, 2), {0: 3, 1: 2, 3: 1}), Kind.FIX, 2, [2], [0, 1, 3]),
        (Puzzle(rectangle(2, 3), {0: 4, 1: 1, 2: 5, 3: 4}), Kind.STRIKE, 2, [4], [0, 1, 3]),
        (Puzzle(rectangle(3, 3), {0: 3, 1: 2, 3: 5}), Kind.STRIKE, 2, [4], [0, 1, 3]),
        (TIED_BY_WALLS, Kind.FIX, 4, [0], [1, 3, 4]),
    ],
)
def test_the_first_step_and_the_borders_it_needs(
    puzzle: Puzzle, kind: Kind, number: int, cells: list[int], looked_at: list[int]
) -> None:
    step = next(iter(Reasoner(State(replace(puzzle, checkered=True)), [COLOURS]).steps()))
    seen = (step.kind, step.number, list(bits(step.cells)), list(bits(step.because)))
    assert seen == (kind, number, cells, looked_at)


def test_a_large_board_with_few_clues_is_no_burden() -> None:
    # A wall of blocks, which two colours do for; most numbers stand nowhere.
    sides = [3, 3, 3, 2, 2] * 4
    blocks = tuple(sides[x // 20] * sides[x % 20] for x in range(400))
    chance = Random(1)
    clues = {cell: number for cell, number in enumerate(blocks) if chance.random() < 0.3}
    puzzle = Puzzle(rectangle(20, 20), clues, checkered=True)
    left, without = deduce(puzzle, seconds=5), deduce(replace(puzzle, checkered=False))
    assert all(mask >> number & 1 for mask, number in zip(left.masks, blocks, strict=True))
    assert left.filling().count(0) < without.filling().count(0)
