"""Lint of terms whose sorts don't fit."""

from __future__ import annotations

import pytest

from encoder import Builder, floodfill
from encoder.parts.flood import METHODS
from encoder.parts.partition import fillomino_by_partition
from fillomino.board import rectangle
from fillomino.puzzle import Puzzle
from smtlib.lint import Finding, lint
from smtlib.render import render

HEAD = """(set-logic QF_LIA)
(declare-fun n_0 () Int)(declare-const p Bool)(declare-fun v () (_ BitVec 2))(declare-fun f (Int) Bool)
(declare-fun r () Real)(declare-fun |a b| () Int)(define-fun one () Int 1)(declare-fun g () Bool)
"""
DEPTH = 8_000


def ill_sorted(text: str) -> list[Finding]:
    return [finding for finding in lint(text) if finding.kind == "ill-sorted"]


@pytest.mark.parametrize(
    ("term", "column", "said"),
    [
        ("n_0", 9, "asserted, but its sort is Int"),
        ("(+ n_0 1)", 9, "asserted, but its sort is Int"),
        ("(! v :named x)", 9, "asserted, but its sort is (_ BitVec 2)"),
        ("(= 0 (+ n_0 true))", 21, "+ takes Int, not Bool"),
        ("(ite n_0 true false)", 14, "ite takes Bool, not Int"),
        ("(= 1 (ite p 1 true))", 23, "ite takes terms of one sort, not Int and Bool"),
        ("(and p (or p |a b|))", 22, "or takes Bool, not Int"),
        ("(not true false)", 9, "not takes 1 argument, not 2"),
        ("(= p one)", 14, "= takes terms of one sort, not Bool and Int"),
        ("(distinct n_0 (f 1) p)", 29, "distinct takes terms of one sort, not Int and Bool"),
        ("(<= 1 v)", 15, "<= takes Int, not (_ BitVec 2)"),
        ("(bvult v 1)", 18, "bvult takes bit-vectors, not Int"),
        ("(= #b101 (bvadd v #x1))", 27, "bvadd takes terms of one sort, not (_ BitVec 2) and (_ BitVec 4)"),
        ("(= v (_ bv1 3))", 14, "= takes terms of one sort, not (_ BitVec 2) and (_ BitVec 3)"),
        ("(let ((p 1) (n_0 p)) (and p n_0))", 35, "and takes Bool, not Int"),
        ("(forall ((p Int)) p)", 27, "forall takes Bool, not Int"),
        ("(f (+ p 1))", 15, "+ takes Int, not Bool"),
    ],
)
def test_what_does_not_fit_is_said_where_it_stands(term: str, column: int, said: str) -> None:
    [finding] = ill_sorted(f"{HEAD}(assert {term})\n")
    assert (finding.line, finding.column, finding.error, finding.text) == (4, column, True, said)


@pytest.mark.parametrize(
    "term",
    [
        "(f 1)",
        "(= (f 1) 1)",
        "(< r 1)",
        "(= (+ r 1) (/ 1 2) 0.5)",
        "(= (select a 1) 1 (select a 2))",
        "((_ is cons) 1)",
        "(let ((n_0 p)) n_0)",
        "(and (let ((n_0 p)) n_0) (= n_0 1))",
        "(exists ((n_0 Bool)) n_0)",
        "(match x ((nil 1) ((cons p t) (+ p 1))))",
        "(= n_0 (let ((x 1)) x) (! 1 :named y) (- 3) |n_0|)",
        "nowhere",
        "(ite p (ite (f 1) r 1) 2)",
    ],
)
def test_what_is_unknown_or_fits_is_left_alone(term: str) -> None:
    assert ill_sorted(f"{HEAD}(assert {term})\n") == []


def test_definitions_and_names_of_the_user() -> None:
    [finding] = ill_sorted("(define-fun x () Int true)")
    assert (finding.column, finding.text) == (22, "x is defined as Int, but this is Bool")
    [finding] = ill_sorted("(define-fun f ((x Int) (y Bool)) Bool (and x y))")
    assert finding.text == "and takes Bool, not Int"
    assert ill_sorted("(define-fun f ((x Int)) Bool (< x 1))(assert (f 1))(assert (= (f 1) 1))") == []
    assert ill_sorted("(declare-fun bvadd (Int Int) Int)(assert (= 1 (bvadd 1 2)))") == []
    assert ill_sorted("(push 1)(declare-fun x () Int)(pop 1)(declare-fun x () Bool)(assert x)") == []
    assert ill_sorted("(declare-fun)(define-fun x)(assert)(assert (let x))(assert (!))(assert ())") == []


def test_any_depth_is_checked() -> None:
    for opening, inner in (("(+ 0 ", "true"), ("(let ((x 1)) ", "(+ x true)")):
        [finding] = ill_sorted(f"(assert (= 1 {opening * DEPTH}{inner}{')' * DEPTH}))")
        assert finding.text == "+ takes Int, not Bool"


def test_nothing_is_said_of_the_building_blocks() -> None:
    board = rectangle(2, 3)
    assert ill_sorted(render(fillomino_by_partition(Puzzle(board, {0: 2}, checkered=True)))) == []
    for method in METHODS:
        builder = Builder(board)
        fill = floodfill(builder, "a", board, size=(1, 3), method=method)
        assert ill_sorted(render(builder.script("fill", fill.projection))) == []
