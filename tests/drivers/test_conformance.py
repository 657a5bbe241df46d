"""What every backend has to do: ``pytest --solver=NAME``, by default all that are installed."""

from __future__ import annotations

import pytest

from drivers import Answer, Failure, Limits, Sat, Solver, Unsat, run
from tests.support.where import where

LIMITS = Limits(seconds=60)


def solve(solver: Solver, logic: str, *body: str, options: str = ":produce-models") -> Answer:
    script = "\n".join([f"(set-option {options} true)", f"(set-logic {logic})", *body])
    return run(script, solver, LIMITS).answer


def takes(*logics: str) -> pytest.MarkDecorator:
    """Return the mark of tests for solvers that take all of some logics; integers are without bounds here."""

    def admits(solver: Solver) -> bool:
        bounded = solver.needs_bounds and any(logic.endswith("LIA") for logic in logics)
        return not bounded and (solver.logics is None or set(logics) <= set(solver.logics))

    return where(admits)


def main_logic(solver: Solver) -> str:
    if solver.logics is None:
        return "QF_LIA"
    return "QF_BV" if "QF_BV" in solver.logics else solver.logics[0]


INTEGERS = ("(declare-fun x () Int)", "(declare-fun y () Int)")
BITS = ("(declare-fun a () (_ BitVec 8))", "(declare-fun b () (_ BitVec 3))")


@takes("QF_LIA")
def test_integers(solver: Solver) -> None:
    body = (*INTEGERS, "(assert (< x y))", "(assert (< y (+ x 2)))")
    assert isinstance(solve(solver, "QF_LIA", *body, "(check-sat)"), Sat)
    assert solve(solver, "QF_LIA", *body, "(assert (< y x))", "(check-sat)") == Unsat()


@takes("QF_LIA")
def test_values(solver: Solver) -> None:
    body = (*INTEGERS, "(assert (= x (- 3)))", "(assert (= (+ x y) 10000000000000000000000))", "(check-sat)")
    wanted = {"x": -3, "y": 10000000000000000000003, "(+ x 1)": -2}
    assert solve(solver, "QF_LIA", *body, "(get-value (x))", "(get-value (y x (+ x 1)))") == Sat(wanted)


@takes("QF_UFLIA")
def test_functions(solver: Solver) -> None:
    body = (
        "(declare-fun f (Int) Int)",
        "(declare-fun x () Int)",
        "(assert (= (f 2) 7))",
        "(assert (= x (f 2)))",
    )
    assert solve(solver, "QF_UFLIA", *body, "(check-sat)", "(get-value (x (f 2)))") == Sat(
        {"x": 7, "(f 2)": 7}
    )
    assert solve(solver, "QF_UFLIA", *body, "(assert (distinct x 7))", "(check-sat)") == Unsat()


@pytest.mark.parametrize("logic", ["QF_BV", "QF_UFLIA"])
@where(lambda solver, logic: solver.logics is None or logic in solver.logics)
def test_booleans_and_quoted_symbols(solver: Solver, logic: str) -> None:
    symbols = ("|a b|", "|a)b|", "p", "|;|")
    body = [f"(declare-fun {symbol} () Bool)" for symbol in symbols]
    body += ["(assert |a b|)", "(assert (not |a)b|))", "(assert (and p (not |;|)))", "(check-sat)"]
    wanted = {"a b": True, "a)b": False, "p": True, ";": False}
    assert solve(solver, logic, *body, f"(get-value ({' '.join(symbols)}))") == Sat(wanted)


@takes("QF_BV")
def test_bit_vectors(solver: Solver) -> None:
    body = (*BITS, "(assert (= a #x0f))", "(assert (= b #b101))", "(check-sat)", "(get-value (a b))")
    assert solve(solver, "QF_BV", *body) == Sat({"a": 15, "b": 5})
    assert solve(solver, "QF_BV", *BITS, "(assert (bvult (bvor a #xf0) #xf0))", "(check-sat)") == Unsat()


def test_values_after_unsat(solver: Solver) -> None:
    body = (
        "(declare-fun p () Bool)",
        "(assert p)",
        "(assert (not p))",
        "(check-sat)",
        "(get-value (p))",
        "(exit)",
    )
    assert solve(solver, main_logic(solver), *body) == Unsat()


@pytest.mark.parametrize(
    "body",
    [
        "(assert unknown_symbol) (check-sat)",
        "(declare-fun p () Bool) (assert (p p)) (check-sat)",
        "(declare-fun p () Bool) (assert p (check-sat)",
        "(no-such-command) (check-sat)",
        "(declare-fun p () Bool) (get-value (p)) (check-sat)",
        "(check-sat) (get-value (unknown_symbol))",
        "",
    ],
)
def test_errors_are_failures(solver: Solver, body: str) -> None:
    answer = solve(solver, main_logic(solver), body)
    assert isinstance(answer, Failure), answer
    assert answer.text
    assert "\n" not in answer.text


def test_push_and_pop_before_the_verdict(solver: Solver) -> None:
    body = ("(declare-fun p () Bool)", "(push 1)", "(assert (not p))", "(pop 1)", "(assert p)", "(check-sat)")
    answer = solve(solver, main_logic(solver), *body)
    # Without a session Yices refuses them, which must not pass for an answer.
    assert answer == Sat() or (isinstance(answer, Failure) and solver.name == "yices")


@where(lambda solver: solver.unsat_cores)
def test_cores(solver: Solver) -> None:
    body = ["(declare-fun p () Bool)", "(declare-fun q () Bool)", "(assert (! (or p q) :named |no 1|))"]
    body += ["(assert (! p :named b))", "(assert (! (not p) :named |c|))"]
    core = ":produce-unsat-cores"
    answer = solve(solver, main_logic(solver), *body, "(check-sat)", "(get-unsat-core)", options=core)
    assert isinstance(answer, Unsat)
    assert set(answer.core) == {"b", "c"}
    assert (
        solve(solver, main_logic(solver), *body[:4], "(check-sat)", "(get-unsat-core)", options=core) == Sat()
    )


def test_unknown_logics(solver: Solver) -> None:
    script = "(set-logic QF_NO_SUCH)(declare-fun p () Bool)(assert p)(check-sat)"
    assert isinstance(run(script, solver, LIMITS).answer, Failure)
