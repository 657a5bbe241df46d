"""From what a person types to the methods of a comparison."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from drivers.run import require
from drivers.solver import Solver
from drivers.solvers import find as find_solver
from encoder.errors import EncodingError
from fillomino.errors import InputError
from workbench.levels import level_of
from workbench.methods.backtracking import by_strategies
from workbench.methods.method import Method
from workbench.methods.table import smt, without_solver


def methods(
    solvers: Sequence[str],
    encodings: Sequence[str],
    alone: Sequence[str],
    deduce: str,
    strategies: str | None = None,
) -> tuple[list[Method], list[str]]:
    """The methods a person asked for, and a note for each pair that does not go together.

    Args:
        solvers: each ``SOLVER``, ``SOLVER ARGUMENTS…`` or ``NAME=SOLVER ARGUMENTS…``.
        encodings: each ``ENCODING`` or ``ENCODING:LOGIC``.
        alone: names of methods that need no solver.
        deduce: name of the level of deduction.
        strategies: sets of the thesis's strategies, see `by_strategies`.

    Raises:
        InputError: if a name is not known or used twice, or nothing is left.
        SolverNotFoundError: if a solver is not installed.
    """
    level_of(deduce)
    found: list[Method] = []
    notes = []
    pairs = [(encoding, _solver(solver)) for encoding in encodings for solver in solvers]
    for encoding, (label, solver, arguments) in pairs:
        name, _, logic = encoding.partition(":")
        method = smt(name, solver, logic=logic or None, deduce=deduce, label=label, arguments=arguments)
        require(solver)
        try:
            method.facts()
        except EncodingError as error:
            notes.append(f"{method.name} is left out: {error}")
        else:
            found.append(method)
    found += [without_solver(name, isolated=True) for name in alone]
    found += by_strategies(strategies) if strategies is not None else []
    if not found:
        raise InputError("; ".join(notes) or "there is nothing to compare: name a --solver or a --method")
    names = [method.name for method in found]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"two methods are called {name!r}; name a solver anew: --solver NAME=SOLVER")
    return found, notes


def _solver(text: str) -> tuple[str, Solver, tuple[str, ...]]:
    """Label, record and arguments."""
    head, _, tail = text.strip().partition(" ")
    label, named, name = head.rpartition("=")
    try:
        arguments = tuple(shlex.split(tail))
    except ValueError as error:
        raise InputError(f"--solver {text!r}: {error}") from error
    return (label if named else text.strip()), find_solver(name), arguments
