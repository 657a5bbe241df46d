"""The codes of errors: each error has one, by which a program tells it; the page lists them all."""

from __future__ import annotations

import pickle
import re

import pytest

from drivers import find as find_solver
from drivers.errors import UnknownSolverError
from encoder.encodings.table import find as find_encoding
from encoder.errors import EncodingError
from fillomino import formats
from fillomino.board import rectangle
from fillomino.errors import FillominoError, InputError, PuzzleError
from fillomino.puzzle import Puzzle
from scripts.error_codes import codes, page
from smtlib.errors import SmtLibError
from smtlib.sexpr import read_all


def test_codes_are_words_in_lower_case_and_on_the_page() -> None:
    found = codes()
    text = page(found)
    assert {"clue-range", "unknown-encoding", "unknown-solver", "bad-smtlib", "unreadable"} <= found.keys()
    for code in found:
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", code)
        assert f"| `{code}` | " in text


def test_errors_have_the_code_of_their_fault_or_of_their_class() -> None:
    board = rectangle(1, 2)
    with pytest.raises(PuzzleError) as puzzle:
        Puzzle(board, {0: 3})
    with pytest.raises(InputError) as text:
        formats.read("1 2\n3 0\n")
    with pytest.raises(EncodingError) as encoding:
        find_encoding("magic")
    with pytest.raises(UnknownSolverError) as solver:
        find_solver("magic")
    with pytest.raises(SmtLibError) as smtlib:
        read_all("(")
    assert [its.value.code for its in (puzzle, text, encoding, solver, smtlib)] == [
        "clue-range",
        "clue-range",
        "unknown-encoding",
        "unknown-solver",
        "bad-smtlib",
    ]
    assert FillominoError("x").code == "error"
    assert PuzzleError("x").code == "bad-puzzle"


def test_a_code_comes_back_from_a_worker() -> None:
    error = pickle.loads(pickle.dumps(InputError("wrong", line=2, column=3, code="clue-range")))
    assert (error.code, str(error)) == ("clue-range", "2:3: wrong")
