"""Models held against scripts: of any sort, as each solver prints them, and at the check that they are of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from drivers import Limits, Solver, find, run
from drivers.fake import scripted
from drivers.solver import installed
from smtlib.sexpr import read_all, write
from tests.support import needs
from tests.support.logics import STRANGERS, Stranger
from tests.support.programs import shell_script
from tests.support.where import brief
from tests.workbench.conftest import Runner

HEAD = "(set-logic QF_LIA)(declare-const x Int)"
SCOPES = {
    "popped": "(push 1)(assert (= x 1))(pop 1)(assert (= x 2))(check-sat)(get-model)",
    "defined anew": "(push 1)(define-fun c () Int 1)(assert (= x c))(pop 1)(define-fun c () Int 2)"
    "(assert (= x c))(check-sat)(get-model)",
    "after the check": "(assert (= x 2))(check-sat)(get-model)(assert (= x 1))",
    "reset": f"(assert (= x 1))(reset){HEAD}(assert (= x 2))(check-sat)(get-model)",
    "assumed": "(declare-const p Bool)(declare-const q Bool)(assert (= p (= x 2)))(assert (= q (= x 1)))"
    "(check-sat-assuming (p))(get-model)",
    "global": "(push 1)(assert (= x 1))(pop 1)(push 1)(assert (= x 2))(check-sat)(get-model)(pop 1)",
}


@pytest.mark.parametrize("scope", SCOPES)
@pytest.mark.parametrize("by", ["z3", "yices", "cvc5"])
def test_a_right_model_is_not_called_wrong(fillomino: Runner, scope: str, by: str) -> None:
    needs.solver(by)
    text = f"(set-option :produce-models true)\n{HEAD}{SCOPES[scope]}"
    if scope == "reset":
        text = text.replace("(reset)", "(reset)(set-option :produce-models true)")
    file = fillomino.write("a.smt2", text)
    row = fillomino("solve", file, "-s", by, "--json").ended(0).row
    assert (row["status"], row["verdict"]) == ("solved", ["sat"])
    model = fillomino.write("a.out", row["output"])
    assert fillomino("check", file, "--model", model).code == 0
    model.write_text(row["output"].replace("2", "1"))
    assert fillomino("check", file, "--model", model).code == 1


def test_a_wrong_model_is_called_wrong_in_its_scope(fillomino: Runner) -> None:
    prints = "cat > /dev/null\necho sat\necho '((define-fun x () Int 1))'"
    liar = shell_script(fillomino.folder / "liar", prints)
    for scope, body in SCOPES.items():
        file = fillomino.write("a.smt2", f"{HEAD}{body}")
        row = fillomino.row("solve", file, "-s", f"liar=smt:{liar}")
        assert row["status"] == "wrong", scope


BROKEN = {
    "function": (
        "(declare-fun q (Int) Int)(assert (= (q 1) 2))", "(define-fun q ((x Int)) Int {})", "2", "3",
    ),
    "real": (
        "(declare-const r Real)(assert (> (* 2.0 r) 1.0))", "(define-fun r () Real {})", "(/ 3 4)", "0.25",
    ),
    "string": (
        "(declare-const s String)(assert (= (str.len s) 2))", "(define-fun s () String {})", '"a"""', '"abc"'
    ),
    "array": (
        "(declare-const a (Array Int Int))(assert (= (select a 3) 7))",
        "(define-fun a () (Array Int Int) {})",
        "(store ((as const (Array Int Int)) 0) 3 7)",
        "((as const (Array Int Int)) 8)",
    ),
    "array as function": (
        "(declare-const a (Array Int Int))(assert (= (select a 3) 7))",
        "(define-fun a ((x!0 Int)) Int {})", "(ite (= x!0 3) 7 1)", "(ite (= x!0 4) 7 1)",
    ),
    "datatype": (
        "(declare-datatypes ((L 1)) ((par (T) ((nil) (cons (hd T) (tl (L T)))))))(declare-const l (L Int))"
        "(assert (= (hd l) 3))(assert ((_ is cons) (tl l)))",
        "(define-fun l () (L Int) {})",
        "(cons 3 (cons 1 (as nil (L Int))))",
        "(cons 3 (as nil (L Int)))",
    ),
    "declared sort": (
        "(declare-sort U 0)(declare-const a U)(declare-const b U)(declare-fun f (U) Bool)"
        "(assert (not (= a b)))(assert (f a))(assert (not (f b)))",
        "(declare-fun U!val!0 () U) (declare-fun U!val!1 () U) (define-fun a () U U!val!0)"
        "(define-fun b () U U!val!1) (define-fun f ((x!0 U)) Bool {})",
        "(ite (= x!0 U!val!1) false true)",
        "(= x!0 x!0)",
    ),
    "float": (
        "(declare-const x Float32)(assert (fp.isNegative x))",
        "(define-fun x () (_ FloatingPoint 8 24) {})",
        "(fp #b1 #x7f #b00000000000000000000000)",
        "(_ +oo 8 24)",
    ),
    "recursive": (
        "(declare-fun g (Int) Int)(assert (= (g 3) 6))",
        "(define-fun-rec g ((n Int)) Int (ite (<= n 0) 0 (+ {} (g (- n 1)))))", "n", "1",
    ),
    "no constants": ("(assert (forall ((y Real)) (> (+ y {}) y)))", "", "1.0", "0.0"),
}  # fmt: skip


@pytest.mark.parametrize("kind", BROKEN)
def test_broken_models_of_any_sort(fillomino: Runner, kind: str) -> None:
    body, model, right, wrong = BROKEN[kind]
    for value, code in ((right, 0), (wrong, 1)):
        script = f"(set-logic ALL)\n{body.replace('{}', value)}\n(check-sat)\n(get-model)\n"
        file = fillomino.write("a.smt2", script)
        printed = f"sat\n(\n{model.format(value)}\n)\n"
        fillomino("check", file, "--model", "-", stdin=printed).ended(code)


def test_what_can_not_be_evaluated_is_not_decided(fillomino: Runner) -> None:
    text = "(set-logic QF_NRA)(declare-const r Real)(assert (= (* r r) 2.0))(check-sat)"
    file = fillomino.write("a.smt2", text)
    model = "sat\n((define-fun r () Real (the-root-of 2)))\n"
    fillomino("check", file, "--model", "-", stdin=model).ended(3)


def test_what_is_not_understood_is_not_passed_over(fillomino: Runner) -> None:
    """Functions as z3py prints them: a right model and a broken one are not told apart."""
    text = "(declare-fun q (Int) Int)(declare-const r Real)(assert (< (to_real (q 1)) r))"
    file = fillomino.write("a.smt2", text)
    in_lines = "q := (ite x 1 2)\nr := 5/2\n"
    for model in ("[q = [1 -> 2, else -> 3], r = 5/2]", in_lines, "(let it (q 3))\n((r 2.5))"):
        fillomino("check", file, "--model", "-", stdin=f"sat\n{model}\n").ended(3)


def test_without_a_solver_nothing_is_decided(fillomino: Runner, pretend: Callable[[Solver], str]) -> None:
    file = fillomino.write("a.smt2", "(declare-fun q (Int) Int)(assert (= (q 1) 2))(check-sat)")
    model = "sat\n((define-fun q ((x Int)) Int 2))\n"
    for solver in (
        replace(find("z3"), name="away", executable="no-such-program", fallback=None),
        scripted("unknown\n", name="idle"),
        scripted('(error "no")\n', name="broken", exit_code=1),
    ):
        name = pretend(solver)
        fillomino("check", file, "--model", "-", "--solver", name, stdin=model).ended(3)


@pytest.mark.parametrize("by", ["z3", "yices", "cvc5"])
@pytest.mark.parametrize("name", [name for name, each in STRANGERS.items() if each.status == "sat"])
@brief(lambda name, by: by == ("yices" if STRANGERS[name].yices else "z3"))
def test_models_of_strangers(fillomino: Runner, name: str, by: str) -> None:
    """What a solver prints is a model of its script, and of none in which an assertion is negated."""
    needs.solver(by)
    stranger: Stranger = STRANGERS[name]
    if by == "yices" and not stranger.yices:
        pytest.skip("Yices does not know the logic")
    text = stranger.text.replace("(check-sat)", "(check-sat)\n(get-model)")
    solver = installed(find(by))
    assert solver is not None
    printed = run(text, solver, Limits(seconds=600)).stdout
    file = fillomino.write("a.smt2", text)
    fillomino("check", file, "--model", "-", stdin=printed).ended(0)
    at = text.rindex("(assert ")
    [term] = [write(each[1]) for each in read_all(text[at:]) if each[0] == "assert"]
    end = text.index("\n(check-sat)")
    file = fillomino.write("b.smt2", f"{text[:at]}(assert (not {term})){text[end:]}")
    fillomino("check", file, "--model", "-", stdin=printed).ended(1)


OF_LISTS = (
    "(declare-datatypes ((L 1) (O 1)) ("
    "(par (T) ((nil) (cons (hd T) (tl (L T))))) (par (A) ((none) (some (val A))))))"
    "(declare-const a (L Int))(declare-const b (L Int))(declare-const p Bool)(declare-const o (O Bool))"
    "(declare-fun f ((L Int)) Int)(declare-fun g (Int) (L Int))"
)
UNQUALIFIED = (
    "(assert (= a nil))",
    "(assert (= (ite p nil a) b))(assert (distinct b nil))",
    "(assert (let ((c (cons 3 nil))) (= (tl c) a)))",
    "(assert (= (f nil) 3))(assert (= (f (cons 1 nil)) 4))",
    "(assert (= (g 1) nil))(assert (= (g 2) (cons 4 nil)))",
    "(assert (= o none))",
    "(assert (= (hd (cons 7 nil)) (hd a)))(assert ((_ is cons) a))",
    "(assert (= (match a ((nil 0) ((cons h t) h))) 3))",
    "(assert (exists ((x Int)) (= a (cons x nil))))",
    "(define-fun k ((x Int)) (L Int) (cons x nil))(assert (= (k 4) a))",
    "(define-sort LI () (L Int))(declare-const c LI)(assert (! (= c nil) :named z))",
    "(declare-const q (O (L Int)))(assert (= q (some a)))(assert (= a nil))",
)


@pytest.mark.parametrize("asserted", UNQUALIFIED)
def test_constructors_without_their_sort_are_decided(fillomino: Runner, asserted: str) -> None:
    needs.module("cvc5", "cvc5")  # which wants the sort, as the standard does
    file = fillomino.write("a.smt2", f"(set-logic ALL)\n{OF_LISTS}{asserted}(check-sat)(get-model)\n")
    model = fillomino.write("a.out", fillomino.row("solve", file)["output"])
    for by in ("z3", "cvc5"):
        assert fillomino("check", file, "--model", model, "-s", by).code == 0
    file.write_text(file.read_text().replace("(check-sat)", "(assert (= (f (cons 9 nil)) 99))(check-sat)"))
    model.write_text(
        model.read_text().replace(
            "(define-fun f ((x!0 (L Int))) Int",
            "(define-fun f ((y (L Int))) Int 5) (define-fun unused ((x!0 (L Int))) Int",
        )
    )
    assert fillomino("check", file, "--model", model, "-s", "cvc5").code == 1


@pytest.mark.parametrize(
    ("text", "replies", "code"),
    [
        (
            "(push 1)(assert (> x 5))(check-sat){}(pop 1)(assert (= x 2))(check-sat)(get-model)",
            "sat sat {}",
            0,
        ),
        ("(push 1)(assert (= x 2))(check-sat)(get-model)(pop 1)(assert (> x 5))(check-sat)", "sat {} sat", 0),
        ("(assert (= x 2))(check-sat)(push 1)(assert (> x 5))(check-sat)", "sat {} unsat", 2),
        ("(assert (< x 5))(check-sat)(assert (= x 2))(check-sat)(get-model)", "sat unsat {}", 2),
        ("(assert (= x 2))(check-sat)(get-model)(check-sat)", "sat {} sat sat", 2),
        ("(assert (= x 2))(check-sat)(check-sat)(get-model)(check-sat)", "unknown sat {} sat", 0),
        ("(assert (= x 3))(check-sat)(check-sat)(get-model)(check-sat)", "unknown sat {} sat", 1),
        ("(assert (= x 3))(check-sat)(reset){}(assert (= x 2))(check-sat)(get-model)", "sat sat {}", 0),
        ("(assert (= x 2))(check-sat)(get-model)(assert (= x 3))(check-sat)", "{} sat", 0),
    ],
)
def test_a_model_is_taken_from_the_reply_to_its_question(
    fillomino: Runner, text: str, replies: str, code: int
) -> None:
    body = text.replace("(reset){}", f"(reset){HEAD}").replace("{}", "")
    file = fillomino.write("a.smt2", HEAD + body)
    printed = replies.format("((define-fun x () Int 2))")
    if printed.startswith("("):
        printed = f"sat {printed}"
    model = fillomino.write("a.out", printed.replace(" sat", "\nsat").replace(" unsat", "\nunsat"))
    assert fillomino("check", file, "--model", model).code == code
