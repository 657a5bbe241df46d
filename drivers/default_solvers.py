"""The solvers that are taken where none is named, by name: help and the fast way need no more of them."""

from __future__ import annotations

from drivers.lookup import find_program

YICES_PROGRAM = "yices-smt2"

SECOND = "z3"
"""Of another make than Yices, for a second opinion; it takes whatever logic, and is had on every machine."""


def default_name() -> str:
    """The solver where none is named: Yices, the fastest to start; Z3 where that is not installed."""
    return SECOND if find_program(YICES_PROGRAM) is None else "yices"


def usual_names() -> tuple[str, ...]:
    """The solvers to compare where none is named: Z3 and Yices; Z3 alone where Yices is not installed."""
    return tuple(dict.fromkeys((SECOND, default_name())))
