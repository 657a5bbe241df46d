"""Evaluating, completing and linting SMT-LIB text; replaying and comparing it."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from drivers import Limits, Solver, fake, find
from drivers.replay import replay
from encoder.encoding import Encoding
from encoder.encodings.table import ENCODINGS
from fillomino.board import rectangle
from fillomino.errors import InputError
from fillomino.puzzle import Puzzle
from smtlib.evaluate import Bits, EvaluationError, evaluate, sorted_value
from smtlib.lint import features_of, lint
from smtlib.reader import read
from smtlib.render import FLAVOURS, render
from tests.support import corpus
from tests.workbench.conftest import EXAMPLES, Runner

LIMITS = Limits(seconds=20)
BY_ENCODING = pytest.mark.parametrize("encoding", ENCODINGS, ids=lambda encoding: encoding.name)


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
    with pytest.raises(EvaluationError, match="no value of the sort"):
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


@BY_ENCODING
@pytest.mark.parametrize("flavour", [flavour.name for flavour in FLAVOURS])
def test_what_we_write_has_no_errors(encoding: Encoding, flavour: str) -> None:
    for puzzle in (Puzzle(rectangle(1, 1), {}), Puzzle(rectangle(2, 2), {0: 2}, frozenset([(0, 1)]))):
        found = lint(render(encoding.script(puzzle), flavour))
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
        (4, "clash"),
        (4, "unused"),
        (5, "unused"),
        (6, "too-few-arguments"),
        (7, "negative-literal"),
        (8, "undeclared"),
        (9, "early-question"),
        (9, "no-option"),
        (12, "unknown-command"),
        (13, "pop-below"),
        (13, "no-exit"),
    }
    [negative] = [finding for finding in lint(BAD) if finding.kind == "negative-literal"]
    assert (negative.column, negative.text) == (14, "-3 is not SMT-LIB; write (- 3)")


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
        ("(set-logic QF_LIA)(declare-fun x () Int)(assert (= x 1 1))(check-sat)(exit)", "pysmt"),
        ("(set-logic NOSUCH)(declare-fun x () Bool)(assert x)(check-sat)(exit)", "unknown-logic"),
    ],
)
def test_lint_kinds(text: str, kind: str) -> None:
    assert kind in {finding.kind for finding in lint(text)}


def test_features_of_logics() -> None:
    assert features_of("QF_UFLIA") == {"functions", "integers"}
    assert features_of("QF_BV") == {"bit-vectors"}
    assert features_of("NIA") == {"quantifiers", "integers", "products"}
    assert features_of("ALL") is None


@pytest.mark.parametrize(
    ("text", "place"), [("(a\n (b)", "1:1"), ("(a))", "1:4"), ('(a\n "b)', "2:2"), ("\n |x", "2:2")]
)
def test_reader_says_where(text: str, place: str) -> None:
    with pytest.raises(InputError, match=f"^f:{place}: "):
        read(text, "f")


def test_lint_command(fillomino: Runner, tmp_path: Path) -> None:
    file = tmp_path / "bad.smt2"
    file.write_text(BAD)
    done = fillomino("lint", file)
    assert done.code == 1
    assert f"{file}:7:14: error: -3 is not SMT-LIB; write (- 3) [negative-literal]\n" in done.out
    rows = [json.loads(line) for line in fillomino("lint", file, "--json").out.splitlines()]
    assert {row["level"] for row in rows} == {"error", "warning"}
    assert "never closed" in fillomino.refuses("lint", "-", stdin="(assert")


@pytest.mark.skipif(not corpus.THESIS.is_dir(), reason="the thesis's files are not at hand")
def test_lint_of_the_thesis_files() -> None:
    for file in sorted(corpus.THESIS.rglob("*.smt2"))[:1]:
        kinds = {finding.kind for finding in lint(file.read_text(), str(file))}
        assert {"no-option", "strong-logic"} <= kinds


@BY_ENCODING
@pytest.mark.parametrize("level", ["none", "full"])
def test_evaluate_command(fillomino: Runner, tmp_path: Path, encoding: Encoding, level: str) -> None:
    first, answer, smt2 = EXAMPLES / "first.txt", tmp_path / "first.answer", tmp_path / "first.smt2"
    answer.write_text(fillomino("solve", first, "--plain").out)
    assert fillomino("encode", first, "-e", encoding.name, "--deduce", level, "-o", smt2).code == 0
    done = fillomino("evaluate", smt2, "--filling", answer)
    assert (done.code, done.err) == (0, "")
    assert "0 false, 0 can't be told" in done.out
    # Roots, flows and places of some are their own business; after deduction none of them is left.
    own = "z3 gives values to the" in done.out
    assert not own or (level == "none" and encoding.forest is None)
    assert own or level == "full" or encoding.name not in ("forest-bool", "flow", "placements")
    numbers = answer.read_text().split()
    numbers[-1] = "5"
    wrong = "5 5\n" + "\n".join(" ".join(numbers[2 + i : 7 + i]) for i in range(0, 25, 5))
    done = fillomino("evaluate", smt2, "--filling", "-", stdin=wrong)
    assert "false: " in done.out or (own and "refused: " in done.out)
    assert done.code == 1


HELPER = """(declare-fun n_0 () Int)(declare-fun n_1 () Int)(declare-fun |a b| () Int)(declare-fun y () Int)
(assert (> y 0))
(assert (! (< n_0 |a b|) :named low))
(assert (< |a b| n_1))
"""


def test_evaluate_asks_a_solver_for_what_has_no_value(fillomino: Runner, tmp_path: Path) -> None:
    file = tmp_path / "x.smt2"
    file.write_text(HELPER)
    done = fillomino("evaluate", file, "--filling", "-", "--json", stdin="1 2\n1 2\n")
    rows = [json.loads(line) for line in done.out.splitlines()]
    assert done.code == 1
    assert [(row["line"], row["verdict"], row["core"]) for row in rows] == [
        (2, None, False),
        (3, None, True),
        (4, None, True),
    ]
    file.write_text(HELPER.replace("(< |a b| n_1)", "(<= |a b| n_1)"))
    done = fillomino("evaluate", file, "--filling", "-", stdin="1 2\n1 2\n")
    assert done.code == 0
    assert "3 are true, 0 false, 0 can't be told" in done.out
    assert "z3 gives values to the 2 other symbols" in done.out
    file.write_text(HELPER)
    # What --model gives is fixed, whoever would rather have it otherwise.
    done = fillomino("evaluate", file, "--model", "-", stdin="sat\n((n_0 1) (n_1 2))\n")
    assert (done.code, "line 3, refused: low: (< n_0 |a b|)" in done.out) == (1, True)


def test_evaluate_without_the_solver(
    fillomino: Runner, tmp_path: Path, pretend: Callable[[Solver], str]
) -> None:
    file = tmp_path / "x.smt2"
    file.write_text(HELPER)
    name = pretend(replace(find("z3"), name="away", executable="no-such-program", fallback=None))
    done = fillomino("evaluate", file, "--filling", "-", "--solver", name, stdin="1 2\n1 2\n")
    assert done.code == 0
    assert "not installed" in done.out
    assert "3 can't be told" in done.out


def test_evaluate_command_refuses(fillomino: Runner, tmp_path: Path) -> None:
    file = tmp_path / "x.smt2"
    file.write_text("(declare-fun n_0 () Int)(assert (= n_0 1))(assert (> (f n_0) 0))")
    assert "give a --filling, a --model, or both" in fillomino.refuses("evaluate", file)
    assert "some cells are empty" in fillomino.refuses("evaluate", file, "--filling", "-", stdin="1 2\n0 1\n")
    assert "no model" in fillomino.refuses("evaluate", file, "--model", "-", stdin="unsat\n")
    done = fillomino("evaluate", file, "--filling", "-", stdin="1 1\n1\n")
    assert "1 are true, 0 false, 1 can't be told" in done.out
    assert "operator 'f'" in done.out
    assert "Z3 can't tell either: " in done.out
    done = fillomino("evaluate", file, "--model", "-", stdin="sat\n((n_0 2))\n")
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
        assert "(check-sat)\n  sat\n" in done.out


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


def test_diff_compares_encodings_not_what_deduction_leaves_of_them(fillomino: Runner) -> None:
    done = fillomino("diff", "forest", "forest-tight", EXAMPLES / "row.txt", "--every", "2")
    lines = {line.split()[0]: line.split()[-1] for line in done.out.splitlines() if line.strip()}
    assert int(lines["kept-edge"]) > 0


def test_solve_shows_what_an_encoding_without_a_family_lets_through(fillomino: Runner) -> None:
    done = fillomino("solve", EXAMPLES / "first.txt", "-e", "forest", "--drop", "size-sum")
    assert done.code == 1
    assert "wrong (forest-without-size-sum" in done.out
    assert "breaks the rules" in done.out
    assert done.out.startswith("┌")
    said = fillomino.refuses("solve", EXAMPLES / "first.txt", "--drop", "growth")
    assert "cuts is an incremental session" in said
