"""Which cell is the root of a region's tree, and where it can be."""

from __future__ import annotations

import random

from encoder.encodings.forest_bv import root_ranges
from encoder.encodings.table import find
from encoder.forests import Forest, places, read_forest
from encoder.parts.reduced import ReducedPuzzle
from encoder.script import decode
from fillomino.board import rectangle
from fillomino.deduction.engine import Level, deduce
from fillomino.puzzle import Puzzle
from fillomino.rules import regions
from tests.support.boards import ODD
from tests.support.brute import by_placing


def test_cells_with_clues_come_first() -> None:
    puzzle = Puzzle(rectangle(2, 3), {4: 2, 1: 3})
    assert places(puzzle) == (2, 0, 3, 4, 1, 5)
    values = {"r_0": 0, "r_3": 4, "r_5": 99}
    assert read_forest("forest-bv", puzzle, values).roots == {0: 1, 3: 3, 5: 99}  # 99 is no place


def test_the_first_cell_of_every_region_is_within_the_span_of_its_cells() -> None:
    """Whatever the clues, basic or not, before and after deduction: no filling is lost."""
    chance = random.Random(3)
    tight = 0
    for board in [rectangle(2, 3), rectangle(1, 6), *ODD.values()]:
        for filling in by_placing(board):
            clues = {x: filling[x] for x in range(board.size) if chance.random() < 0.3}
            parts = regions(board, filling)
            basic = all(any(x in clues for x in part) for part in parts)
            puzzle = Puzzle(board, clues, basic=basic)
            place = places(puzzle)
            for level in (Level.NONE, Level.FULL):
                found = root_ranges(ReducedPuzzle(puzzle, deduce(puzzle, level)), place)
                for part in parts:
                    first = min(place[x] for x in part)
                    for x in part:
                        if x in found:
                            span = found[x]
                            assert span is not None
                            assert span[0] <= first <= span[1] <= place[x]
                            tight += span[0] == span[1]
    assert tight > 100


def test_no_clue_within_reach_of_a_cell_of_a_basic_puzzle() -> None:
    puzzle = Puzzle(rectangle(1, 4), {0: 2}, basic=True)
    found = root_ranges(ReducedPuzzle(puzzle, deduce(puzzle, Level.NONE)), places(puzzle))
    assert found == {0: (0, 0), 1: (0, 0), 2: None, 3: None}


def test_an_answer_names_roots_by_places_and_is_read_with_labels() -> None:
    puzzle = Puzzle(rectangle(1, 2), {1: 2})
    script = find("forest-bv").script(puzzle)
    names = {name for name, _ in script.declarations}
    values = {"n_0": 2, "n_1": 2, "s_0": 1, "s_1": 2, "r_0": 0, "r_1": 0}
    edges = {"e_0_1": False, "e_1_0": True, "R_0": False, "R_1": True, "q_0_1": True}
    assert names == {*values, *edges}
    assert decode(script, values).forest is None
    forest = decode(script, {**values, **edges}).forest
    assert forest == Forest(frozenset({(1, 0)}), roots={0: 1, 1: 1}, sizes={0: 1, 1: 2})
