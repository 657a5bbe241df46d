"""A model of another paradigm as a process: ``python child.py MODULE:CLASS [--workers=N]``.

It holds a session as a solver does: commands in, one s-expression back for each, so that `drivers.session`
starts, limits, measures and ends it. It takes these commands::

    (instance "JSON")  (check-sat)  (get-value (n_0 n_1 …))  (block (3 3 …))  (get-info :reason-unknown)

A kept session can be repeated: ``python child.py MODULE:CLASS < FILE``.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from traceback import walk_tb
from types import TracebackType
from typing import Protocol

sys.path.append(str(Path(__file__).parents[2]))

from drivers.system import own_memory_limit
from fillomino.puzzle import Filling
from labs.paradigms.problem import Problem, RefusedError, read_instance
from smtlib.framer import Framer
from smtlib.script import string_literal
from smtlib.sexpr import Sexpr, error_reply, read_one, write


class Model(Protocol):
    """A puzzle in the terms of a solver, made from an `Problem` in which each cell has a candidate.

    `__init__` and `solve` raise `RefusedError` with a reason if it can't decide the puzzle.
    """

    def __init__(self, instance: Problem) -> None: ...

    def solve(self) -> Filling | None:
        """Return a solution that is not blocked; ``None`` only if there certainly is none."""

    def block(self, filling: Filling) -> None:
        """Exclude this filling, and no other, from now on."""


class Session:
    """The state of a session: the instance, its model once it is needed, and the last answer."""

    def __init__(self, model: type[Model], workers: int) -> None:
        self._model, self._workers, self._seed = model, workers, 0
        self._text = ""
        self._made: Model | None = None
        self._blocked: list[Filling] = []
        self._found: Filling | None = None
        self._reason = ""

    def reply(self, command: Sexpr) -> str:
        """Return the reply to a command."""
        match command:
            case ("set-option", ":random-seed", str(seed)):
                self._seed = int(seed)
            case ("set-option", *_):
                pass
            case ("instance", str(text)):
                self._text, self._made, self._blocked = text[1:-1].replace('""', '"'), None, []
            case ("block", numbers):
                self._blocked.append(tuple(int(str(number)) for number in numbers))
            case ("check-sat",):
                return self._verdict()
            case ("get-info", ":reason-unknown"):
                return f"(:reason-unknown {string_literal(self._reason)})"
            case ("get-value", names) if self._found is not None:
                pairs = zip(names, self._found, strict=True)
                return write(tuple((name, str(number)) for name, number in pairs))
            case _:
                return error_reply(f"unknown command: {write(command)[:80]}")
        return "success"

    def _verdict(self) -> str:
        self._found, self._reason = None, ""
        try:
            if self._made is None:
                instance = read_instance(self._text, self._workers, self._seed)
                if not all(instance.masks):
                    return "unsat"
                self._made = self._model(instance)
            for filling in self._blocked:
                self._made.block(filling)
            self._blocked = []
            self._found = self._made.solve()
        except RefusedError as refused:
            self._reason = str(refused)
            return "unknown"
        return "unsat" if self._found is None else "sat"


def _in_a_line(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Print the error that ends this process on one line: where it was raised, and its last line."""
    *_, (file, line) = [("", 0), *((at.f_code.co_filename, number) for at, number in walk_tb(trace))]
    text = str(error).strip().splitlines() or [""]
    limit = own_memory_limit()
    limited = "" if limit is None else f" (it has {limit >> 20} MiB of address space)"
    sys.stderr.write(f"{file}:{line}: {kind.__name__}: {text[-1]}{limited}\n")


def main(arguments: list[str]) -> int:
    """Hold a session on standard input and output; returns the exit code."""
    sys.excepthook = _in_a_line
    module, _, name = arguments[0].partition(":")
    [workers] = [int(word.removeprefix("--workers=")) for word in arguments[1:]] or [1]
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a solver prints must not be read as a reply
    session = Session(getattr(import_module(module), name), workers)
    for text in _commands():
        command = read_one(text)
        if command == ("exit",):
            break
        replies.write(f"{session.reply(command)}\n")
        replies.flush()
    return 0


def _commands() -> Iterator[str]:
    """The commands on standard input, each as soon as it is complete."""
    framer = Framer()
    while chunk := os.read(0, 1 << 16):
        yield from framer.feed(chunk.decode("utf-8", "replace"))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
