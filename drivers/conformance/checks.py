"""The checks of a solver: scripts on their own, how it behaves as a process, and sessions."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path

from drivers.answer import Failure, Sat, Timeout, Unknown, Unsat
from drivers.backend import run
from drivers.conformance.subject import Check, Grade, Subject, Unfit, compare
from drivers.cores import OPTION, used_assumptions
from drivers.errors import SessionError
from drivers.process import Child
from drivers.session import Session
from drivers.solver import invocation

CHECKS: list[Check] = []
"""All checks, in the order in which they are run."""

_BITS = ("(declare-fun a () (_ BitVec 8))", "(declare-fun b () (_ BitVec 3))")
_INTEGERS = ("(declare-fun x () Int)", "(declare-fun y () Int)")
_SYMBOLS = {"a b": True, "a)b": False, "p": True, ";": False}
ERRORS = (
    "(assert unknown_symbol) (check-sat)",
    "(declare-fun p () Bool) (assert (p p)) (check-sat)",
    "(declare-fun p () Bool) (assert p (check-sat)",
    "(no-such-command) (check-sat)",
    "(declare-fun p () Bool) (get-value (p)) (check-sat)",
    "(check-sat) (get-value (unknown_symbol))",
    "",
)
"""Scripts that have no answer."""

_SIZE = 1000
_HOLES = 11
_SECONDS = 0.3
_LATE = 5.0  # seconds: far more than the driver takes to end a process, whatever the load
_MEMORY_MIB = 96


def _check(
    name: str, title: str, *, essential: bool = False
) -> Callable[[Callable[[Subject], None]], Callable[[Subject], None]]:
    """Declare that a function is a check; the arguments are those of `Check`."""

    def declared(function: Callable[[Subject], None]) -> Callable[[Subject], None]:
        CHECKS.append(Check(name, title, function, essential))
        return function

    return declared


@_check("booleans", "verdicts and values of Booleans, symbols in bars", essential=True)
def _booleans(subject: Subject) -> None:
    _expect_booleans(subject, subject.logic)


@_check("booleans-elsewhere", "the same in QF_BV and QF_UFLIA")
def _booleans_elsewhere(subject: Subject) -> None:
    logics = [logic for logic in ("QF_BV", "QF_UFLIA") if logic != subject.logic]
    claimed = [logic for logic in logics if subject.solver.logics is None or logic in subject.solver.logics]
    if not claimed:
        raise Unfit("its record lists neither", Grade.LEFT_OUT)
    for logic in claimed:
        _expect_booleans(subject, logic)


def _expect_booleans(subject: Subject, logic: str) -> None:
    quoted = [name if name.isalpha() else f"|{name}|" for name in _SYMBOLS]
    body = [f"(declare-fun {symbol} () Bool)" for symbol in quoted]
    body += ["(assert |a b|)", "(assert (not |a)b|))", "(assert (and p (not |;|)))", "(check-sat)"]
    subject.expect(Sat(_SYMBOLS), logic, *body, f"(get-value ({' '.join(quoted)}))")


@_check("values-after-unsat", "asked for values after unsat", essential=True)
def _values_after_unsat(subject: Subject) -> None:
    body = ("(declare-fun p () Bool)", "(assert p)", "(assert (not p))", "(check-sat)", "(get-value (p))")
    subject.expect(Unsat(), subject.logic, *body, "(exit)")


@_check("integers", "verdicts on integers (QF_LIA)")
def _integers(subject: Subject) -> None:
    body = (*_INTEGERS, "(assert (< x y))", "(assert (< y (+ x 2)))")
    subject.expect(Sat(), "QF_LIA", *body, "(check-sat)")
    subject.expect(Unsat(), "QF_LIA", *body, "(assert (< y x))", "(check-sat)")


@_check("integer-values", "values of integers, negative and large")
def _integer_values(subject: Subject) -> None:
    body = (*_INTEGERS, "(assert (= x (- 3)))", "(assert (= (+ x y) 10000000000000000000000))", "(check-sat)")
    wanted = {"x": -3, "y": 10000000000000000000003, "(+ x 1)": -2}
    subject.expect(Sat(wanted), "QF_LIA", *body, "(get-value (x))", "(get-value (y x (+ x 1)))")


@_check("functions", "functions (QF_UFLIA)")
def _functions(subject: Subject) -> None:
    body = (
        "(declare-fun f (Int) Int)",
        "(declare-fun x () Int)",
        "(assert (= (f 2) 7))",
        "(assert (= x (f 2)))",
    )
    wanted = {"x": 7, "(f 2)": 7}
    subject.expect(Sat(wanted), "QF_UFLIA", *body, "(check-sat)", "(get-value (x (f 2)))")
    subject.expect(Unsat(), "QF_UFLIA", *body, "(assert (distinct x 7))", "(check-sat)")


@_check("bit-vectors", "bit-vectors (QF_BV)")
def _bit_vectors(subject: Subject) -> None:
    body = (*_BITS, "(assert (= a #x0f))", "(assert (= b #b101))", "(check-sat)", "(get-value (a b))")
    subject.expect(Sat({"a": 15, "b": 5}), "QF_BV", *body)
    subject.expect(Unsat(), "QF_BV", *_BITS, "(assert (bvult (bvor a #xf0) #xf0))", "(check-sat)")


@_check("cores", "unsat cores")
def _cores(subject: Subject) -> None:
    if not subject.solver.unsat_cores:
        raise Unfit("its record does not list unsat cores", Grade.LEFT_OUT)
    body = ["(declare-fun p () Bool)", "(declare-fun q () Bool)", "(assert (! (or p q) :named |no 1|))"]
    body += ["(assert (! p :named b))", "(assert (! (not p) :named |c|))"]
    asking, option = ("(check-sat)", "(get-unsat-core)"), ":produce-unsat-cores"
    answer = subject.answer(subject.logic, *body, *asking, options=option)
    if isinstance(answer, Unsat):
        missing = {"b", "c"} - set(answer.core)
        if missing:
            raise Unfit(f"the core lacks the assertion {min(missing)}", Grade.WRONG)
        if set(answer.core) != {"b", "c"}:
            raise Unfit("the core has an assertion that is not needed")
    else:
        compare(answer, Unsat())
    subject.expect(Sat(), subject.logic, *body[:4], *asking, options=option)


@_check("push-and-pop", "push and pop in a script")
def _push_and_pop(subject: Subject) -> None:
    body = ("(declare-fun p () Bool)", "(push 1)", "(assert (not p))", "(pop 1)", "(assert p)", "(check-sat)")
    subject.expect(Sat(), subject.logic, *body)


@_check("errors", "errors that can't be taken for answers", essential=True)
def _errors(subject: Subject) -> None:
    for body in ERRORS:
        answer = subject.answer(subject.logic, body)
        if not isinstance(answer, Failure):
            shown = body or "no command at all"
            raise Unfit(f"its answer to {shown} is {answer}, and not an error", Grade.WRONG)


@_check("unknown-logics", "an unknown logic is an error")
def _unknown_logics(subject: Subject) -> None:
    script = "(set-logic QF_NO_SUCH)(declare-fun p () Bool)(assert p)(check-sat)"
    answer = run(script, subject.solver, subject.limits).answer
    if not isinstance(answer, Failure):
        raise Unfit(f"it takes the logic QF_NO_SUCH, and its answer is {answer}")


@_check("unknown-options", "an unknown option does no harm", essential=True)
def _unknown_options(subject: Subject) -> None:
    body = ("(set-option :no-such-option 3)", "(declare-fun p () Bool)", "(assert p)", "(assert (not p))")
    script = "\n".join((body[0], f"(set-logic {subject.logic})", *body[1:], "(check-sat)"))
    answer = run(script, subject.solver, subject.limits).answer
    if not isinstance(answer, Failure):
        compare(answer, Unsat())


@_check("success", "replies of success between answers")
def _success(subject: Subject) -> None:
    body = ("(set-option :print-success true)", "(declare-fun p () Bool)", "(assert p)", "(check-sat)")
    subject.expect(Sat({"p": True}), subject.logic, *body, "(get-value (p))")


@_check("seeds", "a random seed")
def _seeds(subject: Subject) -> None:
    seeded = replace(subject, solver=replace(subject.solver, seed=7))
    seeded.expect(
        Unsat(), subject.logic, "(declare-fun p () Bool)", "(assert p)", "(assert (not p))", "(check-sat)"
    )


@_check("big-input", "a script of a quarter of a megabyte, many values", essential=True)
def _big_input(subject: Subject) -> None:
    names = [f"a_name_that_is_as_long_as_it_can_be_without_being_odd_{number}" for number in range(_SIZE)]
    body = [f"(declare-fun {name} () Bool)" for name in names]
    body += [f"(assert (=> {name} {after}))" for name, after in pairwise(names)]
    body += [f"(assert {names[0]})", "(check-sat)"]
    subject.expect(Sat(dict.fromkeys(names, True)), subject.logic, *body, f"(get-value ({' '.join(names)}))")


def hard() -> list[str]:
    """Declarations and assertions that no solver refutes at once: twelve pigeons, eleven holes."""
    body = [f"(declare-fun p{i}_{j} () Bool)" for i in range(_HOLES + 1) for j in range(_HOLES)]
    body += [f"(assert (or {' '.join(f'p{i}_{j}' for j in range(_HOLES))}))" for i in range(_HOLES + 1)]
    pairs = combinations(range(_HOLES + 1), 2)
    return [*body, *(f"(assert (not (and p{i}_{j} p{k}_{j})))" for i, k in pairs for j in range(_HOLES))]


@_check("time-limit", "stopped at a limit of time", essential=True)
def _time_limit(subject: Subject) -> None:
    limits = subject.limits.replace(seconds=_SECONDS)
    started = time.monotonic()
    answer = replace(subject, limits=limits).answer(subject.logic, *hard(), "(check-sat)")
    if not isinstance(answer, Timeout):
        compare(answer, Unsat())
    if time.monotonic() - started > _SECONDS + limits.grace_seconds + _LATE:
        raise Unfit(f"it went on for {time.monotonic() - started:.1f} s")


@_check("memory-limit", "no wrong answer at a limit of memory", essential=True)
def _memory_limit(subject: Subject) -> None:
    limited = replace(subject, limits=subject.limits.replace(memory_mib=_MEMORY_MIB))
    answer = limited.answer(
        subject.logic, "(declare-fun p () Bool)", "(assert p)", "(assert (not p))", "(check-sat)"
    )
    if not isinstance(answer, Unknown | Failure):
        compare(answer, Unsat())


@_check("ended", "no process left when it is killed", essential=True)
def _ended(subject: Subject) -> None:
    script = "\n".join([f"(set-logic {subject.logic})", *hard(), "(check-sat)\n"])
    with invocation(subject.solver, script, subject.limits) as (words, given):
        with open(os.memfd_create("stdin"), "w+b", buffering=0) as source:  # noqa: PTH123
            source.write(given)
            source.seek(0)
            child = Child(words, subject.limits, source.fileno())
        try:
            until = time.monotonic() + _SECONDS
            while time.monotonic() < until and not child.exited:
                child.step(until)
        finally:
            child.close(subject.limits.grace_seconds)
    until = time.monotonic() + _LATE
    while (left := _session_members(child.pid)) and time.monotonic() < until:
        time.sleep(0.01)  # what is killed may take a moment to go
    if left:
        raise Unfit(f"when it was killed, processes went on that it had started: {', '.join(map(str, left))}")


def _session_members(session: int) -> list[int]:
    """The processes of a session that are alive."""
    members = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                fields = (folder / "stat").read_bytes().rpartition(b")")[2].split()
            except OSError:
                continue
            if int(fields[3]) == session and fields[0] != b"Z":
                members.append(int(folder.name))
    return members


def _session(subject: Subject) -> Session:
    if subject.solver.session_arguments is None:
        raise Unfit("its record has no session", Grade.LEFT_OUT)
    return Session(subject.solver, subject.limits)


@_check("session", "an incremental session: push, pop, values")
def _levels(subject: Subject) -> None:
    with _session(subject) as session:
        session.send_all(["(set-option :produce-models true)", f"(set-logic {subject.logic})"])
        session.send_script("(declare-fun p () Bool)\n(declare-fun q () Bool)\n(assert (or p q))")
        compare(session.check(), Sat())
        session.send_all(["(push 1)", "(assert (not p))"])
        compare(session.check(asking=["q"]), Sat({"q": True}))
        session.send_all(["(push 1)", "(assert (not q))"])
        compare(session.check(), Unsat())
        session.send_all(["(pop 2)", "(assert (not q))"])
        compare(session.check(asking=["p", "q"]), Sat({"p": True, "q": False}))


@_check("assumptions", "assumptions in a session, and those needed")
def _assumptions(subject: Subject) -> None:
    with _session(subject) as session:
        session.send_all([OPTION, f"(set-logic {subject.logic})"])
        names = ["p", "q", "r"]
        session.send_all([f"(declare-fun {name} () Bool)" for name in names])
        session.send_all(["(assert (not (and p q)))"])
        compare(session.check(["p", "r"]), Sat())
        compare(session.check(names), Unsat())
        used = used_assumptions(session, names)
        if not used >= {"p", "q"}:
            raise Unfit("the assumptions it names are not enough to be refuted", Grade.WRONG)
        compare(session.check(), Sat())


@_check("session-errors", "an error in a session")
def _session_errors(subject: Subject) -> None:
    with _session(subject) as session:
        session.send_all([f"(set-logic {subject.logic})", "(declare-fun p () Bool)"])
        try:
            session.command("(assert no_such_symbol)")
        except SessionError:
            pass
        else:
            raise Unfit("it takes a symbol that was not declared", Grade.WRONG)
        with suppress(SessionError):  # the end of the session, as that of Yices
            session.send_all(["(assert p)", "(assert (not p))"])
            compare(session.check(), Unsat())


@_check("vain-queries", "a session goes on after asking in vain")
def _vain_queries(subject: Subject) -> None:
    if not subject.solver.goes_on:
        raise Unfit("its record does not claim it", Grade.LEFT_OUT)
    with _session(subject) as session:
        session.send_all(["(set-option :produce-models true)", f"(set-logic {subject.logic})"])
        session.send_all(["(declare-fun p () Bool)", "(push 1)", "(assert p)", "(assert (not p))"])
        compare(session.check(asking=["p"]), Unsat())
        session.send_all(["(pop 1)", "(assert p)"])
        compare(session.check(asking=["p"]), Sat({"p": True}))


@_check("session-limit", "a limit of time in a session")
def _session_limit(subject: Subject) -> None:
    with _session(subject) as session:
        session.send_all([f"(set-logic {subject.logic})"])
        session.send_script("\n".join(hard()))
        answer = session.check(seconds=_SECONDS)
    if not isinstance(answer, Timeout):
        compare(answer, Unsat())
