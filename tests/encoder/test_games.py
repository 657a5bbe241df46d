"""The encodings of games: each accepts exactly the solutions, and no family can be left out but as told."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import pytest

import fillomino
from drivers import Limits, Sat, Unsat, find, run
from encoder.encodings.registry import encodings_of
from encoder.encodings.registry import find as find_encoding
from encoder.puzzle_script import cells_of
from fillomino.instance import Filling
from games import rectangle_text
from games.registry import NAMES
from games.registry import find as find_game
from games.samples import example
from smtlib.render import driver
from tests.support.where import quick

EVERY = [encoding for name in NAMES for encoding in encodings_of(name)]
BY_NAME = pytest.mark.parametrize("name", [encoding.name for encoding in EVERY])


class Planted(NamedTuple):
    """A wrong answer that encodings of a game accept without one of their families; which, is tried."""

    game: str
    family: str
    puzzle: str
    answer: str


GRID = "5 5\n" + "\n".join(" ".join(str(5 * row + column + 1) for column in range(5)) for row in range(5))
PLANTED = [
    Planted("hitori", "once", "1 2\n1 1", "00"),
    Planted("hitori", "apart", "1 2\n1 2", "11"),
    Planted("hitori", "across", "1 3\n1 1 2", "010"),
    Planted("hitori", "led", "2 2\n1 2\n3 4", "0110"),
    Planted("hitori", "one-parent", "2 2\n1 2\n3 4", "0110"),
    Planted("hitori", "leaf", GRID, "00000 00100 01010 00100 00000"),
    Planted("hitori", "arc", GRID, "00000 00100 01010 00100 00000"),
    Planted("hitori", "eliminated", GRID, "00000 00100 01010 00100 00000"),
    Planted("hitori", "no-cycle", GRID, "00000 00100 01010 00100 00000"),
    Planted("hitori", "fill-rank", GRID, "00000 00100 01010 00100 00000"),
    Planted("hitori", "fill-root", "1 3\n1 1 2", "010"),
    Planted("hitori", "fill-parent", "1 3\n1 1 2", "010"),
    Planted("nurikabe", "land", "1 1\n.", "0"),
    Planted("nurikabe", "apart", "1 2\n? ?", "00"),
    Planted("nurikabe", "pool", "2 2\n. .\n. .", "1111"),
    Planted("nurikabe", "fill-size", "1 1\n2", "0"),
    Planted("nurikabe", "fill-layer", "3 4\n. . . .\n. 3 . .\n. . . .", "0111 1001 1111"),
    Planted("nurikabe", "self-touch", "3 3\n. ? .\n. . .\n. . .", "000 010 100"),
    Planted("nurikabe", "contact", "3 4\n. . 10 .\n. . . .\n. . . .", "0000 0100 0001"),
    Planted("nurikabe", "one-tree", "3 4\n. . . .\n. . ? .\n1 . . .", "0111 1101 0111"),
    Planted("nurikabe", "touch", "2 3\n. . ?\n? . .", "100 011"),
    Planted("nurikabe", "border", "1 3\n. ? .", "101"),
    Planted("nurikabe", "led", "2 2\n. ?\n1 .", "1001"),
    Planted("nurikabe", "one-parent", "2 3\n? . .\n. 2 .", "011 100"),
    Planted("nurikabe", "arc", "4 4\n. . . .\n. . . .\n. ? . ?\n. . . .", "0000 1111 1010 1111"),
    Planted("nurikabe", "no-cycle", "4 4\n. . . .\n. . . 1\n. . . .\n. . . ?", "1111 1010 1011 1110"),
    Planted("nurikabe", "parent", "3 5\n? . . . .\n. . . . .\n. . . . .", "00000 01010 00000"),
    Planted("nurikabe", "fill-root", "3 5\n? . . . .\n. . . . .\n. . . . .", "00000 01010 00000"),
    Planted(
        "nurikabe",
        "eliminated",
        "5 7\n? . . . . . .\n. . . . . . .\n. . . . 1 . .\n. . . . . . .\n. . . . . . .",
        "0000000 0101110 0001010 0001110 0000000",
    ),
    Planted("nurikabe", "fill-rank", "1 3\n. . ?", "010"),
    Planted("nurikabe", "land", "1 1\n?", "1"),
    Planted("nurikabe", "fill-parent", "1 3\n. . ?", "010"),
    Planted("nurikabe", "fill-subtree", "1 2\n. 2", "10"),
    Planted("slitherlink", "line", "1 2\n. .", "11 11 111"),
    Planted("slitherlink", "number", "1 1\n0", "1111"),
    Planted("slitherlink", "crossing", "3 3\n. . .\n. . .\n. . .", "011 110 010 111 0101 1111 1001"),
    Planted("slitherlink", "one-parent", "3 3\n. . .\n. . .\n. . .", "111 010 010 111 1001 1111 1001"),
    Planted("slitherlink", "first-inside", "1 1\n.", "0000"),
    Planted("slitherlink", "contact", "1 3\n. . .", "101 101 1111"),
    Planted("slitherlink", "one-tree", "1 3\n. . .", "101 101 1111"),
    Planted(
        "slitherlink",
        "eliminated",
        "3 5\n. . . . .\n. . . . .\n. . . . .",
        "10111100100001000111111001001111001001",
    ),
    Planted("slitherlink", "led", "1 3\n. . .", "1011011111"),
    Planted("slitherlink", "leaf", "1 4\n. . . .", "1011101111101"),
    Planted("slitherlink", "arc", "1 4\n. . . .", "1011101111101"),
    Planted("slitherlink", "no-cycle", "1 4\n. . . .", "1011101111101"),
    Planted("slitherlink", "fill-size", "1 1\n.", "0000"),
    Planted("slitherlink", "fill-root", "1 2\n. .", "0000000"),
    Planted("slitherlink", "fill-rank", "1 3\n. . .", "1011011111"),
    Planted("slitherlink", "degree", "1 1\n.", "0100"),
    Planted("hashi", "number", "1 2\n? 1", "2"),
    Planted("hashi", "cross", "3 3\n? ? ?\n? . ?\n? ? ?", "11111 11111"),
    Planted("hashi", "fill-rank", "1 2\n? ?", "0"),
    Planted("hashi", "second", "3 3\n? ? ?\n? . ?\n? ? ?", "11211 11211"),
    Planted("hashi", "eliminated", "2 5\n? ? . ? ?\n? ? . ? ?", "101 101 1111"),
    Planted("hashi", "parent", "1 2\n? ?", "0"),
    Planted("hashi", "arc", "1 4\n? ? 2 ?", "202"),
    Planted("hashi", "no-cycle", "1 4\n? ? 2 ?", "202"),
    Planted("hashi", "fill-parent", "1 2\n? ?", "0"),
    Planted("fobidoshi", "given", "1 1\nx", "1"),
    Planted("fobidoshi", "four", "1 4\n. . . .", "1111"),
    Planted("fobidoshi", "fill-rank", "1 3\n. . .", "101"),
    Planted("fobidoshi", "eliminated", "2 4\n. . . .\n. . . .", "1011 0011"),
    Planted("fobidoshi", "fill-root", "1 3\n. . .", "101"),
    Planted("fobidoshi", "parent", "1 3\n. . .", "101"),
    Planted("fobidoshi", "arc", "1 4\n. . . .", "1011"),
    Planted("fobidoshi", "no-cycle", "1 4\n. . . .", "1011"),
    Planted("fobidoshi", "fill-parent", "1 3\n. . .", "101"),
]
IDLE = {
    "around": "defines what F_c means",
    "one-island": "redundant",
    "pair": "redundant",
    "fill-seed": "the seed is a given sign, or in the set for sure",
    "kept-edge": "one tree a set",
    "first-contact": "one tree a set",
    "slitherlink-fill crossing": "follows from two connected sets",
    "hitori-tree fill-subtree": "where no size is asked for parents are smaller anyway",
    "hashi-tree fill-subtree": "the same",
    "fobidoshi-tree fill-subtree": "the same",
}
"""Families that change no answer, and why."""
USED = [
    (encoding.name, family.name)
    for encoding in EVERY
    for family in encoding.families
    if not {family.name, f"{encoding.name} {family.name}"} & IDLE.keys()
]


@BY_NAME
@quick(lambda name: name in {encodings_of(game)[0].name for game in NAMES})
def test_small_boards(name: str) -> None:
    assert fillomino.audit(name, every=4).counterexample is None


@BY_NAME
@pytest.mark.slow
def test_boards_of_nine_cells(name: str) -> None:
    assert fillomino.audit(name, every=9).counterexample is None


@pytest.mark.parametrize(("name", "dropped"), USED)
def test_no_family_can_be_left_out_but_those_that_change_no_answer(name: str, dropped: str) -> None:
    encoding = find_encoding(name)
    ends = []
    for planted in PLANTED:
        if (planted.game, planted.family) == (encoding.game, dropped) and [Unsat, Sat] not in ends:
            puzzle = rectangle_text.read(f"{encoding.game} {planted.puzzle}\n")
            answer: Filling = tuple(map(int, planted.answer.replace(" ", "")))
            assert puzzle.violations(answer)
            script = encoding.script(puzzle)
            given = tuple(f"(assert {term})" for term in cells_of(script).equal(answer))
            verdicts = []
            for drop in ("", dropped):
                kept = [assertion for assertion in script.assertions if assertion.family != drop]
                fixed = replace(script, assertions=kept, definitions=(*script.definitions, *given))
                verdicts.append(type(run(driver(fixed), find("yices"), Limits(seconds=60)).answer))
            assert verdicts[0] is Unsat
            ends.append(verdicts)
    assert [Unsat, Sat] in ends


@pytest.mark.parametrize("board", ["2x2", pytest.param("3x3", marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("name", "dropped"),
    [("nurikabe-rings", "around"), ("nurikabe-rings", "one-island"), ("hashi-fill", "pair")],
)
def test_families_that_change_no_answer(name: str, dropped: str, board: str) -> None:
    assert fillomino.audit(name, drop=dropped, board=board).counterexample is None


@BY_NAME
def test_families_are_those_of_the_record(name: str) -> None:
    encoding = find_encoding(name)
    used = set()
    for planted in PLANTED:
        if planted.game == encoding.game:
            script = encoding.script(rectangle_text.read(f"{encoding.game} {planted.puzzle}\n"))
            used |= {assertion.family for assertion in script.assertions}
            places = range(script.puzzle.places.size)
            assert all(place in places for assertion in script.assertions for place in assertion.about)
    assert used <= {family.name for family in encoding.families}


@pytest.mark.parametrize("name", [encoding.name for encoding in EVERY if "QF_UF" in encoding.logics])
def test_clauses_carry_their_puzzle_and_are_decoded(name: str) -> None:
    encoding = find_encoding(name)
    puzzle = example(find_game(encoding.game))
    clauses = fillomino.encode(puzzle, name, flavour="dimacs")
    rows = [line.split() for line in clauses.splitlines() if line.startswith("c value ")]
    for solution in puzzle.solutions():
        script = encoding.script(puzzle)
        given = tuple(f"(assert {term})" for term in cells_of(script).equal(solution))
        fixed = replace(script, values=tuple(row[3] for row in rows), definitions=given)
        answer = run(driver(fixed), find("yices"), Limits(seconds=60)).answer
        assert isinstance(answer, Sat)
        model = " ".join(number if answer.values[symbol] else f"-{number}" for _, _, number, symbol in rows)
        assert fillomino.decode(clauses, f"s SATISFIABLE\nv {model} 0\n").filling == solution
