"""From what a solver prints to an answer; back ends, enumeration, and statistics."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, NoReturn

import pytest

import drivers.enumeration
from drivers import (
    Answer,
    Failure,
    Limits,
    Sat,
    Session,
    SessionError,
    Solver,
    Timeout,
    Unknown,
    Unsat,
    find,
    run,
)
from drivers.answer import Outcome, Run
from drivers.backend import ByTerms, InSession, OneShot, run_counting
from drivers.counters import (
    QUESTION,
    Statistics,
    read_statistics,
    sum_statistics,
    with_question,
    without_question,
)
from drivers.enumeration import Projection, Solutions, solutions
from drivers.fake import scripted
from drivers.interpret import run_of
from drivers.limits import Usage
from drivers.solvers import BITWUZLA, CVC5, YICES, Z3
from drivers.transcript import read_transcript
from smtlib.literals import Value
from smtlib.script import Declaration, Script
from tests.support import needs
from tests.workbench.conftest import EXAMPLES
from workbench.methods.method import Question
from workbench.methods.smt import smt
from workbench.texts.inputs import open_one, sources

CHECK = "(check-sat)"
VALUES = "(check-sat)(get-value (x y))(exit)"
CORE = "(check-sat)(get-unsat-core)(exit)"
NO_MODEL = {
    Z3: ("line 6 column 14: model is not available", 1),
    YICES: ("the context is unsatisfiable", 0),
    CVC5: ("Cannot get value unless after a SAT or UNKNOWN response.", 1),
}
NO_CORE = {
    Z3: ("line 6 column 15: unsat core is not available", 1),
    YICES: ("No unsat core. The context is satisfiable", 0),
    CVC5: ("cannot get unsat core unless in unsat mode.", 1),
}


def play(
    solver: Solver, script: str, stdout: str, exit_code: int = 0, stderr: str = "", memory: int | None = None
) -> Answer:
    """What we make of the output of a process, without one."""
    outcome = Outcome(stdout.encode(), stderr.encode(), exit_code, False, False, Usage(1.5, 0.0, None))
    return run_of(outcome, script, solver, Limits(memory_mib=memory)).answer


def failure(answer: Answer) -> str:
    assert isinstance(answer, Failure), answer
    assert "\n" not in answer.text
    return answer.text


ANSWERS: list[tuple[Solver, str, str, int, Answer]] = [
    (Z3, CHECK, "sat\n", 0, Sat()),
    (Z3, CHECK, "unsat\n", 0, Unsat()),
    (Z3, CHECK, "unknown\n", 0, Unknown("the solver gave no reason")),
    (Z3, CHECK, "success\nsat\nsuccess\n", 0, Sat()),
    (Z3, "(check-sat-assuming (p))", "sat\n", 0, Sat()),
    (Z3, VALUES, "sat\n((x 1)\n (y (- 2)))\n", 0, Sat({"x": 1, "y": -2})),
    (Z3, "(check-sat)(get-value (x))(get-value (y))", "sat((x 1))((y 2))", 0, Sat({"x": 1, "y": 2})),
    (Z3, CORE, "unsat\n(|a 1| b)\n", 0, Unsat(("a 1", "b"))),
    (Z3, "(check-sat)(get-model)(get-info :name)", 'sat\n(())(:name "Z3")', 0, Sat()),
    (Z3, "(check-sat)(get-info :reason-unknown)", 'unknown(:reason-unknown "why")', 0, Unknown("why")),
    # Asked in vain: the known error, and silence of Bitwuzla alone.
    *((by, VALUES, f'unsat\n(error "{text}")\n', code, Unsat()) for by, (text, code) in NO_MODEL.items()),
    *((by, CORE, f'sat\n(error "{text}")\n', code, Sat()) for by, (text, code) in NO_CORE.items()),
    (CVC5, VALUES, 'unsat\n(error "Cannot get value when in unsat mode.")\n', 1, Unsat()),
    (BITWUZLA, VALUES, "unsat\n", 0, Unsat()),
    (BITWUZLA, CORE, "sat\n", 0, Sat()),
    # A solver may stop after such an error.
    (CVC5, "(check-sat)(get-value (x))(get-unsat-core)", f'unsat\n(error "{NO_MODEL[CVC5][0]}")', 1, Unsat()),
    # Its own limit of time.
    (Z3, VALUES, "timeout\n", 0, Timeout(1.5)),
    (Z3, VALUES, "sat\ntimeout\n", 0, Timeout(1.5)),
    (Z3, VALUES, f'unknown\n(error "{NO_MODEL[Z3][0]}")\n', 1, Unknown("model is not available")),
    (
        YICES,
        VALUES,
        'unknown\n(error "the search was interrupted. No model is available")\n',
        0,
        Unknown("the search was interrupted. No model is available"),
    ),
    (
        YICES,
        CORE,
        'unknown\n(error "No unsat core. The search was interrupted")\n',
        0,
        Unknown("No unsat core. The search was interrupted"),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("by", "script", "stdout", "exit_code", "answer"), ANSWERS)
def test_answers(by: Solver, script: str, stdout: str, exit_code: int, answer: Answer) -> None:
    assert play(by, script, stdout, exit_code) == answer


FAILURES: list[tuple[Solver, str, str, int, str]] = [
    # An error in a command, though Z3 goes on and Yices exits with 0.
    (Z3, CHECK, '(error "line 3 column 11: unknown constant y")\nsat\n', 0, "^Z3 reported an error: line 3"),
    (Z3, CHECK, '(error "line 3 column 11: unknown constant y")\nsat\n', 1, "unknown constant y$"),
    (YICES, CHECK, '(error "at line 3, column 12: undefined term: y")\n', 0, "undefined term: y"),
    (Z3, CHECK, 'sat\n(error "line 5 column 10: check annotation that says unsat")', 1, "check annotation"),
    # A known error, where it can't be true: before the verdict, after another one, from another solver.
    (Z3, "(get-value (x))(check-sat)", f'(error "{NO_MODEL[Z3][0]}")\nunsat\n', 1, "model is not available"),
    (YICES, "(get-value (x))(check-sat)", '(error "can\'t build a model")\nsat', 0, "model"),
    (Z3, VALUES, f'sat\n(error "{NO_MODEL[Z3][0]}")\n', 1, "model is not available"),
    (Z3, CORE, f'unsat\n(error "{NO_CORE[Z3][0]}")\n', 1, "core is not available"),
    (Z3, VALUES, 'unsat\n(error "line 6 column 14: unknown constant x")\n', 1, "unknown constant"),
    (Z3, CORE, 'sat\n(error "unsat core is not available, nor is the model")\n', 1, "nor is"),
    (Z3, VALUES, f'unsat\n(error "{NO_MODEL[YICES][0]}")\n', 1, "context"),
    (BITWUZLA, VALUES, "sat\n", 0, "ended before"),
    (Z3, VALUES, "unsat\n", 0, "ended before it answered get-value"),
    (
        CVC5,
        "(check-sat)(get-unsat-core)(get-value (x y))",
        f'sat\n(error "{NO_CORE[CVC5][0]}")\n',
        1,
        "ended before it answered get-value",
    ),
    (YICES, VALUES, "timeout\n", 0, "timeout"),
    # Not one verdict.
    (YICES, "(check-sat)(check-sat)", 'sat\n(error "not allowed here")\n', 0, "2 verdicts"),
    (Z3, "(check-sat)(get-value (x))(check-sat)", "sat\n((x 4))\nunsat\n", 0, "asks for 2 verdicts"),
    (Z3, "(exit)(check-sat)", "", 0, "asks for 0 verdicts"),
    # Exit codes and signals.
    (Z3, CHECK, "", 0, r"^Z3 printed no answer \(exit code 0\)$"),
    (Z3, CHECK, "", -11, "signal SIGSEGV"),
    (Z3, CHECK, "", -63, "signal 63"),
    (Z3, CHECK, "sat\n", -11, "ended with signal SIGSEGV"),
    (Z3, CHECK, "sat\n", 3, "ended with exit code 3"),
    (Z3, CHECK, "unsat\n", 1, "ended with exit code 1"),
    # Replies that are broken off, contradict themselves, or were not asked for.
    *(
        (Z3, VALUES, stdout, 0, "")
        for stdout in (
            "sat\n((x 1) (y",
            "sat\n((x 1))",
            "sat\n((x 1) (z 2))",
            "sat\n((x 1) (y 2) (x 1))",
            "sat\n((x 1) (x 2))",
            "sat\nx",
            "sat",
            "sat\nsat",
            "sat\n((x 1) (y 2))\nunsat",
            "sat)",
            "Sat",
            "s SATISFIABLE",
            "(sat)",
            "unsupported\nsat\n((x 1) (y 2))",
            "WARNING: this\nsat\n((x 1) (y 2))",
            'sat\n((x 1) (error "late"))',
        )
    ),
    (BITWUZLA, VALUES, 'sat\n((x (error "not ""enabled"" here")', 0, 'not "enabled" here'),
    (Z3, CHECK, '(error "unknown parameter\nLegal parameters are\n…")', 0, "^Z3 reported an .*parameter …$"),
    (Z3, CHECK, '(error "out of memory")\n', 101, "out of memory"),
]  # fmt: skip


@pytest.mark.parametrize(("by", "script", "stdout", "exit_code", "message"), FAILURES)
def test_failures(by: Solver, script: str, stdout: str, exit_code: int, message: str) -> None:
    assert re.search(message, failure(play(by, script, stdout, exit_code)))


def test_echoes_are_passed_over_in_their_order() -> None:
    script = '(echo "sat")(check-sat)(echo "a (b")(echo "say ""hi""")(get-value (x))(echo "x  y")(exit)'
    for quote in ("", '"'):
        printed = f'{quote}sat{quote}\nunsat\n{quote}a (b{quote}\n{quote}say "hi"{quote}\n'
        assert play(BITWUZLA, script, f"{printed}{quote}x  y{quote}\n") == Unsat()
    assert play(Z3, '(check-sat)(echo "unsat")(get-value (x))', "sat\n((x 1))\n") == Sat({"x": 1})
    assert "more than it was asked" in failure(play(Z3, '(check-sat)(echo "a")', "sat\na\na\n"))


def test_what_stands_on_standard_error_is_told() -> None:
    assert "signal SIGSEGV): oh" in failure(play(Z3, CHECK, "", -11, "oh\n"))
    assert "ended with exit code 3: x" in failure(play(Z3, CHECK, "sat\n", 3, "x\n"))
    assert len(failure(play(Z3, CHECK, f'(error "{"x" * 5000}")'))) < 400
    outcome = Outcome(b"sat", b"", None, False, False, Usage(0, 0, None))
    assert "unknown exit code" in failure(run_of(outcome, CHECK, Z3, Limits()).answer)


def test_memory() -> None:
    reached = Unknown("memory limit of 50 MiB reached")
    assert play(Z3, CHECK, '(error "out of memory")\n', 101, memory=50) == reached
    assert play(YICES, CHECK, "", 16, "Out of memory\n", memory=50) == reached
    assert play(CVC5, CHECK, "", 1, "MemoryError: std::bad_alloc\n", memory=50) == reached
    assert play(Z3, CHECK, 'sat\n(error "out of memory")\n', 101, memory=50) == reached
    assert re.search("SIGSEGV.*limited to 50 MiB", failure(play(Z3, CHECK, "", -11, memory=50)))
    assert play(Z3, CHECK, "sat\n", stderr="out of memory is what I fear", memory=50) == Sat()


@pytest.mark.parametrize("model", [Z3, YICES, CVC5])
def test_fakes_with_the_quirks_of_real_ones(model: Solver) -> None:
    message, code = NO_MODEL[model]
    fake = scripted(f'unsat\n(error "{message}")\n', exit_code=code, quirks=model.quirks)
    assert run(VALUES, fake).answer == Unsat()
    strict = replace(fake, quirks=replace(model.quirks, no_model_errors=()))
    assert "reported an error" in failure(run(VALUES, strict).answer)


def test_binary_output() -> None:
    answer = run(CHECK, scripted("\x80\xff\x00\x01", binary=True)).answer
    assert "printed no verdict" in failure(answer)


ONE_INTEGER = Script(
    encoding="none",
    logic="QF_LIA",
    families=(),
    declarations=(Declaration("x", "Int"),),
    assertions=(),
    values=("x",),
)


class Scripted(ByTerms[Mapping[str, Value]]):
    """A back end that gives the answers it was told to, and records what it is asked."""

    def __init__(self, *answers: Answer | BaseException, limits: Limits | None = None) -> None:
        super().__init__(Projection(("x",), {"x": "Int"}), limits or Limits())
        self.answers: Iterator[Answer | BaseException] = iter(answers)
        self.seconds: list[float | None] = []
        self.blocked: list[str] = []

    def _ask(self, seconds: float | None) -> Answer:
        self.seconds.append(seconds)
        answer = next(self.answers)
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def _assert(self, term: str) -> None:
        self.blocked.append(term)

    def _close(self) -> Usage:
        return Usage(1.0, 2.0, None)


def sat(x: int) -> Sat:
    return Sat({"x": x})


def found_by(monkeypatch: pytest.MonkeyPatch, backend: Scripted, limit: int | None = None) -> Solutions:
    def begun(*_: Any) -> Scripted:
        return backend

    monkeypatch.setattr(drivers.enumeration, "OneShot", begun)
    return solutions(ONE_INTEGER, limit=limit, limits=backend.limits, fresh=True)


def test_until_there_are_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    backend = Scripted(sat(1), sat(2), Unsat())
    assert found_by(monkeypatch, backend) == Solutions(({"x": 1}, {"x": 2}), Unsat())
    assert backend.blocked == ["(not (= x 1))", "(not (= x 2))"]
    assert backend.seconds == [None, None, None]
    assert backend.usage == Usage(1.0, 2.0, None)


def test_until_there_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    enough = found_by(monkeypatch, Scripted(sat(1), sat(2), sat(3)), limit=2)
    assert enough == Solutions(({"x": 1}, {"x": 2}), Sat())
    assert found_by(monkeypatch, Scripted(), limit=0) == Solutions((), Sat())


@pytest.mark.parametrize("end", [Unknown("hard"), Failure("it broke"), Timeout(3.0)], ids=str)
def test_what_ends_it_is_passed_on(monkeypatch: pytest.MonkeyPatch, end: Answer) -> None:
    assert found_by(monkeypatch, Scripted(sat(1), end)) == Solutions(({"x": 1},), end)


@pytest.mark.parametrize("wrong", [sat(1), Sat({}), Sat({"x": True})], ids=["again", "no value", "sort"])
def test_a_model_that_can_t_be_right_is_a_failure(monkeypatch: pytest.MonkeyPatch, wrong: Sat) -> None:
    found = found_by(monkeypatch, Scripted(sat(1), wrong))
    assert found.found == ({"x": 1},)
    assert isinstance(found.end, Failure)


def test_time_is_for_all_questions_together() -> None:
    backend = Scripted(sat(1), Timeout(0.001), limits=Limits(seconds=5))
    assert (backend.ask(), backend.ask()) == (sat(1), Timeout(5))
    first, second = backend.seconds
    assert first == 5
    assert second is not None and second < 5
    burnt = Scripted(Timeout(0.1, cpu=True), limits=Limits(seconds=20, cpu_seconds=5))
    assert burnt.ask() == Timeout(5, cpu=True)


def test_a_back_end_is_closed_once_also_after_an_interrupt() -> None:
    closed = []

    class Counted(Scripted):
        def _close(self) -> Usage:
            closed.append(self)
            return Usage(1.0, 2.0, None)

    backend = Counted(KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt), backend:
        backend.ask()
    assert backend.close() == Usage(1.0, 2.0, None)
    assert closed == [backend]


SCRIPT = "(set-logic QF_LIA)(declare-fun x () Int)(assert (= x 1))\n(check-sat)\n(get-value (x))\n(exit)\n"
SCRIPT_OF_NOTHING = replace(ONE_INTEGER, logic="QF_UF", declarations=(), values=())
NOTHING = Projection((), {})
OF_Z3 = "(:binary-propagations 5\n :conflicts 164\n :decisions 1084\n :max-memory 23.15\n :memory 19.1\n)"
OF_Z3_SAT = "(:sat-conflicts 9\n :sat-propagations-2ary 40\n :sat-propagations-nary 2\n :sat-restarts 3)"
OF_YICES = (
    "( :mem-usage 6.156\n :restarts 0\n :conflicts 73 :boolean-propagations 80\n :theory-propagations 1\n)"
)
OF_MCSAT = """(
 :decisions 0
 :conflicts 0
 :restarts 0
 :mcsat::nra::conflicts 10
 :mcsat::nra::propagations 4
 :mcsat::bool::conflicts 3
 :mcsat::bool::propagations 21
 :mcsat::restarts 2
 :mcsat::decisions 15
 :mcsat::avg_conflict_size 3.1538
 :mcsat::conflicts 13
)"""
OF_CVC5 = (
    '(:all-statistics (("driver::filename" ) ("steps" { A: 2, B: 3 }) ("time" 8ms) ("sat::conflicts" 97) '
    '("sat::decisions" 3810) ("sat::propagations" 22305) ("sat::starts" 3)))'
)


def counted(solver: Solver, stdout: str, exit_code: int = 0) -> Run:
    outcome = Outcome(stdout.encode(), b"", exit_code, False, False, Usage(1.0, 0.0, None))
    return run_of(outcome, with_question(SCRIPT), solver, Limits(), ("solver",))


@pytest.mark.parametrize(
    ("printed", "wanted"),
    [
        (OF_Z3, Statistics(conflicts=164, decisions=1084, memory_mib=23.15)),
        (OF_Z3_SAT, Statistics(conflicts=9, propagations=42, restarts=3)),
        (OF_YICES, Statistics(conflicts=73, propagations=81, restarts=0, memory_mib=6.16)),
        (OF_MCSAT, Statistics(13, 15, 25, 2)),
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
        done = counted(Z3, f"sat\n{quote}{word}{quote}\n{printed}\n{quote}{word}{quote}\n((x 1))\n")
        assert (done.answer, done.statistics) == (Sat({"x": 1}), wanted)
        assert done.stdout == "sat\n((x 1))\n"


def test_the_question_follows_the_verdict() -> None:
    asked = with_question(SCRIPT)
    assert without_question("sat", asked) == ("sat", SCRIPT, None)
    assert asked.index("(check-sat)") < asked.index(QUESTION) < asked.index("(get-value")
    twice = with_question(
        '(echo "(check-sat)") ; (check-sat)\n(check-sat)(check-sat-assuming (p))(exit)(check-sat)'
    )
    assert twice.index(QUESTION) > twice.index("(p))") and twice.index(QUESTION) < twice.index("(exit)")
    assert with_question("(assert true)") == "(assert true)"


@pytest.mark.parametrize("name", ["z3", "cvc5"])
def test_what_is_asked_in_vain_fails_no_answer(name: str) -> None:
    needs.solver(name)
    options = ("models", "assignments", "unsat-cores", "unsat-assumptions", "proofs")
    head = "".join(f"(set-option :produce-{option} true)\n" for option in options)
    head += "(set-logic QF_UF)\n(declare-const p Bool)\n(assert p)\n"
    after = {
        Unsat: ("(assert (not p))", ("(get-model)", "(get-value (p))", "(get-assignment)")),
        Sat: ("", ("(get-unsat-core)", "(get-unsat-assumptions)", "(get-proof)")),
    }
    for kind, (assertion, questions) in after.items():
        for question in questions:
            answer = run(f"{head}{assertion}(check-sat)\n{question}\n", find(name), Limits(seconds=20)).answer
            assert isinstance(answer, kind), (question, answer)


def test_the_reason_after_unknown_is_no_second_reply() -> None:
    """cvc5 prints it in one line with the verdict."""
    for reason in ("INCOMPLETE", "REQUIRES_FULL_CHECK"):
        printed = f"unknown ({reason})\n"
        assert play(CVC5, CHECK, printed) == Unknown(reason)
        assert read_transcript(printed) == Unknown(reason)
        asked = f"{printed}(:reason-unknown incomplete)\n"
        assert play(CVC5, f"{CHECK}(get-info :reason-unknown)", asked) == Unknown("incomplete")
    for other in ("sat (INCOMPLETE)", "unknown (incomplete)", "unknown (A) (A)", "unknown ((A 1))"):
        assert isinstance(play(CVC5, CHECK, f"{other}\n"), Failure)


def _is_of(number: int, error: OSError) -> bool:
    return error.errno == number


def test_our_own_lack_of_files_is_no_failure_of_a_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = scripted("sat\n")
    for number, ours in ((errno.EMFILE, True), (errno.ENOMEM, True), (errno.ENOEXEC, False)):

        def fail(*_: object, code: int = number, **__: object) -> NoReturn:
            raise OSError(code, os.strerror(code))

        monkeypatch.setattr("drivers.backend.run_process", fail)
        monkeypatch.setattr("drivers.session.Child", fail)
        if not ours:
            assert isinstance(run("(check-sat)", fake).answer, Failure)
        else:
            with pytest.raises(OSError, check=partial(_is_of, number)):
                run("(check-sat)", fake)
        with pytest.raises(OSError if ours else SessionError):
            Session(fake)


def test_parts_between_resets_are_counted_together() -> None:
    script = "(check-sat)(check-sat)(reset)(reset)(check-sat)(reset)(assert true)"
    asked = with_question(script)
    assert asked.count(QUESTION) == 2
    assert without_question("", asked) == ("", script, None)
    word = asked.split('"')[1]
    part = f"sat\n{word}\n{OF_MCSAT}\n{word}\n"
    printed = f"sat\n{part}{part}"
    assert without_question(printed, asked) == ("sat\nsat\nsat\n", script, Statistics(26, 30, 50, 4))


@pytest.mark.parametrize("name", ["z3", "yices", "cvc5"])
def test_solvers_here_count_each_part(name: str) -> None:
    needs.solver(name)
    hard = (
        "(set-logic QF_NRA)(declare-const x Real)(declare-const y Real)(declare-const z Real)"
        "(assert (= (+ (* x x) (* y y)) 1.0))(assert (or (> (* x y) 0.3) (< (* x z) (- 4.0))))"
        "(assert (or (> z (* y y)) (< (+ (* z z) x) 0.4)))(assert (or (= (* x x x) y) (= z 2.0)))(check-sat)"
    )
    easy = "(set-logic QF_LIA)(declare-const a Int)(assert (> a 2))(check-sat)"
    once, then = (run_counting(partial(run, several=True), text, find(name), Limits()) for text in (
        hard, f"{hard}(reset){easy}",
    ))  # fmt: skip
    assert once.statistics is not None and then.statistics is not None
    assert (then.statistics.conflicts or 0) >= (once.statistics.conflicts or 0) > 0


def test_an_output_without_them_is_read_as_ever() -> None:
    assert counted(CVC5, "unsat\n", 0).statistics is None
    assert isinstance(counted(Z3, '(error "line 1 column 1: no")\nsat\n', 1).answer, Failure)


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

    with OneShot(SCRIPT_OF_NOTHING, NOTHING, replace(fake, statistics=True), Limits(), run=run) as backend:
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
        pytest.param("forest-bool", "z3", False, marks=pytest.mark.thorough),
        ("forest-tight", "yices", False),
        ("forest-bv", "yices", True),
        ("forest-tight", "cvc5", False),
        ("forest-bool", "cadical", False),
        ("cuts", "yices", True),
    ],
)
def test_solvers_here_count(encoding: str, name: str, unique: bool) -> None:
    needs.solver(name)
    [opened] = map(open_one, sources([str(EXAMPLES / "ten.janko")]))
    question = Question(unique=unique, counting=True).within(600)
    result = smt(encoding, name).run("p", opened.fillomino("it").puzzle, question)
    assert result.answers.fillings and result.cost.statistics is not None
    assert (result.cost.statistics.conflicts is not None) and (result.cost.statistics.decisions or 0) > 0
    plain = smt(encoding, name).run("p", opened.fillomino("it").puzzle, question.replace(counting=False))
    assert (plain.verdict.status, plain.verdict.unique, plain.cost.statistics) == (
        result.verdict.status,
        result.verdict.unique,
        None,
    )


def test_a_session_that_is_over_says_nothing() -> None:
    with InSession(SCRIPT_OF_NOTHING, NOTHING, YICES, Limits()) as backend:
        backend.counting = True
    assert backend.statistics is None
