"""The behaviour that a driver needs of a solver, one-shot and incremental."""

from __future__ import annotations

import os
import time
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


def errors(subject: Subject) -> None:
    """Scripts with errors, none of which may have an answer."""
    for body in ERRORS:
        answer = subject.answer(subject.logic, body)
        if not isinstance(answer, Failure):
            shown = body or "no command at all"
            raise Unfit(f"its answer to {shown} is {answer}, and not an error", Grade.WRONG)


def unknown_logics(subject: Subject) -> None:
    """A logic that does not exist."""
    script = "(set-logic QF_NO_SUCH)(declare-fun p () Bool)(assert p)(check-sat)"
    answer = run(script, subject.solver, subject.limits).answer
    if not isinstance(answer, Failure):
        raise Unfit(f"it takes the logic QF_NO_SUCH, and its answer is {answer}")


def unknown_options(subject: Subject) -> None:
    """An option that does not exist: refused or passed over, but no reason for another verdict."""
    body = ("(set-option :no-such-option 3)", "(declare-fun p () Bool)", "(assert p)", "(assert (not p))")
    script = "\n".join((body[0], f"(set-logic {subject.logic})", *body[1:], "(check-sat)"))
    answer = run(script, subject.solver, subject.limits).answer
    if not isinstance(answer, Failure):
        compare(answer, Unsat())


def success(subject: Subject) -> None:
    """A script that asks for a ``success`` after each command."""
    body = ("(set-option :print-success true)", "(declare-fun p () Bool)", "(assert p)", "(check-sat)")
    subject.expect(Sat({"p": True}), subject.logic, *body, "(get-value (p))")


def seeds(subject: Subject) -> None:
    """A random seed, in the way of the record."""
    seeded = replace(subject, solver=replace(subject.solver, seed=7))
    seeded.expect(
        Unsat(), subject.logic, "(declare-fun p () Bool)", "(assert p)", "(assert (not p))", "(check-sat)"
    )


def big_input(subject: Subject) -> None:
    """A script of a quarter of a megabyte, more than a pipe holds, and a reply that does not fit into one."""
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


def time_limit(subject: Subject) -> None:
    """Our limit of time: it ends the solver, unless that was faster."""
    limits = subject.limits.replace(seconds=_SECONDS)
    started = time.monotonic()
    answer = replace(subject, limits=limits).answer(subject.logic, *hard(), "(check-sat)")
    if not isinstance(answer, Timeout):
        compare(answer, Unsat())
    if time.monotonic() - started > _SECONDS + limits.grace_seconds + _LATE:
        raise Unfit(f"it went on for {time.monotonic() - started:.1f} s")


def memory_limit(subject: Subject) -> None:
    """Our limit of memory: whatever becomes of the solver then, it is no wrong answer."""
    limited = replace(subject, limits=subject.limits.replace(memory_mib=_MEMORY_MIB))
    answer = limited.answer(
        subject.logic, "(declare-fun p () Bool)", "(assert p)", "(assert (not p))", "(check-sat)"
    )
    if not isinstance(answer, Unknown | Failure):
        compare(answer, Unsat())


def ended(subject: Subject) -> None:
    """Killing: of all the processes that it starts, none is left."""
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


BEHAVIOUR = (
    Check("errors", "errors that can't be taken for answers", errors, essential=True),
    Check("unknown-logics", "an unknown logic is an error", unknown_logics),
    Check("unknown-options", "an unknown option does no harm", unknown_options, essential=True),
    Check("success", "replies of success between answers", success),
    Check("seeds", "a random seed", seeds),
    Check("big-input", "a script of a quarter of a megabyte, many values", big_input, essential=True),
    Check("time-limit", "stopped at a limit of time", time_limit, essential=True),
    Check("memory-limit", "no wrong answer at a limit of memory", memory_limit, essential=True),
    Check("ended", "no process left when it is killed", ended, essential=True),
)


_LIMIT = 0.3


def _session(subject: Subject) -> Session:
    if subject.solver.session_arguments is None:
        raise Unfit("its record has no session", Grade.LEFT_OUT)
    return Session(subject.solver, subject.limits)


def levels(subject: Subject) -> None:
    """Several verdicts, on levels of assertions, with values."""
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


def assumptions(subject: Subject) -> None:
    """Assumptions, and those of them that were needed: what cores of explanations are made of."""
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


def session_errors(subject: Subject) -> None:
    """An error in a session: it is reported, and what comes after is still right, or refused."""
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


def vain_queries(subject: Subject) -> None:
    """Values asked for after ``unsat``: the session goes on, which the record claims."""
    if not subject.solver.goes_on:
        raise Unfit("its record does not claim it", Grade.LEFT_OUT)
    with _session(subject) as session:
        session.send_all(["(set-option :produce-models true)", f"(set-logic {subject.logic})"])
        session.send_all(["(declare-fun p () Bool)", "(push 1)", "(assert p)", "(assert (not p))"])
        compare(session.check(asking=["p"]), Unsat())
        session.send_all(["(pop 1)", "(assert p)"])
        compare(session.check(asking=["p"]), Sat({"p": True}))


def session_limit(subject: Subject) -> None:
    """A command that takes too long: the session is ended."""
    with _session(subject) as session:
        session.send_all([f"(set-logic {subject.logic})"])
        session.send_script("\n".join(hard()))
        answer = session.check(seconds=_LIMIT)
    if not isinstance(answer, Timeout):
        compare(answer, Unsat())


INCREMENTAL = (
    Check("session", "an incremental session: push, pop, values", levels),
    Check("assumptions", "assumptions in a session, and those needed", assumptions),
    Check("session-errors", "an error in a session", session_errors),
    Check("vain-queries", "a session goes on after asking in vain", vain_queries),
    Check("session-limit", "a limit of time in a session", session_limit),
)
