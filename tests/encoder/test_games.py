"""The encodings of games: each accepts exactly the solutions, and no family can be left out but as told."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import pytest

import fillomino
from drivers import Limits, Sat, Unsat, find, run
from encoder.encodings.table import encodings_of
from encoder.encodings.table import find as find_encoding
from encoder.script import cells_of
from fillomino.instance import Filling
from games import text
from games.table import NAMES
from smtlib.render import driver
from tests.support.where import quick

EVERY = [encoding for name in NAMES for encoding in encodings_of(name)]
BY_NAME = pytest.mark.parametrize("name", [encoding.name for encoding in EVERY])


class Planted(NamedTuple):
    """A wrong answer that an encoding accepts without one of its families."""

    encoding: str
    family: str
    puzzle: str
    answer: str


GRID = "5 5\n" + "\n".join(" ".join(str(5 * row + column + 1) for column in range(5)) for row in range(5))
DIAMOND = "00000 00100 01010 00100 00000"
PLANTED = [
    Planted("hitori-rings", "once", "1 2\n1 1", "00"),
    Planted("hitori-rings", "apart", "1 2\n1 2", "11"),
    Planted("hitori-rings", "across", "1 3\n1 1 2", "010"),
    Planted("hitori-rings", "led", "2 2\n1 2\n3 4", "0110"),
    Planted("hitori-rings", "one-parent", "2 2\n1 2\n3 4", "0110"),
    Planted("hitori-rings", "leaf", GRID, DIAMOND),
    Planted("hitori-elimination", "arc", GRID, DIAMOND),
    Planted("hitori-elimination", "eliminated", GRID, DIAMOND),
    Planted("hitori-elimination", "no-cycle", GRID, DIAMOND),
    Planted("hitori-fill", "fill-rank", GRID, DIAMOND),
    Planted("nurikabe-rings", "land", "1 1\n.", "0"),
    Planted("nurikabe-rings", "apart", "1 2\n? ?", "00"),
    Planted("nurikabe-rings", "pool", "2 2\n. .\n. .", "1111"),
    Planted("nurikabe-rings", "fill-size", "1 1\n2", "0"),
    Planted("nurikabe-rings", "fill-layer", "3 4\n. . . .\n. 3 . .\n. . . .", "0111 1001 1111"),
    Planted("nurikabe-rings", "self-touch", "3 3\n. ? .\n. . .\n. . .", "000 010 100"),
    Planted("nurikabe-rings", "contact", "3 4\n. . 10 .\n. . . .\n. . . .", "0000 0100 0001"),
    Planted("nurikabe-rings", "one-tree", "3 4\n. . . .\n. . ? .\n1 . . .", "0111 1101 0111"),
    Planted("nurikabe-rings", "touch", "2 3\n. . ?\n? . .", "100 011"),
    Planted("nurikabe-rings", "border", "1 3\n. ? .", "101"),
    Planted("nurikabe-rings", "led", "2 2\n. ?\n1 .", "1001"),
    Planted("nurikabe-rings", "one-parent", "2 3\n? . .\n. 2 .", "011 100"),
    Planted("nurikabe-rings", "arc", "4 4\n. . . .\n. . . .\n. ? . ?\n. . . .", "0000 1111 1010 1111"),
    Planted("nurikabe-rings", "no-cycle", "4 4\n. . . .\n. . . 1\n. . . .\n. . . ?", "1111 1010 1011 1110"),
    Planted("slitherlink-inside", "line", "1 2\n. .", "11 11 111"),
    Planted("slitherlink-inside", "number", "1 1\n0", "1111"),
    Planted("slitherlink-inside", "crossing", "3 3\n. . .\n. . .\n. . .", "011 110 010 111 0101 1111 1001"),
    Planted("slitherlink-inside", "one-parent", "3 3\n. . .\n. . .\n. . .", "111 010 010 111 1001 1111 1001"),
    Planted("slitherlink-inside", "first-inside", "1 1\n.", "0000"),
    Planted("slitherlink-inside", "contact", "1 3\n. . .", "101 101 1111"),
    Planted("slitherlink-inside", "one-tree", "1 3\n. . .", "101 101 1111"),
    Planted("hashi-fill", "number", "1 2\n? 1", "2"),
    Planted("hashi-fill", "cross", "3 3\n? ? ?\n? . ?\n? ? ?", "11111 11111"),
    Planted("hashi-fill", "fill-rank", "1 2\n? ?", "0"),
    Planted("fobidoshi-fill", "given", "1 1\nx", "1"),
    Planted("fobidoshi-fill", "four", "1 4\n. . . .", "1111"),
    Planted("fobidoshi-fill", "fill-rank", "1 3\n. . .", "101"),
]


@BY_NAME
@quick(lambda name: name in {encodings_of(game)[0].name for game in NAMES})
def test_small_boards(name: str) -> None:
    assert fillomino.audit(name, every=4).counterexample is None


@BY_NAME
@pytest.mark.slow
def test_boards_of_nine_cells(name: str) -> None:
    assert fillomino.audit(name, every=9).counterexample is None


@pytest.mark.parametrize("planted", PLANTED, ids=lambda planted: f"{planted.encoding}-{planted.family}")
def test_no_family_can_be_left_out(planted: Planted) -> None:
    encoding = find_encoding(planted.encoding)
    puzzle = text.read(f"{encoding.game} {planted.puzzle}\n")
    answer: Filling = tuple(map(int, planted.answer.replace(" ", "")))
    assert puzzle.violations(answer)
    script = encoding.script(puzzle)
    given = tuple(f"(assert {term})" for term in cells_of(script).equal(answer))
    ends = []
    for drop in ("", planted.family):
        kept = [assertion for assertion in script.assertions if assertion.family != drop]
        fixed = replace(script, assertions=kept, definitions=(*script.definitions, *given))
        ends.append(type(run(driver(fixed), find("yices"), Limits(seconds=60)).answer))
    assert ends == [Unsat, Sat]


@BY_NAME
def test_families_are_those_of_the_record(name: str) -> None:
    encoding = find_encoding(name)
    puzzles = [one.puzzle for one in PLANTED if find_encoding(one.encoding).game == encoding.game]
    for puzzle in puzzles:
        script = encoding.script(text.read(f"{encoding.game} {puzzle}\n"))
        assert {family.name for family in script.families} <= {family.name for family in encoding.families}
        places = range(script.puzzle.places.size)
        assert all(place in places for assertion in script.assertions for place in assertion.about)
