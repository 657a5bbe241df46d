"""The audit of what an author of an encoding may get wrong beside its assertions."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

import encoder.encodings.table
from encoder.encoding import Encoding, EncodingFaultError
from encoder.encodings.forest import FOREST
from encoder.errors import EncodingError
from encoder.script import PuzzleScript, cells_of
from fillomino.board import rectangle
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Puzzle
from tests.workbench.conftest import Runner


def all_fixed(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
    """Name every cell as one whose number is a clue."""
    script = FOREST.build(puzzle, candidates, logic)
    return replace(script, cells=replace(cells_of(script), fixed=frozenset(range(puzzle.board.size))))


def test_cells_that_are_wrongly_taken_for_clues_are_found() -> None:
    mine = replace(FOREST, build=all_fixed)
    with pytest.raises(EncodingFaultError):
        mine.script(Puzzle(rectangle(1, 2), {0: 2}))
    assert mine.script(Puzzle(rectangle(1, 2), {0: 2, 1: 2}))


@pytest.fixture
def mine(monkeypatch: pytest.MonkeyPatch) -> Callable[[Encoding], None]:
    """Give the name `forest` to an encoding of one's own."""

    def register(encoding: Encoding) -> None:
        monkeypatch.setattr(f"{__name__}.MINE", encoding, raising=False)
        monkeypatch.setitem(encoder.encodings.table._HOMES, "forest", (__name__, "MINE"))

    return register


def no_basic(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
    if puzzle.basic:
        raise EncodingError("forest does not encode basic")
    return FOREST.build(puzzle, candidates, logic)


def nothing(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
    raise EncodingError("forest encodes nothing")


def test_what_an_encoding_does_not_say_is_left_out(
    fillomino: Runner, mine: Callable[[Encoding], None]
) -> None:
    mine(replace(FOREST, build=no_basic))
    small = ("audit", "forest", "--every", "1", "--sampled", "2")
    done = fillomino(*small)
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith(" basic puzzles that forest does not encode.\n")
    assert list(json.loads(fillomino(*small, "--json").out)["not_encoded"]) == ["basic"]
    done = fillomino("audit", "forest", "--every", "1", "--sampled", "2", "--families")
    assert done.code == 0
    assert done.out.endswith(" basic puzzles that forest does not encode.\n")


def test_an_encoding_that_says_nothing_is_bad_input(
    fillomino: Runner, mine: Callable[[Encoding], None]
) -> None:
    mine(replace(FOREST, build=nothing))
    assert fillomino.refuses("audit", "forest", "--board", "1x2") == "forest encodes nothing"
    mine(FOREST)
    assert "cannot be written in QF_BV" in fillomino.refuses("audit", "forest", "--logic", "QF_BV")
