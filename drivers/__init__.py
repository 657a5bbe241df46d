"""SMT-LIB text in, answers out: processes, sessions, limits and measurements.

``run(script, find("z3"), Limits(seconds=10))`` gives a :class:`Run`, whose ``answer`` is one of ``Sat``,
``Unsat``, ``Unknown``, ``Timeout`` and ``Failure``. ``Session`` is incremental, command by command. A
solver is a record (``drivers.solvers.SOLVERS`` lists them); ``drivers.fake`` has some that only pretend.
Nothing here knows what the scripts are about. Linux only.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from drivers.answer import Answer as Answer
    from drivers.answer import Failure as Failure
    from drivers.answer import Run as Run
    from drivers.answer import Sat as Sat
    from drivers.answer import Timeout as Timeout
    from drivers.answer import Unknown as Unknown
    from drivers.answer import Unsat as Unsat
    from drivers.backend import run as run
    from drivers.backend import version as version
    from drivers.errors import DriverError as DriverError
    from drivers.errors import SessionError as SessionError
    from drivers.errors import SessionTimeoutError as SessionTimeoutError
    from drivers.errors import SolverNotFoundError as SolverNotFoundError
    from drivers.limits import Limits as Limits
    from drivers.limits import Usage as Usage
    from drivers.session import Session as Session
    from drivers.solver import Quirks as Quirks
    from drivers.solver import Solver as Solver
    from drivers.solver import command_line as command_line
    from drivers.solver import installed as installed
    from drivers.solver import locate as locate
    from drivers.solvers import SOLVERS as SOLVERS
    from drivers.solvers import find as find
    from smtlib.errors import SexprError as SexprError
    from smtlib.literals import Value as Value

# Imported when they are asked for: code that reads an answer needs no process.
_MODULES = {
    "drivers.answer": ("Answer", "Failure", "Run", "Sat", "Timeout", "Unknown", "Unsat"),
    "drivers.errors": ("DriverError", "SessionError", "SessionTimeoutError", "SolverNotFoundError"),
    "drivers.limits": ("Limits", "Usage"),
    "drivers.backend": ("run", "version"),
    "drivers.session": ("Session",),
    "drivers.solver": ("Quirks", "Solver", "command_line", "installed", "locate"),
    "drivers.solvers": ("SOLVERS", "find"),
    "smtlib.errors": ("SexprError",),
    "smtlib.literals": ("Value",),
}


def __getattr__(name: str) -> object:
    from importlib import import_module

    for module, names in _MODULES.items():
        if name in names:
            return getattr(import_module(module), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
