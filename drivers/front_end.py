"""An SMT-LIB front end for programs that answer one question, such as DIMACS solvers."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from drivers.errors import DriverError
from smtlib.errors import SmtLibError
from smtlib.literals import numeral
from smtlib.sexpr import Sexpr, error_reply, read_all, write

DECLARATIONS = ("declare-fun", "declare-const", "define-fun")
NO_MODEL = "there is no model to ask"
_PASSED_OVER = ("set-option", "set-info")


class Engine(Protocol):
    """A program that takes declarations and assertions, and decides once."""

    logics: tuple[str, ...]

    def declare(self, command: tuple[Sexpr, ...]) -> None:
        """Take a declaration or definition of a constant."""

    def check(self, terms: Sequence[Sexpr]) -> str:
        """The verdict on all terms together: ``sat``, ``unsat`` or ``unknown``."""

    def value(self, term: Sexpr) -> str:
        """The value of a term in the model, as SMT-LIB."""

    def statistics(self) -> Mapping[str, float]:
        """What was counted, by the names of the fields of `drivers.counters.Statistics`."""


def answer(engine: Engine) -> int:
    """Answer the script on standard input; returns the exit code."""
    try:
        for reply in replies(sys.stdin.buffer.read().decode("utf-8", "replace"), engine):
            sys.stdout.write(f"{reply}\n")
    except SmtLibError as error:
        sys.stdout.write(f"{error_reply(str(error))}\n")
        return 1
    return 0


def replies(script: str, engine: Engine) -> Iterator[str]:
    """The replies to a script, one by one.

    Raises:
        DriverError: at the first command that can't be followed.
    """
    levels: list[list[Sexpr]] = [[]]
    verdict = None
    for command in read_all(script):
        name = command[0] if isinstance(command, tuple) and command else None
        if not isinstance(command, tuple) or not isinstance(name, str):
            raise DriverError(f"{write(command)[:80]} is not a command")
        if name in DECLARATIONS:
            engine.declare(command)
        elif name == "assert" and len(command) == 2:
            levels[-1].append(command[1])
        elif name == "push":
            levels += [[] for _ in range(_count(command))]
        elif name == "pop" and _count(command) < len(levels):
            del levels[len(levels) - _count(command) :]
        elif name == "check-sat" and verdict is None:
            verdict = engine.check([term for level in levels for term in level])
            yield verdict
        elif name == "get-value" and len(command) == 2 and isinstance(command[1], tuple):
            if verdict != "sat":
                raise DriverError(NO_MODEL)
            yield f"({' '.join(f'({write(term)} {engine.value(term)})' for term in command[1])})"
        elif command == ("get-info", ":all-statistics"):
            yield f"({' '.join(f':{name} {value}' for name, value in engine.statistics().items())})"
        elif name == "echo" and len(command) == 2:
            yield write(command[1])
        elif name == "set-logic":
            if command[1:] not in {(logic,) for logic in engine.logics}:
                raise DriverError(f"only {' and '.join(engine.logics)} are known here, not {write(command)}")
        elif name == "exit":
            return
        elif name not in _PASSED_OVER:
            raise DriverError(f"the command {name} is not known here, or not written so")


def _count(command: tuple[Sexpr, ...]) -> int:
    count = numeral(command[1]) if len(command) == 2 else None
    if count is None:
        raise DriverError(f"{write(command)} should have a number of levels")
    return count
