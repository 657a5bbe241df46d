"""Trees without roots: regions that surround others, on boards large enough for them."""

from __future__ import annotations

from random import Random

import pytest

from drivers import find
from drivers.completion import completion
from drivers.enumeration import solutions
from drivers.limits import Limits
from encoder.encodings.forest_tight import ANY, AROUND_A_CELL, AROUND_A_WALL, FOREST_TIGHT, fewest
from encoder.parts.reduced import ReducedPuzzle
from encoder.script import cells_of, decode, forest
from fillomino.backtracking import search
from fillomino.board import rectangle
from fillomino.boards import from_spec
from fillomino.deduction.engine import Level, deduce
from fillomino.puzzle import Filling, Puzzle
from smtlib.evaluate import evaluate, parsed
from smtlib.file import file_of
from smtlib.render import driver
from tests.support.brute import by_placing

RING = (8, 8, 8, 8, 1, 8, 8, 8, 8)


def accepted(puzzle: Puzzle, level: Level = Level.NONE) -> set[Filling]:
    script = FOREST_TIGHT.script(puzzle, candidates=deduce(puzzle, level))
    found = solutions(script, solver=find("yices"), fresh=False)
    assert found.complete
    return {decode(script, values).filling for values in found.found}


@pytest.mark.parametrize(
    ("spec", "walls", "least"),
    [
        ("3x3", (), AROUND_A_CELL),
        ("3x3", ((3, 4), (7, 8)), AROUND_A_WALL),
        ("hexagon:2", (), ANY),
    ],
)
def test_all_solutions_of_a_board_with_rings(
    spec: str, walls: tuple[tuple[int, int], ...], least: int
) -> None:
    puzzle = Puzzle(from_spec(spec), {}, walls=frozenset(walls))
    assert fewest(ReducedPuzzle(puzzle, deduce(puzzle, Level.NONE))) == least
    right = {each for each in by_placing(puzzle.board) if all(each[x] != each[y] for x, y in walls)}
    assert accepted(puzzle) == right


def test_no_two_regions_of_one_number_touch_at_an_opening() -> None:
    """Two trees of eight cells, side by side, whose rows touch: each contact could be an opening."""
    board = rectangle(4, 4)
    assert accepted(Puzzle(board, dict.fromkeys(range(16), 8))) == set()
    assert accepted(Puzzle(board, dict.fromkeys(range(16), 16))) == {(16,) * 16}


def test_rings_that_deduction_has_begun() -> None:
    """Known cells are nodes that stand for several, and any of them may be the first or at an opening."""
    board, chance, rings = rectangle(4, 5), Random(7), 0
    for _ in range(20):
        top, left, number = chance.randrange(2), chance.randrange(3), chance.randint(8, 12)
        around = [board.names.index(f"r{top + 1 + i // 3}c{left + 1 + i % 3}") for i in range(9)]
        middle = around.pop(4)
        clues = {middle: 1, **dict.fromkeys(chance.sample(around, 6), number)}
        some = search(Puzzle(board, clues), limit=9).fillings
        if not some:
            continue
        clues |= {x: n for x, n in enumerate(chance.choice(some)) if chance.random() < 0.6}
        right = set(search(Puzzle(board, clues), limit=100).fillings)
        if len(right) == 100:
            continue
        for level in (Level.NONE, Level.FULL):
            assert accepted(Puzzle(board, clues), level) == right
        rings += any(len({each[x] for x in around}) == 1 for each in right)
    assert rings > 2


def test_a_ring_has_a_model_whose_forest_is_read() -> None:
    puzzle = Puzzle(rectangle(3, 3), {})
    script = FOREST_TIGHT.script(puzzle)
    fixed = cells_of(script).complete(RING)
    model = completion(file_of(driver(script)), fixed, find("yices"), Limits(seconds=20)).model
    assert model is not None
    assert sum(value is True for name, value in model.items() if name.startswith("o_")) == 1
    assert all(evaluate(parsed(its.term), model) is True for its in script.assertions)
    found = forest(script, model)
    assert found is not None
    assert len(found.edges) == 7
    assert sorted(found.sizes[x] for x in range(9) if found.roots[x] == x) == [1, 8]
    assert len({found.roots[x] for x in range(9) if x != 4}) == 1
