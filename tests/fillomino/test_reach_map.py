"""The map of which known groups reach each open cell, against growth in every way, and how it is drawn."""

from __future__ import annotations

import random
import re

import pytest

from fillomino.board import rectangle
from fillomino.boards import from_spec
from fillomino.deduction.reach_map import reach_map
from fillomino.errors import NoSolutionError
from fillomino.graph import bits
from fillomino.puzzle import Puzzle
from fillomino.render.reach import reach_svg, reach_text
from tests.support.random_puzzles import puzzles


def grown(puzzle: Puzzle, number: int, group: frozenset[int]) -> set[int]:
    """Every cell of a connected set of no more than so many cells around the group."""
    board, clues = puzzle.board, puzzle.clues

    def near(cells: frozenset[int]) -> set[int]:
        return {y for x in cells for y in board.neighbours[x]} - cells

    seen, new = {group}, {group}
    while new:
        larger = set()
        for cells in new:
            for y in near(cells):
                if clues.get(y, number) == number:
                    whole = cells | {y}
                    while more := {z for z in near(whole) if clues.get(z) == number}:
                        whole |= more
                    if len(whole) <= number:
                        larger.add(frozenset(whole))
        new = larger - seen
        seen |= new
    return set().union(*seen) - group


@pytest.mark.parametrize("spec", ["3x3", "2x4", "king:3x3"])
def test_a_group_reaches_what_it_can_grow_to(spec: str) -> None:
    board = from_spec(spec)
    checked = 0
    for given in puzzles(board, seed=4, count=25):
        puzzle = Puzzle(board, given.clues)
        for reach in reach_map(puzzle):
            wanted = grown(puzzle, reach.number, frozenset(bits(reach.cells)))
            assert wanted <= set(bits(reach.reached)), puzzle.clues
            # A walk is no more than its distance: where two ways meet a group each, it may be too long.
            same = [cell for cell, number in puzzle.clues.items() if number == reach.number]
            if len(same) == 1:
                assert wanted == set(bits(reach.reached)), puzzle.clues
                checked += 1
    assert checked > 10


def test_text() -> None:
    puzzle = Puzzle(rectangle(1, 5), {0: 2, 3: 1, 4: 1})
    assert reach_text(puzzle, reach_map(puzzle)) == (
        "┌────────────────────────┐\n│ 2a   a    ·    1    1  │\n└────────────────────────┘\n"
        "a: the 2 at r1c1 has 1 cell, lacks 1, and reaches 1\n1 cell of 5 that no group reaches (·)\n"
    )


def test_many_groups_are_counted_in_text_and_all_drawn_in_the_picture() -> None:
    board, chance = rectangle(9, 9), random.Random(2)
    puzzle = Puzzle(board, {cell: 30 + cell // 2 for cell in chance.sample(range(81), 20)})
    found = reach_map(puzzle)
    text = reach_text(puzzle, found)
    assert re.search("×[0-9]{2}", text)
    assert "×N: N groups reach the cell; a picture (-o FILE.svg) has the letters of all\n" in text
    picture = reach_svg(puzzle, found)
    assert ">abcd</text>" in picture
    assert picture.count("<text") > 4 * 61


def test_a_contradiction_is_no_map() -> None:
    with pytest.raises(NoSolutionError, match="a clue is larger than the largest region"):
        reach_map(Puzzle(rectangle(1, 3), {0: 3}, largest_region=2))
