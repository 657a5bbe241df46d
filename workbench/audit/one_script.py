"""The audit of a script of one puzzle: does it accept exactly the solutions?

First all solutions are found, by the rules. Then a solver looks for a model besides them, and decides whether
the script accepts each of them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from drivers.answer import Answer, Failure, Sat, Unsat
from drivers.backend import InSession, OneShot
from drivers.cores import core_of, with_switches
from drivers.errors import DriverError, SessionError
from drivers.limits import Limits
from drivers.session import Session
from drivers.solver import Solver, holds_sessions, require
from encoder.encodings import registry
from encoder.puzzle_script import Decoded, Fillings, PuzzleScript, block, cells_of
from fillomino.instance import Filling, Instance
from smtlib.render import preamble
from smtlib.script import Assertion
from workbench.audit.sweep import Counterexample
from workbench.fillomino.contradicted import solutions_by_rules
from workbench.foreign.faults import with_fault
from workbench.methods.method import Question
from workbench.methods.smt import in_words, read_model, smt

MOST = 100_000
"""More solutions are not gone through."""

MORE = 1000
"""So many models are looked at where not all solutions are known."""

SEARCH_SECONDS = 10.0
"""CPU seconds of a search for all solutions without a solver, which is the fastest where there are many."""


@dataclass(frozen=True, slots=True)
class Audited:
    """The result of an audit of a script.

    Attributes:
        right: whether it accepts exactly the solutions; ``None`` if that was not decided.
        solutions: the number of solutions, if it accepts exactly them.
        counterexample: what it accepts or refuses wrongly; ``None`` if nothing was found.
        why: why it was not decided, or why the assertions against a solution are not known; else empty.
    """

    right: bool | None
    solutions: int = 0
    counterexample: Counterexample | None = None
    why: str = ""


def audited(
    script: PuzzleScript,
    solver: Solver,
    core_solver: Solver,
    seconds: float | None,
    show: Callable[[str], None] = lambda _: None,
) -> Audited:
    """Decide if a text accepts exactly the solutions of its puzzle; `show` is told how far it is.

    The second solver finds the assertions against a solution, so it must hold a session. It also decides
    which solutions are accepted, if the first holds none. The seconds are those of finding the solutions, of
    finding another model, of going through the solutions, and of each question about a core.
    """
    show("the solutions")
    known, missing = _solutions(script.puzzle, seconds)
    show(f"models besides {len(known):,} solutions")
    last = _other_models(script, known, solver, seconds)
    if isinstance(last, Audited):
        return last
    if isinstance(last, Failure):
        return Audited(None, why=in_words(last))
    asked = require(solver if holds_sessions(require(solver)) else core_solver)
    try:
        refused, done = _refused(script, known, asked, seconds, show)
        if refused is not None:
            return _against(script, refused, asked, core_solver, seconds)
    except SessionError as error:
        return Audited(None, why=str(error))
    if missing:
        return Audited(None, why=missing)
    if done < len(known):
        why = f"time ran out after {done:,} of {len(known):,} solutions, which are accepted"
        return Audited(None, why=why)
    right = isinstance(last, Unsat)
    return Audited(True, solutions=len(known)) if right else Audited(None, why=in_words(last))


def _solutions(puzzle: Instance, seconds: float | None) -> tuple[list[Filling], str]:
    """The solutions, found without the text and its encoding, and why these are not all; else empty."""
    most = SEARCH_SECONDS if seconds is None else min(seconds, SEARCH_SECONDS)
    found, complete = solutions_by_rules(puzzle, MOST + 1, most)
    if complete or len(found) > MOST:
        return list(found), "" if complete else f"there are more than {MOST:,} solutions"
    if not registry.names_of(puzzle.game.name):
        return list(found), "the rules alone did not find all solutions, and there is no encoding of the game"
    method = smt(None, None, game=puzzle.game.name)
    result = method.run("", puzzle, Question(limit=MOST + 1, seconds=seconds))
    fillings, complete = result.answers.fillings, result.answers.complete
    return list(fillings), "" if complete else "the solutions were not all found in time"


def _other_models(
    script: PuzzleScript, known: Sequence[Filling], solver: Solver, seconds: float | None
) -> Answer | Audited:
    """Look for models besides the known fillings; returns the last answer, or a model that is wrong."""
    blocked = tuple(Assertion("known", (), block(script, filling)) for filling in known)
    asking = script.replace(assertions=(*script.assertions, *blocked))
    kind = InSession if holds_sessions(require(solver)) else OneShot
    others: set[Filling] = set()
    with kind(asking, Fillings(script), solver, Limits(seconds=seconds)) as backend:
        while len(others) < MORE:
            answer = backend.ask()
            if not isinstance(answer, Sat):
                return with_fault(answer, script) if isinstance(answer, Failure) else answer
            filling, unreadable, broken = read_model(script, answer.values)
            if filling is None or broken:
                puzzle = script.puzzle
                counterexample = Counterexample(puzzle, "accepted", filling, unreadable, broken, script)
                return Audited(False, counterexample=counterexample)
            if filling in others:
                return Audited(None, why="the solver gave a solution again that was blocked")
            others.add(filling)
            backend.block(Decoded(filling))
    return Sat()


def _refused(
    script: PuzzleScript,
    known: Sequence[Filling],
    solver: Solver,
    seconds: float | None,
    show: Callable[[str], None],
) -> tuple[Filling | None, int]:
    """Return a solution that a script refuses, if any, and how many it accepts before; by one session.

    Raises:
        SessionError: if the solver does not decide one.
    """
    pairs = sorted({pair for filling in known for pair in enumerate(filling)})
    cells = cells_of(script).of
    switches, switching = with_switches(cells[cell].equals(number) for cell, number in pairs)
    holds = dict(zip(pairs, switches, strict=True))
    until = None if seconds is None else time.monotonic() + seconds
    with Session(solver, Limits(seconds=seconds)) as session:
        session.send_script("\n".join([preamble(script), *switching]))
        for done, filling in enumerate(known):
            if until is not None and time.monotonic() > until:
                return None, done
            answer = session.check([holds[pair] for pair in enumerate(filling)])
            if isinstance(answer, Unsat):
                return filling, done
            if not isinstance(answer, Sat):
                return None, done
            if done % 100 == 0:
                show(f"{done:,} of {len(known):,} solutions are accepted")
    return None, len(known)


def _against(
    script: PuzzleScript, filling: Filling, solver: Solver, core_solver: Solver, seconds: float | None
) -> Audited:
    """A refused solution with the assertions against it; undecided if the other solver accepts it."""
    refused = Counterexample(script.puzzle, "refused", filling, script=script)
    equal = cells_of(script).equal(filling)
    if "false" in equal:
        return Audited(False, counterexample=refused)
    try:
        refusing = core_of(script, equal, core_solver, Limits(seconds=seconds))
    except DriverError as error:
        why = f"{core_solver.title} finds no assertions against it: {error}"
        return Audited(False, counterexample=refused, why=why)
    if not refusing:
        return Audited(None, why=f"{solver.title} refuses a solution that {core_solver.title} accepts")
    return Audited(False, counterexample=replace(refused, refusing=refusing))
