"""pySMT through its child: what the conformance checks leave out."""

from __future__ import annotations

from pathlib import Path

import pytest

from drivers import Failure, Limits, Sat, find, installed, run

SCRIPT = """(set-option :produce-models true)
(set-logic QF_UFLIA)
(declare-fun |a b| () Int)
(declare-fun p () Bool)
(declare-fun f (Int) Int)
(assert (= |a b| (- 3)))
(assert (! (and p (= (f 2) 7)) :named n))
(check-sat)
(get-value (|a b| p (f 2) (+ |a b| 1)))
(get-value (p))
"""


@pytest.mark.parametrize("name", ["pysmt-z3", "pysmt-yices", "pysmt-cvc5"])
def test_pysmt(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Values come one reply after another, and pySMT's files (``stdout``, for diagnostics) are not made."""
    solver = find(name)
    if installed(solver) is None:
        pytest.skip(f"{name} is not installed")
    monkeypatch.chdir(tmp_path)
    values = {"a b": -3, "p": True, "(f 2)": 7, "(+ |a b| 1)": -2}
    assert run(SCRIPT, solver, Limits(seconds=60)).answer == Sat(values)
    assert isinstance(run(SCRIPT.replace("QF_UFLIA", "QF_WHAT"), solver, Limits(seconds=60)).answer, Failure)
    assert list(tmp_path.iterdir()) == []
