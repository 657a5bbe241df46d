"""The Python module ``cvc5`` as a solver: ``python cvc5_child.py [--session | --version] < script.smt2``.

Errors are printed as ``(error "…")``. After one, a script ends, as with the native program; a session goes
on, except after an error of its parser.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cvc5

sys.path.append(str(Path(__file__).parents[2]))

from smtlib.framer import Framer
from smtlib.sexpr import error_reply


def main(arguments: list[str]) -> int:
    """Run a script or a session from standard input; returns the exit code."""
    if "--version" in arguments:
        sys.stdout.write(f"cvc5 {cvc5.__version__} (Python module)\n")
        return 0
    session = "--session" in arguments
    solver, symbols, parser = _begin()
    for text in _commands() if session else [_decode(sys.stdin.buffer.read())]:
        try:
            parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "stdin")
            while not (command := parser.nextCommand()).isNull():
                if session and command.getCommandName() == "reset":  # which its parser does not survive
                    success = solver.getOption("print-success") == "true"
                    solver, symbols, parser = _begin()
                    solver.setOption("print-success", str(success).lower())
                    sys.stdout.write("success\n" * success)
                    sys.stdout.flush()
                    break
                reply = command.invoke(solver, symbols)
                sys.stdout.write(reply)
                sys.stdout.flush()
                if command.getCommandName() == "exit":
                    return 0
                if reply.startswith("(error") and not session:
                    return 1
        except RuntimeError as error:
            sys.stdout.write(f"{error_reply(str(error))}\n")
            return 1
    return 0


def _begin() -> tuple[Any, Any, Any]:
    """A solver, its symbols, and a parser for both."""
    manager = cvc5.TermManager()
    solver = cvc5.Solver(manager)
    symbols = cvc5.SymbolManager(manager)
    return solver, symbols, cvc5.InputParser(solver, symbols)


def _commands() -> Iterator[str]:
    """The commands on standard input, each as soon as it is complete."""
    framer = Framer()
    while chunk := os.read(0, 1 << 16):
        yield from framer.feed(_decode(chunk))


def _decode(data: bytes) -> str:
    return data.decode("utf-8", "replace")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
