"""pySMT as a solver: ``python pysmt_child.py z3|cvc5|yices [--version] < script.smt2``.

Z3 and cvc5 run in this process, by their Python modules; Yices as a program behind a pipe.
"""

from __future__ import annotations

import importlib.metadata
import io
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[2]))
if __name__ == "__main__":
    # pySMT imports every solver that it finds, which takes time; and the bindings of Yices, installed without
    # its library, would make all of them fail.
    for module in {"z3", "cvc5", "yices"} - ({sys.argv[1]} & {"z3", "cvc5"}):
        sys.modules[module] = None  # type: ignore[assignment]

from pysmt.environment import Environment, push_env
from pysmt.exceptions import SolverReturnedUnknownResultError
from pysmt.logics import AUTO
from pysmt.smtlib.parser import SmtLibParser
from pysmt.smtlib.printers import to_smtlib
from pysmt.smtlib.solver import SmtLibSolver

from drivers.backend import version
from drivers.errors import DriverError
from drivers.front_end import NO_MODEL
from drivers.limits import Limits
from drivers.solver import command_line, require
from drivers.solvers import YICES
from smtlib.sexpr import error_reply


class PipeSolver(SmtLibSolver):  # type: ignore[misc]  # pySMT has no types
    """``SmtLibSolver`` of pySMT 0.9.6 with three faults mended.

    It leaves the newline after a value in the pipe, so that the next command reads an empty reply and raises
    ``UnknownSolverAnswerError``. It wants diagnostics on ``"stdout"``, for which Yices makes a file of that
    name in the current folder. And it never waits for the process it ends.
    """

    def set_option(self, name: str, value: str) -> None:
        """Set an option of the solver, but leave its diagnostics where they are: on standard output."""
        if name != ":diagnostic-output-channel":
            super().set_option(name, value)

    def get_value(self, item: Any) -> Any:
        """The value of a term in the model of the last check."""
        value = super().get_value(item)
        self.solver_stdout.readline()
        return value

    def _exit(self) -> None:
        with suppress(OSError):  # it may have died before
            super()._exit()
        self.solver.kill()
        for pipe in (self.solver_stdin, self.solver_stdout, self.solver.stderr):
            with suppress(OSError):
                pipe.close()
        self.solver.wait()


def replies(script: str, name: str) -> Iterator[str]:
    """Yield the replies that a solver would print for a script; the last may be an ``(error "…")``."""
    environment = Environment()
    environment.enable_infix_notation = True  # or values of applications can't be read from a pipe
    push_env(environment)  # parts of pySMT use the global one
    try:
        commands = SmtLibParser(environment=environment).get_script(io.StringIO(script)).commands
        solver = _solver(environment, name, commands)
        try:
            yield from _answers(solver, commands)
        finally:
            solver.exit()
    except Exception as error:  # pySMT raises AttributeError, KeyError, AssertionError … for bad scripts
        yield error_reply(f"{type(error).__name__}: {error}")


def _solver(environment: Environment, name: str, commands: list[Any]) -> Any:
    logics = [command.args[0] for command in commands if command.name == "set-logic"]
    if None in logics:  # the parser has only warned
        raise DriverError("pySMT does not know the logic of the script")
    logic = logics[0] if logics else None
    if name != YICES.name:
        return environment.factory.get_solver(name=name, logic=logic)
    line = list(command_line(require(YICES), Limits(), session=True))
    return PipeSolver(line, environment, AUTO if logic is None else logic, LOGICS=[logic])


def _answers(solver: Any, commands: list[Any]) -> Iterator[str]:
    satisfiable: bool | None = None
    for command in commands:
        match command.name:
            case "assert":
                solver.add_assertion(command.args[0])
            case "push" | "pop":
                getattr(solver, command.name)(command.args[0])
            case "check-sat":
                try:
                    satisfiable = solver.solve()
                    yield "sat" if satisfiable else "unsat"
                except SolverReturnedUnknownResultError:
                    satisfiable = None
                    yield "unknown"
            case "get-value" if satisfiable:
                pairs = [(term, solver.get_value(term)) for term in command.args]
                texts = (f"({to_smtlib(t, daggify=False)} {to_smtlib(v)})" for t, v in pairs)
                yield f"({' '.join(texts)})"
            case "get-value":
                yield error_reply(NO_MODEL)
            case "echo":
                yield str(command.args[0])
            case "exit":
                return
            case unknown if not unknown.startswith(("set-", "declare-", "define-")):
                yield error_reply(f"pySMT can not do {unknown}")
                return


def versions(name: str) -> str:
    """The versions of pySMT and of the solver."""
    if name == YICES.name:
        behind = version(require(YICES))
    else:
        [distribution, *_] = importlib.metadata.packages_distributions()[name]
        behind = importlib.metadata.version(distribution)
    return f"pySMT {importlib.metadata.version('pysmt')}, {name}: {behind}"


def main(arguments: list[str]) -> int:
    """Run a script from standard input; returns the exit code."""
    if "--version" in arguments:
        sys.stdout.write(f"{versions(arguments[0])}\n")
        return 0
    for reply in replies(sys.stdin.buffer.read().decode("utf-8", "replace"), arguments[0]):
        sys.stdout.write(f"{reply}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
