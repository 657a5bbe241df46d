"""Which encoding goes with which solver, and in which logic: the one place where that is chosen."""

from __future__ import annotations

from dataclasses import replace

from drivers.run import require
from drivers.solver import Solver
from encoder.encoding import Encoding
from encoder.encodings import table as encodings
from encoder.errors import EncodingError

PREFERRED: dict[str, tuple[str, ...]] = {
    # Its SAT solver alone, several times faster than QF_UF on pure Booleans, and than QF_BV in a session.
    "z3": ("QF_FD",),
    # On pure Booleans as fast as QF_UF, but for a hard board or two (janko/620: 12 s instead of 26).
    "yices": ("QF_BV",),
}
"""For a solver, logics to prefer to an encoding's own where the encoding can be written in them."""

SETTINGS: dict[tuple[str, str], tuple[str, ...]] = {
    ("z3", "QF_LIA"): ("smt.arith.solver=2",),  # the older simplex: on forests a third less time
}
"""For a solver and a logic, arguments that make it faster."""

TWO_ENGINES = ("z3",)
"""Solvers that ask one engine first, and only for a second question another that can go on. After a push the
latter answers both. With Z3 `forest-tight` takes three quarters of the time (10x10), `forest-bool` as much
as before but less memory; `forest-bv` would take more."""


def opening(encoding: Encoding, solver: Solver) -> list[str]:
    """What a session starts with, after the logic."""
    return ["(push 1)"] if encoding.push_first and solver.name in TWO_ENGINES else []


def settings(solver: Solver, logic: str) -> tuple[str, ...]:
    """The arguments that `tuned` gives to a solver."""
    return SETTINGS.get((solver.name, logic), ())


def tuned(solver: Solver, logic: str) -> Solver:
    """A solver with what makes it faster in a logic; arguments that it has come later and win."""
    more = settings(solver, logic)
    if not more:
        return solver
    talking = solver.session_arguments
    return replace(
        solver,
        arguments=(*more, *solver.arguments),
        session_arguments=None if talking is None else (*more, *talking),
    )


def best_logic(encoding: Encoding, solver: Solver) -> str:
    """The logic to write an encoding in for a solver.

    One that is preferred for the solver, else the encoding's first that the solver takes.

    Raises:
        EncodingError: if the two do not go together; says what does.
        SolverNotFoundError: if the solver is not installed.
    """
    if encoding.lazy and require(solver).session_arguments is None:
        raise EncodingError(
            f"{encoding.name} needs a solver to talk with, and {solver.title} can't hold a session; "
            f"choose an encoding with --encoding ({_names(solver)})"
        )
    if solver.needs_bounds and not encoding.deduces:
        raise EncodingError(
            f"{solver.title} needs bounds for each number, and {encoding.name} gives none; "
            f"choose an encoding with --encoding ({_names(solver)})"
        )
    for logic in PREFERRED.get(solver.name, ()):
        if logic in encoding.logics:
            return logic
    for logic in encoding.logics:
        if solver.logics is None or logic in solver.logics:
            return logic
    raise EncodingError(
        f"{solver.title} takes none of the logics of {encoding.name} ({', '.join(encoding.logics)}); "
        f"choose an encoding with --encoding ({_names(solver)})"
    )


def _names(solver: Solver) -> str:
    """The encodings that a solver takes."""
    taken = [
        encoding.name
        for encoding in encodings.ENCODINGS
        if (solver.logics is None or set(encoding.logics) & set(solver.logics))
        and (encoding.deduces or not solver.needs_bounds)
    ]
    return ", ".join(taken)
