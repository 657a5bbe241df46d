"""Scripts run by pySMT, in our own process: for those who want pySMT.

It knows no time limit, no core, and no end of a solver that hangs; ``drivers.runner`` with the records
``pysmt-z3``, ``pysmt-yices`` and ``pysmt-cvc5`` runs the same code in a process of its own, under our limits.
pySMT is imported when a script is run, and not before.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import io
from dataclasses import replace
from typing import Any

from drivers.answer import Answer
from drivers.engine import NO_MODEL
from drivers.errors import DriverError, SolverNotFoundError
from drivers.interpret import read_answer
from drivers.limits import Limits
from drivers.runner import version as version_of
from drivers.solver import command_line, require
from drivers.solvers import PYSMT_BACKENDS, PYSMT_Z3
from smtlib.queries import queries
from smtlib.sexpr import error_reply


class PysmtDriver:
    """A backend of pySMT that takes scripts: ``PysmtDriver("z3").solve(text)``."""

    def __init__(self, name: str) -> None:
        """Choose a backend of ``PYSMT_BACKENDS``.

        Raises:
            DriverError: if there is none of that name.
            SolverNotFoundError: if pySMT, or the backend, is not installed.
        """
        if name not in PYSMT_BACKENDS:
            names = ", ".join(PYSMT_BACKENDS)
            raise DriverError(f"pySMT has no backend {name!r} here; the backends are {names}")
        self.name = name
        self._piped = PYSMT_BACKENDS[name]
        for module in ("pysmt",) if self._piped is not None else ("pysmt", name):
            if importlib.util.find_spec(module) is None:
                raise SolverNotFoundError(f"the Python module {module} is not installed here")
        if self._piped is not None:
            self._piped = require(self._piped)

    def version(self) -> str:
        """The versions of pySMT and of the backend."""
        if self._piped is not None:
            backend = version_of(self._piped)
        else:
            [distribution, *_] = importlib.metadata.packages_distributions()[self.name]
            backend = importlib.metadata.version(distribution)
        return f"pySMT {importlib.metadata.version('pysmt')}, {self.name}: {backend}"

    def solve(self, script: str) -> Answer:
        """The answer to a script that asks for one verdict; a ``Failure`` for whatever goes wrong."""
        solver = replace(PYSMT_Z3, title=f"pySMT ({self.name})")
        return read_answer("\n".join(self.replies(script)), queries(script), solver)[0]

    def replies(self, script: str) -> list[str]:
        """The replies that a solver would print for a script; the last reply may be an ``(error "…")``."""
        from pysmt.environment import Environment, pop_env, push_env

        environment = Environment()
        environment.enable_infix_notation = True  # or values of applications can't be read from a pipe
        push_env(environment)  # parts of pySMT use the global one
        found: list[str] = []
        try:
            self._run(script, environment, found)
        except Exception as error:  # pySMT raises AttributeError, KeyError, AssertionError … for bad scripts
            found.append(error_reply(f"{type(error).__name__}: {error}"))
        finally:
            pop_env()
        return found

    def _run(self, script: str, environment: Any, found: list[str]) -> None:
        from pysmt.exceptions import SolverReturnedUnknownResultError
        from pysmt.smtlib.parser import SmtLibParser
        from pysmt.smtlib.printers import to_smtlib

        commands = SmtLibParser(environment=environment).get_script(io.StringIO(script)).commands
        logics = [command.args[0] for command in commands if command.name == "set-logic"]
        if None in logics:  # the parser has only warned
            raise DriverError("pySMT does not know the logic of the script")
        solver = self._solver(environment, logics[0] if logics else None)
        satisfiable: bool | None = None
        try:
            for command in commands:
                match command.name:
                    case "assert":
                        solver.add_assertion(command.args[0])
                    case "push" | "pop":
                        getattr(solver, command.name)(command.args[0])
                    case "check-sat":
                        try:
                            satisfiable = solver.solve()
                            found.append("sat" if satisfiable else "unsat")
                        except SolverReturnedUnknownResultError:
                            satisfiable = None
                            found.append("unknown")
                    case "get-value" if satisfiable:
                        pairs = [(term, solver.get_value(term)) for term in command.args]
                        texts = (f"({to_smtlib(t, daggify=False)} {to_smtlib(v)})" for t, v in pairs)
                        found.append(f"({' '.join(texts)})")
                    case "get-value":
                        found.append(error_reply(NO_MODEL))
                    case "exit":
                        return
                    case name if name.startswith(("set-", "declare-", "define-")):
                        pass  # the parser has taken note of it
                    case name:
                        found.append(error_reply(f"pySMT can not do {name}"))
                        return
        finally:
            solver.exit()

    def _solver(self, environment: Any, logic: Any) -> Any:
        if self._piped is None:
            return environment.factory.get_solver(name=self.name, logic=logic)
        from pysmt.logics import AUTO

        from drivers.pysmt_pipe import PipeSolver

        line = list(command_line(self._piped, Limits(), session=True))
        return PipeSolver(line, environment, AUTO if logic is None else logic, LOGICS=[logic])
