"""The audit of what an author of an encoding may get wrong beside its assertions."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

import encoder.encodings.table
from drivers import find
from encoder.encoding import Encoding
from encoder.encodings.forest import FOREST
from encoder.errors import EncodingError
from encoder.script import PuzzleScript, block, cells_of
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Puzzle
from tests.workbench.conftest import Runner
from workbench.audit.counterexample import understand
from workbench.audit.sweep import Scope, audit

SMALL = Scope(every=3, sampled=4)


def all_fixed(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
    """Name every cell as one whose number is a clue."""
    script = FOREST.build(puzzle, candidates, logic)
    return replace(script, cells=replace(cells_of(script), fixed=frozenset(range(puzzle.board.size))))


def all_but_one_fixed(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
    script = FOREST.build(puzzle, candidates, logic)
    return replace(script, cells=replace(cells_of(script), fixed=frozenset(range(1, puzzle.board.size))))


@pytest.mark.parametrize(("build", "on"), [(all_fixed, "1x3"), (all_but_one_fixed, "triangle")])
def test_cells_that_are_wrongly_taken_for_clues_are_found(
    build: Callable[[Puzzle, Candidates, str], PuzzleScript], on: str
) -> None:
    mine = replace(FOREST, build=build)
    report = audit(mine, find("yices"), SMALL)
    assert report.wrong is not None
    found = understand(report.wrong, mine, mine, find("z3"))
    assert (found.does, report.done[-1].board) == ("blocks more than the filling", on)
    assert found.blocked is not None
    assert found.blocking == block(report.wrong.case.script, found.blocked)
    assert found.filling != found.blocked


@pytest.fixture
def mine(monkeypatch: pytest.MonkeyPatch) -> Callable[[Encoding], None]:
    """Give the name `forest` to an encoding of one's own."""

    def register(encoding: Encoding) -> None:
        monkeypatch.setattr(f"{__name__}.MINE", encoding, raising=False)
        monkeypatch.setitem(encoder.encodings.table._HOMES, "forest", (__name__, "MINE"))

    return register


def test_command_shows_what_was_forbidden(fillomino: Runner, mine: Callable[[Encoding], None]) -> None:
    mine(replace(FOREST, build=all_fixed))
    done = fillomino("audit", "forest", "--every", "3", "--sampled", "3")
    assert (done.code, done.err) == (1, "")
    assert done.out.startswith("forest blocks more than the filling on 1x3, after 59 others.\n")
    assert "blocked" in done.out
    assert "gone with it" in done.out
    assert "Its blocking clause:\n  false\n" in done.out
    row = json.loads(fillomino("audit", "forest", "--every", "3", "--sampled", "3", "--json").out)
    assert (row["kind"], row["blocked"]) == ("blocks-more", {"r1c1": 1, "r1c2": 2, "r1c3": 2})


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
    small = ("audit", "forest", "--every", "2", "--sampled", "3")
    done = fillomino(*small)
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith("\nLeft out: 30 basic puzzles that forest does not encode.\n")
    assert json.loads(fillomino(*small, "--json").out)["not_encoded"] == {"basic": 30}
    done = fillomino("audit", "forest", "--every", "1", "--sampled", "2", "--families")
    assert done.code == 0
    assert done.out.endswith(" basic puzzles that forest does not encode.\n")


def test_an_encoding_that_says_nothing_is_bad_input(
    fillomino: Runner, mine: Callable[[Encoding], None]
) -> None:
    mine(replace(FOREST, build=nothing))
    assert fillomino.refuses("audit", "forest", "--board", "1x2") == "forest encodes nothing"
    mine(FOREST)
    assert "can't be written in QF_BV" in fillomino.refuses("audit", "forest", "--logic", "QF_BV")
