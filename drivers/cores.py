"""Minimal cores: sets of assumptions that contradict the assertions, none of which can be left out.

Found by deletion: leave out one after the other, and keep it only if the rest is satisfiable without it
(Joao Marques-Silva, "Minimal Unsatisfiability: Models, Algorithms and Applications", ISMVL 2010).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from typing import TypeVar

from drivers.answer import Sat, Timeout, Unknown, Unsat
from drivers.errors import SessionError, SessionTimeoutError, UnfitSolverError
from drivers.limits import Limits
from drivers.session import Session
from drivers.solver import Solver, holds_sessions, require
from drivers.solvers import SOLVERS, default_solver
from smtlib.script import Assertion, Script
from smtlib.sexpr import symbol_name, write

Item = TypeVar("Item", bound=Hashable)

OPTION = "(set-option :produce-unsat-assumptions true)"
"""To be sent before ``set-logic``, so that each refutation names the assumptions it used."""


def minimal_core(
    items: Sequence[Item],
    refute: Callable[[list[Item]], Collection[Item] | None],
    report: Callable[[int, int], None] = lambda _needed, _untried: None,
) -> list[Item] | None:
    """A subset of the items that is refuted, and no proper subset of which is.

    Items at the front are tried first, so those at the end are likelier to stay.

    Args:
        items: what may be assumed, each once.
        refute: given some of the items, returns those that a refutation of them used; ``None`` if they are
            satisfiable together. `refuted_by` asks a session.
        report: called with the number known to be needed, and the number yet to be tried.

    Returns:
        The items of the core, in their order; ``None`` if all together are satisfiable.

    Raises:
        SessionError: what `refute` raises, as where the solver gives no verdict.
    """
    used = refute(list(items))
    if used is None:
        return None
    untried = [item for item in items if item in used]
    needed: list[Item] = []
    while untried:
        report(len(needed), len(untried))
        candidate, *others = untried
        used = refute([*others, *needed])
        if used is None:
            needed.append(candidate)
            untried = others
        else:
            untried = [item for item in others if item in used]
    core = set(needed)
    return [item for item in items if item in core]


def refuted_by(session: Session) -> Callable[[list[str]], set[str] | None]:
    """For `minimal_core`: refute literals in a session in which all else is asserted.

    The function raises ``SessionError`` if the solver gives no verdict; ``SessionTimeoutError`` if that is
    because time ran out.
    """

    def refute(literals: list[str]) -> set[str] | None:
        answer = session.check(literals)
        if isinstance(answer, Sat):
            return None
        if not isinstance(answer, Unsat):
            raise unanswered("the search for a core", answer)
        return used_assumptions(session, literals)

    return refute


def used_assumptions(session: Session, literals: Sequence[str]) -> set[str]:
    """Those of the literals assumed in the last check that its refutation used; needs `OPTION`."""
    if not literals:
        return set()
    reply = session.command("(get-unsat-assumptions)")
    if not isinstance(reply, tuple):
        return set(literals)
    used = {symbol_name(item) or write(item) for item in reply}
    return {literal for literal in literals if (symbol_name(literal) or literal) in used}


def core_of(script: Script, also: Sequence[str], solver: Solver, limits: Limits) -> tuple[Assertion, ...]:
    """A minimal core of a script and further terms: assertions that contradict these.

    Empty if there is no contradiction, or the solver can't hold a session.

    Raises:
        SessionError: if the solver does not decide it within the limits.
    """
    if not holds_sessions(solver):
        return ()
    commands = [OPTION, f"(set-logic {script.logic})"]
    commands += [f"(declare-fun {name} () {sort})" for name, sort in script.declarations]
    commands += [*script.definitions, *(f"(assert {term})" for term in also)]
    switches, switching = with_switches(assertion.term for assertion in script.assertions)
    with Session(solver, limits) as session:
        session.send_script("\n".join([*commands, *switching]))
        needed = minimal_core(switches, refuted_by(session)) or []
    return tuple(script.assertions[switches.index(switch)] for switch in needed)


def with_switches(terms: Iterable[str]) -> tuple[list[str], list[str]]:
    """For each term a symbol that switches it on where it is assumed, and the commands for all of them."""
    switches, commands = [], []
    for number, term in enumerate(terms):
        switches.append(f"fillomino-use-{number}")
        commands += [f"(declare-fun {switches[-1]} () Bool)", f"(assert (=> {switches[-1]} {term}))"]
    return switches, commands


def unanswered(search: str, answer: Unknown | Timeout) -> SessionError:
    """The error to raise where a search is given no verdict: of its own kind if time ran out."""
    if isinstance(answer, Timeout):
        return SessionTimeoutError(f"{search} has no answer within {answer.seconds:g} s")
    return SessionError(f"{search} has no answer: {answer.reason}")


def require_session(solver: Solver) -> None:
    """Refuse a solver that can't hold a session.

    Raises:
        UnfitSolverError: if it can't hold a session; the message names some that can.
        SolverNotFoundError: if it is not installed.
    """
    runnable = require(solver)
    if runnable.session_arguments is None:
        makes = (solver for solver in (default_solver(), *SOLVERS) if not solver.same_as)
        able = [solver.name for solver in makes if solver.session_arguments is not None]
        *first, last = tuple(dict.fromkeys(able))[:3]
        advice = f"choose a solver that holds a session: --solver {', '.join(first)} or {last}"
        raise UnfitSolverError(f"{runnable.title} can't hold a session; {advice}")
