"""Encodings and solvers that go together, and those that do not."""

from __future__ import annotations

import pytest

from drivers.solvers import BITWUZLA, YICES, Z3, find
from encoder.encodings import find as find_encoding
from encoder.errors import EncodingError
from workbench.logics import best_logic


@pytest.mark.parametrize(
    ("encoding", "name", "logic"),
    [
        ("forest", "z3", "QF_UFLIA"),
        ("forest-tight", "yices", "QF_LIA"),
        ("forest-bool", "z3", "QF_FD"),
        ("forest-bool", "yices", "QF_UF"),
        ("forest-bool", "bitwuzla", "QF_UF"),
        ("forest-bv", "bitwuzla", "QF_BV"),
        ("cuts", "z3", "QF_FD"),
        ("cuts", "cvc5", "QF_BV"),
    ],
)
def test_the_logic_that_suits_both(encoding: str, name: str, logic: str) -> None:
    assert best_logic(find_encoding(encoding), find(name)) == logic


def test_what_does_not_go_together_says_what_does() -> None:
    with pytest.raises(EncodingError, match=r"Bitwuzla takes none of the logics of forest .*forest-bv"):
        best_logic(find_encoding("forest"), BITWUZLA)
    with pytest.raises(EncodingError, match=r"cuts needs a solver to talk with.*forest-tight"):
        best_logic(find_encoding("cuts"), find("pysmt-z3"))
    assert best_logic(find_encoding("cuts"), YICES) != best_logic(find_encoding("cuts"), Z3)
