"""A DIMACS solver as one of SMT-LIB: ``python dimacs_child.py PROGRAM [--version] < script.smt2``.

The script may have Booleans alone (QF_UF, QF_FD) and one ``check-sat``. It is written as clauses, the program
reads them on its standard input, and its model is read back for ``get-value``.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2]))

from drivers.dimacs import DECLARATIONS, Clauses, read_model, text
from drivers.errors import DriverError
from drivers.sexpr import Sexpr, read_all, write

LOGICS = ("QF_UF", "QF_FD")
NO_MODEL = "there is no model to ask"
PASSED_OVER = ("set-option", "set-info", "push", "pop", "exit")


def main(arguments: list[str]) -> int:
    """Run a script from standard input; returns the exit code."""
    if "--version" in arguments:
        said = subprocess.run([arguments[0], "--version"], capture_output=True, text=True, check=False)
        sys.stdout.write(f"{Path(arguments[0]).name} {said.stdout.strip().splitlines()[0]} (DIMACS)\n")
        return 0
    try:
        for reply in replies(sys.stdin.buffer.read().decode("utf-8", "replace"), arguments):
            sys.stdout.write(f"{reply}\n")
    except DriverError as error:
        message = str(error).replace('"', '""')
        sys.stdout.write(f'(error "{message}")\n')
        return 1
    return 0


def replies(script: str, program: list[str]) -> Iterator[str]:
    """The replies to a script, one by one.

    Raises:
        DriverError: at the first command that can't be followed.
    """
    clauses = Clauses()
    levels: list[list[Sexpr]] = [[]]
    model: frozenset[int] | None = None
    for command in read_all(script):
        name = command[0] if isinstance(command, tuple) and command else None
        if not isinstance(command, tuple) or not isinstance(name, str):
            raise DriverError(f"{write(command)[:80]} is no command")
        if name in DECLARATIONS:
            clauses.declare(command)
        elif name == "assert" and len(command) == 2:
            levels[-1].append(command[1])
        elif name == "push":
            levels += [[] for _ in range(_count(command))]
        elif name == "pop" and _count(command) < len(levels):
            del levels[len(levels) - _count(command) :]
        elif name == "check-sat":
            for level in levels:
                for term in level:
                    clauses.add(term)
            verdict, literals = solved(clauses, program)
            model = literals if verdict == "sat" else None
            yield verdict
        elif name == "get-value" and len(command) == 2 and isinstance(command[1], tuple):
            if model is None:
                raise DriverError(NO_MODEL)
            yield f"({' '.join(_pair(clauses, term, model) for term in command[1])})"
        elif name == "set-logic":
            if command[1:] not in {(logic,) for logic in LOGICS}:
                raise DriverError(f"clauses can say {' and '.join(LOGICS)}, not {write(command[1:])[1:-1]}")
        elif name not in PASSED_OVER:
            raise DriverError(f"the command {name} is not known here, or not written so")
        elif name == "exit":
            return


def solved(clauses: Clauses, program: list[str]) -> tuple[str, frozenset[int]]:
    """The verdict of the program about clauses, in the words of SMT-LIB, and its model.

    Raises:
        DriverError: if it did not give one.
    """
    done = subprocess.run(program, input=text(clauses), capture_output=True, text=True, check=False)
    try:
        verdict, literals = read_model(done.stdout)
    except DriverError as error:
        told = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[0]
        raise DriverError(f"{program[0]} gave no answer: {error} ({told})") from error
    if done.returncode not in {"SATISFIABLE": (0, 10), "UNSATISFIABLE": (0, 20), "UNKNOWN": (0,)}[verdict]:
        raise DriverError(f"{program[0]} says {verdict}, but ended with exit code {done.returncode}")
    return {"SATISFIABLE": "sat", "UNSATISFIABLE": "unsat", "UNKNOWN": "unknown"}[verdict], literals


def _pair(clauses: Clauses, term: Sexpr, model: frozenset[int]) -> str:
    known = len(clauses.clauses)
    literal = clauses.literal(term)
    if len(clauses.clauses) != known:
        raise DriverError(f"the value of {write(term)[:80]} can't be told; ask for symbols")
    if literal not in model and -literal not in model:
        raise DriverError(f"the model says nothing about {write(term)[:80]}")
    return f"({write(term)} {'true' if literal in model else 'false'})"


def _count(command: tuple[Sexpr, ...]) -> int:
    if len(command) == 2 and isinstance(command[1], str) and command[1].isdigit():
        return int(command[1])
    raise DriverError(f"{write(command)} should say how many levels")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
