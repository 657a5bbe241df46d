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
from fillomino.formats import Format, Holds, known, read, read_bytes, read_filling, write, write_filling
from fillomino.puzzle import Document, Filling, Puzzle
from tests.support.where import examples

QUICK = settings(
    max_examples=examples(40), deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
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
def puzzles(draw: st.DrawFn, holds: Holds) -> Puzzle:
    """Any puzzle that a format can hold."""
    board = draw(boards(holes=holds.holes, graphs=holds.any_board))
    cells = st.integers(0, board.size - 1)
    clues = draw(st.dictionaries(cells, st.integers(1, min(board.size, holds.largest_clue or board.size))))
    links = list(board.links())
    limits = st.integers(1, 1000) if holds.limits is None else st.sampled_from([*holds.limits, None])
    return Puzzle(
        board,
        clues,
        walls=frozenset(draw(st.sets(st.sampled_from(links)))) if holds.walls and links else frozenset(),
        unknown=frozenset(draw(st.sets(cells)) - set(clues)) if holds.unknown else frozenset(),
        largest_region=draw(limits | st.none()),
        checkered=holds.variants and draw(st.booleans()),
        basic=holds.variants and draw(st.booleans()),
    )


def fillings(board: Board) -> st.SearchStrategy[Filling]:
    return st.lists(st.integers(0, 99), min_size=board.size, max_size=board.size).map(tuple)


def respelt(name: str, text: str, puzzle: Puzzle) -> list[str]:
    """The same puzzle written in other ways that its format allows."""
    if name == "pzprv3":
        return [text.replace("\n", "/")]
    if name == "dzn":
        rows = re.sub(r"\[\|(.*)\|\]", lambda match: sized(match[1], puzzle), text, flags=re.DOTALL)
        return [f"% a comment\n/* another\n*/{rows}", re.sub("(?:rows|cols) = .*", "", text)]
    if name == "puzzlekit":
        return [json.dumps(json.loads(text)["data"].popitem()[1])]
    return []


def sized(rows: str, puzzle: Puzzle) -> str:
    assert puzzle.board.grid is not None
    height, width = puzzle.board.grid.height, puzzle.board.grid.width
    return f"array2d(1..{height}, 1..{width}, [{rows.replace('|', ',').rstrip()}])"


def as_written(name: str, puzzle: Puzzle, answer: Filling | None) -> Filling | None:
    """The part of an answer that a format keeps."""
    if answer is None or name in ("janko", "puzzlekit"):
        return answer
    # pzprv3 has no empty cell where a clue is, and an answer of clues alone counts as none.
    filled = tuple(number or puzzle.clues.get(cell, 0) for cell, number in enumerate(answer))
    clues = tuple(puzzle.clues.get(cell, 0) for cell in range(puzzle.board.size))
    return filled if name == "pzprv3" and filled != clues else None


@pytest.mark.parametrize("entry", [entry for entry in known() if entry.write], ids=lambda entry: entry.name)
def test_round_trip(entry: Format) -> None:
    name = entry.name
    keys = {"janko": ["title", "author", "source", "info", "pid"], "puzzlekit": ["source", "info"]}.get(name)

    @QUICK
    @given(st.data())
    def run(data: st.DataObject) -> None:
        puzzle = data.draw(puzzles(entry.holds))
        if keys:
            puzzle = puzzle.replace(info=data.draw(st.dictionaries(st.sampled_from(keys), TITLES)))
        answer = data.draw(st.none() | fillings(puzzle.board))
        text = write(puzzle, name, answer)
        document = read(text)
        if entry.holds.any_board:  # it keeps the graph, and where cells are drawn
            again = document.puzzle.board
            assert (again.neighbours, again.names) == (puzzle.board.neighbours, puzzle.board.names)
            puzzle = puzzle.replace(board=again)
        assert document == Document(puzzle, as_written(name, puzzle, answer))
        assert write(document.puzzle, name, document.answer) == text
        for other in respelt(name, text, puzzle):
            assert read(other) == document

    run()


@QUICK
@given(st.data())
def test_janko_pages_hold_what_the_file_holds(data: st.DataObject) -> None:
    puzzle = data.draw(puzzles(Holds()))
    info = data.draw(st.dictionaries(st.sampled_from(["title", "author", "source"]), TITLES))
    answer = data.draw(st.none() | fillings(puzzle.board))
    text = write(puzzle.replace(info=info), "janko", answer)
    document = read(text)
    assert read(f'<html>\n<script id="data" type="x">\n{text}</script>\n</html>\n') == document
    keys = "|".join(("puzzle", "size", "rows", "cols", "problem", "solution", *info))
    headed = re.sub(rf"(?m)^({keys})(?: |$)", r"[\1]\n", text)
    bare = re.sub(r"(?m)^(?:begin|end)\n", "", headed)
    one_line = {key: " ".join(text.split()) for key, text in info.items()}
    for page in (headed, f"<!DOCTYPE html><html><b id=data>{bare}[moves]\n1,2\n</b></html>"):
        assert read(page) == Document(puzzle.replace(info=one_line), answer)


@QUICK
@given(st.data())
def test_json_round_trip_with_any_names(data: st.DataObject) -> None:
    printable = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=4)
    names = data.draw(st.lists(printable, min_size=1, max_size=5, unique=True))
    floats = st.floats(allow_nan=False, allow_infinity=False)
    places = data.draw(st.lists(st.tuples(floats, floats), min_size=len(names), max_size=len(names)))
    board = from_links(names, [(0, i) for i in range(1, len(names))], places)
    words = st.text(st.characters(codec="utf-8"), max_size=8)
    puzzle = Puzzle(board, {0: 1}, info=data.draw(st.dictionaries(words, words, max_size=3)))
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
    for reader in (read, *(entry.read for entry in (*known(), CSV))):
        try:
            assert isinstance(reader(text), Document)
        except InputError as error:
            assert min(error.line or 0, error.column or 0) >= 1
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


@settings(QUICK, max_examples=examples(60))
@given(st.text(max_size=60) | SOUP)
@example("NaN3 3")
@example("NaN}")
@example("[1e999x]")
@example("[" + "1" * 30 + "x]")
@example('[{"a": 1, "a": 1} x')
def test_any_text(text: str) -> None:
    document_or_error(text)


@settings(QUICK, max_examples=examples(40))
@given(st.binary(max_size=60) | SOUP.map(str.encode))
def test_any_bytes(data: bytes) -> None:
    try:
        assert isinstance(read_bytes(data, source="x"), Document)
    except InputError as error:
        assert error.source == "x"
        assert min(error.line or 0, error.column or 0) >= 1


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
    @settings(QUICK, max_examples=examples(25))
    @given(st.data())
    def run(data: st.DataObject) -> None:
        text = valid
        for _ in range(data.draw(st.integers(1, 3))):
            start = data.draw(st.integers(0, len(text)))
            end = data.draw(st.integers(start, min(len(text), start + 4)))
            text = text[:start] + data.draw(WORDS | SPACES | st.text(max_size=2)) + text[end:]
        document_or_error(text)

    run()
