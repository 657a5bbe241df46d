"""A solver on this machine, with arguments and a seed: its record, its command, its version."""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path

from drivers.runner import version
from drivers.solver import Solver, is_ours, require
from fillomino.errors import InputError

_version = cache(version)  # asked for once: a run is known by it


def ready(solver: Solver, arguments: tuple[str, ...] = (), seed: int = 0) -> Solver:
    """Return a solver with more arguments and a seed; 0 leaves its own.

    Raises:
        InputError: for arguments of a solver of ours.
        SolverNotFoundError: if there are arguments, and it is not installed.
    """
    solver = replace(solver, seed=seed) if seed else solver
    if not arguments:
        return solver
    found = require(solver)
    if is_ours(found):
        raise InputError(
            f"{found.title} takes no arguments, so not {shlex.join(arguments)} either", code="bad-option"
        )
    session = found.session_arguments
    return replace(
        found,
        arguments=(*found.arguments, *arguments),
        session_arguments=None if session is None else (*session, *arguments),
    )


def command_of(solver: Solver) -> tuple[str, ...]:
    """Return the command of a solver of which only that is known: what its runs are known by."""
    return () if solver.version_arguments else (solver.executable, *solver.arguments)


def version_of(solver: Solver, arguments: tuple[str, ...] = ()) -> str:
    """Return what a solver calls itself, with digests of the files that its command names.

    Raises:
        SolverNotFoundError: if it is not installed.
    """
    return _version(solver) + digests((*command_of(solver)[1:], *arguments))


def digests(words: Iterable[str]) -> str:
    """The files among the words of a command, each with a digest, in parentheses; empty if there is none."""
    files = [path for path in map(Path, words) if path.is_file()]
    named = [f"{path.name} {hashlib.sha256(path.read_bytes()).hexdigest()[:8]}" for path in files]
    return f" (with {', '.join(named)})" if named else ""
