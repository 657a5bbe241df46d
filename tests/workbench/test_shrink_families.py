"""A 10x10 on which an encoding lacks a family shrinks within a minute to at most 3x3 cells, for each family."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace

import pytest

from drivers import Limits, Sat, Unsat, find, run
from encoder.encodings.table import ENCODINGS
from encoder.encodings.table import find as find_encoding
from encoder.errors import EncodingError
from encoder.script import cells_of
from encoder.select import falsified, select
from fillomino.board import rectangle
from fillomino.puzzle import Puzzle
from scripts import families
from smtlib.render import driver
from smtlib.script import Assertion, conjunction
from tests.workbench.conftest import EXAMPLES
from workbench.shrink.checks import AgainstRules
from workbench.shrink.puzzles import PuzzleShrinker
from workbench.texts.inputs import puzzle_of

SECONDS = 60.0
MORE_CELLS = {
    ("forest-bool", "wide"): 11,
    ("forest-bool", "big-number"): 17,
    ("hybrid", "leaf"): 25,
}
"""They are about large numbers, or boards, and assert nothing of up to 3x3 cells."""

RING = {("dual", "tree"): 11}
"""Without it a cycle of parents is possible only round a cell, so through eight others. These name one root,
which is not beside them but beyond another cell: eleven in all."""

FILLED = """
6 6 6 5 5 5 5 5 4 5
6 1 6 4 4 4 4 3 4 5
5 3 5 5 5 5 3 3 4 5
5 3 3 5 4 4 5 2 4 5
5 5 5 4 4 5 5 2 3 5
4 4 4 5 5 4 5 5 3 4
5 4 5 5 5 4 2 1 3 4
5 5 3 3 3 4 2 3 4 4
5 2 5 1 5 4 1 3 3 1
5 2 5 5 5 1 4 4 4 4
"""
"""A solution but for the upper left corner, where 6s are one too few."""

SIXES = {x: int(number) for x, number in enumerate(FILLED.split()) if x not in (0, 2, 11)}

VARIANTS: dict[str, Callable[[Puzzle], Puzzle]] = {
    "plain": lambda puzzle: puzzle,
    "few clues": lambda puzzle: replace(puzzle, clues={1: 2, 10: 12}),
    "walls": lambda puzzle: replace(puzzle, clues={1: 2}, walls=frozenset({(0, 1), (44, 45)})),
    "three clues beside a wall": lambda puzzle: replace(puzzle, clues=SIXES, walls=frozenset({(10, 11)})),
    "largest": lambda puzzle: replace(puzzle, clues={1: 2, 10: 3}, largest_region=3),
    "checkered": lambda puzzle: replace(puzzle, checkered=True, clues={1: 2, 10: 3}),
    "basic": lambda puzzle: replace(puzzle, basic=True, clues={1: 2, 10: 3}),
    "basic, all clues": lambda puzzle: replace(puzzle, basic=True),
}


def redundant(encoding: str) -> set[str]:
    """Families without which nothing goes wrong on small boards, or only on one that is in two parts."""
    without = families.records()[encoding]
    return {
        name for name, found in without.items() if found.startswith("redundant") or "cells apart" in found
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    ("encoding", "family"), [(one.name, family.name) for one in ENCODINGS for family in one.families]
)
def test_a_ten_by_ten_shrinks_to_three_by_three(encoding: str, family: str) -> None:
    """All families take 20 minutes on a busy machine."""
    whole = find_encoding(encoding)
    ten = puzzle_of(str(EXAMPLES / "ten.janko")).document.puzzle
    for change in VARIANTS.values():
        puzzle = change(ten)
        try:
            script = whole.script(puzzle)
        except EncodingError:  # a variant that it does not encode
            continue
        if family not in {assertion.family for assertion in script.assertions}:
            continue
        part = select(whole, [family])
        limits = Limits(seconds=40 if (encoding, family) in MORE_CELLS else 5)
        check = AgainstRules(part, find("yices"), limits, falsified(whole, part))
        shrinker, begin = PuzzleShrinker(check), sum(os.times()[:4])
        found = shrinker.run(puzzle)
        assert sum(os.times()[:4]) - begin < SECONDS  # of CPU time, ours and the solvers'
        if found is not None:
            assert shrinker.best is not None
            assert shrinker.best.board.size <= (MORE_CELLS | RING).get((encoding, family), 9)
            return
    assert family in redundant(encoding)


@pytest.mark.parametrize(("encoding", "family"), MORE_CELLS)
def test_a_family_about_large_boards_asserts_nothing_of_small_ones(encoding: str, family: str) -> None:
    whole = find_encoding(encoding)
    holes: list[list[tuple[int, int]]] = [[], [(0, 0)], [(1, 1)], [(0, 1), (2, 2)], [(0, 0), (1, 1), (2, 0)]]
    for cut in holes:
        board = rectangle(3, 3, cut)
        for clues in ({}, {0: board.size}, {1: 3, 4: 2}):
            assert family not in {each.family for each in whole.script(Puzzle(board, clues)).assertions}
    most = MORE_CELLS[encoding, family]
    large = rectangle(5, 5) if most == 25 else rectangle(1, most)
    assert family in {each.family for each in whole.script(Puzzle(large, {})).assertions}


def test_without_the_tree_of_dual_a_ring_is_accepted_and_nothing_on_nine_cells() -> None:
    whole = find_encoding("dual")
    part = select(whole, ["tree"])
    check = AgainstRules(part, find("yices"), Limits(seconds=20))
    for board, clues in ((rectangle(3, 3), {4: 1}), (rectangle(3, 3, [(0, 0)]), {}), (rectangle(2, 4), {})):
        assert check(Puzzle(board, clues)) is None
        assert not check.undecided
    outside = [(row, column) for row in (1, 2) for column in (0, 1)]
    eleven = Puzzle(rectangle(3, 5, outside), {})
    assert eleven.board.size == RING["dual", "tree"]
    answers = []
    for encoding in (part, whole):
        script = encoding.script(eleven)
        term = conjunction(cells_of(script).equal((9, 1, 2, 2, 2, 2, 1, 2, 2, 2, 2)))
        asked = replace(script, assertions=(*script.assertions, Assertion("same", (), term)))
        answers.append(run(driver(asked), find("yices")).answer)
    assert isinstance(answers[0], Sat)
    assert isinstance(answers[1], Unsat)
