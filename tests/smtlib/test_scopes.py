"""What is declared, defined and asserted at each check; models handed on as definitions."""

from __future__ import annotations

import pytest

from smtlib.errors import EvaluationError
from smtlib.model import PrintedModel, instantiated
from smtlib.scopes import checks
from smtlib.sexpr import read_all, write
from smtlib.text import Text
from tests.support.texts import asserting_check

X = "(declare-const x Int)"


def at(text: str) -> list[list[str]]:
    """For each check its declarations, assertions and assumptions, as they are written."""
    return [
        [write(term) for term in (*(command.term for command in check.commands), *check.assumptions)]
        for check in checks(Text(text))
    ]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (f"{X}(assert (= x 1))(check-sat)(assert (= x 2))", [[X, "(assert (= x 1))"]]),
        (f"{X}(push 1)(assert (= x 1))(pop 1)(assert (= x 2))(check-sat)", [[X, "(assert (= x 2))"]]),
        ("(push)(push 2)(assert p)(pop 3)(check-sat)(assert q)(check-sat)", [[], ["(assert q)"]]),
        ("(push 1)(assert p)(push 1)(assert q)(pop 1)(check-sat)(pop)(check-sat)", [["(assert p)"], []]),
        ("(assert p)(push 1)(assert q)(reset-assertions)(assert r)(check-sat)", [["(assert r)"]]),
        (f"{X}(assert p)(check-sat)(reset)(assert q)(check-sat)", [[X, "(assert p)"], ["(assert q)"]]),
        (
            "(assert p)(check-sat-assuming (q (not r)))(check-sat)",
            [["(assert p)", "q", "(not r)"], ["(assert p)"]],
        ),
        (
            "(define-fun c () Int 1)(push 1)(define-fun d () Int 2)(pop 1)(define-fun d () Int 3)(check-sat)",
            [["(define-fun c () Int 1)", "(define-fun d () Int 3)"]],
        ),
        (
            f"(set-option :global-declarations true)(push 1){X}(assert p)(pop 1)(check-sat)",
            [[X]],
        ),
        (
            "(define-fun c () Int 1)(define-fun d () Int 1)(reset-assertions)"
            "(define-fun c () Int 2)(check-sat)",
            [["(define-fun d () Int 1)", "(define-fun c () Int 2)"]],  # Z3 keeps d, others know it no more
        ),
        ("(push 1)(pop 7)(assert p)(check-sat)(exit)(check-sat)", [["(assert p)"]]),
    ],
)  # fmt: skip
def test_scopes(text: str, wanted: list[list[str]]) -> None:
    assert at(text) == wanted


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("(assert p)(check-sat)(assert q)", "p"),
        ("(push 1)(assert p)(check-sat)(get-model)(pop 1)(assert q)(check-sat)", "p"),
        ("(push 1)(assert p)(check-sat)(pop 1)(assert q)(check-sat)", "q"),
        ("(push 1)(assert p)(check-sat)(pop 1)(push 1)(assert q)(check-sat)(echo \"m\")(get-value (x))", "q"),
        ("(check-sat-assuming (p))", "p"),
        ("(push 1)(assert q)(pop 1)(assert p)", "p"),
    ],
)  # fmt: skip
def test_a_model_is_of_the_check_whose_values_are_asked_for(text: str, term: str) -> None:
    assert [asserted.term for asserted in asserting_check(text).assertions] == [term]


def handed(script: str, model: str) -> list[str]:
    file = asserting_check(f"{script}(assert true)")
    printed = PrintedModel()
    for part in read_all(model):
        printed.add(part)
    return list(instantiated(file.declarations, file.signatures, printed).commands)


def test_a_model_stands_in_place_of_declarations() -> None:
    script = "(declare-const a Int)(define-fun b () Int (+ a 1))(declare-fun f (Int) Int)"
    helper, function = "(define-fun f!1 ((y Int)) Int (* 2 y))", "(define-fun f ((x!0 Int)) Int (f!1 x!0))"
    commands = handed(script, f"{function}{helper}(define-fun a () Int 4)")
    assert set(commands[:-1]) == {"(define-fun a () Int 4)", helper, function}
    assert commands.index(helper) < commands.index(function)
    assert commands[-1] == "(define-fun b () Int (+ a 1))"
    assert handed("(declare-const a Int)", "(define-fun b () Int 1)") == ["(declare-const a Int)"]


def test_a_declared_sort_becomes_a_datatype_of_its_elements() -> None:
    script = "(declare-sort R 0)(declare-const a R)(declare-const b R)(declare-fun f (R) R)"
    for first, second, more in (
        ("R!val!0", "R!val!1", "(declare-fun R!val!0 () R)(declare-fun R!val!1 () R)"),
        ("(as @R_0 R)", "(as @R_1 R)", ""),
        ("@const_3", "@const_4", ""),
    ):
        model = (
            f"{more}(define-fun a () R {first})(define-fun f ((z R)) R (ite (= z {first}) {second} {first}))"
        )
        datatype, *commands = handed(script, model)
        assert datatype.startswith("(declare-datatypes ((R 0)) (((") and len(read_all(datatype)[0][2][0]) == 2
        assert not any(mark in "".join(commands) for mark in ("@", "!val!", "(as "))


def test_what_can_not_be_handed_on() -> None:
    for script, model in (
        ("(declare-fun f (Int) Int)", "(define-fun f () Int 1)"),
        ("(declare-const a Int)", "(define-fun a ((x Int)) Int x)"),
        ("(declare-const a Int)(declare-const b Int)", "(define-fun a () Int b)(define-fun b () Int a)"),
    ):
        with pytest.raises(EvaluationError):
            handed(script, model)
