"""Evidence of runs: what was sent, what came back, and how to repeat it by hand."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from drivers.answer import Run
from drivers.limits import Limits
from drivers.runner import require, run
from drivers.solver import Solver, command_line, locate
from fillomino.errors import InputError


class Keep:
    """A directory that collects, per question, ``.smt2``, ``.out``, ``.err`` and ``.sh``.

    The files are called ``PUZZLE.ENCODING.SOLVER``; a name used before gets a number. The shell files work
    wherever the directory is moved to: they name the script beside them, and a program on the PATH.

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
        smt2.write_text(text, encoding="utf-8")
        _store_line(command_line(require(solver), limits), solver, smt2)
        done = run(text, solver, limits)
        smt2.with_suffix(".out").write_text(done.stdout, encoding="utf-8")
        smt2.with_suffix(".err").write_text(done.stderr, encoding="utf-8")
        return done

    def session(self, name: str, solver: Solver) -> Path:
        """A path for the commands of a session; the line that repeats it is left beside it."""
        replay = self.path(f"{name}.session", ".smt2")
        _store_line(command_line(require(solver), Limits(), session=True), solver, replay)
        return replay


def _store_line(command: Sequence[str], solver: Solver, smt2: Path) -> None:
    """Write the shell file that gives a script to a command."""
    program, *arguments = command
    name = Path(program).name
    bare = replace(solver, executable=name, needs_modules=(), needs_executables=(), fallback=None)
    if locate(bare) == Path(program):
        program, note = name, f"it needs {name} on the PATH"
    else:
        note = "its program was named by its path"
    lines = (
        "#!/bin/sh",
        f"# {solver.title} on the script beside this file; {note}.",
        'cd "$(dirname "$0")" || exit',
        f"exec {shlex.join((program, *arguments))} < {shlex.quote(smt2.name)}",
    )
    smt2.with_suffix(".sh").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
