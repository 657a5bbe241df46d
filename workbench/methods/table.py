"""From what a person types to a method."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from fillomino.deduction.levels import Level, level_of
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

OF_SMT = ("encoding", "solver", "logic", "drop", "only")
"""The options of `solve` for a method by an encoding and a solver."""


class Named(NamedTuple):
    """A method that a laboratory or an installed package brings, with a name for ``--by`` and ``--method``.

    Attributes:
        make: makes the method, of what stands after a colon (``4`` of ``clingo:4``, else nothing) and of how
            much to deduce first. It raises `InputError` for a text that it does not take.
        idle: the options of `solve` that make no difference to it.
        why: why not, after its name: "takes no SMT-LIB".
    """

    make: Callable[[str, Level], Method]
    idle: tuple[str, ...] = OF_SMT
    why: str = "takes no SMT-LIB"


MOST_WORKERS = 64
"""The most threads that a paradigm is given."""


def named(name: str, *also: str, isolated: bool = False, deduce: str | None = None) -> Method:
    """The method of a name: one that needs no solver, or a paradigm.

    Args:
        name: one of `names`, of a paradigm perhaps with the number of threads; ``backtracking:HEURISTIC``;
            or ``ans:PROGRAM``.
        also: what the caller has besides, for the message.
        isolated: whether its time and memory are to be measured and limited, see `BacktrackingMethod`.
        deduce: how much a paradigm deduces first, by name; by default nothing, for its own work is asked for.

    Raises:
        InputError: if there is none, or for threads of a paradigm that uses only one.
        MissingLaboratoryError: if it is of a laboratory that is not here.
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
    if (brought := _brought(paradigm)) is not None:
        return brought.make(workers, level_of(deduce or "none"))
    if paradigm not in PARADIGMS:
        known = ", ".join((*also, *names()))
        raise InputError(f"there is no method {name!r}; there is {known}", code="unknown-method")
    from workbench.methods.paradigm import ParadigmMethod

    if colon and not (workers.isdecimal() and 1 <= int(workers) <= MOST_WORKERS):
        raise InputError(
            f"{name!r}: after {paradigm}: comes a number of threads, 1 to {MOST_WORKERS}", code="bad-option"
        )
    if colon and int(workers) > 1 and not PARADIGMS[paradigm].parallel:
        raise InputError(f"{paradigm} uses one thread only, so {name!r} makes no sense", code="bad-option")
    return ParadigmMethod(PARADIGMS[paradigm], int(workers or 1), level_of(deduce or "none"))


def names() -> list[str]:
    """The names of all methods but that by an encoding and a solver: ours, of laboratories and packages."""
    from fillomino import laboratories, plugins

    ours = [*NAMED, *laboratories.names("methods")]
    return [*ours, *(name for name in plugins.names(plugins.METHODS) if name not in ours)]


def _brought(name: str) -> Named | None:
    """The method that a laboratory or an installed package brings by a name; ``None`` if none does."""
    if name in NAMED:
        return None
    from fillomino import laboratories, plugins

    brought: Named | None = laboratories.find("methods", name)
    return brought or plugins.load(plugins.METHODS, name, Named, "a workbench.methods.table.Named")


def is_paradigm(name: str) -> bool:
    """Return whether a name is that of a paradigm, perhaps with a number of threads."""
    return name.partition(":")[0] in PARADIGMS


def idle_options(name: str) -> tuple[tuple[str, ...], str]:
    """Return the options of `solve` that make no difference to a method other than `smt`, and why."""
    if is_answering(name):
        return (*OF_SMT, "deduce", "keep"), "takes no SMT-LIB"
    if is_paradigm(name):
        return OF_SMT, "takes no SMT-LIB"
    if (brought := _brought(name.partition(":")[0])) is not None:
        return brought.idle, brought.why
    return (*OF_SMT, "deduce", "memory", "prove_by", "keep"), "asks no solver"
