"""What we make of a solver's output; the words are those of real solvers."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from drivers import Answer, Failure, Limits, Sat, Solver, Timeout, Unknown, Unsat, run
from drivers.answer import Outcome, Usage
from drivers.fake import scripted
from drivers.interpret import run_of
from drivers.solvers import BITWUZLA, CVC5, YICES, Z3

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
