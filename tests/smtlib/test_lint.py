"""Lint: what would trip a solver."""

from __future__ import annotations

import pytest

from encoder.encoding import Encoding
from fillomino.board import rectangle
from fillomino.puzzle import Puzzle
from smtlib.lint import features_of, lint
from smtlib.render import render
from tests.support import corpus
from tests.support.encodings import BY_ENCODING

PUZZLES = (Puzzle(rectangle(1, 1), {}), Puzzle(rectangle(2, 2), {0: 2}, frozenset([(0, 1)])))


@BY_ENCODING
def test_what_we_write_has_no_errors(encoding: Encoding) -> None:
    """In the flavours that differ most, and in every logic."""
    texts = [
        render(encoding.script(puzzle), flavour) for puzzle in PUZZLES for flavour in ("commented", "core")
    ]
    texts += [render(encoding.script(puzzle, logic)) for puzzle in PUZZLES for logic in encoding.logics]
    for text in texts:
        found = lint(text)
        assert not [finding for finding in found if finding.error], found
        # One cell leaves constants without use; QF_UFLIA is what the thesis prints.
        assert {finding.kind for finding in found} <= {"unused", "strong-logic"}, found


BAD = """(set-logic QF_LIA)
(declare-fun x () Int)
(declare-fun x () Int)
(declare-fun ite () Bool)
(declare-fun unused () Int)
(assert (<= (+ x) 3))
(assert (= x -3))
(assert (= y (f x)))
(get-value (x))
(assert (forall ((z Int)) (< z x)))
(check-sat)
(frobnicate)
(pop 1)
"""


def test_lint_finds_what_trips_solvers() -> None:
    found = {(finding.line, finding.kind) for finding in lint(BAD)}
    assert found == {
        (1, "weak-logic"),
        (3, "clash"),
        (4, "unused"),
        (5, "unused"),
        (8, "undeclared"),
        (9, "early-question"),
        (9, "no-option"),
        (12, "unknown-command"),
        (13, "pop-below"),
        (13, "no-exit"),
    }


FAULTY = """(set-logic QF_LIA)
(declare-fun x () Int)
(assert (> x 1)))
(assert (and (> x 2)
  (< x 9))
(declare-fun |y () Int)
(assert (= y 3))
(assert (= z \x17 3))
; a bell \x07 in a comment
(declare-fun lost () Int
(assert (> lost x))
(check-sat)
(exit)
"""


def test_lint_goes_on_after_a_fault() -> None:
    found = [(f.line, f.column, f.kind) for f in lint(FAULTY) if f.error]
    assert found == [
        (3, 17, "closes-nothing"),
        (4, 1, "not-closed"),
        (6, 14, "not-closed"),
        (8, 12, "undeclared"),
        (8, 14, "control-character"),
        (10, 1, "not-closed"),
    ]
    rest = "(declare-fun a () Bool)\n(assert b)\n"
    assert [f.line for f in lint("(assert a\n" * 90 + rest) if f.kind == "undeclared"] == [92]
    assert [(f.line, f.kind) for f in lint('(echo "a\n(assert b)\n') if f.error] == [
        (1, "not-closed"),
        (2, "undeclared"),
    ]


def test_lint_reads_a_text_of_faults_in_linear_time() -> None:
    for fault, kind in (("(a\n", "not-closed"), (")\n", "closes-nothing"), ("(a |\n", "not-closed")):
        count = len([f for f in lint(fault * 5_001) if f.kind == kind])
        assert count == (2_501 if "|" in fault else 5_001)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("(set-logic QF_UFLIA)(declare-fun x () Int)(assert (< x 1))(check-sat)(exit)", "strong-logic"),
        ("(declare-fun x () Bool)(assert x)(check-sat)(exit)", "no-logic"),
        ("(set-logic QF_UF)(declare-fun x () Bool)(assert x)(exit)", "no-check"),
        (
            "(set-logic QF_UF)(declare-fun x () Bool)(set-logic QF_UF)(assert x)(check-sat)(exit)",
            "second-logic",
        ),
        ("(set-logic QF_UF)(declare-fun x () Bool)(assert x)(check-sat)(exit)(check-sat)", "after-exit"),
        ("(set-logic QF_LIA)(declare-fun x () Int)(assert (= (* x x) 4))(check-sat)(exit)", "weak-logic"),
        ("(set-logic QF_UF)(declare-fun x () Bool)(assert (! x :named x))(check-sat)(exit)", "clash"),
        ("(set-logic QF_UF)(declare-fun x () Bool)(assert (x true))(check-sat)(exit)", "wrong-arity"),
        ("(set-logic QF_LIA)(declare-fun x () Int)(assert (and x 3))(check-sat)(exit)", "ill-sorted"),
        ("(set-logic QF_UF)(declare-fun x () Bool)(simplify x)(check-sat)(exit)", "unknown-command"),
        ("(set-logic NOSUCH)(declare-fun x () Bool)(assert x)(check-sat)(exit)", "unknown-logic"),
    ],
)
def test_lint_kinds(text: str, kind: str) -> None:
    assert kind in {finding.kind for finding in lint(text)}


@pytest.mark.parametrize(
    "text",
    [
        "(set-logic QF_ALIA)(declare-const a (Array Int Int))"
        "(assert (= a (store ((as const (Array Int Int)) 0) 1 2)))(check-sat)",
        "(set-logic QF_DTLIA)(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))(declare-const l L)"
        "(assert (= l ((as cons L) 1 (as nil L))))(check-sat)",
        "(set-logic QF_DTLIA)(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))(declare-const l L)"
        "(assert (match l ((nil false) ((cons x y) (> x 0)))))(check-sat)",
        "(set-logic QF_LRA)(declare-const r Real)(assert (= (* r (/ 2 7)) (* r (- (/ 1.0 3.0)))))(check-sat)",
    ],
)
def test_qualified_names_and_fractions_are_no_errors(text: str) -> None:
    assert [finding for finding in lint(text) if finding.error] == []


def test_features_of_logics() -> None:
    assert features_of("QF_UFLIA") == {"functions", "integers"}
    assert features_of("QF_BV") == {"bit-vectors"}
    assert features_of("NIA") == {"quantifiers", "integers", "products"}
    assert features_of("ALL") is None


@pytest.mark.skipif(not corpus.THESIS.is_dir(), reason="the thesis's files are not at hand")
def test_lint_of_the_thesis_files() -> None:
    for file in sorted(corpus.THESIS.rglob("*.smt2")):
        kinds = {finding.kind for finding in lint(file.read_text())}
        assert {"no-option", "strong-logic"} <= kinds
        assert "ill-sorted" not in kinds


@pytest.mark.parametrize(
    "text", ["(pop ²)", f"(push {'9' * 5000})", "(assert (!))", "(assert (not true false))"]
)
def test_bad_files_do_not_stop_lint(text: str) -> None:
    assert lint(text)


def test_a_name_that_was_popped_or_reset_may_be_declared_again() -> None:
    once = "(declare-const x Int)\n(assert (> x 0))\n(check-sat)\n"
    begin = "(set-logic QF_UFLIA)\n"
    for text in (
        f"{begin}(push 1)\n{once}(pop 1)\n{once}(exit)\n",
        f"{begin}{once}(reset-assertions)\n{once}(exit)\n",
        f"{begin}{once}(reset)\n{begin}{once}(exit)\n",
        f"{begin}(push 2)\n(push 1)\n{once}(pop 2)\n{once}(exit)\n",
    ):
        assert [finding for finding in lint(text) if finding.error] == [], text
    clash = f"{begin}(push 1)\n{once}(push 1)\n{once}(exit)\n"
    assert [finding.kind for finding in lint(clash) if finding.error] == ["clash"]


def test_what_is_asked_before_a_pop_is_asked() -> None:
    text = "(set-logic QF_UF)(declare-sort U 0)(declare-fun f (U) U)(declare-const a U)(push 1)"
    text += "(assert (= (f a) a))(check-sat)(pop 1)(exit)"
    assert {finding.kind for finding in lint(text)} == set()
