"""Evidence of runs: what was sent, what came back, and how to repeat it by hand."""

from __future__ import annotations

import shlex
from pathlib import Path

from drivers.answer import Run
from drivers.limits import Limits
from drivers.runner import require, run, shell_line
from drivers.solver import Solver, command_line
from fillomino.errors import InputError
from workbench.outputs import write_file


class Keep:
    """A directory that collects, per question, ``.smt2``, ``.out``, ``.err`` and ``.sh``.

    The files are called ``PUZZLE.ENCODING.SOLVER``; a name used before gets a number.

    Attributes:
        directory: its absolute path.
    """

    def __init__(self, directory: Path) -> None:
        """Create the directory if need be.

        Raises:
            InputError: if that is impossible.
        """
        try:
            directory.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"can't be made a directory: {error.strerror}", source=str(directory)) from error
        self.directory = directory.absolute()
        self._used: dict[str, int] = {}

    def path(self, name: str, suffix: str) -> Path:
        """A path for a new file of a name; the second is ``name.2``, and so on."""
        used = self._used[name + suffix] = self._used.get(name + suffix, 0) + 1
        return self.directory / (f"{name}{suffix}" if used == 1 else f"{name}.{used}{suffix}")

    def run(self, name: str, text: str, solver: Solver, limits: Limits) -> Run:
        """Run a script; it and the line that repeats it are written before, as the run may never end."""
        smt2 = self.path(name, ".smt2")
        write_file(smt2, text)
        _store_line(shell_line(require(solver), smt2, limits), smt2)
        done = run(text, solver, limits)
        write_file(smt2.with_suffix(".out"), done.stdout)
        write_file(smt2.with_suffix(".err"), done.stderr)
        return done

    def session(self, name: str, solver: Solver) -> Path:
        """A path for the commands of a session; the line that repeats it is left beside it."""
        replay = self.path(f"{name}.session", ".smt2")
        command = command_line(require(solver), Limits(), session=True)
        _store_line(f"{shlex.join(command)} < {shlex.quote(str(replay))}", replay)
        return replay


def _store_line(line: str, smt2: Path) -> None:
    write_file(smt2.with_suffix(".sh"), f"#!/bin/sh\n{line}\n")
