"""SMT-LIB files that are none, that nest deep, or that hold nothing to judge."""

from __future__ import annotations

from pathlib import Path

import pytest

from smtlib.evaluate import EvaluationError, evaluate
from smtlib.file import file_of
from smtlib.lint import lint
from smtlib.reader import read, sexpr
from smtlib.sexpr import read_one, write
from tests.workbench.conftest import EXAMPLES, Runner

DEPTH = 20_000
DEEP = "(+ 0 " * DEPTH + "n_0" + ")" * DEPTH
SCRIPT = f"(set-logic QF_LIA)\n(declare-fun n_0 () Int)\n(assert (= 2 {DEEP}))\n(check-sat)\n(exit)\n"
MODEL = "sat\n((n_0 2))\n"


@pytest.mark.parametrize("command", [("replay",), ("evaluate", "--model", "-")])
def test_what_is_no_command_is_refused(fillomino: Runner, tmp_path: Path, command: tuple[str, ...]) -> None:
    name, *rest = command
    file = tmp_path / "z3.out"
    for text, place, said in (
        ("sat\n((n_0 1))\n", "1:1", "'sat'"),
        ("(check-sat)\n ((n_0 1))\n", "2:2", "'((n_0 1))'"),
        ("(exit)\n()", "2:1", "'()'"),
        ("[" * 5000, "1:1", f"'{'[' * 60} …'"),
    ):
        file.write_text(text)
        told = fillomino.refuses(name, file, *rest, stdin=MODEL)
        assert told == f"{file}:{place}: {said} is no command of SMT-LIB"
    first = EXAMPLES / "first.txt"
    assert fillomino.refuses(name, first, *rest, stdin=MODEL).startswith(f"{first}:1:1: '5' is no command")


@pytest.mark.parametrize("text", ["", " \n", "; nothing\n"])
def test_a_file_without_a_command(fillomino: Runner, tmp_path: Path, text: str) -> None:
    file = tmp_path / "empty.smt2"
    file.write_text(text)
    message = f"{file}: there is no command of SMT-LIB here"
    assert fillomino.refuses("replay", file) == message
    assert fillomino.refuses("evaluate", file, "--model", "-", stdin=MODEL) == message


def test_a_file_with_nothing_to_run_or_to_judge(fillomino: Runner, tmp_path: Path) -> None:
    file = tmp_path / "empty.smt2"
    file.write_text("(set-option :print-success true)\n(exit)\n(assert)")
    assert fillomino.refuses("replay", file) == f"{file}: there is nothing to run before (exit)"
    told = fillomino.refuses("evaluate", file, "--model", "-", stdin=MODEL)
    assert told == f"{file}: there is no assertion here to judge"


def test_any_depth_is_read_and_evaluated() -> None:
    assert write(sexpr(read(DEEP)[0])) == DEEP
    assert evaluate(DEEP, {"n_0": 2}) == 2
    bound = "(let ((x (+ x 1))) " * DEPTH + "x" + ")" * DEPTH
    assert evaluate(bound, {"x": 2}) == DEPTH + 2
    chain = {f"d{i}": read_one(f"(+ d{i + 1} 1)") for i in range(DEPTH)} | {f"d{DEPTH}": "n_0"}
    assert evaluate("d0", {"n_0": 2}, chain) == DEPTH + 2
    twice = {f"d{i}": read_one(f"(+ d{i + 1} d{i + 1})") for i in range(100)} | {"d100": "n_0"}
    assert evaluate("d0", {"n_0": 1}, twice) == 1 << 100
    product = "(* 2 " * DEPTH + "n_0" + ")" * DEPTH
    found = lint(SCRIPT.replace(DEEP, product), pysmt=False)
    assert not found


def test_commands_take_any_depth(fillomino: Runner, tmp_path: Path) -> None:
    file = tmp_path / "deep.smt2"
    file.write_text(SCRIPT)
    done = fillomino("evaluate", file, "--model", "-", stdin=MODEL)
    assert (done.code, done.out) == (0, f"{file}: of 1 assertion 1 are true, 0 false, 0 can't be told\n")
    done = fillomino("replay", file, "-s", "z3")
    assert (done.code, done.out) == (0, "line 4: (check-sat)\n  sat\n4 commands (Z3)\n")
    assert fillomino("lint", file).code == 0
    file.write_text("(" * DEPTH + ")" * DEPTH)
    done = fillomino("lint", file)
    assert done.code == 1
    assert f"{file}:1:1: error: '{'(' * 60} …' is no command of SMT-LIB [unknown-command]\n" in done.out


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
