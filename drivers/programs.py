"""Any program that reads SMT-LIB as a solver: ``smt:PROGRAM ARGUMENT…``, or ``NAME=smt:PROGRAM ARGUMENT…``.

Only the command of such a program is known. So its errors are read by the standard alone
(``Quirks.unlisted``), its version is its reply to ``get-info``, and a session is started only if nothing else
will do.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from drivers.errors import UnknownSolverError
from drivers.solver import COMMAND_LINE, FILE, Quirks, Solver

NAME = re.compile(r"[A-Za-z0-9_][\w.+-]*")
"""The names that a person may give a solver: they stand in tables, in names of files, and before ``=``."""

_COMMAND = re.compile(r"(?:(?P<name>[^=:]*)=)?smt:(?P<command>.*)", re.DOTALL)


def is_command(text: str) -> bool:
    """Return whether a text is such a solver, rather than the name of one."""
    return _COMMAND.fullmatch(text.strip()) is not None


def of_command(text: str, records: Iterable[Solver], taken: Mapping[str, str]) -> Solver:
    """The solver of a text like ``smt:build/z3 -in`` or ``nightly=smt:build/z3 -in``.

    Args:
        text: what a person typed.
        records: solvers with a record: a program called as one of theirs is the same solver.
        taken: the names that can't be given anew, and where each is from.

    Raises:
        UnknownSolverError: if there is no program in it, or the name can't be given.
    """
    match = _COMMAND.fullmatch(text.strip())
    if match is None:
        raise UnknownSolverError(f"{text!r} is not like smt:PROGRAM or NAME=smt:PROGRAM")
    name, line = match["name"], match["command"]
    try:
        words = shlex.split(line)
    except ValueError as error:
        raise UnknownSolverError(f"the solver {text!r}: {error}; quote it as for a shell") from error
    if not words or not words[0]:
        raise UnknownSolverError(f"the solver {text!r} lacks a program; write smt:PROGRAM ARGUMENT…")
    if name is not None:
        check_name(name, f"the solver {text!r}")
        if name in taken:
            message = (
                f"the solver {text!r}: a solver {name} exists already ({taken[name]}); choose another name"
            )
            raise UnknownSolverError(message)
    return of_words(name or text.strip(), words, origin=COMMAND_LINE, records=records)


def check_name(name: str, where: str) -> None:
    """Refuse a name that can't stand in tables and before ``=``.

    Raises:
        UnknownSolverError: beginning with ``where``, on what a name is made of.
    """
    if NAME.fullmatch(name) is None:
        message = f"{where}: {name!r} is not a valid name; use letters, digits, and _ . + -"
        raise UnknownSolverError(message)


def of_words(name: str, words: Sequence[str], *, origin: str, records: Iterable[Solver]) -> Solver:
    """The record of a program of which only its command is known.

    Args:
        name: as in tables.
        words: the program and its arguments.
        origin: where it was named.
        records: solvers with a record.
    """
    program = str(Path(words[0]).expanduser()) if words[0].startswith("~") else words[0]
    arguments = tuple(words[1:])
    called = Path(program).name
    return Solver(
        name=name,
        title=f"{name} ({words[0]})" if NAME.fullmatch(name) else words[0],
        executable=program,
        arguments=arguments,
        session_arguments=None if any(FILE in argument for argument in arguments) else arguments,
        session_assumed=True,
        version_arguments=(),
        same_as=next((known.same_as or known.name for known in records if known.executable == called), ""),
        quirks=Quirks(unlisted=True),
        origin=origin,
    )
