"""Statistics of solvers: read from what each prints, never part of an answer, nor a reason to fail."""

from __future__ import annotations

from dataclasses import replace

import pytest

from drivers import Failure, Limits, Sat, Unsat, find, installed
from drivers.answer import Outcome, Run, Usage
from drivers.backend import InSession, OneShot
from drivers.fake import scripted
from drivers.interpret import run_of
from drivers.solver import Solver
from drivers.solvers import CVC5, YICES, Z3
from drivers.statistics import (
    QUESTION,
    Statistics,
    read_statistics,
    sum_statistics,
    with_question,
    without_question,
)
from smtlib.script import Script
from tests.workbench.conftest import EXAMPLES
from workbench.methods.question import Question
from workbench.methods.table import smt
from workbench.texts.inputs import open_one, sources

SCRIPT = "(set-logic QF_LIA)(declare-fun x () Int)(assert (= x 1))\n(check-sat)\n(get-value (x))\n(exit)\n"
SCRIPT_OF_NOTHING = Script(
    encoding="nothing", logic="QF_UF", families=(), declarations=(), assertions=(), values=()
)
OF_Z3 = "(:binary-propagations 5\n :conflicts 164\n :decisions 1084\n :max-memory 23.15\n :memory 19.1\n)"
OF_Z3_SAT = "(:sat-conflicts 9\n :sat-propagations-2ary 40\n :sat-propagations-nary 2\n :sat-restarts 3)"
OF_YICES = (
    "( :mem-usage 6.156\n :restarts 0\n :conflicts 73 :boolean-propagations 80\n :theory-propagations 1\n)"
)
OF_CVC5 = (
    '(:all-statistics (("driver::filename" ) ("steps" { A: 2, B: 3 }) ("time" 8ms) ("sat::conflicts" 97) '
    '("sat::decisions" 3810) ("sat::propagations" 22305) ("sat::starts" 3)))'
)


def play(solver: Solver, stdout: str, exit_code: int = 0) -> Run:
    outcome = Outcome(stdout.encode(), b"", exit_code, False, False, Usage(1.0, 0.0, None))
    return run_of(outcome, with_question(SCRIPT), solver, Limits(), ("solver",))


@pytest.mark.parametrize(
    ("printed", "wanted"),
    [
        (OF_Z3, Statistics(conflicts=164, decisions=1084, memory_mib=23.15)),
        (OF_Z3_SAT, Statistics(conflicts=9, propagations=42, restarts=3)),
        (OF_YICES, Statistics(conflicts=73, propagations=81, restarts=0, memory_mib=6.16)),
        (OF_CVC5, Statistics(97, 3810, 22305, 2)),
        ("unsupported", Statistics()),
        ("(:conflicts many :decisions (1 2", Statistics()),
        ("(:conflicts -3 :decisions 1e99 :restarts 99999999999999999999)", Statistics()),
    ],
)
def test_each_solver_in_its_own_words(printed: str, wanted: Statistics) -> None:
    assert read_statistics(printed) == wanted
    [mark] = {line for line in with_question("(check-sat)").splitlines() if "echo" in line}
    word = mark.split('"')[1]
    for quote in ("", '"'):
        done = play(Z3, f"sat\n{quote}{word}{quote}\n{printed}\n{quote}{word}{quote}\n((x 1))\n")
        assert (done.answer, done.statistics) == (Sat({"x": 1}), wanted)
        assert done.stdout == "sat\n((x 1))\n"


def test_the_question_follows_the_verdict() -> None:
    asked = with_question(SCRIPT)
    assert without_question(asked) == SCRIPT
    assert asked.index("(check-sat)") < asked.index(QUESTION) < asked.index("(get-value")
    twice = with_question(
        '(echo "(check-sat)") ; (check-sat)\n(check-sat)(check-sat-assuming (p))(exit)(check-sat)'
    )
    assert twice.index(QUESTION) > twice.index("(p))") and twice.index(QUESTION) < twice.index("(exit)")
    assert with_question("(assert true)") == "(assert true)"


def test_an_output_without_them_is_read_as_ever() -> None:
    assert play(CVC5, "unsat\n", 0).statistics is None
    assert isinstance(play(Z3, '(error "line 1 column 1: no")\nsat\n', 1).answer, Failure)


def test_a_solver_that_fails_at_them_is_asked_again_without() -> None:
    word = with_question("(check-sat)").split('"')[1]
    fake = scripted(stdout=f'unsat\n{word}\n(error "no statistics")\n', exit_code=1)
    texts: list[str] = []

    def run(text: str, solver: Solver, limits: Limits) -> Run:
        texts.append(text)
        if QUESTION in text:
            return run_of(
                Outcome(f"unsat\n{word}\n(error".encode(), b"", 139, False, False, Usage(0, 0, None)),
                text, solver, limits, (),
            )  # fmt: skip
        return Run(Unsat(), Usage(0, 0, None), ())

    with OneShot(SCRIPT_OF_NOTHING, replace(fake, statistics=True), Limits(), run=run) as backend:
        backend.counting = True
        assert backend.ask() == Unsat()
    assert [QUESTION in text for text in texts] == [True, False]
    assert backend.statistics is None


def test_of_several_processes() -> None:
    assert sum_statistics([None, Statistics()]) is None
    both = sum_statistics(
        [Statistics(conflicts=1, memory_mib=2.5), None, Statistics(conflicts=2, restarts=1)]
    )
    assert both == Statistics(conflicts=3, restarts=1, memory_mib=2.5)


@pytest.mark.parametrize(
    ("encoding", "name", "unique"),
    [
        ("forest-tight", "z3", True),
        ("forest-bool", "z3", False),
        ("forest-tight", "yices", False),
        ("forest-bv", "yices", True),
        ("forest-tight", "cvc5", False),
        ("forest-bool", "cadical", False),
        ("forest-tight", "cpsat", False),
        ("cuts", "yices", True),
    ],
)
def test_solvers_here_count(encoding: str, name: str, unique: bool) -> None:
    if installed(find(name)) is None:
        pytest.skip(f"{name} is not installed")
    [opened] = map(open_one, sources([str(EXAMPLES / "ten.janko")]))
    question = Question(unique=unique, counting=True).within(30)
    result = smt(encoding, name).run("p", opened.document.puzzle, question)
    assert result.fillings and result.statistics is not None
    assert (result.statistics.conflicts is not None) and (result.statistics.decisions or 0) > 0
    plain = smt(encoding, name).run("p", opened.document.puzzle, question._replace(counting=False))
    assert (plain.status, plain.unique, plain.statistics) == (result.status, result.unique, None)


def test_a_session_that_is_over_says_nothing() -> None:
    if installed(YICES) is None:
        pytest.skip("yices is not installed")
    with InSession(SCRIPT_OF_NOTHING, YICES, Limits()) as backend:
        backend.counting = True
    assert backend.statistics is None
