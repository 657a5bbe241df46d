"""Names are taken apart, and come back as they were written."""

from __future__ import annotations

import pytest

from encoder.encodings.table import METHODS
from encoder.symbols import Symbol, cells_by_label, symbol, symbols_in
from fillomino.board import rectangle
from fillomino.puzzle import Puzzle


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("n_4", ("n", 4, None)),
        ("n_4_7", ("n", 4, "7")),
        ("n_12_big", ("n", 12, "big")),
        ("e_4_5", ("e", 4, "5")),
        ("R_0", ("R", 0, None)),
        ("l_4_5_6", None),
        ("n_x", None),
        ("n_\u00b2", None),
        ("a_n_4", None),
        ("n_4_", None),
        ("n_1234567890", None),
    ],
)
def test_a_name_taken_apart(name: str, parts: tuple[str, int, str | None] | None) -> None:
    assert symbol(name) == (None if parts is None else Symbol(*parts))


def test_symbols_in_a_term() -> None:
    term = "(or (not n_4_7) n_12_big (and g_4_0 c_7 d_3_4_5 a_n_6))"
    assert [tuple(its) for its in symbols_in(term, "ng")] == [("n", 4, "7"), ("n", 12, "big"), ("g", 4, "0")]
    assert [its.label for its in symbols_in(term, "c")] == [7]


def test_every_value_of_every_encoding_has_a_cell() -> None:
    board = rectangle(2, 3, {(0, 1)})
    for encoding in METHODS:
        if not encoding.lazy:
            found = [symbol(name) for name in encoding.script(Puzzle(board, {})).values]
            assert {its.label for its in found if its} == cells_by_label(board).keys(), encoding.name
