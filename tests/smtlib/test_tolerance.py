"""What some solvers take that is not SMT-LIB: lint's warnings and errors, tried on the solvers themselves."""

from __future__ import annotations

import pytest

from drivers import Limits, Solver, find
from drivers.process import run_process
from drivers.solver import command_line, require
from smtlib.lint import lint

INTS = "(set-logic QF_LIA)\n(declare-fun x () Int)\n(declare-fun y () Int)\n(declare-fun p () Bool)\n"
BITS = "(set-logic QF_BV)\n(declare-fun v () (_ BitVec 4))\n(declare-fun p () Bool)\n"
# Each construct, and those of Z3, Yices, cvc5 and Bitwuzla (by initial) that take it.
CONSTRUCTS = [
    (f"{INTS}(assert (= x -3))", "zc"),
    (f"{INTS}(assert (= (+ x) 3))", "zy"),
    (f"{INTS}(assert (<= x))", "z"),
    (f"{INTS}(assert (=> p))", ""),
    (f"{INTS}(assert (and p 3))", ""),
    (f"{INTS}(assert (= x 3.0))", "yc"),
    (f"{INTS}(assert (= (* x y) 4))", ""),
    (f"{INTS}(declare-fun mod () Int)(assert (= mod 3))", "z"),
    (f"{INTS}(declare-fun concat () Int)(assert (= concat 3))", "zyc"),
    (f"{INTS}(declare-fun f (Int) Int)(assert (= (f x) 3))", ""),
    (f"{INTS}(assert (forall ((z Int)) (< z x)))", "c"),
    (f"{INTS}(simplify p)", "zc"),
    (f"{BITS}(assert (and p))", "zyc"),
    (f"{BITS}(assert (= (bvadd v) v))", "zy"),
    (f"{BITS}(assert (= (bvshl v v) (bvsub v (bvneg v))))", "zycb"),
    (f"{BITS}(declare-fun store () Bool)(assert store)", "zycb"),
    (f"{BITS}(declare-fun Int () Bool)(assert Int)", "zycb"),
    (f"{BITS}(declare-fun true () Bool)(assert true)", ""),
    (f"{BITS}(declare-fun p () Bool)", ""),
    (f"{BITS}(declare-fun ite () Bool)(assert ite)", "z"),
    (f"{BITS}(assert (= v #b00001))", ""),
    (f"{BITS}; a bell \x07\n(assert p)", "zycb"),
    (f"{BITS}(assert (and p \x17 p))", ""),
    ("(set-logic QF_BV)(declare-fun p () Bool)(assert p)(check-sat)(get-value (p))", "zy"),
    ("(declare-fun p () Bool)(set-logic QF_BV)(assert p)", "zb"),
]
SLOW = pytest.param("cvc5", marks=pytest.mark.slow), pytest.param("bitwuzla", marks=pytest.mark.slow)


@pytest.mark.parametrize(("text", "takers"), CONSTRUCTS)
def test_an_error_is_what_no_solver_takes(text: str, takers: str) -> None:
    text = text if "(check-sat)" in text else f"{text}(check-sat)"
    found = [f for f in lint(f"{text}(exit)", pysmt=False) if f.kind not in ("unused", "no-exit")]
    assert any(f.error for f in found) == (not takers), found
    everybody = "zyc" if text.startswith(INTS) else "zycb"
    assert (not found) == (takers == everybody), found


@pytest.mark.parametrize("name", ["z3", "yices", *SLOW])
def test_the_solvers_do(name: str) -> None:
    solver = find(name)
    for text, takers in CONSTRUCTS:
        if solver.logics is not None and not any(logic in text for logic in solver.logics):
            continue
        assert _takes(solver, text if "(check-sat)" in text else f"{text}(check-sat)") == (
            name[0] in takers
        ), text


def _takes(solver: Solver, text: str) -> bool:
    done = run_process(command_line(require(solver), Limits()), text.encode(), Limits(seconds=20))
    return done.exit_code == 0 and b"error" not in done.stdout + done.stderr
