"""What is refused, and where each message points."""

from __future__ import annotations

import pytest

from fillomino.backtracking import search
from fillomino.board import Board, Grid, from_links, rectangle
from fillomino.errors import InputError
from fillomino.formats import MAX_BYTES, find, read, read_bytes, read_filling, write, write_filling
from fillomino.puzzle import Puzzle

PZPR = "pzprv3\nfillomino\n2\n2\n. 3\n1 .\n. .\n. .\n0\n0\n0 0\n"
JANKO = "begin\npuzzle fillomino\nsize 2\nproblem\n- 3\n1 -\nend\n"

WRONG = [
    # plain text
    ("", 1, 1, "nothing-to-read"),
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
    ("2 2\n. \u00b2\n. .\n", 2, 3, "bad-number"),
    ("2 2\n. 1.5\n. .\n", 2, 3, "bad-cell"),
    ("2 2\n. .\n. .\n1 1\n", 4, 1, "row-count"),
    ("2 2\n. .\n", 3, 1, "row-count"),
    ("2 2\n", 2, 1, "row-count"),
    ("0 2\n", 1, 1, "board-empty"),
    ("2 0\n", 1, 3, "board-empty"),
    ("5\n", 1, 2, "syntax"),
    ("2\n2 2\n. .\n. .\n", 2, 3, "syntax"),
    ("99999999999 9\n", 1, 1, "board-too-large"),
    ("9999999999999999999 9\n", 1, 1, "bad-number"),
    ("9" * 6000 + " 9\n", 1, 1, "bad-number"),
    ("2 2\n. " + "7" * 6000 + "\n. .\n", 2, 3, "bad-number"),
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
    ("fillomino/2/2/-0G", 1, 15, "bad-input"),
    ("fillomino/2/2/A", 1, 15, "bad-input"),
    ("fillomino/2/2/\u0663", 1, 15, "bad-input"),
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
    (PZPR.replace(". 3", ". a"), 5, 3, "bad-number"),
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
    ("2x2:e", 1, 5, "row-count"),
    ("2x2:a5b", 1, 6, "clue-range"),
    ("2x2:a-b", 1, 6, "bad-cell"),
    ("2x2:\u0663c", 1, 5, "bad-cell"),
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
    (JANKO.replace("- 3", "- x"), 5, 3, "bad-number"),
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
    ("A:\nA = -1\n", 2, 5, "bad-number"),
    ("A:\nA = \u0663\n", 2, 5, "bad-number"),
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
    ("[1]", 1, 1, "bad-json"),
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
    ('{"cells": ["A"], "edges": [], "clues": {"A": "1"}}', 1, 46, "bad-json"),
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
    with pytest.raises(InputError) as caught:
        read(text, source="here")
    error = caught.value
    assert (error.code, error.line, error.column, error.source) == (code, line, column, "here")
    assert "\n" not in error.message


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
    with pytest.raises(InputError) as caught:
        read_filling(text, board, source="here")
    error = caught.value
    assert (error.code, error.line, error.column, error.source) == (code, line, column, "here")


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
    (HOLES, ("url", "pzprv3", "filling", "janko")),
    (WALLS, ("plain", "filling", "janko")),
    (UNKNOWN, ("filling", "janko")),
    (THREE, ("plain", "filling", "janko")),
    (TWO, ("plain", "url", "pzprv3", "filling", "janko")),
    (LINKS, ("plain", "url", "pzprv3", "filling", "janko")),
    (Puzzle(CROSSED, {}), ("plain", "url", "pzprv3")),
    (CHECKERED, ("plain", "url", "pzprv3", "filling", "janko")),
    (BASIC, ("plain", "url", "pzprv3", "filling", "janko")),
    (TEN, ("filling",)),
    (HUGE, ("url",)),
    (Puzzle(SQUARE, {}, info={"variant": "a/b"}), ("url",)),
    (Puzzle(SQUARE, {}), ("penpa",)),
]


@pytest.mark.parametrize(("puzzle", "names"), REFUSALS)
def test_nothing_is_dropped_in_writing(puzzle: Puzzle, names: tuple[str, ...]) -> None:
    for name in names:
        with pytest.raises(InputError) as caught:
            write(puzzle, name)
        assert caught.value.code == ("format-read-only" if name == "penpa" else "not-expressible"), name


def test_wrong_names_and_answers() -> None:
    with pytest.raises(InputError, match="plain") as caught:
        find("nope")
    assert "pzprv3" in caught.value.message
    with pytest.raises(InputError, match="unknown format 'nope'"):
        read("1 1\n1", format="nope")
    with pytest.raises(InputError, match="3 numbers for a board of 4"):
        write(Puzzle(SQUARE, {}), "janko", (1, 2, 3))
    with pytest.raises(InputError, match="-1 at r1c1"):
        write(Puzzle(SQUARE, {}), "janko", (-1, 2, 3, 4))
    with pytest.raises(InputError, match="4 numbers"):
        write_filling(SQUARE, (1,))
    assert read("1 1\n1", format="plain").puzzle.clues == {0: 1}
    with pytest.raises(InputError, match="unexpected"):
        read("1 1\n1", format="url")


def test_json_board_at_no_place_is_not_written() -> None:
    with pytest.raises(InputError, match="infinite"):
        write(Puzzle(from_links(["A"], [], [(0.0, float("inf"))]), {}), "json")


@pytest.mark.parametrize(
    ("data", "line", "column", "fragment"),
    [
        (b"", 1, 1, "is blank"),
        (b"1 1\r\n\xff", 2, 1, "0xff is not UTF-8"),
        (b"1 1\n\xc3\xa9 \xe9", 2, 3, "not UTF-8"),
        (b"\xef\xbb\xbf\xff", 1, 1, "not UTF-8"),
        (b"2 2\n1 \x001\n", 2, 3, "NUL"),
        (b"a" * 10_000_000, 1, MAX_BYTES + 1, "10,000,000 bytes"),
        (b"1\n" * 5_000_000, MAX_BYTES // 2 + 1, 1, "are not read"),
        (b"1 1\n" + b"1" * 2_000_000, 2, 1_000_001, "longer than 1,000,000 characters"),
    ],
)
def test_bytes_are_refused(data: bytes, line: int, column: int, fragment: str) -> None:
    with pytest.raises(InputError) as caught:
        read_bytes(data, source="file.txt")
    assert fragment in caught.value.message
    assert (caught.value.line, caught.value.column, caught.value.source) == (line, column, "file.txt")


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
