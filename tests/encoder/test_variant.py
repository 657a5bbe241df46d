"""Variants of encodings with families of their own: right answers, names in commands, what is refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from drivers import Limits
from drivers.enumeration import solutions
from encoder.builder import OWN, Builder
from encoder.encoding import Encoding, EncodingFaultError
from encoder.encodings.registry import encodings_of, find
from encoder.errors import EncodingError
from encoder.puzzle_script import PuzzleScript, decode
from encoder.variant import variant
from fillomino.board import Board, rectangle
from fillomino.errors import Error
from fillomino.puzzle import Filling, Puzzle
from games.registry import find as find_game
from games.samples import example
from smtlib.render import commented, driver
from smtlib.script import Family
from tests.support.boards import ODD
from tests.support.brute import by_placing
from tests.support.encodings import representatives
from tests.support.processes import ROOT, python
from tests.support.refused import refused

LARGE = Family("large", "the first cell is in a region of two cells or more", "not n_0 = 1", OWN)
LIMITS = Limits(seconds=600)


def not_one(builder: Builder, script: PuzzleScript) -> None:
    assert script.cells is not None
    builder.require(LARGE, (0,), f"(not {script.cells.of[0].equals(1)})")


def found_by(encoding: Encoding, puzzle: Puzzle) -> set[Filling]:
    script = encoding.script(puzzle)
    found = solutions(script, script.values, limits=LIMITS)
    return {decode(script, model).filling for model in found.found}


@pytest.mark.parametrize("name", ["forest", "forest-tight", "forest-bv", "layers", "placements", "flow"])
@pytest.mark.parametrize("board", [rectangle(2, 2), ODD["ring"]], ids=["2x2", "ring"])
def test_a_family_more_keeps_the_solutions_that_it_allows(name: str, board: Board) -> None:
    mine = variant(find(name), "mine", [LARGE], not_one)
    wanted = {filling for filling in by_placing(board) if filling[0] != 1}
    assert found_by(mine, Puzzle(board, {})) == wanted != set(by_placing(board))


@pytest.mark.parametrize("encoding", representatives(), ids=lambda each: each.name)
def test_all_else_of_the_text_stays(encoding: Encoding) -> None:
    puzzle = Puzzle(rectangle(2, 3), {0: 3}, walls=frozenset({(0, 1)}))
    mine = variant(encoding, "mine", [LARGE], not_one)
    before, after = (driver(each.script(puzzle)).splitlines() for each in (encoding, mine))
    [added] = set(after) - set(before)
    assert [line for line in after if line != added] == before
    assert (mine.families, mine.logics, mine.name) == ((*encoding.families, LARGE), encoding.logics, "mine")
    assert "large" in commented(mine.script(puzzle))


def test_a_family_takes_the_place_of_another() -> None:
    """It may declare constants of its own, and a variant may have a variant."""
    other = Family("clue", "each clue, by a constant of its own", "k_x = v; n_x = k_x", OWN)

    def clues(builder: Builder, script: PuzzleScript) -> None:
        assert isinstance(script.puzzle, Puzzle)
        for x, number in script.puzzle.clues.items():
            name = builder.declare(f"k_{builder.board.labels[x]}", "Int")
            builder.require(other, (x,), f"(and (= {name} {number}) (= n_{builder.board.labels[x]} {name}))")

    mine = variant(find("forest"), "mine", [other], clues, drop=["clue"])
    for given in ({}, {0: 3}, {0: 3, 3: 1}):
        puzzle = Puzzle(rectangle(2, 2), given)
        assert found_by(mine, puzzle) == found_by(find("forest"), puzzle)
    again = variant(mine, "again", [LARGE], not_one)
    assert found_by(again, Puzzle(rectangle(1, 2), {})) == {(2, 2)}


def test_a_variant_of_another_game() -> None:
    puzzle = example(find_game("hitori"))
    dark = Family("dark", "some cell is shaded", "some s_x", OWN)

    def shaded(builder: Builder, script: PuzzleScript) -> None:
        assert script.cells is not None
        builder.require(dark, (), f"(or {' '.join(each.equals(1) for each in script.cells.of)})")

    base = encodings_of("hitori")[0]
    script = variant(base, "mine", [dark], shaded).script(puzzle)
    assert script.assertions[-1].family == "dark"


def stray(builder: Builder, script: PuzzleScript) -> None:
    builder.require(LARGE.replace(name="stray"), (), "(= n_0 2)")


def twice(builder: Builder, script: PuzzleScript) -> None:
    builder.declare("n_0", "Int")


def broken(builder: Builder, script: PuzzleScript) -> None:
    raise ValueError("no")


@pytest.mark.parametrize(
    ("extend", "code"), [(stray, "bad-family"), (twice, "duplicate"), (broken, EncodingFaultError.code)]
)
def test_what_a_variant_must_not_do(extend: Callable[[Builder, PuzzleScript], None], code: str) -> None:
    mine = variant(find("forest"), "mine", [LARGE], extend)
    with refused(Error, code):
        mine.script(Puzzle(rectangle(1, 2), {}))


def test_families_that_are_there_or_are_not() -> None:
    clue = LARGE.replace(name="clue")
    with refused(EncodingError, "bad-family"):
        variant(find("forest"), "mine", [clue], not_one)
    with refused(EncodingError, "unknown-family"):
        variant(find("forest"), "mine", [LARGE], not_one, drop=["nosuch"])


def test_commands_know_it_by_its_name() -> None:
    program = ROOT / "examples" / "own_variant.py"
    written = python(program, "encode", "2x2:3c", "-e", "forest-shrinking", check=True, cwd=ROOT).stdout
    assert "(assert (=> (= e_0_1 1) (< s_1 s_0)))" in written
    solved = python(
        program, "solve", "2x2:3c", "-e", "forest-shrinking", "--json", check=True, cwd=ROOT
    ).stdout
    assert '"encoding":"forest-shrinking"' in solved.replace(" ", "")
