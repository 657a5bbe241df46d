"""Real strings, the axis trap, and the corpus where it is present."""

from __future__ import annotations

import base64
import zlib

import pytest

from fillomino.board import from_links, rectangle
from fillomino.errors import InputError
from fillomino.formats import find, known, read, read_bytes, read_filling, write, write_filling
from fillomino.puzzle import Puzzle
from fillomino.rules import violations
from tests.support import corpus
from tests.support.refused import refused

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
    assert write(old, "filling") == "7x7:h31a5124b1c4e11a6171c4d1a131a5\n"
    assert write(read("9x6:zzb").puzzle, "filling") == "9x6:zzb\n"


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
    ("url", "fragment"),
    [
        (penpa("{}")[:-60], "damaged"),
        (penpa("{}", head="hex,3,2,38"), "only square grids"),
        (penpa('{"16":["a",1,"1"]}'), "is not a clue"),
        (penpa('{"16":["7",1,"1"]}'), "larger than the board"),
        (penpa('{"1":["2",1,"1"]}'), "outside its board"),
        (penpa('{},zE:{"1,2":3}'), "draws more than numbers"),
        (penpa("{}", margins="[2,0,0,0]"), "damaged"),
        ("https://x/#m=edit&p=", "damaged"),
        ("https://x/#m=edit&p=AwA=", "incomplete"),
    ],
)
def test_penpa_errors(url: str, fragment: str) -> None:
    with pytest.raises(InputError, match=fragment) as caught:
        read(url)
    assert caught.value.line == 1
    assert caught.value.column == url.index("p=") + 3


def test_examples_are_what_we_write() -> None:
    plain, *others = known()
    for entry in (plain, *others):
        if entry.example:
            looks_like = next((other for other in others if other.recognises(entry.example)), plain)
            assert looks_like is entry
            assert write(entry.read(entry.example).puzzle, entry.name) == entry.example
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
