"""A filling completed to a model: every assertion of every encoding is true with it, or not known."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from encoder.complete import complete_file
from encoder.encoding import Encoding
from encoder.encodings.table import ENCODINGS, find
from fillomino.boards import from_spec
from fillomino.deduction.engine import Level, deduce
from fillomino.puzzle import Filling, Puzzle
from smtlib.file import file_of, judged
from smtlib.render import render
from tests.support.brute import by_placing, keeps
from tests.support.encodings import encodes, marked

SPECS = ("3x3", "ragged:3,1,2", "hexagon:2", "cylinder:2x3")


def samples(seed: int) -> Iterator[tuple[Puzzle, Filling]]:
    """Puzzles with one of their fillings: any variant, many clues or few."""
    chance = random.Random(seed)
    for spec in SPECS:
        board = from_spec(spec)
        fillings = list(by_placing(board))
        for checkered, basic in ((False, False), (True, False), (False, True), (True, True)):
            fitting = [each for each in fillings if keeps(Puzzle(board, {}, checkered=checkered), each)]
            filling = chance.choice(fitting)
            shown = chance.sample(range(board.size), chance.randint(0, board.size // 2))
            clues = {cell: filling[cell] for cell in shown}
            puzzle = Puzzle(board, clues, checkered=checkered, basic=basic)
            if keeps(puzzle, filling):
                yield puzzle, filling


@pytest.mark.parametrize("encoding", [marked(each, each) for each in ENCODINGS])
def test_no_assertion_is_false(encoding: Encoding) -> None:
    seen = 0
    for index, (puzzle, filling) in enumerate(samples(seed=1)):
        if not encodes(encoding, puzzle):
            continue
        candidates = deduce(puzzle, Level.AHEAD if index % 2 else Level.NONE)
        script = encoding.script(puzzle, candidates=candidates)
        file = file_of(render(script))
        for model in (encoding.complete(script, filling), complete_file(file, puzzle.board, filling, puzzle)):
            found, _ = judged(file, model)
            assert [each for each in found if each.verdict is False] == [], (puzzle, filling)
            assert any(each.verdict for each in found)
        seen += 1
    assert seen > 10


def test_without_the_puzzle_it_is_not_known_which_edges_lead_to_clues() -> None:
    board = from_spec("1x3")
    script = find("forest-tight").script(Puzzle(board, {0: 2}, basic=True))
    file = file_of(render(script))
    model = complete_file(file, board, (2, 2, 1))
    ways = {name for name in file.sorts if name.startswith("h_")}
    assert ways
    assert not ways & model.keys()
    assert complete_file(file, board, (2, 2, 1), Puzzle(board, {0: 2})).keys() >= ways
