"""SMT-LIB text in, answers out: processes, sessions, limits and measurements.

``run(script, find("z3"), Limits(seconds=10))`` gives a :class:`Run`, whose ``answer`` is one of ``Sat``,
``Unsat``, ``Unknown``, ``Timeout`` and ``Failure``. ``Session`` is incremental, command by command. A
solver is a record (``drivers.solvers.SOLVERS`` lists them); ``drivers.fake`` has some that only pretend.
Nothing here knows what the scripts are about. Linux only.
"""

from __future__ import annotations

from drivers.answer import Answer, Failure, Run, Sat, Timeout, Unknown, Unsat, Usage
from drivers.errors import DriverError, SessionError, SessionTimeoutError, SolverNotFoundError
from drivers.limits import Limits
from drivers.run import run, shell_line, version
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
