"""Evaluation of terms: values, what is left open, what is refused, any depth."""

from __future__ import annotations

import io
import random

import pytest

from encoder.encodings.table import ENCODINGS
from fillomino.board import rectangle
from fillomino.puzzle import Puzzle
from smtlib.errors import EvaluationError
from smtlib.evaluate import evaluate
from smtlib.file import file_of
from smtlib.lint import lint
from smtlib.literals import Bits, sorted_value
from smtlib.render import render
from smtlib.sexpr import read_nodes, read_one, without_places, write


@pytest.mark.parametrize(
    ("term", "value"),
    [
        ("(+ 1 x (- 3) (- y 1))", 1 + 5 - 3 + 1),
        ("(and true (<= 1 x 5) (< x 6) (> x 4) (>= x 5))", True),
        ("(=> p false)", False),
        ("(=> false z)", True),
        ("(and false z)", False),
        ("(or p z)", True),
        ("(or (not p) z)", None),
        ("(ite z 3 3)", 3),
        ("(ite z 3 4)", None),
        ("(xor p p p)", True),
        ("(= x 5 (+ 4 1))", True),
        ("(distinct x y 5)", False),
        ("(bvadd (_ bv3 2) (_ bv2 2))", Bits(1, 2)),
        ("(bvult b #b11)", True),
        ("(= b #x2)", False),
        ("(let ((x 1) (w x)) (+ x w))", 6),
        ("(! (= |x| 5) :named a)", True),
        ("(* 2 x)", 10),
        ("(= z 1)", None),
    ],
)
def test_evaluate(term: str, value: object) -> None:
    assert evaluate(term, {"x": 5, "y": 2, "p": True, "b": Bits(2, 2)}) == value


def test_evaluate_refuses_what_it_does_not_know() -> None:
    with pytest.raises(EvaluationError, match="operator 'select'"):
        evaluate("(select a 1)", {})
    with pytest.raises(EvaluationError, match="not a value of the sort"):
        sorted_value(True, "Int")


def test_evaluation_agrees_with_pysmt() -> None:
    from pysmt.environment import Environment
    from pysmt.smtlib.parser import SmtLibParser

    chance = random.Random(2)
    script = ENCODINGS[0].script(Puzzle(rectangle(2, 2), {0: 2}))
    environment = Environment()
    text = render(script, "benchmark")
    formulas = [
        command.args[0]
        for command in SmtLibParser(environment).get_script(io.StringIO(text)).commands
        if command.name == "assert"
    ]
    assert len(formulas) == len(script.assertions)
    manager = environment.formula_manager
    for _ in range(20):
        model = {name: chance.randint(0, 2) for name, _ in script.declarations}
        values = {manager.get_symbol(name): manager.Int(value) for name, value in model.items()}
        for formula, assertion in zip(formulas, script.assertions, strict=True):
            told = environment.simplifier.simplify(environment.substituter.substitute(formula, values))
            assert told.is_bool_constant(evaluate(assertion.term, model)), assertion


DEPTH = 3_000


DEEP = "(+ 0 " * DEPTH + "n_0" + ")" * DEPTH


DEEP_SCRIPT = f"(set-logic QF_LIA)\n(declare-fun n_0 () Int)\n(assert (= 2 {DEEP}))\n(check-sat)\n(exit)\n"


def test_any_depth_is_read_and_evaluated() -> None:
    assert write(without_places(read_nodes(DEEP)[0])) == DEEP
    assert evaluate(DEEP, {"n_0": 2}) == 2
    bound = "(let ((x (+ x 1))) " * DEPTH + "x" + ")" * DEPTH
    assert evaluate(bound, {"x": 2}) == DEPTH + 2
    chain = {f"d{i}": read_one(f"(+ d{i + 1} 1)") for i in range(DEPTH)} | {f"d{DEPTH}": "n_0"}
    assert evaluate("d0", {"n_0": 2}, chain) == DEPTH + 2
    twice = {f"d{i}": read_one(f"(+ d{i + 1} d{i + 1})") for i in range(100)} | {"d100": "n_0"}
    assert evaluate("d0", {"n_0": 1}, twice) == 1 << 100
    product = "(* 2 " * DEPTH + "n_0" + ")" * DEPTH
    found = lint(DEEP_SCRIPT.replace(DEEP, product))
    assert not found


def test_names_in_a_let_hide_others_inside_of_it_alone() -> None:
    model, definitions = {"x": 5}, {"d": read_one("(+ x 1)")}
    assert evaluate("(let ((d 1)) d)", model, definitions) == 1
    assert evaluate("(let ((x 1)) d)", model, definitions) == 6
    assert evaluate("(+ (let ((|x| y)) (ite true 1 x)) x)", model) == 6
    assert evaluate("(let ((x y)) (+ x 1))", model) is None


@pytest.mark.parametrize("term", ["()", "(-)", "(not)", "(ite true)", "(!)", "(let x 1)", "(_ bvx 1)", "#bx"])
def test_what_is_no_term_is_told(term: str) -> None:
    with pytest.raises(EvaluationError, match=r"we can.t evaluate|a let can.t bind"):
        evaluate(term, {})
    [asserted] = file_of(f"(set-option)(declare-fun f ())(define-fun g ())(assert {term})").assertions
    assert write(asserted.term) == term


def test_a_definition_of_itself_is_told() -> None:
    with pytest.raises(EvaluationError, match="a is defined by itself"):
        evaluate("a", {}, {"a": read_one("(+ b 1)"), "b": "a"})
