"""Evidence of runs: what was sent, what came back, and how to repeat it by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from drivers import children
from drivers.answer import Run
from drivers.limits import Limits
from drivers.solver import FILE, Solver, command_line, locate, require
from fillomino.instance import Filling, Instance
from smtlib.render import driver
from smtlib.script import comment
from workbench.texts.outputs import file_stem, file_word, make_directory, write_file

if TYPE_CHECKING:
    from pathlib import Path

EVIDENCE = "forest-tight"
"""The encoding of what deduction decided: complete, short, and read by any solver of linear arithmetic."""


class Keep:
    """A directory that collects, per question, ``.smt2``, ``.out``, ``.err`` and ``.sh``.

    The files are called ``PUZZLE.ENCODING.SOLVER``; a name used before gets a number. The shell files work
    wherever the directory is moved to: they name the script beside them, and a program on the PATH.

    Attributes:
        directory: its absolute path.
        scripts: names of the scripts in it, in the order in which they were begun.
    """

    def __init__(self, directory: Path) -> None:
        """Create the directory if need be.

        Raises:
            InputError: if that is impossible.
        """
        make_directory(directory)
        self.directory = directory.absolute()
        self.scripts: list[str] = []
        self._used: dict[str, int] = {}

    @staticmethod
    def label(puzzle: str, *words: str) -> str:
        """The name of the files of a puzzle, with what tells them from others: encoding and solver."""
        return ".".join([file_stem(puzzle), *map(file_word, words)])

    def path(self, name: str, suffix: str) -> Path:
        """A path for a new file of a name; the second is ``name.2``, and so on."""
        used = self._used[name + suffix] = self._used.get(name + suffix, 0) + 1
        path = self.directory / (f"{name}{suffix}" if used == 1 else f"{name}.{used}{suffix}")
        self.scripts += [path.name] if suffix == ".smt2" else []
        return path

    def script(self, name: str, text: str, solver: Solver, limits: Limits) -> Path:
        """Write a script, and beside it the line that gives it to a solver."""
        smt2 = self.path(name, ".smt2")
        write_file(smt2, text)
        _store_line(command_line(require(solver), limits), solver, smt2)
        return smt2

    @staticmethod
    def output(smt2: Path, run: Run) -> None:
        """Write what a solver printed, beside its script."""
        write_file(smt2.with_suffix(".out"), run.stdout)
        write_file(smt2.with_suffix(".err"), run.stderr)

    def decided(self, label: str, puzzle: Instance, known: Filling | None, *, another: bool) -> None:
        """Leave a file that any solver can check by what deduction decided alone: the last question.

        It makes no use of deduction: the solution that is known, or that there is none, or no other.
        """
        from encoder.annotations import trailer
        from encoder.encodings.registry import find
        from encoder.puzzle_script import block

        script = find(EVIDENCE).script(puzzle)
        another = another and known is not None
        verdict = "sat" if known is not None and not another else "unsat"
        what = "there is no other solution" if another else "there is no solution"
        lines = [
            "Deduction left nothing open, so no solver was asked. This is the whole puzzle without",
            f"deduction, in {EVIDENCE}, for any solver to check.",
            f"Deduction expects {verdict}{'' if verdict == 'sat' else f': {what}'}.",
        ]
        text = driver(script, [block(script, known)] if known is not None and another else [])
        write_file(self.path(label, ".smt2"), comment(lines) + text + trailer(script, {}, another=another))

    def session(self, name: str, solver: Solver, suffix: str = ".smt2") -> Path:
        """A path for the commands of a session; the line that repeats it is left beside it."""
        replay = self.path(f"{name}.session", suffix)
        _store_line(command_line(require(solver), Limits(), session=True), solver, replay)
        return replay


def _store_line(command: Sequence[str], solver: Solver, smt2: Path) -> None:
    """Write the shell file that gives a script to a command."""
    import shlex
    from pathlib import Path

    program, *arguments = command
    name = Path(program).name
    bare = solver.replace(executable=name, needs_modules=(), needs_executables=(), fallback=None)
    if arguments[:1] == ["-P"] and Path(arguments[1]).parent == Path(children.__file__ or "").parent:
        module = f"{children.__name__}.{Path(arguments[1]).stem}"
        program, arguments = "python3", ["-P", "-m", module, *arguments[2:]]
        needs = " and ".join(("fillomino-smt", *require(solver).needs_modules))
        note = f"it needs a python3 on the PATH that has {needs}"
    elif locate(bare) == Path(program):
        program, note = name, f"it needs {name} on the PATH"
    else:
        note = "its program was named by its path"
    words = shlex.join(word.replace(FILE, smt2.name) for word in (program, *arguments))
    fed = "" if any(FILE in word for word in arguments) else f" < {shlex.quote(smt2.name)}"
    lines = (
        "#!/bin/sh",
        f"# {solver.title} on the script beside this file; {note}.",
        'cd "$(dirname "$0")" || exit',
        f"exec {words}{fed}",
    )
    write_file(smt2.with_suffix(".sh"), "".join(f"{line}\n" for line in lines))
