"""Minimal sets of assumptions that can't stand together, found by leaving out one after another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

from drivers.answer import Sat, Timeout, Unknown, Unsat
from drivers.errors import SessionError, SessionTimeoutError
from drivers.run import require
from drivers.session import Session
from drivers.solver import Solver
from fillomino.errors import InputError
from smtlib.sexpr import symbol_name

OPTION = "(set-option :produce-unsat-assumptions true)"
"""To be sent before ``set-logic``, so that each refutation tells which assumptions it used."""


Check: TypeAlias = Callable[[Sequence[str]], Sat | Unsat | Unknown | Timeout]
"""From literals to assume to a verdict."""


def minimal(
    session: Session,
    literals: Sequence[str],
    told: Callable[[int, int], None] = lambda _done, _left: None,
    check: Check | None = None,
) -> list[str] | None:
    """A subset of the literals that contradicts what is asserted, and no proper subset of which does.

    Literals at the front are tried first, so those at the end are likelier to stay.

    Args:
        session: all else is asserted there.
        literals: what may be assumed.
        told: called with how many are known to be needed, and how many have yet to be tried.
        check: decides literals, with the last check of the session its own; by default that of the session.

    Returns:
        The literals, in their order; ``None`` if all together are satisfiable.

    Raises:
        SessionError: if the solver gives no verdict.
        SessionTimeoutError: if that is because time ran out.
    """
    refuted = partial(_refuted, session, check or session.check)
    used = refuted(list(literals))
    if used is None:
        return None
    needed: list[str] = []
    left = used
    while left:
        told(len(needed), len(left))
        candidate, *others = left
        used = refuted([*others, *needed])
        if used is None:
            needed.append(candidate)
            left = others
        else:
            left = [literal for literal in others if literal in used]
    order = {literal: place for place, literal in enumerate(literals)}
    return sorted(needed, key=order.__getitem__)


def _refuted(session: Session, check: Check, literals: list[str]) -> list[str] | None:
    """Those of the literals that a refutation of them used, in their order; ``None`` if there is none."""
    answer = check(literals)
    if isinstance(answer, Sat):
        return None
    if not isinstance(answer, Unsat):
        raise unanswered("the search for a core", answer)
    if not literals:
        return []
    reply = session.command("(get-unsat-assumptions)")
    used = {symbol_name(item) for item in reply} if isinstance(reply, tuple) else set(literals)
    return [literal for literal in literals if literal in used]


def unanswered(search: str, answer: Unknown | Timeout) -> SessionError:
    """The error to raise where a search is given no verdict: of its own kind if time ran out."""
    if isinstance(answer, Timeout):
        return SessionTimeoutError(f"{search} has no answer within {answer.seconds:g} s")
    return SessionError(f"{search} has no answer: {answer.reason}")


def must_talk(solver: Solver) -> None:
    """Refuse a solver that can't be asked one question after the other.

    Raises:
        InputError: if it can't hold a session.
        SolverNotFoundError: if it is not installed.
    """
    found = require(solver)
    if found.session_arguments is None:
        advice = "choose a solver that holds a session: --solver yices, z3 or cvc5"
        raise InputError(f"{found.title} can't hold a session; {advice}")
