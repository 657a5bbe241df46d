"""Formats: real texts, what is refused and at which place, and formats of packages."""

from __future__ import annotations

import base64
import shutil
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from fillomino import formats
from fillomino.backtracking import search
from fillomino.board import Board, Grid, from_links, rectangle
from fillomino.errors import InputError
from fillomino.formats import (
    MAX_BYTES,
    Format,
    find,
    known,
    read,
    read_bytes,
    read_filling,
    write,
    write_filling,
)
from fillomino.formats.registry import GROUP, of_packages, recognise
from fillomino.puzzle import Puzzle
from fillomino.rules import violations
from tests.support import corpus
from tests.support.processes import ROOT
from tests.support.refused import refused
from workbench.texts.inputs import sources

PUZZ_LINK = "https://puzz.link/p?fillomino/"
URLS = [
    ("6/6/h4j53g2k5233k2g14j3h", 6, 6, ". . 4 . . ."),
    ("10/10/q-138g84ga3h46g42g33r46g44ga8h12g15g58r21g28g87h42g14g4-13q", 10, 10, ". " * 9 + "."),
    ("5/5/-10-10-10-10-10-108.8-10-10.1.-10-108.8-10-10-10g-10-10", 5, 5, "16 16 16 16 16"),
    ("t/4/4/g21o21h", 4, 4, ". 2 1 ."),
    ("5/5/g1k34g2h5h4n", 5, 5, ". 1 . . ."),
    ("7/3/159u159", 3, 7, "1 5 9 . . . ."),
    ("7/10/r6l8l5l2lah3i5h9i9i4c4o", 10, 7, ". . . . . . ."),
    ("9/9/rb-134k-13i-13i7k5h-13k-13h8k6i-13i-13k9-13am2j", 9, 9, ". " * 8 + "."),
]


def row_of(puzzle: Puzzle, row: int) -> str:
    grid = puzzle.board.grid
    assert grid is not None
    cells = [grid.at(row, column) for column in range(grid.width)]
    return " ".join(
        "#" if cell is None else "?" if cell in puzzle.unknown else str(puzzle.clues.get(cell, "."))
        for cell in cells
    )


@pytest.mark.parametrize(("url", "height", "width", "first"), URLS)
def test_real_urls(url: str, height: int, width: int, first: str) -> None:
    puzzle = read(PUZZ_LINK + url).puzzle
    grid = puzzle.board.grid
    assert grid is not None
    assert (grid.height, grid.width) == (height, width)
    assert row_of(puzzle, 0) == first
    assert write(puzzle, "url") == f"{PUZZ_LINK}{url}\n"
    for text in (f"fillomino/{url}", f"https://pzv.jp/p.html?fillomino/{url}/\n", f"x?fillomino01/{url}"):
        assert read(text).puzzle == puzzle


def test_values_of_real_urls() -> None:
    ten = read(PUZZ_LINK + URLS[1][0]).puzzle
    assert row_of(ten, 1) == ". 19 8 . 8 4 . 10 3 ."
    sixteen = read(PUZZ_LINK + URLS[2][0]).puzzle
    assert row_of(sixteen, 1) == "16 8 ? 8 16"
    assert len(sixteen.unknown) == 4
    assert read(PUZZ_LINK + URLS[3][0]).puzzle.largest_region == 3
    assert read(PUZZ_LINK + URLS[0][0]).puzzle.largest_region is None


@pytest.mark.parametrize(
    ("url", "solution"),
    [(URLS[3][0], "2212 1332 2313 2133"), (URLS[4][0], "61334 66344 26654 24655 44455")],
)
def test_published_solutions(url: str, solution: str) -> None:
    puzzle = read(PUZZ_LINK + url).puzzle
    filling = read_filling("\n".join(" ".join(row) for row in solution.split()), puzzle.board)
    assert violations(puzzle, filling) == ()


def test_url_long_numbers_and_variant() -> None:
    assert read("fillomino/20/20/+100z").puzzle.clues == {0: 256}
    assert read("fillomino/80/80/=003").puzzle.clues == {0: 4099}
    assert write(read("fillomino/80/80/=003").puzzle, "url").startswith(
        "https://puzz.link/p?fillomino/80/80/=003z"
    )
    variant = read("https://puzz.link/p?fillomino/v:/t/2/2/g.1./").puzzle
    assert (variant.info, variant.largest_region, len(variant.unknown)) == ({"variant": ""}, 3, 2)
    assert write(variant, "url") == "https://puzz.link/p?fillomino/v:/t/2/2/g.1./\n"


def test_url_walls() -> None:
    # 3 columns, 2 rows: 4 vertical borders (i = 1001 0), then 3 horizontal (g = 100 00).
    puzzle = read("fillomino/3/2/lig").puzzle
    names = puzzle.board.names
    pairs = {(names[x], names[y]) for x, y in puzzle.walls}
    assert pairs == {("r1c1", "r1c2"), ("r2c2", "r2c3"), ("r1c1", "r2c1")}
    assert read(write(puzzle, "url")).puzzle == puzzle


def test_filling_id_equivalences() -> None:
    old = read("7x7:0000000031051240010004000001106171000400001013105").puzzle
    new = read("7x7:h31a5124b1c4e11a6171c4d1a131a5").puzzle
    assert old == new == read("7:h31a5124b1c4e11a6171c4d1a131a5").puzzle
    assert write(old, "tatham") == "7x7:h31a5124b1c4e11a6171c4d1a131a5\n"
    assert write(read("9x6:zzb").puzzle, "tatham") == "9x6:zzb\n"


@pytest.mark.parametrize(
    "text",
    [
        "fillomino/3/2/k1",
        "3x2:e1",
        "2 3\n. . .\n. . 1\n",
        "2\n3\n- - -\n- - 1\n",
        "pzprv3/fillomino/2/3/. . ./. . 1/. . ./. . ./0 0/0 0/0 0 0/",
        "begin\npuzzle fillomino\nrows 2\ncols 3\nproblem\n- - -\n- - 1\nend\n",
    ],
)
def test_axis_trap(text: str) -> None:
    puzzle = read(text).puzzle
    assert puzzle.board.grid is not None
    assert (puzzle.board.grid.height, puzzle.board.grid.width) == (2, 3)
    assert puzzle.clues == {5: 1}


def test_pzprv3_borders_and_answer() -> None:
    text = "pzprv3.1\nfillomino\n2\n3\nt\n. - 3 \n1 . . \n. .[1,2,,] 3 \n. 2+ -[,3] \nX 1 \n-X -1 \n0 2 X \n"
    document = read(text)
    assert document.puzzle.largest_region == 3
    assert document.puzzle.unknown == {1}
    assert document.puzzle.walls == {(0, 1), (3, 4), (2, 5)}
    assert document.answer == (0, 0, 3, 1, 2, 0)
    assert read(write(document.puzzle, "pzprv3", document.answer)) == document
    assert read(text.replace("\n", "/")) == document
    assert read(text.replace(". 2+", ". .").replace(" 3 \n. .", " . \n. .")).answer is None


def test_janko_with_everything() -> None:
    text = (
        "begin\r\npuzzle Fillomino\r\nauthor A. N. Other\r\ntitle One  two\r\ninfo first\r\ninfo second\r\n"
        "size 2\r\nproblem\r\n- 3\r\n1 -\r\nsolution\r\n3 3\r\n1 3\r\n"
        "moves\r\nanything at all\r\n12 13\r\nend\r\n"
    )
    document = read(text)
    assert document.puzzle.info == {"author": "A. N. Other", "title": "One  two", "info": "first\nsecond"}
    assert document.puzzle.clues == {1: 3, 2: 1}
    assert document.answer == (3, 3, 1, 3)
    assert read(write(document.puzzle, "janko", document.answer)) == document
    assert read_filling(text, document.puzzle.board) == (3, 3, 1, 3)
    page = read("<html><b id=data>[problem]\n- 3\n1 -\n[author]\nA. N. Other\n</b>").puzzle
    assert (page.clues, page.info) == ({1: 3, 2: 1}, {"author": "A. N. Other"})


def test_plain_spellings() -> None:
    same = [
        "2 2\n0 2\n2 0\n",
        "# a comment\n# 2 2 more\n\n2 2\n. 2\n2 .",
        "2\r\n2\r\n- 2\r\n2 -\r\n",
        "- 2\n2 _",
        "\ufeff. 2\r2 .\r",
        "2 2\n\n . \t2\n2  .\n\n",
    ]
    puzzles = [read(text).puzzle for text in same]
    assert all(puzzle == puzzles[0] for puzzle in puzzles)
    assert puzzles[0].clues == {1: 2, 2: 2}
    holes = read("1 4\n# 1 ? #").puzzle
    assert (holes.board.size, holes.clues) == (2, {0: 1})
    assert holes.unknown == {1}
    assert read_bytes(b"\xef\xbb\xbf1 1\r\n1\r\n", source="x").puzzle.clues == {0: 1}


def test_adjacency_text_and_json_agree() -> None:
    text = "# a triangle\nA: B C\nB: A C\nC: A B\nA = 3\nB = ?\nB | C\n* <= 3\n"
    data = (
        '{"cells": ["A", "B", "C"], "edges": [["A", "B"], ["C", "B"], ["A", "C"]], "clues": {"A": 3},'
        ' "unknown": ["B"], "walls": [["C", "B"]], "largest_region": 3}'
    )
    assert read(text) == read(data) == read("cells:\n" + text)
    assert write(read(text).puzzle, "adjacency").startswith("cells:\nA: B C\n")
    placed = read(
        '{"cells": ["a b"], "edges": [], "layout": {"a b": [1.5, -2]}, "info": {"title": "T"}}'
    ).puzzle
    assert placed.board.positions == ((1.5, -2.0),)
    assert read(write(placed, "json")).puzzle == placed
    with refused(InputError, "not-expressible"):
        write(placed, "adjacency")
    rows = read(write(read("2 3\n# 2 .\n1 . ?\n").puzzle, "json")).puzzle
    assert rows.board.positions == ((1, 0), (2, 0), (0, 1), (1, 1), (2, 1))


def penpa(number: str, *, head: str = "square,3,2,38", margins: str = "[0,0,0,0]", cells: str = "") -> str:
    lines = [
        f"{head},0,1,1,Title: A%2C b,Author: Me,OFF",
        margins,
        "{}",
        f"{{zR:{{z_:[]}},zS:{{}},zN:{number},zT:[]}}",
    ]
    lines += ["{}", cells] if cells else []
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = packer.compress("\n".join(lines).encode()) + packer.flush()
    return "https://swaroopg92.github.io/penpa-edit/#m=edit&p=" + base64.b64encode(data).decode() + "&a=x"


def test_penpa() -> None:
    # Width 3: the index of row r, column c is (r + 2) * 7 + c + 2.
    puzzle = read(penpa('{"16":["2",1,"1"],"25":[4,1,"1"],"17":["?",zO]}')).puzzle
    assert (row_of(puzzle, 0), row_of(puzzle, 1)) == ("2 ? .", ". . 4")
    assert puzzle.info == {"title": "A, b", "author": "Me"}
    inner = read(penpa('{"17":["2",1,"1"]}', margins="[0,0,1,0]")).puzzle
    assert (row_of(inner, 0), row_of(inner, 1)) == ("2 .", ". .")
    holes = read(penpa('{"16":["2",1,"1"]}', cells="[16,1,7,1]")).puzzle
    assert (row_of(holes, 0), row_of(holes, 1)) == ("2 . #", "# . .")


@pytest.mark.parametrize(
    ("url", "code"),
    [
        (penpa("{}")[:-60], "penpa-unsupported"),
        (penpa("{}", head="hex,3,2,38"), "penpa-unsupported"),
        (penpa('{"16":["a",1,"1"]}'), "bad-cell"),
        (penpa('{"16":["7",1,"1"]}'), "clue-range"),
        (penpa('{"1":["2",1,"1"]}'), "penpa-unsupported"),
        (penpa('{},zE:{"1,2":3}'), "penpa-unsupported"),
        (penpa("{}", margins="[2,0,0,0]"), "penpa-unsupported"),
        ("https://x/#m=edit&p=", "penpa-unsupported"),
        ("https://x/#m=edit&p=AwA=", "penpa-unsupported"),
    ],
)
def test_penpa_errors(url: str, code: str) -> None:
    with refused(InputError, code, 1, url.index("p=") + 3, "here"):
        read(url, source="here")


ADDRESS = "1 0 0\n0 0 3"
PENPA_DATA = penpa('{"16":["1",1,"1"]}').partition("p=")[2]


@pytest.mark.parametrize(
    "address",
    [
        "https://puzz.link/p?fillomino/3/2/1j3",
        "puzz.link/p?fillomino/3/2/1j3",
        "HTTPS://puzz.link/p?fillomino/3/2/1j3/",
        "https://puzz.link/p?fillomino/3/2/1j3#comments",
        "https://puzz.link/p?fillomino/3/2/1j3&utm=x&y=2",
        "https://pzv.jp/p.html?type=player&fillomino_play/3/2/1j3",
        "https://pzv.jp/p?fillomino01_edit/3/2/1j3",
        "https://puzz.link/p?fillomino%2f3%2F2%2F1j3",
        "https://a.org/?u=https%3A%2F%2Fpuzz.link%2Fp%3Ffillomino%252F3%252F2%252F1j3",
        "https://puzz.link/p?http://pzv.jp/p.html?fillomino/3/2/1j3",
        "https://a.org/penpa-edit/#m=solve&p=https://puzz.link/p?fillomino/3/2/1j3",
        "https://puzz.link/p?fillomino/3/2/1j3https://puzz.link/p?fillomino/3/2/1j3",
        "https://puzz.link/p?pzprv3.1/fillomino/2/3/1%20.%20./.%20.%203/.%20.%20./.%20.%20./0%200/0%200/0%200%200",
        "http://www.kanpen.net/fillomino.html?pzpr=3/2/1j3",
        "http://www.kanpen.net/fillomino.html?pzpr=/3/2/1j3",
        "http://www.kanpen.net/fillomino.html?problem=2/3/1_._._/0_._3_/",
        "http://www.kanpen.net/fillomino.html?problem=2/3/1_._._/._._3_",
        "https://a.org/puzzles/js/filling.html#3x2:1d3",
        "https://a.org/puzzles/js/filling.html#3x2%3A1d3",
    ],
)
def test_addresses_as_people_copy_them(address: str) -> None:
    assert read(address).puzzle == read(ADDRESS).puzzle
    assert [source.name for source in sources([address])] == [address]


@pytest.mark.parametrize("mode", ["#m=edit", "#m=solve", "?m=solve", "#m=lmn"])
def test_penpa_in_every_mode(mode: str) -> None:
    expected = read(penpa('{"16":["1",1,"1"]}')).puzzle
    assert read(f"https://a.org/penpa-edit/{mode}&p={PENPA_DATA}&a=solution").puzzle == expected


@pytest.mark.parametrize(
    ("address", "column", "code"),
    [
        ("https://a.org/p?fillomino/3/2/1j3https://a.org/p?fillomino/3/2/2j3", 34, "syntax"),
        ("https://a.org/filling.html#3x2#1234", 28, "nothing-to-read"),
        ("https://a.org/p?nurikabe/3/2/g", 17, "bad-input"),
        ("https://a.org/nurikabe.html?problem=1/1/._/", 15, "bad-input"),
        ("https://a.org/fillomino.html?problem=1/2/._/", 43, "row-count"),
        ("https://a.org/fillomino.html?problem=1/2/._x_/", 44, "bad-number"),
        ("https://a.org/p?fillomino/q/3/2/g", 27, "bad-input"),
        ("https://a.org/p?x=1", 1, "nothing-to-read"),
        ("https://a.org/p", 1, "nothing-to-read"),
    ],
)
def test_addresses_that_hold_no_puzzle_of_ours(address: str, column: int, code: str) -> None:
    with refused(InputError, code, 1, column, "here"):
        read(address, source="here")


@pytest.mark.parametrize(
    "text",
    [
        "1\t\t\n\t\t3\n",
        "2\t3\n1\t\t\n\t\t3\n",
        "# from a sheet\n1\t\t\r\n\t\t3",
        "1..\n..3\n",
        "2 3\n100\n003\n",
        "2\n3\n1__\n__3\n",
        "2 3\n1....3\n",
        "2 3\n1 0 0 0 0 3\n",
        '[[1, 0, 0], [null, "", 3]]',
        '["1..", "..3"]',
        '[["1", ".", "-"], "0 0 3"]',
    ],
)
def test_rows_as_other_programs_write_them(text: str) -> None:
    assert read(text).puzzle == read(ADDRESS).puzzle


def test_rows_without_blanks_hold_marks() -> None:
    assert [row_of(read("2 3\n1?#\n..3\n").puzzle, row) for row in (0, 1)] == ["1 ? #", ". . 3"]
    assert read("100\n020\n003\n").puzzle == read("3 3\n1 0 0\n0 2 0\n0 0 3\n").puzzle


@pytest.mark.parametrize(
    ("text", "line", "column", "code"),
    [
        (".3..4\n", 1, 1, "syntax"),  # one row, or any other board
        ("10\n12\n", 3, 1, "row-count"),  # a size without rows
        ("1\t\t\n\t3\n", 3, 1, "row-count"),
        ("2 3\n1..\n..\n", 2, 1, "bad-cell"),
        ("2 3\n1....\n", 2, 1, "bad-cell"),
        ("[[1, 0, 0], [0, 3]]", 1, 18, "row-count"),
        ("[[1.5]]", 1, 3, "bad-json"),
        ("[[-1, 0]]", 1, 3, "bad-json"),
        ("[[true]]", 1, 3, "bad-json"),
        ('[["a"]]', 1, 3, "bad-cell"),
        ("[[]]", 1, 1, "board-empty"),
        ("[]", 1, 1, "bad-json"),
    ],
)
def test_rows_that_are_no_board(text: str, line: int, column: int, code: str) -> None:
    with refused(InputError, code, line, column, "here"):
        read(text, source="here")


def saved(game: str = "Filling", cells: str = "1d3") -> str:
    entries = ["SAVEFILE:41:Simon Tatham's Portable Puzzle Collection", "VERSION :1:1"]
    entries += [f"GAME    :{len(game)}:{game}", "PARAMS  :3:3x2", f"DESC    :{len(cells)}:{cells}"]
    return "\n".join([*entries, "NSTATES :1:1", "STATEPOS:1:1", ""])


def test_saved_games_of_tatham() -> None:
    assert read(saved()).puzzle == read(ADDRESS).puzzle
    for text, line, column, code in (
        (saved("Loopy"), 3, 12, "other-puzzle"),
        (saved(cells="1dZ"), 5, 14, "bad-cell"),
        (saved().partition("DESC")[0], 1, 1, "incomplete"),
    ):
        with refused(InputError, code, line, column, "here"):
            read(text, source="here")


def test_examples_are_what_we_write() -> None:
    plain, *others = known()
    for entry in (plain, *others):
        if entry.example and entry.write:
            looks_like = next((other for other in others if other.recognises(entry.example)), plain)
            assert looks_like is entry
            assert write(read(entry.example, format=entry.name).puzzle, entry.name) == entry.example
            assert find(entry.name) is entry


@pytest.mark.skipif(not corpus.files(), reason=f"there is no corpus at {corpus.CORPUS}")
def test_corpus() -> None:
    for path in corpus.files()[::3]:
        puzzle = read_bytes(path.read_bytes(), source=str(path)).puzzle
        words = path.read_text().split()
        grid = puzzle.board.grid
        assert grid is not None
        assert [str(grid.height), str(grid.width)] == words[:2]
        assert [int(word) if word not in ".-" else 0 for word in words[2:]] == [
            puzzle.clues.get(cell, 0) for cell in range(puzzle.board.size)
        ]
        assert read(write(puzzle, "url")).puzzle == puzzle


def test_fillings_in_every_form() -> None:
    board = rectangle(2, 2, [(0, 0)])
    texts = [
        "# 3\n3 .\n",
        "# a comment\n# 3\n3 _\n",
        "2 2\n# 3\n3 0\n",
        "2\n2\n# 3\n3 -\n",
        "r1c2 = 3\nr2c2 = 0\nr2c1 = 3\n",
        "[[null, 3], [3, 0]]",
        '{"r1c2": 3, "r2c1": 3, "r2c2": 0}',
        '{"status": "sat", "filling": [[null, 3], [3, 0]], "time": 0.1}',
        '{"filling": {"r1c2": 3, "r2c1": 3, "r2c2": 0}}',
        write_filling(board, (3, 3, 0)),
    ]
    for text in texts:
        assert read_filling(text, board) == (3, 3, 0), text
    graph = from_links(["A", "B"], [(0, 1)])
    assert read_filling("A = 2\n# why\nB = 17\n", graph) == (2, 17)
    assert write_filling(graph, (2, 2)) == "A = 2\nB = 2\n"
    for name in ("{", "[", "pzprv3", "begin", "fillomino/x", "https/", "7x7", "cells"):
        strange = from_links([name, "B"], [(0, 1)])
        assert write_filling(strange, (2, 2)) == f"{name} = 2\nB = 2\n"
        assert read_filling(write_filling(strange, (2, 2)), strange) == (2, 2)
    odd = from_links(["a b", "="], [(0, 1)])
    assert read_filling(write_filling(odd, (1, 2)), odd) == (1, 2)
    pzprv3 = "pzprv3/fillomino/1/2/1 ./. 1/0/"
    assert read_filling(pzprv3, rectangle(1, 2)) == (1, 1)


PZPR = "pzprv3\nfillomino\n2\n2\n. 3\n1 .\n. .\n. .\n0\n0\n0 0\n"
JANKO = "begin\npuzzle fillomino\nsize 2\nproblem\n- 3\n1 -\nend\n"

WRONG = [
    # plain text
    (" \n\t\n", 1, 1, "nothing-to-read"),
    ("# only this\n", 1, 1, "nothing-to-read"),
    ("2 2\n1 . .\n. .\n", 2, 5, "row-count"),
    ("2 2\n. .\n  1\n", 3, 4, "row-count"),
    (". . .\n. .\n", 2, 4, "row-count"),
    ("2 2\n. x\n. .\n", 2, 3, "bad-cell"),
    ("2 2\n. -3\n. .\n", 2, 3, "bad-number"),
    ("2 2\n. 5\n. .\n", 2, 3, "clue-range"),
    ("2 2\n# 4\n. .\n", 2, 3, "clue-range"),
    ("2 2\n. 03\n. .\n", 2, 3, "bad-number"),
    ("2 2\n. \u0663\n. .\n", 2, 3, "bad-number"),
    ("2 2\n. .\n. .\n1 1\n", 4, 1, "row-count"),
    ("2 2\n", 2, 1, "row-count"),
    ("0 2\n", 1, 1, "board-empty"),
    ("2 0\n", 1, 3, "board-empty"),
    ("5\n", 1, 2, "syntax"),
    ("2\n2 2\n. .\n. .\n", 2, 3, "syntax"),
    ("99999999999 9\n", 1, 1, "board-too-large"),
    ("9999999999999999999 9\n", 1, 1, "bad-number"),
    ("9" * 6000 + " 9\n", 1, 1, "bad-number"),
    ("2 2\n# #\n# #\n", 2, 1, "board-empty"),
    ("# . .\n. . .\n. . .\n", 1, 1, "syntax"),
    ("1 1\n\x00", 2, 1, "not-text"),
    ("1 1\n\ud800", 2, 1, "not-text"),
    # URLs
    ("https://puzz.link/p?nurikabe/5/5/g", 1, 21, "bad-input"),
    ("https://puzz.link/", 1, 1, "nothing-to-read"),
    ("https://puzz.link/p?fillomino", 1, 1, "nothing-to-read"),
    ("fillomino/x/3/3/g", 1, 11, "bad-input"),
    ("fillomino/3", 1, 11, "bad-input"),
    ("fillomino/3/", 1, 13, "bad-input"),
    ("fillomino/3//g", 1, 13, "bad-input"),
    ("fillomino/0/3/g", 1, 11, "board-empty"),
    ("fillomino/99999999999/9/g", 1, 11, "board-too-large"),
    ("fillomino/2/2/k", 1, 15, "bad-input"),
    ("fillomino/2/2/50ii", 1, 16, "bad-input"),
    ("fillomino/2/2/5i", 1, 15, "clue-range"),
    ("fillomino/2/2/-1", 1, 15, "bad-input"),
    ("fillomino/2/2/A", 1, 15, "bad-input"),
    ("fillomino/2/2/j00x", 1, 18, "bad-input"),
    ("fillomino/2/2/jw0", 1, 16, "bad-input"),
    ("fillomino/2/2/j10", 1, 16, "bad-input"),
    ("fillomino/2/2/j more", 1, 17, "syntax"),
    # pzprv3
    ("pzprv3", 1, 7, "incomplete"),
    ("pzprv34\nfillomino\n2\n2", 1, 1, "incomplete"),
    (PZPR.replace("fillomino", "nurikabe"), 2, 1, "other-puzzle"),
    (PZPR.replace("2\n2\n", "2 2\n2\n"), 3, 3, "syntax"),
    (PZPR.replace(". 3", ". 0"), 5, 3, "bad-number"),
    (PZPR.replace(". 3", ". 5"), 5, 3, "clue-range"),
    (PZPR.replace(". 3", "."), 5, 2, "row-count"),
    (PZPR.replace(". .", ". x"), 7, 3, "bad-cell"),
    (PZPR.replace("0 0", "0 3"), 11, 3, "bad-cell"),
    (PZPR.replace("0 0", "0"), 11, 2, "row-count"),
    (PZPR.replace("0 0\n", ""), 10, 2, "incomplete"),
    (PZPR + "0\n", 12, 1, "syntax"),
    ("pzprv3/fillomino/1/1/x/./", 1, 22, "bad-number"),
    # Filling ids
    ("2x2:a1", 1, 7, "row-count"),
    ("2x2:a12a1", 1, 9, "row-count"),
    ("2x2:d1", 1, 6, "row-count"),
    ("2x2:a5b", 1, 6, "clue-range"),
    ("2x2:a-b", 1, 6, "bad-cell"),
    ("x2:d", 1, 4, "unknown-cell"),
    ("2x:d", 1, 3, "bad-number"),
    ("0x2:d", 1, 1, "board-empty"),
    ("99999999999x9:a", 1, 1, "board-too-large"),
    ("2x2:d extra", 1, 7, "syntax"),
    ("3:", 1, 3, "row-count"),
    # Janko
    ("begin", 1, 6, "incomplete"),
    (JANKO.replace("fillomino", "sudoku"), 2, 8, "other-puzzle"),
    (JANKO.replace("puzzle fillomino\n", ""), 6, 1, "incomplete"),
    (JANKO.replace("size 2\n", ""), 6, 1, "incomplete"),
    (JANKO.replace("size 2", "size x"), 3, 6, "bad-number"),
    (JANKO.replace("size 2", "size"), 3, 5, "syntax"),
    (JANKO.replace("size 2", "size 2 2"), 3, 8, "syntax"),
    (JANKO.replace("size 2", "size 2\nrows 2"), 4, 1, "duplicate"),
    (JANKO.replace("size 2", "size 2\nsize 2"), 4, 1, "duplicate"),
    (JANKO.replace("- 3", "0 3"), 5, 1, "bad-number"),
    (JANKO.replace("- 3", "- 5"), 5, 3, "clue-range"),
    (JANKO.replace("- 3", "-"), 5, 2, "row-count"),
    (JANKO.replace("1 -\n", ""), 6, 1, "row-count"),
    (JANKO.replace("1 -\n", "1 -\n- -\n"), 7, 1, "row-count"),
    (JANKO.replace("end", "solution\n1 1\nend"), 9, 1, "row-count"),
    (JANKO + "more\n", 8, 1, "incomplete"),
    (JANKO.replace("problem", "problem here"), 4, 9, "syntax"),
    (JANKO.replace("size 2", "- 2"), 3, 1, "syntax"),
    # adjacency text
    ("cells:\n", 1, 1, "nothing-to-read"),
    ("A: B\n", 1, 4, "unknown-cell"),
    ("A: B\nB:\n", 1, 4, "bad-link"),
    ("A: A\n", 1, 4, "self-link"),
    ("A: B B\nB: A\n", 1, 6, "bad-link"),
    ("A:\nA:\n", 2, 1, "duplicate"),
    ("A:\nA = 2\n", 2, 5, "clue-range"),
    ("A:\nA = 0\n", 2, 5, "bad-number"),
    ("A:\nA = 1\nA = ?\n", 3, 1, "duplicate"),
    ("A:\nA =\n", 2, 4, "syntax"),
    ("A:\nA = 1 1\n", 2, 7, "syntax"),
    ("A:\nB = 1\n", 2, 1, "unknown-cell"),
    ("A:\nB:\nA | B\n", 3, 1, "wall-between"),
    ("A: B\nB: A\nA | B\nB | A\n", 4, 1, "duplicate"),
    ("A:\n* <= 0\n", 2, 6, "bad-number"),
    ("A:\n* < 2\n", 2, 1, "largest-region"),
    ("A:\n* <= 1\n* <= 1\n", 3, 1, "duplicate"),
    ("A:\nA\n", 2, 2, "syntax"),
    ("A:\n: A\n", 2, 1, "syntax"),
    ("A: ?\n", 1, 4, "syntax"),
    ("A: B,C\n", 1, 5, "syntax"),
    # JSON
    ("{", 1, 2, "bad-json"),
    ('{"cells": ["A"],\n "edges" []}', 2, 10, "bad-json"),
    ("[1]", 1, 2, "bad-json"),
    ('{"cells": ["A"]}', 1, 1, "bad-json"),
    ('{"cells": ["A"], "edges": [], "x": 1}', 1, 31, "bad-json"),
    ('{"cells": ["A"], "edges": [],\n "edges": []}', 2, 2, "duplicate"),
    ('{"cells": ["A", "A"], "edges": []}', 1, 17, "bad-json"),
    ('{"cells": [""], "edges": []}', 1, 12, "bad-json"),
    ('{"cells": [1], "edges": []}', 1, 12, "bad-json"),
    ('{"cells": ["\\ud800"], "edges": []}', 1, 12, "bad-json"),
    ('{"cells": [], "edges": []}', 1, 11, "bad-json"),
    ('{"cells": {}, "edges": []}', 1, 11, "bad-json"),
    ('{"cells": ["A"], "edges": [["A"]]}', 1, 28, "bad-json"),
    ('{"cells": ["A"], "edges": [["A", "B"]]}', 1, 34, "bad-json"),
    ('{"cells": ["A"], "edges": [["A", "A"]]}', 1, 28, "bad-json"),
    ('{"cells": ["A"], "edges": [], "clues": {"A": true}}', 1, 46, "bad-json"),
    ('{"cells": ["A"], "edges": [], "clues": {"A": 1.0}}', 1, 46, "bad-json"),
    ('{"cells": ["A"], "edges": [], "clues": {"A": 0}}', 1, 46, "bad-json"),
    ('{"cells": ["A"], "edges": [], "clues": {"A": 2}}', 1, 46, "bad-json"),
    ('{"cells": ["A"], "edges": [], "clues": {"B": 1}}', 1, 41, "bad-json"),
    ('{"cells": ["A"], "edges": [], "clues": {"A": NaN}}', 1, 46, "bad-json"),
    ('{"cells": ["A"], "edges": [], "clues": {"A": ' + "1" * 6000 + "}}", 1, 46, "bad-json"),
    ('{"cells": ["A"], "edges": [], "clues": {"A": 1e999}}', 1, 46, "bad-json"),
    ('{"cells": ["A"], "edges": [], "clues": []}', 1, 40, "bad-json"),
    ('{"cells": ["A"], "edges": [], "layout": {"A": [0]}}', 1, 47, "bad-json"),
    ('{"cells": ["A"], "edges": [], "layout": {"A": [0, true]}}', 1, 47, "bad-json"),
    ('{"cells": ["A"], "edges": [], "layout": {}}', 1, 41, "bad-json"),
    ('{"cells": ["A", "B"], "edges": [], "walls": [["A", "B"]]}', 1, 46, "bad-json"),
    ('{"cells": ["A"], "edges": [], "clues": {"A": 1}, "unknown": ["A"]}', 1, 62, "bad-json"),
    ('{"cells": ["A"], "edges": [], "largest_region": 0}', 1, 49, "bad-json"),
    ('{"cells": ["A"], "edges": [], "info": {"title": 1}}', 1, 49, "bad-json"),
    ('{"cells": ["\\u0007"], "edges": []}', 1, 12, "bad-json"),
    ("A:\n\u0007:\n", 2, 1, "cell-name"),
    # MiniZinc's data
    ("rows = 2;\ncols = 2;\n", 2, 10, "incomplete"),
    ("rows = 2;\nwidth = 2;", 2, 1, "syntax"),
    ("rows = 2;\nrows = 2;", 2, 1, "duplicate"),
    ("rows 2", 1, 1, "bad-cell"),
    ("rows = 2", 1, 9, "incomplete"),
    ("rows =", 1, 7, "incomplete"),
    ("rows = -2; puzzle = [| 1 |];", 1, 8, "bad-number"),
    ("% one\npuzzle = [| 1, 0 |\n 1 |];", 3, 3, "row-count"),
    ("rows = 3;\npuzzle = [| 1, 0\n | 1, 2 |];", 3, 4, "row-count"),
    ("rows = 1;\npuzzle = [| 1, 0\n | 1, 2 |];", 3, 4, "row-count"),
    ("puzzle = [| 1, x |];", 1, 16, "bad-number"),
    ("puzzle = [| 1 2 |];", 1, 15, "syntax"),
    ("puzzle = [| 1, 7 |];", 1, 16, "clue-range"),
    ("puzzle = [| |];", 1, 13, "board-empty"),
    ("puzzle = [| 1 | | 1 |];", 1, 17, "board-empty"),
    ("puzzle = [1, 2];", 1, 10, "syntax"),
    ("puzzle = array2d(1..2, 1..2, [1, 0, 0]);", 1, 38, "row-count"),
    ("puzzle = array2d(0..2, 1..2, [1, 0, 0]);", 1, 18, "syntax"),
    ("size = 2; rows = 2; puzzle = [| 1 |];", 1, 18, "duplicate"),
    # puzzlekit
    ('{"name": "Akari", "data": {}}', 1, 10, "bad-json"),
    ('{"name": "Fillomino"}', 1, 1, "bad-json"),
    ('{"name": "Fillomino", "data": {}}', 1, 31, "bad-json"),
    ('{"data": {"a": {"problem": "1 1\\n1"},\n "b": {}}}', 1, 10, "bad-json"),
    ('{"data": {"a": {}}}', 1, 16, "bad-json"),
    ('{"problem": "1 1\\n1", "x": 1}', 1, 23, "bad-json"),
    ('{"problem": 1}', 1, 13, "bad-json"),
    ('{"problem": ""}', 1, 13, "bad-json"),
    ('{"problem": "2\\n1"}', 1, 14, "syntax"),
    ('{\n"problem": "1 2\\n1 -\\n1 x"}', 2, 23, "row-count"),
    ('{\n"problem": "\\u0031 2\\n1 x"}', 2, 25, "bad-number"),
    ('{"problem": "1 2\\n1 -", "solution": "1 1\\n1"}', 1, 37, "bad-json"),
    ('{"problem": "1 2\\n1 -", "solution": "1 2\\n1"}', 1, 44, "row-count"),
    # pages of janko.at
    ("<html>\n<p>nothing</p></html>", 1, 1, "nothing-to-read"),
    ("<html>\n <p id=data>begin\n", 2, 2, "incomplete"),
    ("<html>\n<p id=data> </p>", 2, 1, "nothing-to-read"),
    ("<html><p id='data'>begin\npuzzle akari\nend</p>", 2, 8, "other-puzzle"),
    ("<html><p id='data'>begin\npuzzle fillomino</p>", 2, 17, "incomplete"),
    ('<html>\n<i id="data">[problem]\n1 -\n2</i>', 4, 2, "row-count"),
    ('<html>\n<i id="data">[puzzle]\nakari</i>', 3, 1, "other-puzzle"),
    ('<html>\n<i id="data">[size]\n2\n[puzzle]\nfillomino</i>', 5, 1, "incomplete"),
    # variants
    ("A: B\nB: A\n* checkered\n* checkered\n", 4, 1, "duplicate"),
    ("A: B\nB: A\n* chequered\n", 3, 1, "largest-region"),
    ("A: B\nB: A\n* basic yes\n", 3, 1, "largest-region"),
    ('{"board": "1x2", "basic": 1}', 1, 27, "bad-json"),
    ('{"board": "1x2", "checkered": "yes"}', 1, 31, "bad-json"),
    # nested too deep
    ("[" * 100_000, 1, 1, "bad-json"),
    ('{"cells": [' + "[" * 100_000, 1, 1, "bad-json"),
]


@pytest.mark.parametrize(("text", "line", "column", "code"), WRONG)
def test_refused_with_its_place(text: str, line: int, column: int, code: str) -> None:
    with refused(InputError, code, line, column, "here"):
        read(text, source="here")


BOARD = rectangle(2, 2, [(0, 0)])
GRAPH = from_links(["A", "B"], [(0, 1)])
WRONG_FILLINGS = [
    ("", BOARD, 1, 1, "nothing-to-read"),
    ("# 1\n1 1\n1 1\n", BOARD, 3, 1, "row-count"),
    ("# 1\n", BOARD, 2, 1, "row-count"),
    ("# 1\n1\n", BOARD, 2, 2, "row-count"),
    ("1 1\n1 1\n", BOARD, 1, 1, "bad-filling"),
    ("# #\n1 1\n", BOARD, 1, 3, "bad-filling"),
    ("# x\n1 1\n", BOARD, 1, 3, "bad-number"),
    ("# -1\n1 1\n", BOARD, 1, 3, "bad-number"),
    ("3 2\n# 1\n1 1\n", BOARD, 1, 1, "row-count"),
    ("1 1\n", GRAPH, 1, 1, "needs-grid"),
    ("A = 1\n", GRAPH, 2, 1, "bad-filling"),
    ("A = 1\nA = 1\n", GRAPH, 2, 1, "duplicate"),
    ("A = 1\nC = 1\n", GRAPH, 2, 1, "unknown-cell"),
    ("A = 1\nB = x\n", GRAPH, 2, 5, "bad-number"),
    ("A = 1\nB: A\n", GRAPH, 2, 1, "syntax"),
    ("[[1, 1]]", GRAPH, 1, 1, "bad-json"),
    ('{"A": 1}', GRAPH, 1, 1, "bad-json"),
    ('{"A": 1, "B": true}', GRAPH, 1, 15, "bad-json"),
    ('{"A": 1, "C": 1}', GRAPH, 1, 10, "bad-json"),
    ("[[null, 1]]", BOARD, 1, 1, "bad-json"),
    ("[[null, 1], [1]]", BOARD, 1, 13, "bad-json"),
    ("[[1, 1], [1, 1]]", BOARD, 1, 3, "bad-json"),
    ("[[null, null], [1, 1]]", BOARD, 1, 9, "bad-json"),
    ("[[null, 1], 3]", BOARD, 1, 13, "bad-json"),
    ('{"filling": [[null, 1], [1, -1]]}', BOARD, 1, 29, "bad-json"),
    ("2x2:d", BOARD, 1, 1, "bad-filling"),
    (PZPR.replace(". .", "2 2"), BOARD, 1, 1, "bad-filling"),
]


@pytest.mark.parametrize(("text", "board", "line", "column", "code"), WRONG_FILLINGS)
def test_refused_fillings(text: str, board: Board, line: int, column: int, code: str) -> None:
    with refused(InputError, code, line, column, "here"):
        read_filling(text, board, source="here")


SQUARE = rectangle(2, 2)
TORUS = from_links(SQUARE.names, [(0, 1), (2, 3), (0, 2), (1, 3), (0, 3)])
CROSSED = Board(TORUS.neighbours, SQUARE.names, SQUARE.labels, grid=Grid(2, 2, (0, 1, 2, 3)))
HOLES = Puzzle(rectangle(2, 2, [(0, 0)]), {})
WALLS = Puzzle(SQUARE, {}, walls=frozenset({(0, 1)}))
UNKNOWN = Puzzle(SQUARE, {}, unknown=frozenset({3}))
THREE = Puzzle(SQUARE, {}, largest_region=3)
TWO = Puzzle(SQUARE, {}, largest_region=2)
TEN = Puzzle(rectangle(4, 4), {5: 10})
HUGE = Puzzle(rectangle(100, 100), {5: 8192})
LINKS = Puzzle(TORUS, {})
CHECKERED = Puzzle(SQUARE, {}, checkered=True)
BASIC = Puzzle(SQUARE, {0: 2}, basic=True)
REFUSALS = [
    (HOLES, ("url", "pzprv3", "tatham", "janko")),
    (WALLS, ("plain", "tatham", "janko")),
    (UNKNOWN, ("tatham", "janko")),
    (THREE, ("plain", "tatham", "janko")),
    (TWO, ("plain", "url", "pzprv3", "tatham", "janko")),
    (LINKS, ("plain", "url", "pzprv3", "tatham", "janko")),
    (Puzzle(CROSSED, {}), ("plain", "url", "pzprv3")),
    (CHECKERED, ("plain", "url", "pzprv3", "tatham", "janko")),
    (BASIC, ("plain", "url", "pzprv3", "tatham", "janko")),
    (TEN, ("tatham",)),
    (HUGE, ("url",)),
    (Puzzle(SQUARE, {}, info={"variant": "a/b"}), ("url",)),
    (Puzzle(SQUARE, {}), ("penpa",)),
]


@pytest.mark.parametrize(("puzzle", "names"), REFUSALS)
def test_nothing_is_dropped_in_writing(puzzle: Puzzle, names: tuple[str, ...]) -> None:
    for name in names:
        with refused(InputError, "format-read-only" if name == "penpa" else "not-expressible"):
            write(puzzle, name)


def test_wrong_names_and_answers() -> None:
    square = Puzzle(SQUARE, {})
    for code, wrong in (
        ("unknown-format", lambda: find("nope")),
        ("unknown-format", lambda: read("1 1\n1", format="nope")),
        ("bad-filling", lambda: write(square, "janko", (1, 2, 3))),
        ("bad-filling", lambda: write(square, "janko", (-1, 2, 3, 4))),
        ("bad-filling", lambda: write_filling(SQUARE, (1,))),
        ("bad-layout", lambda: write(Puzzle(from_links(["A"], [], [(0.0, float("inf"))]), {}), "json")),
        ("syntax", lambda: read("1 1\n1", format="url")),
    ):
        with refused(InputError, code):
            wrong()
    assert read("1 1\n1", format="plain").puzzle.clues == {0: 1}


@pytest.mark.parametrize(
    ("data", "line", "column", "code"),
    [
        (b"", 1, 1, "nothing-to-read"),
        (b"1 1\r\n\xff", 2, 1, "not-text"),
        (b"1 1\n\xc3\xa9 \xe9", 2, 3, "not-text"),
        (b"\xef\xbb\xbf\xff", 1, 1, "not-text"),
        (b"2 2\n1 \x001\n", 2, 3, "not-text"),
        (b"a" * 10_000_000, 1, MAX_BYTES + 1, "too-long"),
        (b"1\n" * 5_000_000, MAX_BYTES // 2 + 1, 1, "too-long"),
        (b"1 1\n" + b"1" * 2_000_000, 2, 1_000_001, "too-long"),
    ],
)
def test_bytes_are_refused(data: bytes, line: int, column: int, code: str) -> None:
    with refused(InputError, code, line, column, "file.txt"):
        read_bytes(data, source="file.txt")


PREFIXES = ("", "fillomino/9/9/", "9x9:", "pzprv3/", "begin\n", "https://", "x?m=edit&p=", "size =", "<html>")


@pytest.mark.parametrize("prefix", [*PREFIXES, '{"a":', '{"data":'])
def test_hostile_texts_take_linear_time(prefix: str) -> None:
    for piece in (*'1a#{[?/z-\\"', "A:", "1 x ", "#\n", "A: A\n", "\n#"):
        with pytest.raises(InputError):
            read(prefix + piece * (20_000 // len(piece)))


VARIANTS = {
    "* checkered\nA: B\nB: A\n": (True, False),
    "cells:\nA: B\nB: A\n* basic\nA = 2\n": (False, True),
    "# said\n  *  basic  \n*checkered\nA: B\nB: A\n": (True, True),
    '{"board": "1x2", "checkered": true}': (True, False),
    '{"board": "1x2", "checkered": false, "basic": true}': (False, True),
}


@pytest.mark.parametrize("text", VARIANTS)
def test_variants_are_read(text: str) -> None:
    puzzle = read(text).puzzle
    assert (puzzle.checkered, puzzle.basic) == VARIANTS[text]


def test_a_table_of_neighbours_may_list_links_from_one_side() -> None:
    """Regions cross such a link either way: a path of three around a 3 is one region."""
    puzzle = read("a: b\nb: c\nc:\nb = 3\n* one-sided\n").puzzle
    assert puzzle == read("a: b\nb: a c\nc: b\nb = 3\n").puzzle
    assert search(puzzle, limit=2).fillings == ((3, 3, 3),)


Package = Callable[..., None]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Package:
    """Install the format of the examples, under some names, where Python looks."""

    def install(**points: str) -> None:
        about = tmp_path / "site" / "own-1.0.dist-info"
        about.mkdir(parents=True)
        shutil.copy(ROOT / "examples" / "own_format.py", about.parent)
        (about / "METADATA").write_text("Metadata-Version: 2.1\nName: own\nVersion: 1.0\n")
        lines = [f"{name} = {value}\n" for name, value in points.items()]
        (about / "entry_points.txt").write_text(f"[{GROUP}]\n{''.join(lines)}")
        monkeypatch.syspath_prepend(str(about.parent))

    return install


def test_what_a_package_adds_is_known(package: Package, tmp_path: Path) -> None:
    ours = formats.known()
    package(csv="own_format:CSV", plain="own_format:CSV")
    [csv] = of_packages()
    assert formats.known() == (*ours, csv)  # none of ours is replaced
    assert formats.find("csv") is csv
    assert formats.find("plain") is ours[0]
    puzzle = formats.read(csv.example).puzzle
    assert puzzle == formats.read("3 3\n0 3 0\n2 0 1\n0 0 3\n").puzzle
    assert formats.write(puzzle, "csv") == csv.example
    file = tmp_path / "puzzles" / "one.csv"
    file.parent.mkdir()
    file.write_text(csv.example)
    assert [source.path for source in sources([str(file.parent)])] == [str(file)]
    with refused(InputError, "unknown-format") as caught:
        formats.find("x")
    assert [name for name in (*(one.name for one in ours), "csv") if name not in str(caught.value)] == []


def test_what_it_can_not_hold_is_refused_and_it_is_named_where_it_can(package: Package) -> None:
    package(csv="own_format:CSV")
    walls = Puzzle(rectangle(1, 2), {0: 1}, frozenset({(0, 1)}))
    with refused(InputError, "not-expressible"):
        formats.write(walls, "csv")
    unknown = Puzzle(rectangle(1, 2), {}, unknown=frozenset({0}))
    able = [one.name for one in formats.known() if one.write and one.holds.unknown and one.name != "csv"]
    assert "json" in able
    with refused(InputError, "not-expressible") as caught:
        formats.write(unknown, "janko")
    assert [name for name in (*able, "csv") if name not in str(caught.value)] == []
    with refused(InputError, "bad-input", 2, 1, "<text>"):
        formats.read("1,,2\n1,2\n")


@pytest.mark.parametrize("value", ["own_format:NOSUCH", "no_such_module:CSV", "own_format:START"])
def test_a_bad_entry_point_is_an_error(package: Package, value: str) -> None:
    package(csv=value)
    with refused(InputError, "bad-plugin") as caught:
        formats.find("csv")
    assert value in str(caught.value)
    assert formats.find("plain").name == "plain"


def test_a_plain_text_is_read_without_the_other_formats() -> None:
    code = (
        "import sys; from fillomino import formats; formats.read('# first\\n2 2\\n0 3\\n. _\\n'); "
        "print(*sorted(name for name in sys.modules if name.startswith('fillomino.formats.')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=600, check=True
    )
    names = [name.rpartition(".")[2] for name in done.stdout.split()]
    assert names == ["plain", "registry", "scan"]


@pytest.mark.parametrize(
    "known", [known for known in formats.known() if known.example], ids=lambda known: known.name
)
@pytest.mark.parametrize("before", ["", "\n", "  \n\n", "# 1 2\n", "#\n# 3\n"], ids=repr)
def test_what_looks_plain_at_first_is_no_other_format(known: Format, before: str) -> None:
    """Texts that are taken for plain without a look at the others are recognised by none of these."""
    text = before + known.example
    plain, *others = formats.known()
    assert recognise(text) is next((entry for entry in others if entry.recognises(text)), plain)
