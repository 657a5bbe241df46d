"""Names are taken apart in one place, and come back as they were written."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from encoder.encodings.table import METHODS
from encoder.symbols import Symbol, cells_by_label, symbol, symbols_in
from fillomino.board import rectangle
from fillomino.puzzle import Puzzle

ROOT = Path(__file__).resolve().parents[2]
HOME = ROOT / "encoder" / "symbols.py"
FILES = [
    path
    for room in ("encoder", "drivers", "smtlib", "workbench", "scripts")
    for path in (ROOT / room).rglob("*.py")
]
OF_NAMES = re.compile(r"[a-zA-Z\])]_\(?(\[0-9|\\d|\(\\d)")
"""A pattern that has digits after a letter and an underscore."""


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


def test_no_other_module_takes_names_apart() -> None:
    """Neither by a regular expression nor by the beginning of a name."""
    assert len(FILES) > 100
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if path == HOME or not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            texts = [
                its.value
                for its in ast.walk(node)
                if isinstance(its, ast.Constant) and isinstance(its.value, str)
            ]
            if isinstance(node.func.value, ast.Name) and node.func.value.id == "re":
                wrong = [text for text in texts if OF_NAMES.search(text)]
            elif node.func.attr in ("startswith", "removeprefix"):
                wrong = [text for text in texts if re.fullmatch("[A-Za-z]_", text)]
            elif node.func.attr in ("split", "partition"):
                wrong = [text for text in texts if text == "_"]
            else:
                continue
            assert not wrong, f"{path.relative_to(ROOT)}, line {node.lineno}: {wrong}"
