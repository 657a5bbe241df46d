"""What is refused, and where each message points."""

from __future__ import annotations

import re

import pytest

from fillomino.board import Board, Grid, from_links, rectangle
from fillomino.errors import InputError
from fillomino.formats import MAX_BYTES, find, read, read_bytes, read_filling, write, write_filling
from fillomino.puzzle import Puzzle

PZPR = "pzprv3\nfillomino\n2\n2\n. 3\n1 .\n. .\n. .\n0\n0\n0 0\n"
JANKO = "begin\npuzzle fillomino\nsize 2\nproblem\n- 3\n1 -\nend\n"

WRONG = [
    # plain text
    ("", 1, 1, "nothing here"),
    (" \n\t\n", 1, 1, "nothing here"),
    ("# only this\n", 1, 1, "only comments"),
    ("2 2\n1 . .\n. .\n", 2, 5, "row 1 of 2 should have 2 cells, not 3"),
    ("2 2\n. .\n  1\n", 3, 4, "row 2 of 2 should have 2 cells, not 1"),
    (". . .\n. .\n", 2, 4, "row 2 of 2 should have 3 cells, not 2"),
    ("2 2\n. x\n. .\n", 2, 3, "'x' is not a cell"),
    ("2 2\n. -3\n. .\n", 2, 3, "sign"),
    ("2 2\n. 5\n. .\n", 2, 3, "larger than the board, which has 4 cells"),
    ("2 2\n# 4\n. .\n", 2, 3, "larger than the board, which has 3 cells"),
    ("2 2\n. 03\n. .\n", 2, 3, "begins with 0"),
    ("2 2\n. \u0663\n. .\n", 2, 3, "digits 0 to 9"),
    ("2 2\n. \u00b2\n. .\n", 2, 3, "digits 0 to 9"),
    ("2 2\n. 1.5\n. .\n", 2, 3, "is not a cell"),
    ("2 2\n. .\n. .\n1 1\n", 4, 1, "nothing should follow"),
    ("2 2\n. .\n", 3, 1, "only 1 follow"),
    ("2 2\n", 2, 1, "only 0 follow"),
    ("0 2\n", 1, 1, "sizes begin with 1"),
    ("2 0\n", 1, 3, "sizes begin with 1"),
    ("5\n", 1, 2, "columns should follow"),
    ("2\n2 2\n. .\n. .\n", 2, 3, "stands alone"),
    ("99999999999 9\n", 1, 1, "larger than the 100,000 cells"),
    ("9999999999999999999 9\n", 1, 1, "19 digits"),
    ("9" * 6000 + " 9\n", 1, 1, "6000 digits"),
    ("2 2\n. " + "7" * 6000 + "\n. .\n", 2, 3, "6000 digits"),
    ("2 2\n# #\n# #\n", 2, 1, "holes alone"),
    ("# . .\n. . .\n. . .\n", 1, 1, "comment or a row"),
    ("1 1\n\x00", 2, 1, "NUL"),
    ("1 1\n\ud800", 2, 1, "half a character"),
    # URLs
    ("https://puzz.link/p?nurikabe/5/5/g", 1, 21, "only fillomino"),
    ("https://puzz.link/", 1, 1, "holds no puzzle"),
    ("https://puzz.link/p?fillomino", 1, 1, "holds no puzzle"),
    ("fillomino/x/3/3/g", 1, 11, "'x' is unknown"),
    ("fillomino/3", 1, 11, "number of columns"),
    ("fillomino/3/", 1, 13, "number of rows"),
    ("fillomino/3//g", 1, 13, "number of rows"),
    ("fillomino/0/3/g", 1, 11, "sizes begin with 1"),
    ("fillomino/99999999999/9/g", 1, 11, "larger than"),
    ("fillomino/2/2/k", 1, 15, "5 empty cells, but only 4"),
    ("fillomino/2/2/50ii", 1, 16, "can't be 0"),
    ("fillomino/2/2/5i", 1, 15, "larger than the board"),
    ("fillomino/2/2/-1", 1, 15, "2 digits"),
    ("fillomino/2/2/-0G", 1, 15, "2 digits"),
    ("fillomino/2/2/A", 1, 15, "is not a cell"),
    ("fillomino/2/2/\u0663", 1, 15, "is not a cell"),
    ("fillomino/2/2/j00x", 1, 18, "is complete"),
    ("fillomino/2/2/jw0", 1, 16, "not a digit of the borders"),
    ("fillomino/2/2/j10", 1, 16, "beyond the last border"),
    ("fillomino/2/2/j more", 1, 17, "stand alone"),
    # pzprv3
    ("pzprv3", 1, 7, "ends before its head"),
    ("pzprv34\nfillomino\n2\n2", 1, 1, "begin with 'pzprv3'"),
    (PZPR.replace("fillomino", "nurikabe"), 2, 1, "only fillomino"),
    (PZPR.replace("2\n2\n", "2 2\n2\n"), 3, 3, "should not follow"),
    (PZPR.replace(". 3", ". 0"), 5, 3, "smallest allowed is 1"),
    (PZPR.replace(". 3", ". 5"), 5, 3, "larger than the board"),
    (PZPR.replace(". 3", ". a"), 5, 3, "digits 0 to 9"),
    (PZPR.replace(". 3", "."), 5, 2, "should have 2 cells, not 1"),
    (PZPR.replace(". .", ". x"), 7, 3, "not an answer"),
    (PZPR.replace("0 0", "0 3"), 11, 3, "not a border"),
    (PZPR.replace("0 0", "0"), 11, 2, "should have 2 cells, not 1"),
    (PZPR.replace("0 0\n", ""), 10, 2, "before its horizontal borders"),
    (PZPR + "0\n", 12, 1, "is complete"),
    ("pzprv3/fillomino/1/1/x/./", 1, 22, "digits 0 to 9"),
    # Filling ids
    ("2x2:a1", 1, 7, "4 cells, but the id encodes 2"),
    ("2x2:a12a1", 1, 9, "only 0 are left"),
    ("2x2:d1", 1, 6, "only 0 are left"),
    ("2x2:e", 1, 5, "5 cells, but only 4 are left"),
    ("2x2:a5b", 1, 6, "larger than the board"),
    ("2x2:a-b", 1, 6, "is not part"),
    ("2x2:\u0663c", 1, 5, "is not part"),
    ("x2:d", 1, 4, "no cell 'd'"),
    ("2x:d", 1, 3, "rows should be a number"),
    ("0x2:d", 1, 1, "sizes begin with 1"),
    ("99999999999x9:a", 1, 1, "larger than"),
    ("2x2:d extra", 1, 7, "stand alone"),
    ("3:", 1, 3, "9 cells, but the id encodes 0"),
    # Janko
    ("begin", 1, 6, "end with 'end'"),
    (JANKO.replace("fillomino", "sudoku"), 2, 8, "puzzle fillomino"),
    (JANKO.replace("puzzle fillomino\n", ""), 6, 1, "no line 'puzzle'"),
    (JANKO.replace("size 2\n", ""), 6, 1, "no line 'rows'"),
    (JANKO.replace("size 2", "size x"), 3, 6, "digits 0 to 9"),
    (JANKO.replace("size 2", "size"), 3, 5, "a number should follow"),
    (JANKO.replace("size 2", "size 2 2"), 3, 8, "one number"),
    (JANKO.replace("size 2", "size 2\nrows 2"), 4, 1, "'size' already"),
    (JANKO.replace("size 2", "size 2\nsize 2"), 4, 1, "a second time"),
    (JANKO.replace("- 3", "0 3"), 5, 1, "smallest allowed is 1"),
    (JANKO.replace("- 3", "- 5"), 5, 3, "larger than the board"),
    (JANKO.replace("- 3", "- x"), 5, 3, "digits 0 to 9"),
    (JANKO.replace("- 3", "-"), 5, 2, "should have 2 cells, not 1"),
    (JANKO.replace("1 -\n", ""), 6, 1, "'problem' has 1"),
    (JANKO.replace("1 -\n", "1 -\n- -\n"), 7, 1, "has 2 rows"),
    (JANKO.replace("end", "solution\n1 1\nend"), 9, 1, "'solution' has 1"),
    (JANKO + "more\n", 8, 1, "ends with 'end'"),
    (JANKO.replace("problem", "problem here"), 4, 9, "stand alone"),
    (JANKO.replace("size 2", "- 2"), 3, 1, "should be a key"),
    # adjacency text
    ("cells:\n", 1, 1, "no cell is given"),
    ("A: B\n", 1, 4, "no cell 'B'"),
    ("A: B\nB:\n", 1, 4, "line 2 does not list 'A'"),
    ("A: A\n", 1, 4, "linked to itself"),
    ("A: B B\nB: A\n", 1, 6, "stands twice"),
    ("A:\nA:\n", 2, 1, "has a line already"),
    ("A:\nA = 2\n", 2, 5, "larger than the board"),
    ("A:\nA = 0\n", 2, 5, "smallest allowed is 1"),
    ("A:\nA = -1\n", 2, 5, "sign"),
    ("A:\nA = \u0663\n", 2, 5, "digits 0 to 9"),
    ("A:\nA = 1\nA = ?\n", 3, 1, "has a clue already"),
    ("A:\nA =\n", 2, 4, "one number or '?'"),
    ("A:\nA = 1 1\n", 2, 7, "there are 2"),
    ("A:\nB = 1\n", 2, 1, "no cell 'B'"),
    ("A:\nB:\nA | B\n", 3, 1, "not neighbours"),
    ("A: B\nB: A\nA | B\nB | A\n", 4, 1, "second time"),
    ("A:\n* <= 0\n", 2, 6, "smallest allowed is 1"),
    ("A:\n* < 2\n", 2, 1, "'* <= N'"),
    ("A:\n* <= 1\n* <= 1\n", 3, 1, "second time"),
    ("A:\nA\n", 2, 2, "should follow the name"),
    ("A:\n: A\n", 2, 1, "begin with the name"),
    ("A: ?\n", 1, 4, "should not stand here"),
    ("A: B,C\n", 1, 5, "should not stand here"),
    # JSON
    ("{", 1, 2, "not JSON"),
    ('{"cells": ["A"],\n "edges" []}', 2, 10, "not JSON"),
    ("[1]", 1, 1, "should be an object"),
    ('{"cells": ["A"]}', 1, 1, "no 'edges'"),
    ('{"cells": ["A"], "edges": [], "x": 1}', 1, 31, "'x' is unknown"),
    ('{"cells": ["A"], "edges": [],\n "edges": []}', 2, 2, "'edges' is given a second time"),
    ('{"cells": ["A", "A"], "edges": []}', 1, 17, "two cells"),
    ('{"cells": [""], "edges": []}', 1, 12, "can't be empty"),
    ('{"cells": [1], "edges": []}', 1, 12, "should be a string"),
    ('{"cells": ["\\ud800"], "edges": []}', 1, 12, "half a character"),
    ('{"cells": [], "edges": []}', 1, 11, "is empty"),
    ('{"cells": {}, "edges": []}', 1, 11, "should be a list"),
    ('{"cells": ["A"], "edges": [["A"]]}', 1, 28, "two names"),
    ('{"cells": ["A"], "edges": [["A", "B"]]}', 1, 34, "no cell 'B'"),
    ('{"cells": ["A"], "edges": [["A", "A"]]}', 1, 28, "itself"),
    ('{"cells": ["A"], "edges": [], "clues": {"A": true}}', 1, 46, "an integer, but it is true"),
    ('{"cells": ["A"], "edges": [], "clues": {"A": 1.0}}', 1, 46, "an integer, but it is 1.0"),
    ('{"cells": ["A"], "edges": [], "clues": {"A": "1"}}', 1, 46, "the string '1'"),
    ('{"cells": ["A"], "edges": [], "clues": {"A": 0}}', 1, 46, "smallest allowed is 1"),
    ('{"cells": ["A"], "edges": [], "clues": {"A": 2}}', 1, 46, "larger than the board"),
    ('{"cells": ["A"], "edges": [], "clues": {"B": 1}}', 1, 41, "no cell 'B'"),
    ('{"cells": ["A"], "edges": [], "clues": {"A": NaN}}', 1, 46, "NaN"),
    ('{"cells": ["A"], "edges": [], "clues": {"A": ' + "1" * 6000 + "}}", 1, 46, "6000 characters"),
    ('{"cells": ["A"], "edges": [], "clues": {"A": 1e999}}', 1, 46, "too long"),
    ('{"cells": ["A"], "edges": [], "clues": []}', 1, 40, "should be an object"),
    ('{"cells": ["A"], "edges": [], "layout": {"A": [0]}}', 1, 47, "two numbers"),
    ('{"cells": ["A"], "edges": [], "layout": {"A": [0, true]}}', 1, 47, "two numbers"),
    ('{"cells": ["A"], "edges": [], "layout": {}}', 1, 41, "has no place for the cell 'A'"),
    ('{"cells": ["A", "B"], "edges": [], "walls": [["A", "B"]]}', 1, 46, "not neighbours"),
    ('{"cells": ["A"], "edges": [], "clues": {"A": 1}, "unknown": ["A"]}', 1, 62, "already"),
    ('{"cells": ["A"], "edges": [], "largest_region": 0}', 1, 49, "smallest allowed is 1"),
    ('{"cells": ["A"], "edges": [], "info": {"title": 1}}', 1, 49, "should be a string"),
    ('{"cells": ["\\u0007"], "edges": []}', 1, 12, "can't be printed"),
    ("A:\n\u0007:\n", 2, 1, "can't be printed"),
    # MiniZinc's data
    ("rows = 2;\ncols = 2;\n", 2, 10, "no item 'puzzle'"),
    ("rows = 2;\nwidth = 2;", 2, 1, "'width' is no item"),
    ("rows = 2;\nrows = 2;", 2, 1, "a second time"),
    ("rows 2", 1, 1, "is not a cell"),
    ("rows = 2", 1, 9, "';' should follow, but the file ends"),
    ("rows =", 1, 7, "ends here"),
    ("rows = -2; puzzle = [| 1 |];", 1, 8, "sign"),
    ("% one\npuzzle = [| 1, 0 |\n 1 |];", 3, 3, "row 2 of 2 should have 2 cells, not 1"),
    ("rows = 3;\npuzzle = [| 1, 0\n | 1, 2 |];", 3, 4, "has 3 rows, but the array has 2"),
    ("rows = 1;\npuzzle = [| 1, 0\n | 1, 2 |];", 3, 4, "has 1 rows, but the array has 2"),
    ("puzzle = [| 1, x |];", 1, 16, "should be a number"),
    ("puzzle = [| 1 2 |];", 1, 15, "should follow a cell"),
    ("puzzle = [| 1, 7 |];", 1, 16, "larger than the board"),
    ("puzzle = [| |];", 1, 13, "no cell"),
    ("puzzle = [| 1 | | 1 |];", 1, 17, "no cell"),
    ("puzzle = [1, 2];", 1, 10, "an array should begin here"),
    ("puzzle = array2d(1..2, 1..2, [1, 0, 0]);", 1, 38, "has 4 cells, but there are 3"),
    ("puzzle = array2d(0..2, 1..2, [1, 0, 0]);", 1, 18, "count from 1"),
    ("size = 2; rows = 2; puzzle = [| 1 |];", 1, 18, "gives 'size' already"),
    # puzzlekit
    ('{"name": "Akari", "data": {}}', 1, 10, "puzzles of 'Akari'"),
    ('{"name": "Fillomino"}', 1, 1, "no key 'data'"),
    ('{"name": "Fillomino", "data": {}}', 1, 31, "0 puzzles, where one"),
    ('{"data": {"a": {"problem": "1 1\\n1"},\n "b": {}}}', 1, 10, "2 puzzles, where one"),
    ('{"data": {"a": {}}}', 1, 16, "no key 'problem'"),
    ('{"problem": "1 1\\n1", "x": 1}', 1, 23, "'x' is unknown"),
    ('{"problem": 1}', 1, 13, "should be a string"),
    ('{"problem": ""}', 1, 13, "two numbers"),
    ('{"problem": "2\\n1"}', 1, 14, "two numbers"),
    ('{\n"problem": "1 2\\n1 -\\n1 x"}', 2, 23, "has 1 rows, but 'problem' has 2"),
    ('{\n"problem": "\\u0031 2\\n1 x"}', 2, 25, "should be a number"),
    ('{"problem": "1 2\\n1 -", "solution": "1 1\\n1"}', 1, 37, "the problem has 1 rows and 2 columns"),
    ('{"problem": "1 2\\n1 -", "solution": "1 2\\n1"}', 1, 44, "solution row 1 of 1"),
    # pages of janko.at
    ("<html>\n<p>nothing</p></html>", 1, 1, "no element with the id 'data'"),
    ("<html>\n <p id=data>begin\n", 2, 2, "has no end"),
    ("<html>\n<p id=data> </p>", 2, 1, "data of this page is empty"),
    ("<html><p id='data'>begin\npuzzle akari\nend</p>", 2, 8, "puzzle fillomino"),
    ("<html><p id='data'>begin\npuzzle fillomino</p>", 2, 17, "should end with 'end'"),
    ('<html>\n<i id="data">[problem]\n1 -\n2</i>', 4, 2, "row 2 of 2 should have 2 cells"),
    ('<html>\n<i id="data">[puzzle]\nakari</i>', 3, 1, "puzzle fillomino"),
    ('<html>\n<i id="data">[size]\n2\n[puzzle]\nfillomino</i>', 5, 1, "no line 'problem'"),
    ("[" * 100_000, 1, 1, "nested too deeply"),
    ('{"cells": [' + "[" * 100_000, 1, 1, "nested too deeply"),
]


@pytest.mark.parametrize(("text", "line", "column", "fragment"), WRONG)
def test_refused_with_its_place(text: str, line: int, column: int, fragment: str) -> None:
    with pytest.raises(InputError) as caught:
        read(text, source="here")
    error = caught.value
    assert fragment in error.message
    assert (error.line, error.column, error.source) == (line, column, "here")
    assert "\n" not in error.message
    assert len(error.message) < 200


BOARD = rectangle(2, 2, [(0, 0)])
GRAPH = from_links(["A", "B"], [(0, 1)])
WRONG_FILLINGS = [
    ("", BOARD, 1, 1, "nothing here"),
    ("# 1\n1 1\n1 1\n", BOARD, 3, 1, "has 2 rows"),
    ("# 1\n", BOARD, 2, 1, "here are 1"),
    ("# 1\n1\n", BOARD, 2, 2, "should have 2 cells, not 1"),
    ("1 1\n1 1\n", BOARD, 1, 1, "a hole here"),
    ("# #\n1 1\n", BOARD, 1, 3, "a cell here"),
    ("# x\n1 1\n", BOARD, 1, 3, "digits 0 to 9"),
    ("# -1\n1 1\n", BOARD, 1, 3, "sign"),
    ("3 2\n# 1\n1 1\n", BOARD, 1, 1, "this gives 3 rows"),
    ("1 1\n", GRAPH, 1, 1, "no rows"),
    ("A = 1\n", GRAPH, 2, 1, "'B' gets no number"),
    ("A = 1\nA = 1\n", GRAPH, 2, 1, "already"),
    ("A = 1\nC = 1\n", GRAPH, 2, 1, "no cell 'C'"),
    ("A = 1\nB = x\n", GRAPH, 2, 5, "digits 0 to 9"),
    ("A = 1\nB: A\n", GRAPH, 2, 1, "name = number"),
    ("[[1, 1]]", GRAPH, 1, 1, "no rows"),
    ('{"A": 1}', GRAPH, 1, 1, "'B' gets no number"),
    ('{"A": 1, "B": true}', GRAPH, 1, 15, "integer"),
    ('{"A": 1, "C": 1}', GRAPH, 1, 10, "no cell 'C'"),
    ("[[null, 1]]", BOARD, 1, 1, "here are 1"),
    ("[[null, 1], [1]]", BOARD, 1, 13, "should have 2 cells, not 1"),
    ("[[1, 1], [1, 1]]", BOARD, 1, 3, "a hole here"),
    ("[[null, null], [1, 1]]", BOARD, 1, 9, "integer"),
    ("[[null, 1], 3]", BOARD, 1, 13, "should be a list"),
    ('{"filling": [[null, 1], [1, -1]]}', BOARD, 1, 29, "smallest allowed is 0"),
    ("2x2:d", BOARD, 1, 1, "no answer"),
    (PZPR.replace(". .", "2 2"), BOARD, 1, 1, "another board"),
]


@pytest.mark.parametrize(("text", "board", "line", "column", "fragment"), WRONG_FILLINGS)
def test_refused_fillings(text: str, board: Board, line: int, column: int, fragment: str) -> None:
    with pytest.raises(InputError) as caught:
        read_filling(text, board, source="here")
    assert fragment in caught.value.message
    assert (caught.value.line, caught.value.column, caught.value.source) == (line, column, "here")


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
REFUSALS = [
    *[
        (HOLES, name, "holes, such as the one at row 1, column 1")
        for name in ("url", "pzprv3", "filling", "janko")
    ],
    *[
        (WALLS, name, "walls, such as the one between r1c1 and r1c2")
        for name in ("plain", "filling", "janko")
    ],
    *[(UNKNOWN, name, "'?', such as the one at r2c2") for name in ("filling", "janko")],
    *[(THREE, name, "no region is larger than 3") for name in ("plain", "filling", "janko")],
    *[(TWO, name, "no region is larger than 2") for name in ("plain", "url", "pzprv3", "filling", "janko")],
    *[(LINKS, name, "given as a graph") for name in ("plain", "url", "pzprv3", "filling", "janko")],
    *[(Puzzle(CROSSED, {}), name, "which cells are neighbours") for name in ("plain", "url", "pzprv3")],
    (TEN, "filling", "clues above 9, such as the 10 at r2c2"),
    (HUGE, "url", "clues above 8,191, such as the 8192 at r1c6"),
    (Puzzle(SQUARE, {}, info={"variant": "a/b"}), "url", "can't stand in a URL"),
    (Puzzle(SQUARE, {}), "penpa", "can be read but not written"),
]


@pytest.mark.parametrize(("puzzle", "name", "fragment"), REFUSALS)
def test_nothing_is_dropped_in_writing(puzzle: Puzzle, name: str, fragment: str) -> None:
    with pytest.raises(InputError) as caught:
        write(puzzle, name)
    assert fragment in caught.value.message
    assert re.search(r"write (?:it as )?.*\b(?:json|janko)\b", caught.value.message)


def test_wrong_names_and_answers() -> None:
    with pytest.raises(InputError, match="plain") as caught:
        find("nope")
    assert "pzprv3" in caught.value.message
    with pytest.raises(InputError, match="no format 'nope'"):
        read("1 1\n1", format="nope")
    with pytest.raises(InputError, match="3 numbers for a board of 4"):
        write(Puzzle(SQUARE, {}), "janko", (1, 2, 3))
    with pytest.raises(InputError, match="-1 at r1c1"):
        write(Puzzle(SQUARE, {}), "janko", (-1, 2, 3, 4))
    with pytest.raises(InputError, match="4 numbers"):
        write_filling(SQUARE, (1,))
    assert read("1 1\n1", format="plain").puzzle.clues == {0: 1}
    with pytest.raises(InputError, match="should stand alone"):
        read("1 1\n1", format="url")


def test_json_board_at_no_place_is_not_written() -> None:
    with pytest.raises(InputError, match="no finite place"):
        write(Puzzle(from_links(["A"], [], [(0.0, float("inf"))]), {}), "json")


@pytest.mark.parametrize(
    ("data", "line", "column", "fragment"),
    [
        (b"", 1, 1, "nothing here"),
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


@pytest.mark.parametrize(
    "prefix",
    [
        "",
        "fillomino/9/9/",
        "9x9:",
        "pzprv3/",
        "begin\n",
        "https://",
        '{"a":',
        "x?m=edit&p=",
        '{"data":',
        "size =",
        "<html>",
    ],
)
def test_hostile_texts_take_linear_time(prefix: str) -> None:
    for piece in (
        "1",
        "a",
        "#",
        "{",
        "[",
        "A:",
        "?",
        "/",
        "z",
        "-",
        "1 x ",
        "#\n",
        "A: A\n",
        "\n#",
        "\\",
        '"',
    ):
        text = prefix + piece * (20_000 // len(piece))
        with pytest.raises(InputError):
            read(text)
