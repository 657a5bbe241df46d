"""From what a person types to a method."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from fillomino.errors import InputError
from workbench.choose.encodings import chosen_families, find_encoding
from workbench.choose.levels import level_of
from workbench.foreign.command import is_answering
from workbench.methods.question import ENCODING, LEVEL
from workbench.paradigms.table import PARADIGMS

if TYPE_CHECKING:
    from drivers.solver import Solver
    from encoder.encoding import Encoding
    from workbench.methods.method import Method
    from workbench.methods.smt import SmtMethod

ALONE = ("backtracking", "deduction")
"""The methods that need no solver."""

NAMED = (*ALONE, *PARADIGMS)
"""All methods but that by an encoding and a solver; some paradigms take a number of threads: ``clingo:4``."""

By: TypeAlias = Literal[
    "smt",
    "backtracking",
    "deduction",
    "clingo",
    "cpsat-flow",
    "cpsat-pointers",
    "z3-cuts",
    "highs-flow",
    "highs-placements",
    "highs-cuts",
    "scip-cuts",
]
"""The methods by name, for type checkers."""

MOST_WORKERS = 64
"""The most threads that a paradigm is given."""


def named(name: str, *also: str, isolated: bool = False, deduce: str | None = None) -> Method:
    """The method of a name: one that needs no solver, or a paradigm.

    Args:
        name: one of `NAMED`, of a paradigm perhaps with the number of threads; ``backtracking:HEURISTIC``;
            or ``ans:PROGRAM``.
        also: what the caller has besides, for the message.
        isolated: whether its time and memory are to be measured and limited, see `BacktrackingMethod`.
        deduce: how much a paradigm deduces first, by name; by default nothing, for its own work is asked for.

    Raises:
        InputError: if there is none, or for threads of a paradigm that uses only one.
    """
    if is_answering(name):
        from workbench.methods.paradigm import answering

        return answering(name)
    paradigm, colon, workers = name.partition(":")
    if paradigm == "backtracking":
        from workbench.methods.backtracking import by_heuristic

        return by_heuristic(name, isolated=isolated)
    if name in ("deduction", "deduction:all"):
        from workbench.methods.deduction import DeductionMethod

        return DeductionMethod()
    if paradigm not in PARADIGMS:
        known = ", ".join((*also, *NAMED))
        raise InputError(f"there is no method {name!r}; there is {known}", code="unknown-method")
    from workbench.methods.paradigm import ParadigmMethod

    if colon and not (workers.isdecimal() and 1 <= int(workers) <= MOST_WORKERS):
        raise InputError(
            f"{name!r}: after {paradigm}: comes a number of threads, 1 to {MOST_WORKERS}", code="bad-option"
        )
    if colon and int(workers) > 1 and not PARADIGMS[paradigm].parallel:
        raise InputError(f"{paradigm} uses one thread only, so {name!r} makes no sense", code="bad-option")
    return ParadigmMethod(PARADIGMS[paradigm], int(workers or 1), level_of(deduce or "none"))


def is_paradigm(name: str) -> bool:
    """Return whether a name is that of a paradigm, perhaps with a number of threads."""
    return name.partition(":")[0] in PARADIGMS


def idle_options(name: str) -> tuple[str, ...]:
    """Return the options of `solve` that make no difference to a method other than `smt`."""
    of_smt = ("encoding", "solver", "logic", "drop", "only")
    if is_answering(name):
        return (*of_smt, "deduce", "keep")
    return of_smt if is_paradigm(name) else (*of_smt, "deduce", "memory", "prove_by", "keep")


def why_idle(name: str) -> str:
    """Return why these make none."""
    return "takes no SMT-LIB" if is_paradigm(name) or is_answering(name) else "asks no solver"


def smt(
    encoding: str | Encoding | None = None,
    solver: str | Solver | None = None,
    *,
    logic: str | None = None,
    deduce: str | None = None,
    drop: Sequence[str] = (),
    only: Sequence[str] = (),
    label: str = "",
    arguments: tuple[str, ...] = (),
) -> SmtMethod:
    """The method by an encoding and a solver.

    Args:
        encoding: its name, or itself; by default `cuts`.
        solver: its name, or its record; by default Yices.
        logic: the logic, if not the one that suits both.
        deduce: the name of the level of deduction. By default all of it where neither encoding nor solver
            is named, for that is the fast way; else none, for the work of what is named is asked for.
        drop: names of families to leave out of the encoding.
        only: names of families to keep; all if empty.
        label: what to call the solver in tables, if not by its name.
        arguments: to add to the solver's command line.

    Raises:
        InputError: for a level that there is not.
        EncodingError: for an encoding or family that there is not, or families left out of a lazy method.
        UnknownSolverError: for a solver that there is not.
    """
    import drivers.solvers
    from workbench.methods.smt import SmtMethod

    fast = encoding is None and solver is None and not (drop or only)
    solver = drivers.solvers.DEFAULT if solver is None else solver
    encoding = ENCODING if encoding is None else encoding
    record = drivers.solvers.find(solver) if isinstance(solver, str) else solver
    whole = find_encoding(encoding) if isinstance(encoding, str) else encoding
    rest = chosen_families(whole, drop, only)
    level = level_of(deduce) if deduce else LEVEL if fast else level_of("none")
    altered = rest is not whole or bool(whole.spec)
    return SmtMethod(rest, record, logic, level, label, arguments, altered=altered)
