"""From what a person types to a method."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from fillomino.deduction.levels import Level, level_of
from fillomino.errors import InputError
from workbench.foreign.spec import is_answering

if TYPE_CHECKING:
    from workbench.methods.protocol import Method

ALONE = ("backtracking", "deduction")
"""The methods that need no solver."""

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
"""The methods by name, for type checkers: those of laboratories, too, whether they are here or not."""

OF_SMT = ("encoding", "solver", "logic", "drop", "only")
"""The options of `solve` for a method by an encoding and a solver."""


class Named(NamedTuple):
    """A method that a laboratory or an installed package brings, with a name for ``--by`` and ``--method``.

    Attributes:
        make: makes the method, of what stands after a colon (``4`` of ``clingo:4``, else nothing) and of how
            much to deduce first. It raises `InputError` for a text that it does not take.
        idle: the options of `solve` that make no difference to it; with ``deduce`` it deduces nothing first.
        why: why not, after its name: "takes no SMT-LIB".
        lists: whether an audit can take it: its method is a `workbench.audit.listed.Lister`.
    """

    make: Callable[[str, Level], Method]
    idle: tuple[str, ...] = OF_SMT
    why: str = "takes no SMT-LIB"
    lists: bool = False


def named(name: str, *also: str, isolated: bool = False, deduce: str | None = None) -> Method:
    """The method of a name: one that needs no solver, or that of a laboratory or package.

    Args:
        name: one of `names`, perhaps with what it takes after a colon, as ``clingo:4`` and
            ``backtracking:HEURISTIC``; or ``ans:PROGRAM``.
        also: what the caller has besides, for the message.
        isolated: whether its time and memory are to be measured and limited, see `BacktrackingMethod`.
        deduce: how much it deduces first, by name; by default nothing, for its own work is asked for.

    Raises:
        InputError: if there is none, or for what stands after the colon.
        MissingLaboratoryError: if it is of a laboratory that is not here.
    """
    if is_answering(name):
        from workbench.methods.answering import answering

        return answering(name)
    head, _, rest = name.partition(":")
    if head == "backtracking":
        from workbench.fillomino.backtracking_method import by_heuristic

        return by_heuristic(name, isolated=isolated)
    if name in ("deduction", "deduction:all"):
        from workbench.fillomino.deduction import DeductionMethod

        return DeductionMethod()
    if (method := brought(head)) is not None:
        return method.make(rest, level_of(deduce or "none"))
    known = ", ".join((*also, *names()))
    raise InputError(f"there is no method {name!r}; there is {known}", code="unknown-method")


def names() -> list[str]:
    """The names of all methods but that by an encoding and a solver: ours, of laboratories and packages."""
    from fillomino import laboratories, plugins

    ours = [*ALONE, *laboratories.names("methods")]
    return [*ours, *(name for name in plugins.names(plugins.METHODS) if name not in ours)]


def brought(name: str) -> Named | None:
    """The method of a laboratory or package by its name, what follows a colon aside; ``None`` if none has it.

    Raises:
        MissingLaboratoryError: if it is of a laboratory that is not here.
    """
    name = name.partition(":")[0]
    if name in ALONE:
        return None
    from fillomino import laboratories, plugins

    method: Named | None = laboratories.find("methods", name)
    return method or plugins.load(plugins.METHODS, name, Named, "a workbench.methods.registry.Named")


def lists_solutions(name: str) -> bool:
    """Return whether a name is that of a method whose solutions an audit can list."""
    if is_answering(name):
        return True
    method = brought(name)
    return method is not None and method.lists


def deduces_first(name: str) -> bool:
    """Return whether a method of a name, other than `smt`, may deduce before it begins."""
    method = brought(name)
    return method is not None and "deduce" not in method.idle


def idle_options(name: str) -> tuple[tuple[str, ...], str]:
    """Return the options of `solve` that make no difference to a method other than `smt`, and why."""
    if is_answering(name):
        return (*OF_SMT, "deduce", "keep"), "takes no SMT-LIB"
    if (method := brought(name)) is not None:
        return method.idle, method.why
    return (*OF_SMT, "deduce", "memory", "prove_by", "keep"), "asks no solver"
