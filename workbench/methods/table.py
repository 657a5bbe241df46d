"""From what a person types to a method."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from fillomino.deduction.levels import level_of
from fillomino.errors import InputError
from workbench.foreign.command import is_answering
from workbench.paradigms.table import PARADIGMS

if TYPE_CHECKING:
    from workbench.methods.method import Method

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
        from workbench.fillomino.backtracking import by_heuristic

        return by_heuristic(name, isolated=isolated)
    if name in ("deduction", "deduction:all"):
        from workbench.fillomino.deduction import DeductionMethod

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


def idle_options(name: str) -> tuple[tuple[str, ...], str]:
    """Return the options of `solve` that make no difference to a method other than `smt`, and why."""
    of_smt = ("encoding", "solver", "logic", "drop", "only")
    if is_answering(name):
        return (*of_smt, "deduce", "keep"), "takes no SMT-LIB"
    if is_paradigm(name):
        return of_smt, "takes no SMT-LIB"
    return (*of_smt, "deduce", "memory", "prove_by", "keep"), "asks no solver"
