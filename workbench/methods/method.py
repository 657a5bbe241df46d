"""A method: anything that answers a question about a puzzle with a result; and the facts of its solver.

A method is plain data, so that it can be sent to another machine. To add a kind, write such a record beside
`smt.py` and `deduction.py`, and let `table.py` make it from what a person types. Nothing else knows one kind
from another.
"""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Protocol, TypeAlias, TypeVar

from drivers.backend import version
from drivers.solver import Solver, is_ours, require
from fillomino.errors import InputError
from fillomino.puzzle import Puzzle
from workbench import __version__
from workbench.methods.question import Question
from workbench.methods.result import Result, Status


@dataclass(frozen=True, slots=True)
class Facts:
    """The properties of a method on this machine. All but `orders` are part of the key of a run.

    Attributes:
        encoding: the encoding of the puzzle, if there is one.
        logic: the SMT-LIB logic.
        deduce: how much is deduced: before encoding, or between guesses, or in all.
        solver: the solver, as the person called it.
        program: the name of its record.
        arguments: what the person added to its command line.
        version: what the program that does the work calls itself, with digests of files that its command
            names.
        orders: whether it writes a script, whose order can be another one.
    """

    encoding: str | None = None
    logic: str | None = None
    deduce: str | None = None
    solver: str | None = None
    program: str | None = None
    arguments: tuple[str, ...] = ()
    version: str = f"fillomino-smt {__version__}"
    orders: bool = False


S_contra = TypeVar("S_contra", contravariant=True)


class MethodOf(Protocol[S_contra]):
    """A way to solve puzzles, or scripts as they stand."""

    @property
    def name(self) -> str:
        """Its name in tables; no two methods of a comparison share it."""

    def facts(self) -> Facts:
        """Return its properties on this machine.

        Raises:
            SolverNotFoundError: if it can't work here.
            EncodingError: if its parts do not go together.
        """

    def run(self, name: str, subject: S_contra, question: Question, /) -> Result:
        """Answer a question about a puzzle or script.

        Failures of a solver are part of the result, never raised. The `usage` of the result is that of the
        processes that do the work, or of this one if there are none.

        Raises:
            SolverNotFoundError: if it can't work here.
            EncodingError: if its parts do not go together.
            Stopped: at Ctrl-C, with what was found by then.
        """

    def without_solution(self, name: str, status: Status, error: str) -> Result:
        """The result for a puzzle or script that came to nothing."""


Method: TypeAlias = MethodOf[Puzzle]
"""A way to solve puzzles."""

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
