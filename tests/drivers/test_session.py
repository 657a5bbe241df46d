"""Sessions, with recorded solvers and with real ones."""

from __future__ import annotations

import errno
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from drivers import (
    Limits,
    Sat,
    Session,
    SessionError,
    SessionTimeoutError,
    Solver,
    SolverNotFoundError,
    Timeout,
    Unknown,
    Unsat,
    find,
    run,
)
from drivers.conformance import hard
from drivers.fake import scripted, transcript
from drivers.process import Child
from smtlib.errors import SexprError
from tests.drivers.conftest import Trace
from tests.support import needs
from tests.support.clock import FOREVER, PATIENCE, JumpingClock
from tests.support.programs import broken_program
from tests.support.refused import refused
from tests.support.where import where

HEADER = [
    "(set-option :produce-models true)",
    "(set-option :produce-unsat-cores true)",
    "(set-logic QF_UFLIA)",
    "(declare-fun |a b| () Int)",
    "(declare-fun p () Bool)",
]
CHECK, GET_X = "(check-sat)", "(get-value (x))"


def get_x(session: Session) -> object:
    return session.values(["x"])


HOLDS_ONE = where(lambda solver: solver.session_arguments is not None)


def test_a_reason_after_unknown_is_passed_over() -> None:
    exchanges = [("(check-sat)", "unknown (INCOMPLETE)"), ("(push 1)", "success"), ("(check-sat)", "sat")]
    with Session(transcript(exchanges), Limits(seconds=PATIENCE)) as session:
        assert isinstance(session.check(), Unknown)
        session.send_all(["(push 1)"])
        assert session.check() == Sat()


# --- real ones


@HOLDS_ONE
def test_an_incremental_session(solver: Solver) -> None:
    with Session(solver, Limits(seconds=PATIENCE)) as session:
        session.send_all(HEADER)
        session.send_all(["(assert (> |a b| 3))", "(push 1)", "(assert (! (= |a b| (- 3)) :named |n 1|))"])
        assert session.check() == Unsat()
        assert set(session.core()) <= {"n 1"}
        with refused(SessionError, "solver-error"):  # there is no model, and it goes on
            session.values(["p"])
        session.send_all(["(pop 1)", "(assert (=> p (< |a b| 5)))", "(assert p)"])
        assert session.check() == Sat()
        assert session.values(["|a b|", "p"]) == {"a b": 4, "p": True}
        assert session.values([]) == {}
        assert session.command("(get-value ((+ |a b| 1)))") == ((("+", "|a b|", "1"), "5"),)
    usage = session.close()
    assert usage.wall_seconds > 0
    assert session.usage is usage
    with refused(SessionError, "session-over"):
        session.check()


@HOLDS_ONE
def test_thousands_of_assertions_at_once(solver: Solver) -> None:
    count = 5_000
    with Session(solver, Limits(seconds=PATIENCE)) as session:
        session.send_all(HEADER)
        session.send_all(f"(declare-fun x{i} () Int)" for i in range(count))
        session.send_all(f"(assert (= x{i} {i}))" for i in range(count))
        assert session.check() == Sat()
        assert session.values([f"x{i}" for i in range(count)]) == {f"x{i}": i for i in range(count)}


@HOLDS_ONE
def test_the_replay_is_a_script_that_runs_alone(solver: Solver, tmp_path: Path) -> None:
    path = tmp_path / "replay.smt2"
    with Session(solver, Limits(seconds=PATIENCE), replay=path) as session:
        session.send_all([*HEADER, "(assert (= |a b| 7))"])
        assert session.check() == Sat()
        assert session.values(["|a b|"]) == {"a b": 7}
    text = path.read_text()
    assert text.splitlines()[0] == "(set-option :print-success true)"
    assert text.splitlines()[-1] == "(exit)"
    assert run(text, solver, Limits(seconds=PATIENCE)).answer == Sat({"a b": 7})


@HOLDS_ONE
def test_values_come_with_the_verdict(solver: Solver, tmp_path: Path) -> None:
    path = tmp_path / "replay.smt2"
    with Session(solver, Limits(seconds=PATIENCE), replay=path) as session:
        session.send_all([*HEADER, "(declare-fun unused () Bool)", "(push 1)"])
        answer = session.check(asserting=["(= |a b| 7)", "p"], asking=["|a b|", "p", "unused"])
        assert isinstance(answer, Sat)
        assert answer.values == {"a b": 7, "p": True, "unused": answer.values["unused"]}
        assert isinstance(answer.values["unused"], bool)
        assert session.check(asserting=["(not p)"], asking=["|a b|", "p"]) == Unsat()
        if solver.goes_on:  # the others may have ended, for there was no model
            session.send_all(["(pop 1)", "(assert (= |a b| 8))"])
            assert session.check(asking=["|a b|"]) == Sat({"a b": 8})
    asked = [line for line in path.read_text().splitlines() if line.startswith(("(check", "(get", "(eval"))]
    first = ["(check-sat)", "(get-value (|a b| p unused))", "(check-sat)"]
    assert asked in (first, [*first, "(check-sat)", "(get-value (|a b|))"])


@pytest.mark.parametrize("goes_on", [True, False])
def test_values_are_asked_for_at_once_only_if_the_solver_goes_on(goes_on: bool) -> None:
    exchanges: list[tuple[str, str | None]] = [("(check-sat)", "unsat"), (GET_X, None)]
    with Session(replace(transcript(exchanges), goes_on=goes_on)) as session:
        if goes_on:
            with refused(SessionError, "solver-ended"):
                session.check(asking=["x"])
        else:
            assert session.check(asking=["x"]) == Unsat()


@pytest.mark.parametrize("count", [1, 100, 101])
def test_few_values_one_by_one_where_the_solver_prefers_that(count: int, tmp_path: Path) -> None:
    names = [f"x{i}" for i in range(count)]
    few: list[tuple[str, str | None]] = [(f"(value-of {name})", str(i)) for i, name in enumerate(names)]
    reply = "(" + " ".join(f"({name} {i})" for i, name in enumerate(names)) + ")"
    many: list[tuple[str, str | None]] = [(f"(get-value ({' '.join(names)}))", reply)]
    solver = replace(transcript(few if count <= 100 else many), value_command="(value-of {term})")
    replay = tmp_path / "replay.smt2"
    with Session(solver, replay=replay) as session:
        assert session.values(names) == {name: i for i, name in enumerate(names)}
    assert replay.read_text().splitlines()[1:-1] == [many[0][0]]


@HOLDS_ONE
def test_a_time_limit_of_one_check(solver: Solver) -> None:
    with Session(solver, Limits(seconds=PATIENCE)) as session:
        session.send_script("(set-logic QF_LIA)\n" + "\n".join(hard()))
        assert session.check(seconds=0.3) == Timeout(0.3)
        assert session.usage is not None
        with refused(SessionError, "session-over"):
            session.check()


@pytest.mark.parametrize(("name", "mib"), [("z3", 60), ("yices", 30)])
def test_memory_limit(name: str, mib: int) -> None:
    needs.limits_of_memory()
    with Session(find(name), Limits(seconds=PATIENCE, memory_mib=mib)) as session:
        session.send_all(["(set-logic QF_LIA)"])
        with pytest.raises(SessionError) as caught:
            for start in range(0, 1_000_000, 1000):
                numbers = range(start, start + 1000)
                session.send_all(f"(declare-fun {'x' * 2000}{i} () Int)" for i in numbers)
        assert caught.value.out_of_memory


# --- recorded ones


def test_transcript(trace: Trace) -> None:
    exchanges: list[tuple[str, str | None]] = [
        ("(assert |(|)", "success"),
        ("(check-sat)", "sat"),
        ("(get-value (|a)b| x))", '((|a)b| "x""y(")\n (x #b101))'),
        ("(check-sat)", "unknown"),
        (f"(set-info :x {trace.mark})", "success"),
    ]
    with Session(transcript(exchanges)) as session:
        session.send_all(["(assert |(|)"])
        assert session.check() == Sat()
        assert session.values(["|a)b|", "x"]) == {"a)b": '"x""y("', "x": 5}
        assert session.check() == Unknown("the solver gave no reason")
        session.send_all([f"(set-info :x {trace.mark})"])


@pytest.mark.parametrize(
    ("use", "command", "reply", "code"),
    [
        (Session.check, CHECK, "success", "bad-reply"),
        (Session.check, CHECK, "sat\nsat", "bad-reply"),
        (Session.check, CHECK, "(sat)", "bad-reply"),
        (Session.check, CHECK, ")", "bad-reply"),
        (Session.check, CHECK, "unsupported", "bad-reply"),
        (Session.check, CHECK, '(error "no ""such"" thing")', "solver-error"),
        (Session.check, CHECK, None, "solver-ended"),
        (get_x, GET_X, "((x 1) (y 2))", "bad-reply"),
        (get_x, GET_X, "((y 1))", "bad-reply"),
        (get_x, GET_X, "sat", "bad-reply"),
        (get_x, GET_X, '(error "model is not available")', "solver-error"),
        (Session.core, "(get-unsat-core)", "(a (b))", "bad-reply"),
    ],
)
def test_replies_that_can_not_be_used(
    use: Callable[[Session], object], command: str, reply: str | None, code: str
) -> None:
    with Session(transcript([(command, reply)])) as session, refused(SessionError, code):
        use(session)


@pytest.mark.parametrize(
    ("plan", "limits", "code"),
    [
        ({"exit_code": 9}, Limits(), "solver-ended"),
        ({"stdout": "unsupported\n", "sleep": FOREVER}, Limits(), "bad-reply"),
        (
            {"sleep": FOREVER, "ignore_sigterm": True},
            Limits(seconds=0.3, grace_seconds=0.1),
            "session-timeout",
        ),
        ({"stdout": "x" * 4096, "repeat": 10**9}, Limits(output_mib=1, seconds=60), "output-limit"),
    ],
)
def test_a_session_that_does_not_begin(trace: Trace, plan: Any, limits: Limits, code: str) -> None:
    with refused(SessionError, code) as caught:
        Session(scripted(**plan, stderr=trace.mark), limits)
    assert "exit_code" not in plan or trace.mark in caught.value.stderr


def test_unasked_talk_is_noticed() -> None:
    with Session(
        transcript([("(push 1)", "success"), ("(pop 1)", "success")]), Limits(seconds=PATIENCE)
    ) as session:
        assert session.command("(push 1)") == "success"
    late = scripted("success\nsuccess\n", sleep=FOREVER)
    with (
        refused(SessionError, "bad-reply"),
        Session(late) as session,
    ):
        session.command("(push 1)")


def test_other_replies_than_success() -> None:
    exchanges: list[tuple[str, str | None]] = [
        ("(push 1)", "success"),
        ("(pop 1)", "unsupported"),
        ("(push 2)", "success"),
    ]
    with Session(transcript(exchanges)) as session:
        with refused(SessionError, "bad-reply"):
            session.send_all(["(push 1)", "(pop 1)", "(push 2)"])
        assert session.usage is None  # still in step


@pytest.mark.parametrize("text", ["", "sat", "(a)(b)", "(a", "(a))", ")(", "; c", '(echo ")', "(a) b"])
def test_not_one_command(text: str) -> None:
    with Session(transcript([("(check-sat)", "sat")])) as session:
        for use in (lambda: session.command(text), lambda: session.send_all(["(fine)", text])):
            with refused(SexprError, "bad-smtlib"):
                use()
        assert session.check() == Sat()  # nothing has been sent


def test_a_solver_that_never_reads_does_not_block_us(trace: Trace, clock: JumpingClock) -> None:
    solver = scripted("success\n", read_line=True, sleep=FOREVER, stderr=trace.mark)
    with Session(solver, Limits(seconds=PATIENCE, grace_seconds=0.1)) as session:
        clock.jump_when(lambda: session._child._waiting)
        with pytest.raises(SessionTimeoutError):
            session.send_all(["(assert p)"] * 30_000)


SWITCHED_OFF = "(set-option :print-success false)\n(assert p)\n(set-option :print-success true)"


def test_no_wait_without_limits_lasts_for_ever(monkeypatch: pytest.MonkeyPatch, trace: Trace) -> None:
    """A solver that lives on, uses no CPU time and owes a reply is ended, whatever it was sent."""
    monkeypatch.setattr("drivers.session.IDLE_SECONDS", 0.3)
    with refused(SessionError, "no-reply"):
        Session(scripted(sleep=FOREVER, stderr=trace.mark), Limits(grace_seconds=0))
    mute = scripted("success\n", read_line=True, sleep=FOREVER, stderr=trace.mark, name="mute")
    uses: list[Callable[[Session], object]] = [
        lambda session: session.command("(assert p)"),
        lambda session: session.send_all(["(assert p)"] * 30_000),
        lambda session: session.send_script("(assert p)"),
        lambda session: session.check(script="(assert p)"),
        get_x,
        Session.core,
    ]
    for use in uses:
        monkeypatch.setattr("drivers.session.IDLE_SECONDS", PATIENCE)  # it may wait for the processor
        with Session(mute, Limits(grace_seconds=0)) as session:
            monkeypatch.setattr("drivers.session.IDLE_SECONDS", 0.3)
            with refused(SessionError, "no-reply"):
                use(session)
            with refused(SessionError, "session-over"):
                session.check()


@pytest.mark.parametrize("reply", ["(sat", "|"])
def test_a_verdict_that_has_begun_is_due(monkeypatch: pytest.MonkeyPatch, reply: str) -> None:
    with Session(transcript([("(check-sat)", reply)])) as session:
        monkeypatch.setattr("drivers.session.IDLE_SECONDS", 0.3)
        with refused(SessionError, "no-reply"):
            session.check()


def test_a_verdict_is_waited_for_even_if_the_solver_sleeps(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = "import time; time.sleep(1.0); print('sat', flush=True); time.sleep(3600)"
    replying = f"input(); print('success', flush=True); input(); {slow}"
    solver = replace(scripted(name="slow"), session_arguments=("-I", "-S", "-c", replying))
    with Session(solver) as session:
        monkeypatch.setattr("drivers.session.IDLE_SECONDS", 0.5)
        assert session.check() == Sat()


SENDING: list[Callable[[Session], object]] = [
    lambda session: session.send_script("(assert p)"),
    lambda session: session.check(script="(assert p)"),
]
"""A script alone, and before a question."""


@pytest.mark.parametrize("send", SENDING)
def test_an_error_ends_a_script_at_once(
    send: Callable[[Session], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The solver says nothing more after its error: neither a limit nor its silence is waited for."""
    monkeypatch.setattr("drivers.session.IDLE_SECONDS", FOREVER)
    begin = time.monotonic()
    with (
        Session(transcript([(SWITCHED_OFF, '(error "what is p?")')])) as session,
        refused(SessionError, "solver-error"),
    ):
        send(session)
    assert time.monotonic() - begin < FOREVER


def test_after_an_error_a_verdict_is_due(monkeypatch: pytest.MonkeyPatch) -> None:
    exchanges: list[tuple[str, str | None]] = [("(assert p)", '(error "no p")'), ("(check-sat)\n", "sat")]
    with Session(transcript(exchanges)) as session:
        monkeypatch.setattr("drivers.session.IDLE_SECONDS", 0.3)
        with refused(SessionError, "solver-error"):
            session.check(asserting=["p"])


@pytest.mark.parametrize("name", ["z3", "yices"])
def test_a_control_character_is_not_sent(name: str) -> None:
    with Session(find(name)) as session:
        session.send_all(["(set-logic QF_LIA)", "(declare-fun n_0 () Int)"])
        with pytest.raises(SexprError):
            session.send_script("(assert (\x17 n_0 3))")
        assert session.check() == Sat()


def test_a_session_that_can_not_be(tmp_path: Path) -> None:
    with refused(SessionError, "unfit-solver"):
        Session(find("pysmt-z3"))
    with pytest.raises(SolverNotFoundError):
        Session(Solver("nosuch", "NoSuch", "no-such-solver"))
    with pytest.raises(SessionError) as caught:
        Session(Solver("b", "B", str(broken_program(tmp_path)), session_arguments=()))
    assert caught.value.code in ("not-started", "solver-ended")  # that by the launcher of macOS


def marked(solver: Solver, trace: Trace) -> Solver:
    """The solver with the mark in its command line, where nothing prints it."""
    return replace(solver, session_arguments=(*solver.arguments, trace.mark))


def test_a_replay_that_can_not_be_written_leaves_no_solver(trace: Trace) -> None:
    fake = scripted("success\n", read_line=True, sleep=FOREVER)
    with pytest.raises(OSError, check=lambda error: error.errno == errno.ENOSPC) as caught:
        Session(marked(fake, trace), replay=Path("/dev/full"))
    assert caught.value.filename == "/dev/full"


def test_an_exchange_that_broke_off_ends_the_session(trace: Trace, monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(marked(scripted("success\n", read_line=True, sleep=FOREVER), trace))
    monkeypatch.setattr(session, "_send", lambda *_, **__: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        session.command("(check-sat)")
    with refused(SessionError, "session-over"):
        session.command("(check-sat)")
    session.close()


def test_a_death_between_two_commands(trace: Trace) -> None:
    with Session(
        scripted("success\n", read_line=True, stderr=trace.mark, exit_code=5), Limits(seconds=PATIENCE)
    ) as session:
        trace.wait_until(alive=False)
        with refused(SessionError, "solver-ended"):
            session.command("(check-sat)")
        with refused(SessionError, "session-over"):
            session.command("(check-sat)")


def test_a_death_seen_before_the_last_reply_is_told_to_the_next_command(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    step, close = Child.step, Child.close
    unread = bytearray()

    def slow(child: Child, until: float | None) -> None:
        step(child, until)
        while child.stdout and not child.exited:
            step(child, time.monotonic() + PATIENCE)
        unread[:] = child.stdout
        child.stdout.clear()

    def closed(child: Child, grace_seconds: float = 0.0) -> None:
        child.stdout[:0] = unread
        unread.clear()
        close(child, grace_seconds)

    monkeypatch.setattr(Child, "step", slow)
    monkeypatch.setattr(Child, "close", closed)
    with Session(scripted("success\n", read_line=True, exit_code=5), Limits(seconds=PATIENCE)) as session:
        for code in ("solver-ended", "session-over"):
            with refused(SessionError, code):
                session.command("(check-sat)")


def test_a_solver_that_ignores_its_exit(trace: Trace) -> None:
    solver = scripted("success\n", read_line=True, sleep=FOREVER, ignore_sigterm=True, stderr=trace.mark)
    with Session(solver, Limits(grace_seconds=0.1)) as session:
        pass
    assert session.usage is not None


@HOLDS_ONE
def test_a_script_is_sent_without_replies_and_its_errors_still_show(solver: Solver) -> None:
    with Session(solver, Limits(seconds=PATIENCE)) as session:
        session.send_script(
            "(set-option :produce-models true)(set-logic QF_LIA)\n(declare-fun x () Int)\n(assert (> x 4))"
        )
        session.send_all(["(assert (< x 6))"])
        assert session.check() == Sat()
        assert session.values(["x"]) == {"x": 5}
        with refused(SessionError, "solver-error"):
            session.send_script("(assert (> y 1))\n(assert (> x 1))")
        with refused(SessionError, "session-over"):
            session.check()


@HOLDS_ONE
def test_a_script_is_sent_with_its_question(solver: Solver) -> None:
    opening = "(set-option :produce-models true)\n(set-logic QF_LIA)\n(declare-fun x () Int)\n"
    with Session(solver, Limits(seconds=PATIENCE)) as session:
        found = session.check(script=f"{opening}(assert (> x 4))", asserting=["(< x 6)"], asking=["x"])
        assert found == Sat({"x": 5})
        assert session.check(script="(assert (> x 5))", asking=["x"]) == Unsat()
    with Session(solver, Limits(seconds=PATIENCE)) as session:
        with refused(SessionError, "solver-error"):
            session.check(script=f"{opening}(assert (> y 4))\n(assert (> x 5))", asking=["x"])
        with refused(SessionError, "session-over"):
            session.check()


def test_an_option_that_a_solver_lacks_does_not_end_the_script_before_a_question() -> None:
    script = "(set-option :produce-models true)\n(set-option :random-seed 3)"
    silent, loud = "(set-option :print-success false)", "(set-option :print-success true)"
    said = [(f"{silent}\n{script}", "unsupported"), (loud, "success"), ("(check-sat)", "sat")]
    with Session(transcript(said), Limits(seconds=PATIENCE)) as session:
        assert session.check(script=script) == Sat()


@HOLDS_ONE
def test_several_scripts_and_their_checks_at_once(solver: Solver) -> None:
    with Session(solver, Limits(seconds=PATIENCE)) as session:
        session.send_script("(set-logic QF_LIA)\n(declare-fun x () Int)")
        small = "(declare-fun small () Bool)\n(assert (=> small (< x 3)))", [["small"], ["(not small)"]]
        large = "(declare-fun large () Bool)\n(assert (=> large (> x 5)))", [["large"], ["small", "large"]]
        assert session.check_each(small, ("", []), large) == [Sat(), Sat(), Sat(), Unsat()]
        with refused(SessionError, "solver-error"):
            session.check_each(("(assert (> y 1))", [["small"], ["large"]]))
        with refused(SessionError, "session-over"):
            session.check()


@pytest.mark.parametrize("reply", ["perhaps", "(sat)", "success"])
def test_a_reply_to_one_of_several_checks_that_is_no_verdict(reply: str) -> None:
    exchanges = [("(set-option :print-success false)\n\n(set-option :print-success true)", "success")]
    exchanges += [("(check-sat-assuming (p))", reply), ("(check-sat-assuming (q))", "sat")]
    with Session(transcript(exchanges), Limits(seconds=PATIENCE)) as session:
        with refused(SessionError, "bad-reply"):
            session.check_each(("", [["p"], ["q"]]))
        with refused(SessionError, "session-over"):
            session.check()


@HOLDS_ONE
def test_after_the_error_of_a_long_script_nothing_is_taken_for_a_later_verdict(solver: Solver) -> None:
    more = "\n".join(f"(declare-fun a{i} () Int)\n(assert (> a{i} {i}))" for i in range(2000))
    with Session(solver, Limits(seconds=PATIENCE)) as session:
        session.send_all(["(set-logic QF_LIA)", "(declare-fun p () Bool)"])
        with refused(SessionError, "solver-error"):
            session.send_script(f"(assert (foo))\n{more}")
        with refused(SessionError, "session-over"):
            session.check(assuming=["p", "(not p)"])


@HOLDS_ONE
def test_a_script_that_ends_inside_of_a_command_is_not_sent(solver: Solver) -> None:
    with Session(solver, Limits(seconds=PATIENCE)) as session:
        session.send_all(["(set-logic QF_LIA)", "(declare-fun p () Bool)"])
        for text in ("(assert p", "(assert p))", '(echo "(assert p)', "(assert |p)", ")(", "(exit) ("):
            with refused(SexprError, "bad-smtlib"):
                session.send_script(text)
        with refused(SexprError, "bad-smtlib"):
            session.send_script("(set-option :print-success true)")
        session.send_script("(assert p) ; (\n(assert (or p |p|))")
        assert session.check() == Sat()


@pytest.mark.parametrize(("last", "code"), [("success", "bad-reply"), (None, "solver-ended")])
def test_a_solver_that_says_something_to_a_script(last: str | None, code: str) -> None:
    said = [
        ("(set-option :print-success false)\n(check-sat)", "sat"),
        ("(set-option :print-success true)", last),
    ]
    with Session(transcript(said), Limits(seconds=PATIENCE)) as session:
        with refused(SessionError, code):
            session.send_script("(check-sat)")
        with refused(SessionError, "session-over"):
            session.check()
