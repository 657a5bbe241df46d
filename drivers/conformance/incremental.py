"""Checks of incremental sessions."""

from __future__ import annotations

from contextlib import suppress

from drivers.answer import Sat, Timeout, Unsat
from drivers.conformance.behaviour import hard
from drivers.conformance.subject import Check, Grade, Subject, Unfit, compare
from drivers.cores import OPTION, used_assumptions
from drivers.errors import SessionError
from drivers.session import Session

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
