"""A solver is a record: its command, its logics, its quirks; and whether it is installed."""

from __future__ import annotations

import importlib.util
import math
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from typing import TYPE_CHECKING

from drivers.errors import SolverNotFoundError, UnfitSolverError
from drivers.limits import Limits
from drivers.lookup import find_program
from fillomino.record import Record

if TYPE_CHECKING:
    from pathlib import Path

COMMAND_LINE = "the command line"
"""The origin of a solver that is given by its command."""

FILE = "{file}"
"""In an argument: the path of a temporary file with the script, in place of standard input."""


class Quirks(Record):
    """The replies of a solver where the standard leaves them open; any other is a failure.

    The texts are compared whole, without the place (``line 6 column 14:``) before them, and without case.

    Attributes:
        timeout_words: bare words printed in place of an answer when its own time limit is reached.
        no_model_errors: errors that only mean that there is no model, after ``unsat`` or ``unknown``.
        no_core_errors: errors that only mean that there is no core, after ``sat`` or ``unknown``.
        error_exit_codes: exit codes, besides 0, that go with such an error.
        silent: whether such a query has no reply at all.
        unlisted: whether its replies are not known beforehand. Then any error in reply to such a query, or no
            reply, means that there is no model or core; exit codes 1 to 125 may go with that, and those of
            SAT solvers (10 with ``sat``, 20 with ``unsat``) with a verdict.
    """

    timeout_words: tuple[str, ...] = ()
    no_model_errors: tuple[str, ...] = ()
    no_core_errors: tuple[str, ...] = ()
    error_exit_codes: tuple[int, ...] = ()
    silent: bool = False
    unlisted: bool = False


class Solver(Record):
    """A solver: how to run it, and what suits it. A variant is ``solver.replace(arguments=…)``.

    Attributes:
        name: short name, as used on command lines.
        title: the name to show.
        executable: the program: a path, or a name to look for.
        arguments: for one script on standard input; where one holds `FILE`, for a script in that file.
        stdin_arguments: those of them that make it read standard input, omitted if it is given a file.
        session_arguments: for an incremental session over pipes; ``None`` if it can't hold one.
        session_assumed: whether it is only assumed to hold one. Then a session is started only if nothing
            else will do, and its first command has a time limit.
        time_limit_arguments: its own limit, with ``{seconds}`` or ``{milliseconds}`` to fill in.
        version_arguments: make it print its version and exit; without any it is asked in SMT-LIB.
        needs_modules: Python modules it needs (looked for, never imported here).
        needs_executables: further programs it needs.
        logics: the logics it can take; ``None`` for all in common use.
        preferred_logics: logics to write a script in, if it can be, rather than in the encoding's own.
        logic_arguments: for a logic, arguments that make it faster there.
        push_first: whether a session that asks more than once should begin with ``push``: the solver uses one
            engine for the first check and another for later ones, but after a push always the latter.
        resets: whether a process that was sent ``(reset)`` answers as a new one does, so that it may be kept
            from one question to another.
        same_as: the name of the solver that this one runs in another way, or with other settings; its answers
            are not a second opinion. Empty if there is none.
        unsat_cores: whether it answers ``get-unsat-core``.
        quirks: its replies where the standard leaves them open.
        goes_on: whether a session certainly continues after an error reply, so that values can be requested
            before it is known whether there are any.
        value_command: asks for the value of one ``{term}``; for a few cheaper than ``get-value``.
        statistics: whether it answers ``(get-info :all-statistics)`` in a form that we read.
        writes: the folders below which it may write files, by itself or as a script has it. `TEMPORARY` is
            a new one; ``None`` lets it write as we may.
        seed: the random seed; ``None`` leaves the solver's own.
        seed_arguments: give it the seed, with ``{seed}`` to fill in; without any, it is set in SMT-LIB.
        install: how to get it, one short sentence.
        fallback: another record for the same solver, a Python module: used where this one is not installed,
            or the module is newer.
        origin: where the record comes from, if not from the table: a package, a line of a file, the command
            line.
    """

    name: str
    title: str
    executable: str
    arguments: tuple[str, ...] = ()
    stdin_arguments: tuple[str, ...] = ()
    session_arguments: tuple[str, ...] | None = None
    session_assumed: bool = False
    time_limit_arguments: tuple[str, ...] = ()
    version_arguments: tuple[str, ...] = ("--version",)
    needs_modules: tuple[str, ...] = ()
    needs_executables: tuple[str, ...] = ()
    logics: tuple[str, ...] | None = None
    preferred_logics: tuple[str, ...] = ()
    logic_arguments: tuple[tuple[str, tuple[str, ...]], ...] = ()
    push_first: bool = False
    resets: bool = False
    same_as: str = ""
    unsat_cores: bool = True
    quirks: Quirks = Quirks()
    goes_on: bool = False
    value_command: str | None = None
    statistics: bool = False
    writes: tuple[str, ...] | None = ()
    seed: int | None = None
    seed_arguments: tuple[str, ...] = ()
    install: str = ""
    fallback: Solver | None = None
    origin: str = ""

    @property
    def make(self) -> str:
        """The name of the solver, or of that of which it is another way to start."""
        return self.same_as or self.name


def command_line(solver: Solver, limits: Limits, *, session: bool = False) -> tuple[str, ...]:
    """The program and its arguments; to run it, give an ``installed`` record.

    The solver's own time limit is set a little above ours, so that it only ends a solver that has lost its
    driver. A session has no such limit, since its commands are timed one by one.

    Raises:
        UnfitSolverError: if the solver can't hold a session.
    """
    seeds = solver.seed_arguments if solver.seed is not None else ()
    seeding = [argument.format(seed=solver.seed) for argument in seeds]
    if session:
        if solver.session_arguments is None:
            raise UnfitSolverError(f"{solver.title} can't hold an incremental session")
        return (solver.executable, *solver.session_arguments, *seeding)
    arguments = [*solver.arguments, *seeding]
    if limits.seconds is not None and limits.seconds < 1_000_000:
        seconds = math.ceil(limits.seconds + limits.grace_seconds) + 1
        fill = {"seconds": seconds, "milliseconds": seconds * 1000}
        arguments += [argument.format(**fill) for argument in solver.time_limit_arguments]
    return (solver.executable, *arguments)


def holds_sessions(solver: Solver) -> bool:
    """Return whether it is known to hold incremental sessions, so that one is begun where it saves time."""
    return solver.session_arguments is not None and not solver.session_assumed


def is_ours(solver: Solver) -> bool:
    """Return whether its program is a Python child of ours, which takes no further arguments."""
    return solver.executable == sys.executable and solver.arguments[:1] == ("-P",)


def arguments_for(solver: Solver, logic: str) -> tuple[str, ...]:
    """The arguments that `tuned` gives to a solver."""
    return dict(solver.logic_arguments).get(logic, ())


def tuned(solver: Solver, logic: str) -> Solver:
    """A solver with the arguments that make it faster in a logic; its own come later and take precedence."""
    more = arguments_for(solver, logic)
    if not more:
        return solver
    session = solver.session_arguments
    return solver.replace(
        arguments=(*more, *solver.arguments),
        session_arguments=None if session is None else (*more, *session),
    )


def opening(solver: Solver) -> tuple[str, ...]:
    """The commands to send before anything else: the seed, where it is set in SMT-LIB."""
    if solver.seed is None or solver.seed_arguments:
        return ()
    return (f"(set-option :random-seed {solver.seed})",)


def locate(solver: Solver) -> Path | None:
    """The path of the program of a solver (or of its fallback), or ``None`` if it is not installed."""
    from pathlib import Path

    runnable = installed(solver)
    return None if runnable is None else Path(runnable.executable)


def installed(solver: Solver) -> Solver | None:
    """The record to run on this machine: the newer of ``solver`` and its fallback, with its program's path.

    Returns:
        ``None`` if neither is installed, or lacks something it needs.
    """
    path = find_program(solver.executable)
    other = solver.fallback and installed(solver.fallback.replace(seed=solver.seed))
    if (
        path is None
        or any(importlib.util.find_spec(module) is None for module in solver.needs_modules)
        or any(find_program(name) is None for name in solver.needs_executables)
    ):
        return other
    record = solver.replace(executable=path)
    asking = (record.executable, *record.version_arguments)
    if other is not None and other.needs_modules:
        from pathlib import Path

        is_newer = _of_module(other.needs_modules[0]) > _of_program(asking, Path(path).stat().st_mtime_ns)
        return other if is_newer else record
    return record


_VERSION = re.compile(rb"\d+(?:\.\d+)+")


def _read_version(text: bytes) -> tuple[int, ...]:
    """The first version in a text; empty, which is older than any, if there is none."""
    match = _VERSION.search(text)
    return tuple(map(int, match[0].split(b"."))) if match else ()


@cache
def _of_program(command: tuple[str, ...], _changed: int) -> tuple[int, ...]:
    """The version that a program prints, which is asked once."""
    from drivers.process import run_process  # only here does a record start anything

    try:
        return _read_version(run_process(command, b"", Limits(seconds=10, output_mib=1)).stdout)
    except OSError:
        return ()


def _of_module(name: str) -> tuple[int, ...]:
    """The version of an installed Python module."""
    from importlib.metadata import PackageNotFoundError, version  # slow to import, and seldom needed

    try:
        return _read_version(version(name).encode())
    except PackageNotFoundError:
        return ()


def require(solver: Solver) -> Solver:
    """The record to run on this machine (see `installed`).

    Raises:
        SolverNotFoundError: if it is not installed.
    """
    runnable = installed(solver)
    if runnable is None and not solver.version_arguments:
        where = f"; it is named in {solver.origin}" if solver.origin else ""
        raise SolverNotFoundError(f"no executable program {solver.executable} found{where}")
    if runnable is None:
        how = f" To get it: {solver.install}." if solver.install else ""
        raise SolverNotFoundError(f"{solver.title} is not installed here.{how}")
    return runnable


@contextmanager
def invocation(solver: Solver, script: str, limits: Limits) -> Iterator[tuple[Sequence[str], bytes]]:
    """The command by which an installed record runs a script, and its standard input.

    That is the script, after the commands of `opening`; or nothing where it takes a file, which is there
    until the context ends.
    """
    words = command_line(solver, limits)
    data = "\n".join((*opening(solver), script)).encode("utf-8", "surrogateescape")
    if not any(FILE in word for word in words):
        yield words, data
        return
    from pathlib import Path
    from tempfile import mkstemp

    descriptor, path = mkstemp(prefix="fillomino-", suffix=".smt2")
    try:
        with os.fdopen(descriptor, "wb") as file:  # closed before the solver opens it: Windows has it so
            file.write(data)
        yield [word.replace(FILE, path) for word in words], b""
    finally:
        with suppress(OSError):
            Path(path).unlink()
