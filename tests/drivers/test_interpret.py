"""Every row of the table of quirks in the design notes, played by a fake with the words of the solver."""

from __future__ import annotations

from dataclasses import replace

import pytest

from drivers import Answer, Failure, Limits, Sat, Solver, Timeout, Unknown, Unsat, run
from drivers.answer import Outcome, Usage
from drivers.fake import scripted
from drivers.interpret import interpret
from drivers.solvers import BITWUZLA, CVC5, YICES, Z3

CHECK = "(check-sat)"
VALUES = "(check-sat)(get-value (x y))(exit)"
CORE = "(check-sat)(get-unsat-core)(exit)"


def play(
    solver: Solver,
    script: str,
    stdout: str,
    *,
    exit_code: int = 0,
    stderr: str = "",
    memory: int | None = None,
) -> Answer:
    """What we make of the output of a process, without one."""
    outcome = Outcome(stdout.encode(), stderr.encode(), exit_code, False, False, Usage(1.5, 0.0, None))
    return interpret(outcome, script, solver, Limits(memory_mib=memory))


def failure(answer: Answer) -> str:
    assert isinstance(answer, Failure), answer
    assert "\n" not in answer.text
    return answer.text


def test_verdicts() -> None:
    assert play(Z3, CHECK, "sat\n") == Sat({})
    assert play(Z3, CHECK, "unsat\n") == Unsat(())
    assert play(Z3, CHECK, "unknown\n") == Unknown("the solver gave no reason")
    assert play(Z3, CHECK, "success\nsat\nsuccess\n") == Sat()
    assert play(Z3, "(check-sat-assuming (p))", "sat\n") == Sat()


def test_values_and_cores() -> None:
    assert play(Z3, VALUES, "sat\n((x 1)\n (y (- 2)))\n") == Sat({"x": 1, "y": -2})
    assert play(Z3, "(check-sat)(get-value (x))(get-value (y))", "sat\n((x 1))((y 2))") == Sat(
        {"x": 1, "y": 2}
    )
    assert play(Z3, CORE, "unsat\n(|a 1| b)\n") == Unsat(("a 1", "b"))
    assert play(Z3, "(check-sat)(get-model)(get-info :name)", 'sat\n(())(:name "Z3")') == Sat()
    text = 'unknown\n(:reason-unknown "incomplete")'
    assert play(Z3, "(check-sat)(get-info :reason-unknown)", text) == Unknown("incomplete")


# --- an error in a command


def test_an_error_before_the_verdict_is_a_failure_though_z3_goes_on() -> None:
    stdout = '(error "line 3 column 11: unknown constant y")\nsat\n'
    for code in (0, 1):
        answer = play(Z3, CHECK, stdout, exit_code=code)
        assert failure(answer) == "Z3 reported an error: line 3 column 11: unknown constant y"


def test_an_error_of_yices_is_a_failure_though_it_exits_with_0() -> None:
    answer = play(YICES, CHECK, '(error "at line 3, column 12: undefined term: y")\n')
    assert "undefined term: y" in failure(answer)


def test_an_error_after_the_verdict_is_a_failure() -> None:
    answer = play(
        Z3, CHECK, 'sat\n(error "line 5 column 10: check annotation that says unsat")\n', exit_code=1
    )
    assert "check annotation" in failure(answer)


def test_a_known_error_is_excused_only_after_the_verdict() -> None:
    text = '(error "line 4 column 14: model is not available")\nunsat\n'
    assert "model is not available" in failure(play(Z3, "(get-value (x))(check-sat)", text, exit_code=1))
    assert "model" in failure(
        play(YICES, "(get-value (x))(check-sat)", '(error "can\'t build a model")\nsat')
    )


def test_a_known_error_is_excused_only_where_it_can_be_true() -> None:
    text = 'sat\n(error "line 6 column 14: model is not available")\n'
    assert "model is not available" in failure(play(Z3, VALUES, text, exit_code=1))
    text = 'unsat\n(error "line 6 column 14: unsat core is not available")\n'
    assert "core is not available" in failure(play(Z3, CORE, text, exit_code=1))
    text = 'unsat\n(error "line 6 column 14: unknown constant x")\n'
    assert "unknown constant" in failure(play(Z3, VALUES, text, exit_code=1))
    text = 'sat\n(error "unsat core is not available, nor is the model")\n'
    assert "nor is" in failure(play(Z3, CORE, text, exit_code=1))


def test_a_message_of_one_solver_does_not_excuse_another() -> None:
    text = 'unsat\n(error "the context is unsatisfiable")\n'
    assert play(YICES, VALUES, text) == Unsat()
    assert "context" in failure(play(Z3, VALUES, text, exit_code=1))


# --- get-value after unsat, get-unsat-core after sat


@pytest.mark.parametrize(
    ("model", "message", "exit_code"),
    [
        (Z3, "line 6 column 14: model is not available", 1),
        (YICES, "the context is unsatisfiable", 0),
        (CVC5, "cannot get value unless after a SAT or UNKNOWN response.", 1),
        (CVC5, "Cannot get value unless after a SAT or UNKNOWN response.", 1),
        (CVC5, "Cannot get value when in unsat mode.", 1),
    ],
)
def test_values_after_unsat(model: Solver, message: str, exit_code: int) -> None:
    assert play(model, VALUES, f'unsat\n(error "{message}")\n', exit_code=exit_code) == Unsat()


@pytest.mark.parametrize(
    ("model", "message", "exit_code"),
    [
        (Z3, "line 6 column 15: unsat core is not available", 1),
        (YICES, "No unsat core. The context is satisfiable", 0),
        (CVC5, "cannot get unsat core unless in unsat mode.", 1),
    ],
)
def test_core_after_sat(model: Solver, message: str, exit_code: int) -> None:
    assert play(model, CORE, f'sat\n(error "{message}")\n', exit_code=exit_code) == Sat()


def test_silence_is_excused_for_bitwuzla_alone() -> None:
    assert play(BITWUZLA, VALUES, "unsat\n") == Unsat()
    assert play(BITWUZLA, CORE, "sat\n") == Sat()
    assert "ended before" in failure(play(BITWUZLA, VALUES, "sat\n"))
    assert "ended before it answered get-value" in failure(play(Z3, VALUES, "unsat\n"))


def test_a_solver_may_stop_after_an_excused_error_but_not_without_values() -> None:
    script = "(check-sat)(get-unsat-core)(get-value (x y))"
    error = '(error "cannot get unsat core unless in unsat mode.")'
    assert "ended before it answered get-value" in failure(play(CVC5, script, f"sat\n{error}\n", exit_code=1))
    script = "(check-sat)(get-value (x y))(get-unsat-core)"
    error = '(error "cannot get value unless after a SAT or UNKNOWN response.")'
    assert play(CVC5, script, f"unsat\n{error}\n", exit_code=1) == Unsat()


# --- its own time limit


def test_z3_timeout() -> None:
    assert play(Z3, VALUES, "timeout\n") == Timeout(1.5)
    assert play(Z3, VALUES, "sat\ntimeout\n") == Timeout(1.5)
    assert "timeout" in failure(play(YICES, VALUES, "timeout\n"))


def test_z3_soft_timeout_and_yices_timeout() -> None:
    text = 'unknown\n(error "line 109 column 15: model is not available")\n'
    assert play(Z3, VALUES, text, exit_code=1) == Unknown("model is not available")
    text = 'unknown\n(error "the search was interrupted. No model is available")\n'
    assert play(YICES, VALUES, text) == Unknown("the search was interrupted. No model is available")
    text = 'unknown\n(error "No unsat core. The search was interrupted")\n'
    assert isinstance(play(YICES, CORE, text), Unknown)


# --- several verdicts


def test_several_verdicts() -> None:
    script = "(check-sat)(get-value (x))(assert false)(check-sat)"
    stdout = 'sat\n((x 4))\n(error "assertions are not allowed after (check-sat) in non-incremental mode")\n'
    assert "asks for 2 verdicts" in failure(play(YICES, script, stdout))
    assert "asks for 2 verdicts" in failure(play(Z3, script, "sat\n((x 4))\nunsat\n"))
    assert "asks for 0 verdicts" in failure(play(Z3, "(exit)(check-sat)", ""))


# --- exit codes, signals, garbage


def test_an_exit_code_alone_is_nothing() -> None:
    assert failure(play(Z3, CHECK, "")) == "Z3 printed no answer (exit code 0)"
    assert "signal SIGSEGV): oh" in failure(play(Z3, CHECK, "", exit_code=-11, stderr="oh\n"))
    assert "signal 63" in failure(play(Z3, CHECK, "", exit_code=-63))


def test_a_verdict_with_a_bad_end_is_a_failure() -> None:
    assert "ended with signal SIGSEGV" in failure(play(Z3, CHECK, "sat\n", exit_code=-11))
    assert "ended with exit code 3: x" in failure(play(Z3, CHECK, "sat\n", exit_code=3, stderr="x\n"))
    assert "ended with exit code 1" in failure(play(Z3, CHECK, "unsat\n", exit_code=1))
    outcome = Outcome(b"sat", b"", None, False, False, Usage(0, 0, None))
    assert "unknown exit code" in failure(interpret(outcome, CHECK, Z3, Limits()))


@pytest.mark.parametrize(
    "stdout",
    [
        "sat\n((x 1) (y",  # truncated
        "sat\n((x 1))",  # not all
        "sat\n((x 1) (z 2))",  # not what was asked
        "sat\n((x 1) (y 2) (x 1))",  # too many
        "sat\n((x 1) (x 2))",  # contradiction
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
    ],
)
def test_what_can_not_be_used(stdout: str) -> None:
    failure(play(Z3, VALUES, stdout))


def test_an_error_within_a_broken_reply_is_told() -> None:
    text = 'sat\n((x (error "not ""enabled"" here")'
    assert 'not "enabled" here' in failure(play(BITWUZLA, VALUES, text))


def test_errors_are_cut_to_one_line() -> None:
    text = failure(play(Z3, CHECK, '(error "unknown parameter\nLegal parameters are\n…")'))
    assert text == "Z3 reported an error: unknown parameter …"
    assert len(failure(play(Z3, CHECK, f'(error "{"x" * 5000}")'))) < 400


# --- memory


def test_memory() -> None:
    reached = Unknown("memory limit of 50 MiB reached")
    assert play(Z3, CHECK, '(error "out of memory")\n', exit_code=101, memory=50) == reached
    assert play(YICES, CHECK, "", exit_code=16, stderr="Out of memory\n", memory=50) == reached
    assert play(CVC5, CHECK, "", exit_code=1, stderr="MemoryError: std::bad_alloc\n", memory=50) == reached
    assert play(Z3, CHECK, 'sat\n(error "out of memory")\n', exit_code=101, memory=50) == reached


def test_memory_without_a_limit_or_without_evidence() -> None:
    assert "out of memory" in failure(play(Z3, CHECK, '(error "out of memory")\n', exit_code=101))
    text = failure(play(Z3, CHECK, "", exit_code=-11, memory=50))
    assert "SIGSEGV" in text
    assert "limited to 50 MiB" in text
    assert play(Z3, CHECK, "sat\n", stderr="out of memory is what I fear", memory=50) == Sat()


# --- the same with processes


@pytest.mark.parametrize("model", [Z3, YICES, CVC5])
def test_fakes_with_the_quirks_of_real_ones(model: Solver) -> None:
    message = model.quirks.no_model_errors[0]
    code = (*model.quirks.error_exit_codes, 0)[0]
    fake = scripted(f'unsat\n(error "{message}")\n', exit_code=code, quirks=model.quirks)
    assert run(VALUES, fake).answer == Unsat()
    strict = replace(fake, quirks=replace(model.quirks, no_model_errors=()))
    assert "reported an error" in failure(run(VALUES, strict).answer)


def test_binary_output() -> None:
    answer = run(CHECK, scripted("\x80\xff\x00\x01", binary=True)).answer
    assert "printed no verdict" in failure(answer)
