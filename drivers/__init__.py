"""SMT-LIB text in, answers out: processes, sessions, limits and measurements.

``run(script, find("z3"), Limits(seconds=10))`` gives a :class:`Run`, whose ``answer`` is one of ``Sat``,
``Unsat``, ``Unknown``, ``Timeout`` and ``Failure``. ``Session`` is incremental, command by command. A
solver is a record (``drivers.solvers.SOLVERS`` lists them); ``drivers.fake`` has some that only pretend.
Nothing here knows what the scripts are about. Linux only.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from drivers.answer import Answer, Failure, Run, Sat, Timeout, Unknown, Unsat, Usage
    from drivers.errors import DriverError, SessionError, SessionTimeoutError, SolverNotFoundError
    from drivers.limits import Limits
    from drivers.runner import run, shell_line, version
    from drivers.session import Session
    from drivers.solver import Quirks, Solver, command_line, installed, locate
    from drivers.solvers import SOLVERS, find
    from smtlib.errors import SexprError
    from smtlib.literals import Value

__all__ = [
    "SOLVERS",
    "Answer",
    "DriverError",
    "Failure",
    "Limits",
    "Quirks",
    "Run",
    "Sat",
    "Session",
    "SessionError",
    "SessionTimeoutError",
    "SexprError",
    "Solver",
    "SolverNotFoundError",
    "Timeout",
    "Unknown",
    "Unsat",
    "Usage",
    "Value",
    "command_line",
    "find",
    "installed",
    "locate",
    "run",
    "shell_line",
    "version",
]

# Imported when they are asked for: who reads an answer needs no process.
_HOMES = {
    "Answer": "drivers.answer",
    "Failure": "drivers.answer",
    "Run": "drivers.answer",
    "Sat": "drivers.answer",
    "Timeout": "drivers.answer",
    "Unknown": "drivers.answer",
    "Unsat": "drivers.answer",
    "Usage": "drivers.answer",
    "DriverError": "drivers.errors",
    "SessionError": "drivers.errors",
    "SessionTimeoutError": "drivers.errors",
    "SolverNotFoundError": "drivers.errors",
    "Limits": "drivers.limits",
    "run": "drivers.runner",
    "shell_line": "drivers.runner",
    "version": "drivers.runner",
    "Session": "drivers.session",
    "Quirks": "drivers.solver",
    "Solver": "drivers.solver",
    "command_line": "drivers.solver",
    "installed": "drivers.solver",
    "locate": "drivers.solver",
    "SOLVERS": "drivers.solvers",
    "find": "drivers.solvers",
    "SexprError": "smtlib.errors",
    "Value": "smtlib.literals",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
