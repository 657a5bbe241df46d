"""From what a person types to a method."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fillomino.errors import InputError
from workbench.encodings import chosen_families, find_encoding
from workbench.levels import level_of

if TYPE_CHECKING:
    from drivers.solver import Solver
    from encoder.encoding import Encoding
    from workbench.methods.method import Method
    from workbench.methods.smt import SmtMethod

SMT, ALONE = "smt", ("backtracking", "deduction")
"""The method by an encoding and a solver, and the methods that need no solver."""

DEFAULT = "cuts"
"""The encoding of the fast way."""


def without_solver(name: str, *also: str, isolated: bool = False) -> Method:
    """The method of a name that needs no solver.

    Args:
        name: one of `ALONE`; also ``backtracking:HEURISTIC``.
        also: what the caller has besides, for the message.
        isolated: whether its time and memory are to be measured and limited, see `BacktrackingMethod`.

    Raises:
        InputError: if there is none; lists those there are.
    """
    if name.partition(":")[0] == "backtracking":
        from workbench.methods.backtracking import by_heuristic

        return by_heuristic(name, isolated=isolated)
    if name in ("deduction", "deduction:all"):
        from workbench.methods.deduction import DeductionMethod

        return DeductionMethod()
    raise InputError(f"there is no method {name!r}; there is {', '.join((*also, *ALONE))}")


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
    encoding = DEFAULT if encoding is None else encoding
    record = drivers.solvers.find(solver) if isinstance(solver, str) else solver
    whole = find_encoding(encoding) if isinstance(encoding, str) else encoding
    rest = chosen_families(whole, drop, only)
    level = level_of(deduce or ("ahead" if fast else "none"))
    altered = rest is not whole or bool(whole.spec)
    return SmtMethod(rest, record, logic, level, label, arguments, altered=altered)
