"""CP-SAT through its child, and the bounds that it is given: never a guess."""

from __future__ import annotations

import pytest

from drivers import Answer, Failure, Limits, Sat, Unsat, installed, run
from drivers.bounds import bounds
from drivers.solvers import CPSAT
from smtlib.sexpr import read_first

NEEDS_CPSAT = pytest.mark.skipif(installed(CPSAT) is None, reason="OR-Tools is not installed")


@pytest.mark.parametrize(
    ("terms", "wanted"),
    [
        (["(<= 1 x)", "(< x 5)"], (1, 4)),
        (["(and (>= x (- 2)) (> 3 x))"], (-2, 2)),
        (["(or (= x 1) (and (<= 3 x) (<= x 5)))"], (1, 5)),
        (["(or (= x 1) (= y 2))"], (None, None)),
        (["(<= 0 y)", "(<= x y)", "(= y 7)", "(<= 1 x)"], (1, 7)),
        (["(=> (<= x 3) (<= y 2))", "(not (<= x 3))"], (None, None)),
        (["(< x 3)"], (None, 2)),
        (["(! (= x 3) :named a)"], (3, 3)),
        (["(<= (+ x 1) 3)"], (None, None)),
        (["(= x 3)", "(= x 4)"], (4, 3)),
    ],
)
def test_bounds(terms: list[str], wanted: tuple[int | None, int | None]) -> None:
    assert bounds([read_first(term) for term in terms], ["x", "y"])["x"] == wanted


def ask(*terms: str, values: str = "x y p") -> Answer:
    declared = "(declare-fun x () Int)(declare-fun y () Int)(declare-fun p () Bool)"
    body = "".join(f"(assert {term})" for term in terms)
    return run(
        f"(set-logic QF_LIA){declared}{body}(check-sat)(get-value ({values}))", CPSAT, Limits(60)
    ).answer


BOX = ("(and (<= 0 x) (<= x 9))", "(and (<= (- 3) y) (<= y 9))")


@NEEDS_CPSAT
def test_answers_in_one_script_of_every_operator() -> None:
    answer = ask(
        *BOX,
        "p",
        "(= (+ x y) 2)",
        "(= p (> x (* 2 2)))",
        "(=> p (and (= y (- 3)) (distinct x 9)))",
        "(xor p (ite (< x 3) (not (= y 1)) false))",
        "(or p (not (<= y 0)))",
        "(= (ite p x 0) (- 2 y))",
    )
    assert answer == Sat({"x": 5, "y": -3, "p": True})
    assert ask(*BOX, "(> (+ x y) 18)") == Unsat()
    assert ask(*BOX, "(= x 10)") == Unsat()
    assert ask("false") == Unsat()


@NEEDS_CPSAT
@pytest.mark.parametrize(
    ("terms", "message"),
    [
        (("(<= 0 x)", BOX[1]), "x has no bounds; CP-SAT needs them"),
        ((*BOX, "(= x 99999999999)"), "not a linear integer term|too large"),
        ((*BOX, "(= (* x y) 4)"), "not a linear integer term"),
        ((*BOX, "(f x)"), "not a Boolean term that can be translated: (f x)"),
    ],
)
def test_what_cannot_be_said_is_a_failure(terms: tuple[str, ...], message: str) -> None:
    answer = ask(*terms)
    assert isinstance(answer, Failure)
    assert any(part in answer.text for part in message.split("|")), answer
