"""The commands about SMT-LIB files: evaluate, lint, replay, diff."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from drivers import Limits, Solver, fake, find
from drivers.replay import replay
from encoder.encoding import Encoding
from tests.support.encodings import BY_ENCODING
from tests.support.where import quick
from tests.workbench.conftest import EXAMPLES, Runner

DEPTH = 8_000


DEEP = "(+ 0 " * DEPTH + "n_0" + ")" * DEPTH


DEEP_SCRIPT = f"(set-logic QF_LIA)\n(declare-fun n_0 () Int)\n(assert (= 2 {DEEP}))\n(check-sat)\n(exit)\n"


LIMITS = Limits(seconds=20)


def test_lint_command(fillomino: Runner, tmp_path: Path) -> None:
    file = tmp_path / "bad.smt2"
    file.write_text("\n" * 6 + "(assert (= x -3))\n")
    done = fillomino("lint", file)
    assert done.code == 1
    assert f"{file}:7:12: error: x is not declared [undeclared]\n" in done.out
    rows = [json.loads(line) for line in fillomino("lint", file, "--json").out.splitlines()]
    assert {row["level"] for row in rows} == {"error", "warning"}
    file.write_text("(set-logic QF_LIA)\n(declare-const x Int)\n(assert (= x -3))\n(check-sat)\n(exit)\n")
    done = fillomino("lint", file)
    assert done.code == 0
    assert f"{file}:3:" in done.out
    assert "Z3" in done.out
    done = fillomino("lint", "-", stdin="(assert")
    assert (done.code, "<stdin>:1:1: error: this ( is never closed [not-closed]\n" in done.out) == (1, True)


@BY_ENCODING
@pytest.mark.parametrize("level", ["none", "full"])
@quick(lambda encoding, level: level == "none" and not encoding.frame)
def test_evaluate_command(fillomino: Runner, tmp_path: Path, encoding: Encoding, level: str) -> None:
    puzzle, answer, smt2 = (tmp_path / f"small.{suffix}" for suffix in ("txt", "answer", "smt2"))
    puzzle.write_text("3 4\n0 0 0 0\n5 4 3 0\n4 0 0 0\n")
    answer.write_text(fillomino("solve", puzzle, "--plain").out)
    assert fillomino("encode", puzzle, "-e", encoding.name, "--deduce", level, "-o", smt2).code == 0
    done = fillomino("check", smt2, answer)
    assert (done.code, done.err) == (0, "")
    assert "0 false, 0 unknown" in done.out
    # Roots, flows and places of some are their own business; after deduction none of them is left.
    own = "z3 gives values to the" in done.out
    assert not own or level == "none"
    assert own or level == "full" or encoding.name not in ("forest", "forest-bool", "flow", "placements")
    done = fillomino("check", smt2, "-", stdin=f"{answer.read_text().rstrip()[:-1]}5")
    assert "false: " in done.out or (own and "refused: " in done.out)
    assert done.code == 1


@pytest.mark.parametrize("encoding", ["forest", "forest-tight"])
def test_evaluate_knows_the_clues_of_a_basic_puzzle(fillomino: Runner, tmp_path: Path, encoding: str) -> None:
    smt2, answer = tmp_path / "basic.smt2", tmp_path / "basic.answer"
    answer.write_text(fillomino("solve", "@basic", "--as", "basic", "--plain").out)
    assert fillomino("encode", "@basic", "--as", "basic", "-e", encoding, "-o", smt2).code == 0
    done = fillomino("check", smt2, answer)
    assert (done.code, done.err) == (0, "")
    assert "0 false, 0 unknown" in done.out


HELPER = """(declare-fun n_0 () Int)(declare-fun n_1 () Int)(declare-fun |a b| () Int)(declare-fun y () Int)
(assert (> y 0))
(assert (! (< n_0 |a b|) :named low))
(assert (< |a b| n_1))
"""


def test_evaluate_asks_a_solver_for_what_has_no_value(fillomino: Runner, tmp_path: Path) -> None:
    file = tmp_path / "x.smt2"
    file.write_text(HELPER)
    done = fillomino("check", file, "-", "--json", stdin="1 2\n1 2\n")
    rows = [json.loads(line) for line in done.out.splitlines()]
    assert done.code == 1
    assert [(row["line"], row["verdict"], row["core"]) for row in rows] == [
        (2, None, False),
        (3, None, True),
        (4, None, True),
    ]
    file.write_text(HELPER.replace("(< |a b| n_1)", "(<= |a b| n_1)"))
    done = fillomino("check", file, "-", stdin="1 2\n1 2\n")
    assert done.code == 0
    assert "3 are true, 0 false, 0 unknown" in done.out
    assert "z3 gives values to the 2 other symbols" in done.out
    file.write_text(HELPER)
    # What --model gives is fixed, whoever would rather have it otherwise.
    done = fillomino("check", file, "--model", "-", stdin="sat\n((n_0 1) (n_1 2))\n")
    assert (done.code, "line 3, refused: low: (< n_0 |a b|)" in done.out) == (1, True)


def test_evaluate_without_the_solver(
    fillomino: Runner, tmp_path: Path, pretend: Callable[[Solver], str]
) -> None:
    file = tmp_path / "x.smt2"
    file.write_text(HELPER)
    name = pretend(replace(find("z3"), name="away", executable="no-such-program", fallback=None))
    done = fillomino("check", file, "-", "--solver", name, stdin="1 2\n1 2\n")
    assert done.code == 0
    assert "not installed" in done.out
    assert "3 unknown" in done.out


def test_evaluate_command_refuses(fillomino: Runner, tmp_path: Path) -> None:
    file = tmp_path / "x.smt2"
    file.write_text("(declare-fun n_0 () Int)(assert (= n_0 1))(assert (> (f n_0) 0))")
    assert "give a FILLING, a --model, or both" in fillomino.refuses("check", file)
    assert "some cells are empty" in fillomino.refuses("check", file, "-", stdin="1 2\n0 1\n")
    for reply, why in (
        ("unsat\n", "the solver answers unsat"),
        ("unknown\n", "the solver does not know: the solver gave no reason"),
        ("timeout\n", "the solver does not know: the solver stopped at its own time limit"),
        ("sat\n", "it is sat, but has no values"),
        ('(error "oh (dear)")', "the solver reported an error: oh (dear)"),
        ("", "neither a verdict nor values"),
    ):
        told = fillomino.refuses("check", file, "--model", "-", stdin=reply)
        assert told == f"<stdin>: not a model: {why}"
    done = fillomino("check", file, "-", stdin="1 1\n1\n")
    assert "1 are true, 0 false, 1 unknown" in done.out
    assert "operator 'f'" in done.out
    assert "Z3 can't decide it either: " in done.out
    done = fillomino("check", file, "--model", "-", stdin="sat\n((n_0 2))\n")
    assert (done.code, "1 false" in done.out) == (1, True)


def test_replay_in_step(fillomino: Runner, tmp_path: Path) -> None:
    for encoding in ("forest", "cuts"):
        done = fillomino(
            "solve", EXAMPLES / "several.txt", "--limit", "3", "-e", encoding, "--keep", tmp_path
        )
        assert done.code == 0
        [kept] = tmp_path.glob(f"several.{encoding}.*session.smt2")
        done = fillomino("replay", kept)
        assert (done.code, done.err) == (0, "")
        assert "with the same verdicts (Yices, Z3)" in done.out
        assert re.search(r"\(check-sat\)\n  Yices: sat \([0-9.]+ s\)\n  Z3: sat \(", done.out)


SCRIPT = (
    "(set-logic QF_UF)\n(declare-fun x () Bool)\n(assert x)\n(check-sat)\n(assert (not x))\n(check-sat)\n"
)


def test_replay_stops_where_solvers_differ() -> None:
    steps = list(replay(SCRIPT, [find("yices"), find("z3")], LIMITS))
    assert [step.replies for step in steps if step.asks] == [("sat", "sat"), ("unsat", "unsat")]
    assert not any(step.differs for step in steps)
    commands = SCRIPT.splitlines()
    replies = ["success", "success", "success", "unsat", "success", "unsat"]
    steps = list(
        replay(SCRIPT, [find("z3"), fake.transcript(list(zip(commands, replies, strict=True)))], LIMITS)
    )
    assert [step.differs for step in steps] == [False, False, False, True]
    assert (steps[-1].line, steps[-1].command, steps[-1].replies) == (4, "(check-sat)", ("sat", "unsat"))
    shy = fake.transcript([(commands[0], "success"), (commands[1], '(error "no")')])
    steps = list(replay(SCRIPT, [find("z3"), shy], LIMITS))
    assert steps[-1].differs
    assert steps[-1].replies[0] == "success"


QUANTIFIED = """(set-logic LIA)
(declare-const x Int)
(assert (> x 2))
(assert (forall ((y Int)) (=> (> y 0) (< x y))))
(echo "now")
(check-sat)
"""


def test_replay_asks_alone_what_a_session_does_not_take(fillomino: Runner) -> None:
    steps = list(replay(QUANTIFIED, [find("yices"), find("z3"), find("pysmt-z3")], LIMITS))
    assert (steps[-1].replies[:2], steps[-1].alone) == (("unsat", "unsat"), (True, False, True))
    assert not any(step.differs for step in steps[:-1])
    done = fillomino("replay", "-", stdin=QUANTIFIED)
    assert done.code == 0
    assert "unsat" in done.out and "asked alone" in done.out


def test_replay_command_tells_a_refused_command(fillomino: Runner) -> None:
    done = fillomino("replay", "-", "--solver", "z3", stdin="(set-logic QF_UF)\n(assert nosuch)\n")
    assert done.code == 4
    assert "Command 2 is refused." in done.out
    assert "line 2: (assert nosuch)" in done.out


def test_diff(fillomino: Runner) -> None:
    row = EXAMPLES / "row.txt"
    done = fillomino("diff", "forest", "forest~edge-one-way", row, "--every", "2")
    assert done.code == 0
    lines = {line.split()[0]: line.split()[-2:] for line in done.out.splitlines() if line.strip()}
    assert lines["edge-one-way"] == ["16", "0"]
    assert lines["assertions"] == ["104", "88"]
    assert "fillings: the same" in done.out
    done = fillomino("diff", "forest", "forest~same-root", row, "--every", "2")
    assert done.code == 1
    assert "those of forest~same-root are not those of the rules" in done.out
    assert "no family 'x'" in fillomino.refuses("diff", "forest", "forest~x", row)


def test_diff_needs_no_puzzle(fillomino: Runner) -> None:
    done = fillomino("diff", "forest", "forest~edge-one-way", "--every", "1")
    assert done.code == 0
    assert done.out.startswith("No puzzle is named, so this example is encoded:\n┌")
    assert "  edge-one-way " in done.out


def test_diff_compares_encodings_not_what_deduction_leaves_of_them(fillomino: Runner) -> None:
    done = fillomino("diff", "forest", "forest-tight", EXAMPLES / "row.txt", "--every", "2")
    lines = {line.split()[0]: line.split()[-1] for line in done.out.splitlines() if line.strip()}
    assert int(lines["two-sides"]) > 0


def test_solve_shows_what_an_encoding_without_a_family_lets_through(fillomino: Runner) -> None:
    done = fillomino("solve", EXAMPLES / "first.txt", "-e", "forest", "--drop", "size-sum")
    assert done.code == 1
    assert "wrong (forest-without-size-sum" in done.out
    assert "breaks the rules" in done.out
    assert done.out.startswith("┌")
    said = fillomino.refuses("solve", EXAMPLES / "first.txt", "--drop", "growth")
    assert "cuts is an incremental session" in said


def test_a_control_character_is_refused_at_its_place(fillomino: Runner, tmp_path: Path) -> None:
    """Z3 replies an error to it, and then nothing more: `evaluate` waited for ever."""
    file = tmp_path / "x.smt2"
    file.write_text("(declare-fun n_0 () Int)\n(declare-fun a () Int)\n(assert (\x17 n_0 3))\n")
    said = f"{file}:3:10: the control character '\\x17' is not SMT-LIB; delete it"
    assert fillomino.refuses("check", file, "--model", "-", stdin="sat\n((n_0 1))\n") == said
    assert fillomino.refuses("replay", file) == said
    assert fillomino.refuses("explain", file) == said
    done = fillomino("lint", file)
    assert f"{file}:3:10: error: the control character '\\x17' is not SMT-LIB; delete it" in done.out
    assert done.code == 1


MODEL = "sat\n((n_0 2))\n"


@pytest.mark.parametrize("command", [("replay",), ("check", "--model", "-")])
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
        assert told == f"{file}:{place}: {said} is not an SMT-LIB command"
    first = EXAMPLES / "first.txt"
    assert fillomino.refuses(name, first, *rest, stdin=MODEL).startswith(
        f"{first}:1:1: '5' is not an SMT-LIB command"
    )


@pytest.mark.parametrize("text", ["", " \n", "; nothing\n"])
def test_a_file_without_a_command(fillomino: Runner, tmp_path: Path, text: str) -> None:
    file = tmp_path / "empty.smt2"
    file.write_text(text)
    message = f"{file}: no SMT-LIB command found"
    assert fillomino.refuses("replay", file) == message
    assert fillomino.refuses("check", file, "--model", "-", stdin=MODEL) == message


def test_a_file_with_nothing_to_run_or_to_judge(fillomino: Runner, tmp_path: Path) -> None:
    file = tmp_path / "empty.smt2"
    file.write_text("(set-option :print-success true)\n(exit)\n(assert)")
    assert fillomino.refuses("replay", file) == f"{file}: there is nothing to run before (exit)"
    told = fillomino.refuses("check", file, "--model", "-", stdin=MODEL)
    assert told == f"{file}: the script asserts nothing"


def test_commands_take_any_depth(fillomino: Runner, tmp_path: Path) -> None:
    file = tmp_path / "deep.smt2"
    file.write_text(DEEP_SCRIPT)
    done = fillomino("check", file, "--model", "-", stdin=MODEL)
    assert (done.code, done.out) == (0, f"{file}: of 1 assertion 1 are true, 0 false, 0 unknown\n")
    done = fillomino("replay", file, "-s", "z3")
    assert done.code == 0
    assert re.fullmatch(r"line 4: \(check-sat\)\n  Z3: sat \([0-9.]+ s\)\n4 commands \(Z3\)\n", done.out)
    assert fillomino("lint", file).code == 0
    file.write_text("(" * DEPTH + ")" * DEPTH)
    done = fillomino("lint", file)
    assert done.code == 1
    assert f"{file}:1:1: error: '{'(' * 60} …' is not an SMT-LIB command [unknown-command]\n" in done.out


def test_evaluate_takes_a_model_with_values_that_it_does_not_evaluate(
    fillomino: Runner, tmp_path: Path
) -> None:
    """As Z3 and cvc5 print them; no value is shown as Python writes it."""
    file, model = tmp_path / "x.smt2", tmp_path / "x.out"
    file.write_text(
        "(set-logic ALL)\n(declare-sort U 0)\n(declare-const u U)\n(declare-const x Real)\n"
        "(declare-const a (Array Int Int))\n(declare-fun f (Int) Int)\n(declare-const v (_ BitVec 4))\n"
        "(declare-const b Bool)\n(declare-const i Int)\n"
        "(assert (and (not b) (= v #b0101) (= i (- 3))))\n(assert (> x 1.5))\n(assert b)\n"
    )
    others = (
        "(define-fun x () Real (/ 5.0 2.0)) (define-fun a () (Array Int Int) ((as const (Array Int Int)) 5))"
    )
    others += "(define-fun u () U (as @U_0 U)) (define-fun f ((q Int)) Int (ite (= q 1) 2 0))"
    for five in ("#x5", "(_ bv5 4)", "#b0101"):
        its = f"(define-fun b () Bool (= 1 2)) (define-fun v () (_ BitVec 4) {five})"
        model.write_text(f"sat\n({its} (define-fun i () Int (let ((z 3)) (- z))) {others})\n")
        done = fillomino("check", file, "--model", model)
        assert done.code == 1
        assert (
            "of 3 assertions 1 are true, 1 false, 1 unknown\n  line 12, false: b\n  line 11, unknown:"
            in done.out
        )
        assert "x.out: values of the sort (Array Int Int) are not evaluated: a\n" in done.err
        assert not re.search(r"\b(True|False|None|Bits|Decimal)\b", done.out + done.err)
    for value, wrong in (
        ("(b 1)", "b: 1 is not a value of the sort Bool"),
        ("(i true)", "i: true is not a value of"),
    ):
        model.write_text(f"sat\n({value})\n")
        assert wrong in fillomino.refuses("check", file, "--model", model)
