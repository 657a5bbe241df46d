"""Texts of games: their own, puzz.link URLs, janko.at's files."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from fillomino import formats as of_fillomino
from fillomino.errors import InputError
from games import formats, solved
from games.geometry import pairs
from games.samples import puzzles
from tests.support.refused import refused
from tests.support.where import examples

BY_GAME = pytest.mark.parametrize("game", games.known(), ids=lambda game: game.name)
OF_CELL = {
    "hitori": st.one_of(st.integers(1, 40), st.integers(1, 1295)).map(str),
    "nurikabe": st.one_of(
        st.just("."), st.just("."), st.just("?"), st.integers(1, 300).map(str), st.integers(1, 8191).map(str)
    ),
    "slitherlink": st.sampled_from([".", ".", ".", "?", "0", "1", "2", "3", "4"]),
    "hashi": st.sampled_from([".", ".", ".", "?", "1", "2", "8"]),
    "fobidoshi": st.sampled_from([".", "o", "x"]),
}


@st.composite
def any_puzzle(draw: st.DrawFn) -> games.Rectangle:
    game = games.find(draw(st.sampled_from(sorted(OF_CELL))))
    height, width = draw(st.integers(1, 9)), draw(st.integers(2, 30))
    count = height * width
    signs = draw(st.lists(OF_CELL[game.name], min_size=count, max_size=count))
    signs[:2] = ["1", "1"] if game.name == "hashi" else signs[:2]
    return game.puzzle(height, width, signs)


@given(any_puzzle())
@settings(deadline=None, max_examples=examples(60))
def test_each_format_reads_what_it_writes(puzzle: games.Rectangle) -> None:
    for name in formats.NAMES:
        if name == "url" and puzzle.game.name not in formats.URLS:
            with refused(InputError, "not-expressible"):
                formats.write(puzzle, name)
            continue
        written = formats.write(puzzle, name)
        assert formats.recognises(written)
        assert formats.read(written) == (puzzle, None)


@BY_GAME
def test_a_file_of_janko_holds_the_answer(game: games.Game) -> None:
    chance = random.Random(2)
    for puzzle in chance.sample(puzzles(game, 3, 3), 30):
        for answer in puzzle.solutions()[:3]:
            again, found = formats.read(formats.write(puzzle, "janko", answer))
            assert again == puzzle
            side_by_side = game.name == "hashi" and any(
                other - one in (1, puzzle.width) for one, other in pairs(puzzle)
            )
            assert found == (None if side_by_side else answer)
            assert solved.read(puzzle, solved.write(puzzle, answer)) == found


def rows(text: str) -> list[list[str]]:
    return [line.split() for line in text.splitlines()]


@pytest.mark.parametrize(
    ("url", "wanted"),
    [
        # Each letter and digit of the codecs, as pzpr reads them.
        ("https://puzz.link/p?nurikabe/3/2/1gf-10.g", "nurikabe 2 3\n1 . 15\n16 ? ."),
        ("https://puzz.link/p?nurikabe/4/1/+100g=000.", "nurikabe 1 4\n256 . 4096 ?"),
        ("http://pzv.jp/p.html?nurikabe/22/1/3z4", "nurikabe 1 22\n3 " + ". " * 20 + "4"),
        ("nurikabe/2/2/h2", "nurikabe 2 2\n. .\n2 ."),
        ("https://puzz.link/p?hashi/4/1/2g8.", "hashi 1 4\n2 . 8 ?"),
        ("https://puzz.link/p?hashikake/3/1/1g1", "hashi 1 3\n1 . 1"),
        ("bridges/3/1/1g1/", "hashi 1 3\n1 . 1"),
        ("https://puzz.link/p?hitori/3/2/1az-10Aaa", ""),
        ("https://puzz.link/p?hitori/3/2/1az-10-zz9", "hitori 2 3\n1 10 35\n36 1295 9"),
        ("https://puzz.link/p?slither/4/3/074g.a2d", "slitherlink 3 4\n0 2 . 4\n. ? 0 .\n. 2 3 ."),
        ("https://puzz.link/p?slither_edit/3/1/7d", "slitherlink 1 3\n2 . 3"),
        ("slither/3/1/e", "slitherlink 1 3\n4 . ."),
        ("http://www.kanpen.net/slitherlink.html?problem=2/2/._3_/1_._/", "slitherlink 2 2\n. 3\n1 ."),
        ("https://puzz.link/p.html?type=editor&hashi/3/1/1g1", "hashi 1 3\n1 . 1"),
    ],
)
def test_urls(url: str, wanted: str) -> None:
    if not wanted:
        with refused(InputError, "bad-input"):
            formats.read(url)
        return
    assert rows(formats.read(url)[0].text()) == rows(wanted)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("nurikabe 1 3\n1 . ?", "nurikabe/3/1/1g./"),
        ("hashi 1 3\n1 . 8", "hashi/3/1/1g8"),
        ("hitori 1 3\n9 36 10", "hitori/3/1/9-10a"),
        ("slitherlink 1 4\n. 3 . 1", "slither/4/1/g8b"),
        ("slitherlink 1 4\n3 . . 1", "slither/4/1/db"),
        ("slitherlink 1 4\n3 . . .", "slither/4/1/dg"),
        ("slitherlink 1 4\n3 2 ? .", "slither/4/1/32.g"),
    ],
)
def test_urls_are_written_as_pzpr_writes_them(text: str, wanted: str) -> None:
    written = formats.write(formats.read(text)[0], "url")
    assert written == f"https://puzz.link/p?{wanted}\n"


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        ("https://puzz.link/p?nurikabe/3/1/1i", "bad-input", 35),
        ("https://puzz.link/p?nurikabe/3/1/111x", "bad-input", 37),
        ("https://puzz.link/p?nurikabe/3/0/1", "board-empty", 32),
        ("https://puzz.link/p?nurikabe/b/3/1/1", "bad-input", 30),
        ("https://puzz.link/p?nurikabe/3/1/0", "bad-sign", 34),
        ("https://puzz.link/p?hitori/3/1/12", "bad-sign", 33),
        ("https://puzz.link/p?hashi/3/1/1g9", "bad-sign", 33),
    ],
)
def test_a_url_that_is_no_puzzle_is_refused_with_its_place(text: str, code: str, column: int) -> None:
    with refused(InputError, code, 1, column, "here"):
        formats.read(text, "here")


def test_other_texts_are_not_taken_for_games() -> None:
    for form in of_fillomino.known():
        assert not formats.recognises(form.example), form.name
    for text in (
        "",
        "sudoku 4 4\n",
        "1 2\n3 4\n",
        "https://puzz.link/p?mashu/2/2/1",
        "begin\npuzzle sudoku\n",
    ):
        assert not formats.recognises(text)


def test_a_page_of_janko() -> None:
    page = """<!doctype html>
<script id="data" type="application/x-janko">
[begin]
[puzzle]
nurikabe
[title]
Mine
[problem]
2 - -
- - 1
[end]
</script>"""
    puzzle, answer = formats.read(page, "here")
    assert rows(puzzle.text()) == rows("nurikabe 2 3\n2 . .\n. . 1")
    assert (answer, puzzle.info["title"]) == (None, "Mine")
    with refused(InputError, "bad-sign", 9, 5, "here"):
        formats.read(page.replace("2 - -", "2 - o"), "here")


def test_a_puzzle_of_another_game_than_the_one_asked_for_is_refused() -> None:
    for text in ("nurikabe 1 1\n1\n", "nurikabe/1/1/1", "begin\npuzzle nurikabe\nsize 1\nproblem\n1\nend\n"):
        with refused(InputError, "other-game"):
            formats.read(text, game=games.find("hitori"))


def test_what_a_format_can_not_hold_is_refused() -> None:
    large = games.find("hitori").puzzle(1, 2, ["1", "1296"])
    for name, code in (("url", "not-expressible"), ("penpa", "unknown-format")):
        with refused(InputError, code):
            formats.write(large, name)
