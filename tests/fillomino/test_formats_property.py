"""Round trips of every codec, and: any text is a document or an `InputError`, nothing else."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from own_format import CSV

from fillomino.board import Board, from_links, rectangle
from fillomino.errors import InputError
from fillomino.formats import FORMATS, find, read, read_bytes, read_filling, write, write_filling
from fillomino.puzzle import Document, Filling, Puzzle

QUICK = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
WRITERS = [entry.name for entry in FORMATS if entry.name != "penpa"]
TITLES = st.text("abc äöü:=#|/.", min_size=1, max_size=8).map(str.strip).filter(bool)


@st.composite
def boards(draw: st.DrawFn, *, holes: bool, graphs: bool) -> Board:
    if graphs and draw(st.booleans()):
        size = draw(st.integers(1, 7))
        letters = st.text("abXY12<>-é[{\"'", min_size=1, max_size=3)
        names = draw(st.lists(letters, min_size=size, max_size=size, unique=True))
        pairs = [(x, y) for x in range(size) for y in range(x)]
        links = draw(st.lists(st.sampled_from(pairs), max_size=12)) if pairs else []
        return from_links(names, links)
    height, width = draw(st.integers(1, 6)), draw(st.integers(1, 7))
    places = [(row, column) for row in range(height) for column in range(width)]
    gaps = draw(st.sets(st.sampled_from(places), max_size=len(places) - 1)) if holes else set()
    return rectangle(height, width, gaps)


@st.composite
def puzzles(
    draw: st.DrawFn,
    *,
    holes: bool = False,
    graphs: bool = False,
    walls: bool = False,
    unknown: bool = False,
    limits: st.SearchStrategy[int | None] | None = None,
    variants: bool = False,
    largest_clue: int = 10_000,
) -> Puzzle:
    board = draw(boards(holes=holes, graphs=graphs))
    cells = st.integers(0, board.size - 1)
    clues = draw(st.dictionaries(cells, st.integers(1, min(board.size, largest_clue))))
    links = list(board.links())
    return Puzzle(
        board,
        clues,
        walls=frozenset(draw(st.sets(st.sampled_from(links)))) if walls and links else frozenset(),
        unknown=frozenset(draw(st.sets(cells)) - set(clues)) if unknown else frozenset(),
        largest_region=None if limits is None else draw(limits),
        checkered=variants and draw(st.booleans()),
        basic=variants and draw(st.booleans()),
    )


def fillings(board: Board) -> st.SearchStrategy[Filling]:
    return st.lists(st.integers(0, 99), min_size=board.size, max_size=board.size).map(tuple)


THREE = st.sampled_from([None, 3])
SOME = st.none() | st.integers(1, 1000)


@QUICK
@given(puzzles(holes=True, unknown=True))
def test_plain_round_trip(puzzle: Puzzle) -> None:
    assert read(write(puzzle, "plain")) == Document(puzzle)
    assert find("plain").read(write(puzzle, "plain")).puzzle == puzzle


@QUICK
@given(puzzles(walls=True, unknown=True, limits=THREE))
def test_url_round_trip(puzzle: Puzzle) -> None:
    text = write(puzzle, "url")
    assert read(text) == Document(puzzle)
    assert text[-2] == "/" or text[-2].isalnum()
    assert write(read(text).puzzle, "url") == text


@QUICK
@given(puzzles(largest_clue=9))
def test_filling_round_trip(puzzle: Puzzle) -> None:
    assert read(write(puzzle, "filling")) == Document(puzzle)


@QUICK
@given(st.data())
def test_pzprv3_round_trip(data: st.DataObject) -> None:
    puzzle = data.draw(puzzles(walls=True, unknown=True, limits=THREE))
    answer = data.draw(st.none() | fillings(puzzle.board))
    document = read(write(puzzle, "pzprv3", answer))
    assert document.puzzle == puzzle
    assert read(write(puzzle, "pzprv3", answer).replace("\n", "/")) == document
    if answer is None:
        assert document.answer is None
        return
    # The format has no empty cell where a clue is, and an answer of clues alone is none.
    said = tuple(number or puzzle.clues.get(cell, 0) for cell, number in enumerate(answer))
    only_clues = all(number == puzzle.clues.get(cell, 0) for cell, number in enumerate(said))
    assert document.answer == (None if only_clues else said)


@QUICK
@given(st.data())
def test_janko_round_trip(data: st.DataObject) -> None:
    puzzle = data.draw(puzzles())
    info = data.draw(st.dictionaries(st.sampled_from(["title", "author", "source", "info", "pid"]), TITLES))
    puzzle = Puzzle(puzzle.board, puzzle.clues, info=info)
    answer = data.draw(st.none() | fillings(puzzle.board))
    assert read(write(puzzle, "janko", answer)) == Document(puzzle, answer)


@QUICK
@given(puzzles())
def test_dzn_round_trip(puzzle: Puzzle) -> None:
    text = write(puzzle, "dzn")
    assert read(text) == Document(puzzle)
    by_sizes = re.sub(r"\[\|(.*)\|\]", lambda its: sized(its[1], puzzle), text, flags=re.DOTALL)
    assert read(f"% a comment\n/* another\n*/{by_sizes}") == Document(puzzle)
    assert read(re.sub("(?:rows|cols) = .*", "", text)) == Document(puzzle)


def sized(rows: str, puzzle: Puzzle) -> str:
    assert puzzle.board.grid is not None
    height, width = puzzle.board.grid.height, puzzle.board.grid.width
    return f"array2d(1..{height}, 1..{width}, [{rows.replace('|', ',').rstrip()}])"


@QUICK
@given(st.data())
def test_puzzlekit_round_trip(data: st.DataObject) -> None:
    puzzle = data.draw(puzzles())
    info = data.draw(st.dictionaries(st.sampled_from(["source", "info"]), TITLES))
    puzzle = Puzzle(puzzle.board, puzzle.clues, info=info)
    answer = data.draw(st.none() | fillings(puzzle.board))
    text = write(puzzle, "puzzlekit", answer)
    assert read(text) == Document(puzzle, answer)
    entry = json.loads(text)["data"].popitem()[1]
    assert read(json.dumps(entry)) == Document(puzzle, answer)


@QUICK
@given(st.data())
def test_janko_pages_hold_what_the_file_holds(data: st.DataObject) -> None:
    puzzle = data.draw(puzzles())
    info = data.draw(st.dictionaries(st.sampled_from(["title", "author", "source"]), TITLES))
    answer = data.draw(st.none() | fillings(puzzle.board))
    text = write(Puzzle(puzzle.board, puzzle.clues, info=info), "janko", answer)
    document = read(text)
    assert read(f'<html>\n<script id="data" type="x">\n{text}</script>\n</html>\n') == document
    keys = "|".join(("puzzle", "size", "rows", "cols", "problem", "solution", *info))
    headed = re.sub(rf"(?m)^({keys})(?: |$)", r"[\1]\n", text)
    bare = re.sub(r"(?m)^(?:begin|end)\n", "", headed)
    for page in (headed, f"<!DOCTYPE html><html><b id=data>{bare}[moves]\n1,2\n</b></html>"):
        again = read(page)
        assert (again.puzzle.clues, again.answer) == (puzzle.clues, answer)
        assert again.puzzle.board == puzzle.board
        assert {key: " ".join(text.split()) for key, text in info.items()} == again.puzzle.info


def without_grid(puzzle: Puzzle) -> tuple[object, ...]:
    board = puzzle.board
    rules = (puzzle.walls, puzzle.unknown, puzzle.largest_region, puzzle.checkered, puzzle.basic)
    return board.neighbours, board.names, puzzle.clues, *rules


@QUICK
@given(puzzles(holes=True, graphs=True, walls=True, unknown=True, limits=SOME, variants=True))
def test_adjacency_round_trips(puzzle: Puzzle) -> None:
    for name in ("adjacency", "json"):
        text = write(puzzle, name)
        again = read(text).puzzle
        assert without_grid(again) == without_grid(puzzle)
        assert write(again, name) == text


@QUICK
@given(st.data())
def test_json_round_trip_with_any_names(data: st.DataObject) -> None:
    printable = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=4)
    names = data.draw(st.lists(printable, min_size=1, max_size=5, unique=True))
    floats = st.floats(allow_nan=False, allow_infinity=False)
    places = data.draw(st.lists(st.tuples(floats, floats), min_size=len(names), max_size=len(names)))
    board = from_links(names, [(0, i) for i in range(1, len(names))], places)
    info = data.draw(
        st.dictionaries(st.text(st.characters(codec="utf-8")), st.text(st.characters(codec="utf-8")))
    )
    puzzle = Puzzle(board, {0: 1}, info=info)
    assert read(write(puzzle, "json")) == Document(puzzle)
    filling = data.draw(fillings(board))
    assert read_filling(write_filling(board, filling), board) == filling


@QUICK
@given(st.data())
def test_filling_text_round_trip(data: st.DataObject) -> None:
    board = data.draw(boards(holes=True, graphs=True))
    filling = data.draw(fillings(board))
    assert read_filling(write_filling(board, filling), board) == filling


def document_or_error(text: str) -> None:
    for reader in (read, *(entry.read for entry in (*FORMATS, CSV))):
        try:
            assert isinstance(reader(text), Document)
        except InputError as error:
            assert error.line is not None
            assert error.column is not None
            assert error.line >= 1
            assert error.column >= 1
            assert "\n" not in str(error)
    for board in (BOARD, GRAPH):
        try:
            assert len(read_filling(text, board)) == board.size
        except InputError as error:
            assert error.line is not None


BOARD = rectangle(2, 3, [(0, 1)])
GRAPH = from_links(["A", "B"], [(0, 1)])
MARKS = """
fillomino/ fillomino01 ?fillomino https://x/p? m=edit&p= pzprv3 begin puzzle size rows cols problem
solution moves end cells: * <= { } [ ] : , = | # ? . - _ / 0 1 2 3 9 10 99999999999 \u0663 \u00b2 A B t g z x
v: true null NaN 1.5 "cells" "edges" "clues" "layout" "walls" "unknown" "largest_region" "info" "filling" "A"
rows= cols= puzzle= [| |] ; array2d( 1.. ) % "data" "problem" "solution" "name" <html>
<script id=data> </script>
[problem] [solution] [moves] [size]
"""
WORDS = st.sampled_from(MARKS.split())
SPACES = st.sampled_from(["", " ", "\n", "\r\n", "\t", "\u00a0", "\u2028"])
SOUP = st.lists(st.tuples(WORDS, SPACES), max_size=30).map(lambda parts: "".join(a + b for a, b in parts))


@settings(QUICK, max_examples=100)
@given(st.text(max_size=60) | SOUP)
@example("NaN3 3")
@example("NaN}")
@example("[1e999x]")
@example("[" + "1" * 30 + "x]")
@example('[{"a": 1, "a": 1} x')
def test_any_text(text: str) -> None:
    document_or_error(text)


@settings(QUICK, max_examples=80)
@given(st.binary(max_size=60) | SOUP.map(str.encode))
def test_any_bytes(data: bytes) -> None:
    try:
        assert isinstance(read_bytes(data, source="x"), Document)
    except InputError as error:
        assert error.source == "x"
        assert error.line is not None
        assert error.column is not None


VALID = [
    "3 3\n. 3 .\n2 # 1\n? . 3\n",
    "2\n2\n- 3\n1 -\n",
    "https://puzz.link/p?fillomino/t/5/5/g1k34g2h-05h4./",
    "https://puzz.link/p?fillomino/3/2/lig",
    "3x3:a3a2a1b3\n",
    "pzprv3\nfillomino\n2\n2\nt\n. 3\n1 -\n. .[1,2]\n. 2+\nX\n0\n-1 0\n",
    "begin\npuzzle fillomino\ninfo x\nrows 2\ncols 2\nproblem\n- 3\n1 -\nsolution\n3 3\n1 3\nmoves\nx\nend",
    "cells:\nA: B\nB: A\nA = 2\nB = ?\nA | B\n* <= 2\n",
    '{"cells": ["A", "B"], "edges": [["A", "B"]], "clues": {"A": 2}, "layout": {"A": [0, 1.5], "B": [0, 0]},'
    ' "walls": [["A", "B"]], "unknown": ["B"], "largest_region": 2, "info": {"title": "x"}}',
    "https://x/#m=edit&p=AwA=",
    "rows = 2; cols = 2;\npuzzle = % given\n[| 0, 3\n | _, 1 |];\n",
    "size=2;puzzle=array2d(1..2,1..2,[0,3,1,0,]);",
    '{"name": "Fillomino", "count": 1, "data": {"1_2x2": {"problem": "2 2\\n- 3\\n1 -", "solution": "",'
    ' "source": "x", "info": ""}}}',
    "<html><script id='data'>\n[puzzle]\nfillomino\n[size]\n2\n[problem]\n- 3\n1 -\n[moves]\nx\n</script>",
]


@pytest.mark.parametrize("valid", VALID)
def test_mutations(valid: str) -> None:
    @settings(QUICK, max_examples=60)
    @given(st.data())
    def run(data: st.DataObject) -> None:
        text = valid
        for _ in range(data.draw(st.integers(1, 3))):
            start = data.draw(st.integers(0, len(text)))
            end = data.draw(st.integers(start, min(len(text), start + 4)))
            text = text[:start] + data.draw(WORDS | SPACES | st.text(max_size=2)) + text[end:]
        document_or_error(text)

    run()


def test_writers_are_all_tested() -> None:
    assert set(WRITERS) == {
        "plain",
        "url",
        "filling",
        "pzprv3",
        "janko",
        "adjacency",
        "json",
        "dzn",
        "puzzlekit",
    }
