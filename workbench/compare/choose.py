"""The methods of a comparison, from their names on the command line."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import replace

from drivers.programs import is_command
from drivers.solver import Solver, require
from drivers.solvers import find as find_solver
from encoder.errors import EncodingError
from fillomino.errors import InputError
from workbench.choose.levels import level_of
from workbench.foreign.command import is_answering, is_program
from workbench.methods.backtracking import by_strategies
from workbench.methods.method import Method
from workbench.methods.script_method import ScriptMethod
from workbench.methods.table import is_paradigm, named, smt


def methods(
    solvers: Sequence[str],
    encodings: Sequence[str],
    alone: Sequence[str],
    deduce: Sequence[str],
    strategies: str | None = None,
) -> tuple[list[Method], list[str]]:
    """Return the named methods, and a note for each encoding and solver that do not go together.

    Args:
        solvers: each ``SOLVER``, ``SOLVER ARGUMENTS…`` or ``NAME=SOLVER ARGUMENTS…``, where ``SOLVER`` may be
            ``smt:PROGRAM``.
        encodings: each ``ENCODING`` or ``ENCODING:LOGIC``; or ``ans:PROGRAM``, which needs no solver.
        alone: names of methods without an SMT solver.
        deduce: names of levels of deduction; each level makes a method. Those of one pair share a name, to
            which tables add the level.
        strategies: sets of the thesis's strategies, see `by_strategies`.

    Raises:
        InputError: if a name is unknown or used twice, or no method is left.
        SolverNotFoundError: if a solver is not installed.
    """
    levels = sorted(set(map(level_of, deduce)), key=[*map(level_of, deduce)].index)
    chosen: list[Method] = []
    notes = []
    alone = [*alone, *(name for name in encodings if is_answering(name))]
    encodings = [name for name in encodings if not is_answering(name)]
    pairs = [(encoding, _solver(solver)) for encoding in encodings for solver in solvers]
    for encoding, (label, solver, arguments) in pairs:
        name, _, logic = (encoding, "", "") if is_program(encoding) else encoding.partition(":")
        method = smt(name, solver, logic=logic or None, label=label, arguments=arguments)
        require(solver)
        try:
            method.facts()
        except EncodingError as error:
            notes.append(f"{method.name} is left out: {error}")
            continue
        if any(levels) and not method.encoding.deduces:
            notes.append(f"{method.name} makes no use of deduction, so there is none")
            chosen.append(method)
        else:
            chosen += [replace(method, level=level) for level in levels]
    for name in alone:
        levelled = deduce if is_paradigm(name) else deduce[:1]
        chosen += [named(name, isolated=True, deduce=level) for level in dict.fromkeys(levelled)]
    chosen += by_strategies(strategies) if strategies is not None else []
    if not chosen:
        raise InputError("; ".join(notes) or "there is nothing to compare: name a --solver or a --method")
    _refuse_twice([(method.name, getattr(method, "level", None)) for method in chosen])
    return chosen, notes


def script_methods(solvers: Sequence[str]) -> list[ScriptMethod]:
    """Return the methods that run scripts as they stand; for `solvers` see `methods`.

    Raises:
        InputError: if a name is unknown or used twice.
        SolverNotFoundError: if a solver is not installed.
    """
    chosen = [ScriptMethod(solver, label, arguments) for label, solver, arguments in map(_solver, solvers)]
    for method in chosen:
        require(method.solver)
    _refuse_twice([method.name for method in chosen])
    return chosen


def _refuse_twice(names: Sequence[object]) -> None:
    for name in names:
        if names.count(name) > 1:
            shown = name[0] if isinstance(name, tuple) else name
            raise InputError(
                f"two methods are called {shown!r}; give one another name: --solver NAME=SOLVER, or "
                "--encoding NAME=cmd:PROGRAM",
                code="duplicate-name",
            )


def _solver(text: str) -> tuple[str, Solver, tuple[str, ...]]:
    """Return label, record and arguments."""
    if is_command(text):
        solver = find_solver(text)
        return solver.name, solver, ()
    head, _, tail = text.strip().partition(" ")
    label, named, name = head.rpartition("=")
    try:
        arguments = tuple(shlex.split(tail))
    except ValueError as error:
        raise InputError(f"--solver {text!r}: {error}", code="bad-option") from error
    return (label if named else text.strip()), find_solver(name), arguments
