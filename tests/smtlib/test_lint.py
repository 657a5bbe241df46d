"""What would trip a solver or a library: lint, sorts, rules of the library."""

from __future__ import annotations

import re

import pytest

from drivers.backend import run
from drivers.limits import Limits
from drivers.solver import installed
from drivers.solvers import Z3
from encoder import Builder, floodfill
from encoder.encoding import Encoding
from encoder.parts.flood import methods
from encoder.parts.partition import fillomino_by_partition
from fillomino.board import rectangle
from fillomino.puzzle import Puzzle
from smtlib.errors import SexprError
from smtlib.intake import findings
from smtlib.lint import Finding
from smtlib.logics import OFFICIAL, UNBOUNDED, features_of, weakest
from smtlib.render import render
from smtlib.script import CC_BY, Origin, header, status_info
from smtlib.text import Text
from tests.support import corpus
from tests.support.constructs import CONSTRUCTS
from tests.support.cost import calls
from tests.support.encodings import BY_ENCODING
from tests.support.texts import lint

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
        (12, "refused"),
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


@pytest.mark.parametrize(
    ("fault", "kind"), [("(a\n", "not-closed"), (")\n", "closes-nothing"), ("(a |\n", "not-closed")]
)
def test_lint_reads_a_text_of_faults_in_linear_time(fault: str, kind: str) -> None:
    def found(faults: int) -> int:
        return len([one for one in lint(fault * faults) if one.kind == kind])

    assert found(101) == (51 if "|" in fault else 101)
    assert calls(lambda: found(300)) < 3 * calls(lambda: found(150))


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


HEAD = """(set-logic QF_LIA)
(declare-fun n_0 () Int)(declare-const p Bool)(declare-fun v () (_ BitVec 2))(declare-fun f (Int) Bool)
(declare-fun r () Real)(declare-fun |a b| () Int)(define-fun one () Int 1)(declare-fun g () Bool)
"""
DEPTH = 3_000


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
    assert finding.column == 22
    [finding] = ill_sorted("(define-fun f ((x Int) (y Bool)) Bool (and x y))")
    assert finding.column == 44
    assert ill_sorted("(define-fun f ((x Int)) Bool (< x 1))(assert (f 1))(assert (= (f 1) 1))") == []
    assert ill_sorted("(declare-fun bvadd (Int Int) Int)(assert (= 1 (bvadd 1 2)))") == []
    assert ill_sorted("(push 1)(declare-fun x () Int)(pop 1)(declare-fun x () Bool)(assert x)") == []
    assert ill_sorted("(declare-fun)(define-fun x)(assert)(assert (let x))(assert (!))(assert ())") == []


def test_any_depth_is_checked() -> None:
    for opening, inner in (("(+ 0 ", "true"), ("(let ((x 1)) ", "(+ x true)")):
        text = f"(assert (= 1 {opening * DEPTH}{inner}{')' * DEPTH}))"
        [finding] = ill_sorted(text)
        assert finding.column == text.index("true") + 1


def test_nothing_is_said_of_the_building_blocks() -> None:
    board = rectangle(2, 3)
    assert ill_sorted(render(fillomino_by_partition(Puzzle(board, {0: 2}, checkered=True)))) == []
    for method in methods():
        builder = Builder(board)
        fill = floodfill(builder, "a", board, size=(1, 3), method=method)
        assert ill_sorted(render(builder.script("fill", fill.projection))) == []


GOOD = f"""(set-info :smt-lib-version 2.6)
(set-logic QF_LIA)
(set-info :source |
Generated by: A. Author
Generated on: 2026-11-23
Generator: a program
Application: an example
Target solver: any
Time limit: 10.0
Publications: none

A sentence.
|)
(set-info :license "{CC_BY}")
(set-info :category "crafted")
(set-info :status sat)
(declare-fun x () Int)
(assert (= x 1))
(check-sat)
(exit)
"""

SEVERAL = GOOD.replace("(set-info :status sat)\n", "").replace(
    "(check-sat)\n",
    "(set-info :status sat)\n(check-sat)\n(assert (= x 2))\n(set-info :status unsat)\n(check-sat)\n",
)


def found(text: str | bytes, tree: str | None = None) -> list[tuple[int, int, str, bool]]:
    content = text.encode() if isinstance(text, str) else text
    return [(one.line, one.column, one.kind, one.error) for one in findings(content, "x", tree)]


def test_good_files_have_no_findings() -> None:
    assert found(GOOD, "non-incremental") == []
    assert found(SEVERAL, "incremental") == []


def test_what_we_write_is_good() -> None:
    origin = Origin("A", "2026-11-23", "g", "a", "any", "1.0", "none", ("a | and a \\",), CC_BY, "random")
    rest = "(declare-fun x () Bool)\n(assert x)\n"
    assert found(f"{header('QF_UF', origin, 'sat', '2.7')}{rest}(check-sat)\n(exit)\n") == []
    two = f"{status_info('sat')}(check-sat)\n"
    assert found(f"{header('QF_UF', origin)}{rest}{two}{two}(exit)\n", "incremental") == []


BROKEN = {
    "version": ("2.6", "2.0", (1, 28, "smt-lib-version", True)),
    "no version": ("(set-info :smt-lib-version 2.6)\n", "", (1, 1, "header", True)),
    "order": (
        '(set-info :category "crafted")\n(set-info :status sat)',
        '(set-info :status sat)\n(set-info :category "crafted")',
        (16, 1, "header", True),
    ),
    "second logic": ("(declare-fun x", "(set-logic QF_LIA)\n(declare-fun x", (17, 1, "header", True)),
    "logic": ("QF_LIA", "QF_LIAR", (2, 12, "logic", True)),
    "weak logic": ("QF_LIA", "QF_UF", (2, 12, "weak-logic", True)),
    "strong logic": ("QF_LIA", "QF_UFLIA", (2, 12, "strong-logic", False)),
    "no field": ("Application: an example\n", "", (3, 19, "source", True)),
    "no generator": ("Generator: a program\n", "", (3, 19, "source", False)),
    "empty field": ("Generator: a program", "Generator:", (6, 1, "source", True)),
    "field order": (
        "Generator: a program\nApplication: an example",
        "Application: an example\nGenerator: a program",
        (6, 1, "source", True),
    ),
    "date": ("2026-11-23", "2026-11-31", (5, 1, "source", True)),
    "no publications": ("Publications: none\n", "", (3, 19, "source", False)),
    "time limit": ("10.0", "10 s", (9, 1, "source", False)),
    "publications first": (
        "Time limit: 10.0\nPublications: none",
        "Publications: none\nTime limit: 10.0",
        (9, 1, "source", False),
    ),
    "license": (CC_BY, "https://example.org/", (14, 20, "license", False)),
    "no license": (f'(set-info :license "{CC_BY}")\n', "", (1, 1, "header", True)),
    "license symbol": (f'"{CC_BY}"', "free", (14, 20, "license", True)),
    "source string": (GOOD[GOOD.index("|") : GOOD.rindex("|") + 1], '"me"', (3, 19, "source", True)),
    "status list": ("status sat", "status (sat)", (16, 19, "status", True)),
    "category": ('"crafted"', '"made"', (15, 21, "category", True)),
    "category symbol": ('"crafted"', "crafted", (15, 21, "category", True)),
    "status": ("status sat", "status yes", (16, 19, "status", True)),
    "no status": ("(set-info :status sat)\n", "", (1, 1, "status", True)),
    "second status": ("(check-sat)", "(set-info :status sat)\n(check-sat)", (19, 1, "status", True)),
    "no check": ("(check-sat)\n", "", (19, 1, "check-sat", True)),
    "no exit": ("(exit)\n", "", (19, 1, "exit", True)),
    "after exit": ("(exit)", "(exit)\n(assert false)", (21, 1, "exit", True)),
    "question": ("(check-sat)", "(check-sat)\n(get-model)", (20, 1, "question", True)),
    "option": ("(declare", "(set-option :print-success false)\n(declare", (17, 1, "option", True)),
    "push": ("(assert", "(push 1)\n(assert", (18, 1, "tree", True)),
    "undeclared": ("(= x 1)", "(= y 1)", (18, 12, "undeclared", True)),
    "sort": ("(= x 1)", "(= x true)", (18, 14, "ill-sorted", True)),
    "syntax": ("(assert (= x 1))", "(assert (= x 1)))", (18, 17, "syntax", True)),
    "control character": ("A sentence.", "A \x07 sentence.", (12, 3, "characters", True)),
}


@pytest.mark.parametrize(("before", "after", "expected"), BROKEN.values(), ids=BROKEN)
def test_each_rule_broken_once(before: str, after: str, expected: tuple[int, int, str, bool]) -> None:
    assert GOOD.count(before) == 1
    assert expected in found(GOOD.replace(before, after), "non-incremental")


def test_bytes_that_are_not_text() -> None:
    assert (12, 1, "characters", True) in found(GOOD.encode().replace(b"A sentence", b"\xff"))


def test_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("smtlib.intake.MOST_BYTES", len(GOOD))
    assert found(GOOD, "non-incremental") == []
    assert found(f"{GOOD}\n", "non-incremental") == [(1, 1, "size", True)]


def test_trees() -> None:
    assert found(GOOD, "incremental") == [(19, 1, "tree", True)]
    assert found(SEVERAL, "non-incremental") == [(22, 1, "tree", True)]


def test_each_check_has_its_status() -> None:
    gone = SEVERAL.replace("(set-info :status unsat)\n", "")
    assert found(gone, "incremental") == [(21, 1, "status", True)]
    moved = SEVERAL.replace("(set-info :status unsat)\n", "").replace(
        "(assert (= x 2))", "(set-info :status unsat)\n(assert (= x 2))"
    )
    assert found(moved, "incremental") == [(20, 1, "status", True), (22, 1, "status", True)]


def test_the_weakest_logic() -> None:
    assert weakest(("QF_UFLIA", "QF_LIA")) == "QF_LIA"
    assert weakest(("QF_BV", "QF_FD")) == "QF_BV"
    assert weakest(("QF_FD", "QF_BV", "QF_UF")) == "QF_UF"


CORE = "(set-option :produce-unsat-cores true)\n" + GOOD.replace("status sat", "status unsat").replace(
    "(assert (= x 1))\n(check-sat)", "(assert (! (< x x) :named clue_0))\n(check-sat)\n(get-unsat-core)"
)
MODEL = f"(set-option :produce-models true)\n{GOOD}".replace("(check-sat)", "(check-sat)\n(get-model)")


@pytest.mark.parametrize(
    ("tree", "text", "before", "after", "expected"),
    [
        ("unsat-core", CORE, "(set-option :produce-unsat-cores true)\n", "", (1, 1, "track", True)),
        ("unsat-core", CORE, "(get-unsat-core)\n", "", (20, 1, "track", True)),
        ("unsat-core", CORE, "status unsat", "status sat", (17, 19, "track", True)),
        ("unsat-core", CORE, "(! (< x x) :named clue_0)", "(< x x)", (19, 1, "track", True)),
        ("unsat-core", CORE, "(get-unsat-core)", "(get-unsat-core)\n(get-model)", (22, 1, "question", True)),
        ("model-validation", MODEL, "(set-option :produce-models true)\n", "", (1, 1, "track", True)),
        ("model-validation", MODEL, "(get-model)\n", "", (20, 1, "track", True)),
        ("model-validation", MODEL, "status sat", "status unsat", (17, 19, "track", True)),
        ("model-validation", MODEL, "(check-sat)\n", "", (21, 1, "check-sat", True)),
    ],
)
def test_tracks(tree: str, text: str, before: str, after: str, expected: tuple[int, int, str, bool]) -> None:
    assert found(text, tree) == []
    assert text.count(before) == 1
    assert expected in found(text.replace(before, after), tree)
    assert found(text, "non-incremental")  # they have no place in the library itself


def test_nothing_is_read_beyond_exit() -> None:
    asked = Text("(check-sat)\n(exit)\n(assert false)").asked
    assert [command.head for command in asked] == ["check-sat"]
    with pytest.raises(SexprError) as refused:
        _ = Text("(assert true)\n(exit)\n(check-sat)").asked
    assert refused.value.line == 2


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_what_some_solver_takes_is_no_error(name: str) -> None:
    assert [finding for finding in lint(CONSTRUCTS[name]) if finding.error] == []


@pytest.mark.parametrize("name", CONSTRUCTS)
@pytest.mark.skipif(installed(Z3) is None, reason="Z3 is not installed: pip install z3-solver")
def test_a_weaker_logic_is_enough(name: str) -> None:
    text = CONSTRUCTS[name]
    found = lint(text)
    for advice in (finding.text for finding in found if finding.kind == "strong-logic"):
        logic = next(word for word in reversed(advice.split()) if word in OFFICIAL)
        other = re.sub(r"\(set-logic \S+\)", f"(set-logic {logic})", text)
        assert [finding.kind for finding in lint(other)] == [
            finding.kind for finding in found if finding.kind != "strong-logic"
        ]
        answers = [run(each, Z3, Limits(seconds=20), several=True) for each in (text, other)]
        assert answers[0].verdicts == answers[1].verdicts
        assert ("(error" in answers[0].stdout) == ("(error" in answers[1].stdout)


def test_every_logic_of_the_library_is_known() -> None:
    assert len(OFFICIAL) > 85
    for logic in OFFICIAL | UNBOUNDED:
        assert "unknown-logic" not in kinds(f"(set-logic {logic})(check-sat)(exit)")
    for logic in ("QF_LIAR", "UFUF", "QF_", "QF_LIALRA", "LIA_QF", ""):
        assert features_of(logic) is None


def kinds(text: str) -> set[str]:
    return {finding.kind for finding in lint(text)}


def places_of(text: str, kind: str) -> list[tuple[int, int, bool]]:
    return [(found.line, found.column, found.error) for found in lint(text) if found.kind == kind]


@pytest.mark.parametrize(
    ("logic", "body", "kind", "error"),
    [
        ("QF_BV", "(declare-const x Int)(assert (> x 0))", "weak-logic", True),
        ("QF_LIA", "(declare-const x Int)(assert (> (* x x) 0))", "weak-logic", True),
        ("QF_UFDTLIA", "(declare-const x Int)(assert (> (* x x) 0))", "weak-logic", False),
        ("QF_LIA", "(declare-const s String)(assert (= s s))", "weak-logic", True),
        ("QF_LIA", "(declare-fun f (Int) Int)(assert (> (f 1) 0))", "weak-logic", False),
        ("QF_LIA", "(declare-const x Int)(assert (let ((c 2) (d (* 2 3))) (> (* c d x) 0)))", "", False),
        ("QF_LIA", "(define-fun two () Int 2)(declare-const x Int)(assert (> (* two x) 0))", "", False),
        ("QF_NIA", "(declare-const x Int)(declare-const y Int)(assert (= 1 (mod x y)))", "", False),
        ("QF_NIA", "(declare-const x Int)(assert (= 1 (mod x 7)))", "strong-logic", False),
        ("UFLIA", "(define-fun-rec f ((x Int)) Int (f x))(assert (= 1 (f 7)))", "", False),
        ("QF_AX", "(declare-sort I 0)(declare-const a (Array I I))(assert (= a a))", "", False),
        ("QF_ALIA", "(define-sort R () (Array Int Int))(declare-const r R)(assert (= r r))", "", False),
        ("QF_UF", "(declare-sort Array 0)(declare-const r Array)(assert (= r r))", "", False),
    ],
)
def test_what_a_logic_allows(logic: str, body: str, kind: str, error: bool) -> None:
    found = lint(f"(set-logic {logic})\n{body}\n(check-sat)\n(exit)\n")
    assert [(each.kind, each.error) for each in found] == ([(kind, error)] if kind else [])


def test_reset_begins_a_file() -> None:
    once = "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (! (> x 0) :named a))\n(check-sat)\n"
    assert kinds(f"{once}(reset)\n{once}(exit)\n") == set()
    assert (
        kinds(f"{once}(reset)\n(set-logic QF_UF)(declare-const x Bool)(assert x)(check-sat)(exit)") == set()
    )
    assert places_of(f"{once}(reset)\n(set-logic QF_LIA)\n(assert (> x 0))\n", "undeclared") == [
        (7, 12, True)
    ]


def test_declarations_end_with_their_level() -> None:
    declared = "(declare-const p Bool)\n(assert (! p :named q))\n"
    text = f"(set-logic QF_UF)\n(push 1)\n{declared}{{}}\n(assert (and p q))\n"
    assert places_of(text.format("(pop 1)"), "undeclared") == [(6, 14, True), (6, 16, True)]
    assert places_of(text.format("(reset-assertions)"), "undeclared") == [(6, 14, False), (6, 16, False)]
    assert places_of(f"(set-option :global-declarations true)\n{text.format('(pop 1)')}", "undeclared") == []


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("(assert (let ((a true) (b false)) b))\n(assert (not a))", [(2, 16)]),
        ("(assert (let ((a true) (b false)) b))\n(assert b)", []),
        ("(assert (let ((b true) (a false)) a))\n(assert (or a b))", [(2, 16)]),
        ("(assert (let ((a true)) (let ((b true)) b)))\n(assert a)", []),
        ("(assert (let ((a true)) (and (let ((a false) (b true)) b) a)))", [(2, 37)]),
        ("(assert (let ((c true) (d false)) d))\n(assert (let ((c a)) c))", []),
        ("(assert (let ((a b) (b a)) (and a b)))", []),
    ],
)
def test_a_let_that_yices_forgets(body: str, found: list[tuple[int, int]]) -> None:
    text = f"(declare-const a Bool)(declare-const b Bool)\n{body}\n"
    assert places_of(text, "yices-let") == [(*place, False) for place in found]


def test_a_name_bound_twice() -> None:
    for text in (
        "(assert (let ((x true) (|x| false)) x))",
        "(assert (forall ((x Bool) (x Bool)) x))",
        "(define-fun f ((x Bool) (x Bool)) Bool x)",
    ):
        [(line, _, error)] = places_of(text, "bound-twice")
        assert (line, error) == (1, False)
    assert "bound-twice" not in kinds("(assert (let ((x true)) (let ((x (not x))) x)))")


def test_functions_are_given_what_they_take() -> None:
    declared = "(set-logic {})(declare-fun f (Int Int) Int)(declare-const h (-> Int Int))(assert {})"
    assert places_of(declared.format("UFLIA", "(= 1 (f 1))"), "wrong-arity")
    assert places_of(declared.format("UFLIA", "(= 1 (f 1 2 3))"), "wrong-arity")
    for term in ("(= h (f 1))", "(= 1 (h 2))", "(= f f)"):
        assert places_of(declared.format("HO_ALL", term), "wrong-arity") == []


def test_names_that_are_declared_twice() -> None:
    once = "(declare-fun f (Int) Int)\n"
    assert places_of(f"{once}{once}", "clash") == [(2, 14, True)]
    assert places_of(f"{once}(declare-fun |f| (Bool) Int)\n", "clash") == [(2, 14, False)]
    assert places_of(f"{once}(declare-sort f 0)\n", "clash") == []
    assert places_of("(declare-sort f 0)\n(declare-sort f 0)\n", "clash") == [(2, 15, True)]
    assert places_of("(declare-const x Unknown)\n", "undeclared") == [(1, 18, True)]
