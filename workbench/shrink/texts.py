"""The shortest text of which something still holds, by ddSMT, which asks us about each text that it tries.

Source: Gereon Kremer, Aina Niemetz, Mathias Preiner, "ddSMT 2.0: Better Delta Debugging for the SMT-LIBv2
Language and Friends", CAV 2021. It runs as a process of its own; what it starts for each text is a shell that
writes the file's name into a pipe and reads the answer from another. So solvers are started here alone, under
our limits, and only with what `smtlib.allowed` lets pass.
"""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from drivers.limits import Limits
from drivers.process import Child
from fillomino.errors import FillominoError, counted
from smtlib.errors import SexprError
from smtlib.resolve import names_of
from smtlib.sexpr import Command, atoms_of, symbol_name, write
from smtlib.text import Text
from workbench.shrink.checks import Disagreement
from workbench.shrink.ddmin import ddmin

_ASK = 'echo "$1" > {folder}/asked; read answer < {folder}/answer; exit "$answer"\n'
_ENDLESS = "1000000"  # seconds; the limits of a question are ours
_POLL_SECONDS = 0.05
_SHARED_MEMORY = ("/dev/shm",)  # noqa: S108 -- in which the processes of ddSMT have their locks


def ddsmt_installed() -> bool:
    """Return whether ddSMT is installed; without it terms stay as they are. It needs pipes with names."""
    return sys.platform != "win32" and find_spec("ddsmt") is not None


if sys.platform != "win32":
    _new_pipe = os.mkfifo
else:

    def _new_pipe(path: Path) -> None:
        """Refuse: there are no pipes with names in folders."""
        raise OSError(f"{path} can't be a pipe")


@dataclass(slots=True)
class TextShrinker:
    """A search for the shortest text, which can be stopped at any time.

    Attributes:
        check: returns the disagreement about a text.
        terms: whether terms are changed, too, if ddSMT is installed; else assertions are left out alone.
        report: called with a few words on how far it is.
        best: the shortest text so far.
        found: the disagreement about it; ``None`` before one is found.
        tried: how many texts were tried.
    """

    check: Callable[[str], Disagreement | None]
    terms: bool = True
    report: Callable[[str], None] = lambda _: None
    best: str = ""
    found: Disagreement | None = None
    tried: int = 0

    def run(self, text: Text) -> Disagreement | None:
        """Shrink a text; returns the disagreement about the shortest, ``None`` if there is none at all.

        Raises:
            SexprError: if it is not a script, or asks for files or other output.
            FillominoError: if ddSMT fails.
        """
        commands = _commands(text)
        if not self._holds(text):
            return None
        self._fewer(commands)
        if self.terms and ddsmt_installed():
            self._by_ddsmt(self.best)
        return self.found

    def _holds(self, text: str) -> bool:
        self.tried += 1
        try:
            disagreement = self.check(text)
        except SexprError:  # without the command that states its version, solvers read it in different ways
            return False
        if disagreement is not None and (not self.best or len(text) <= len(self.best)):
            self.best, self.found = text, disagreement
        if self.best:
            self.report(f"{counted(len(self.best), 'byte')}, after {self.tried} tried")
        return disagreement is not None

    def _fewer(self, commands: Sequence[Command]) -> None:
        """Leave out assertions, then declarations and questions; what is used stays declared."""
        lines = [f"{write(command.term)}\n" for command in commands]
        names = [names_of(command.term) if command.head.startswith("decl") else [] for command in commands]
        declared = {name for some in names for name in some}
        used = [
            {name for atom in atoms_of(command.term) if (name := symbol_name(atom)) in declared}
            for command in commands
        ]
        stay = set(range(len(commands)))
        for heads in (("assert",), ("declare-", "set-info", "get-", "echo")):
            free = [at for at in sorted(stay) if commands[at].head.startswith(heads)]
            fixed = stay.difference(free)

            def holds(some: list[int], fixed: set[int] = fixed) -> bool:
                left = sorted(fixed.union(some))
                there = {name for at in left for name in names[at]}
                whole = all(used[at] <= there for at in left)
                return whole and self._holds("".join(lines[at] for at in left))

            stay = fixed.union(ddmin(free, holds)) if self._holds("".join(lines[at] for at in stay)) else stay

    def _by_ddsmt(self, text: str) -> None:
        with TemporaryDirectory(prefix="fillomino-") as name:
            folder = Path(name)
            (folder / "input.smt2").write_text(text, encoding="utf-8", errors="surrogateescape", newline="\n")
            (folder / "ask").write_text(_ASK.format(folder=folder), encoding="ascii")
            for pipe in ("asked", "answer"):
                _new_pipe(folder / pipe)
            program = ("/usr/bin/env", f"TMPDIR={folder}", sys.executable, "-P", "-m", "ddsmt")
            options = ("-q", "-q", "--ignore-output", "--timeout", _ENDLESS)
            files = (str(folder / "input.smt2"), str(folder / "out.smt2"))
            asked, answer, nothing = (
                os.open(path, os.O_RDWR) for path in (folder / "asked", folder / "answer", os.devnull)
            )
            words = (*program, *options, *files, "/bin/sh", str(folder / "ask"))
            child = Child(words, Limits(), nothing, (name, *_SHARED_MEMORY))
            try:
                self._answer(child, asked, answer)
            finally:
                child.close()
                for descriptor in (asked, answer, nothing):
                    os.close(descriptor)
        if child.exit_code != 0:
            raise FillominoError(f"ddSMT failed: {child.stderr.decode('utf-8', 'replace').strip()[-300:]}")

    def _answer(self, child: Child, asked: int, answer: int) -> None:
        """Answer the questions of ddSMT until it ends."""
        while not child.exited:
            if select.select([asked], [], [], _POLL_SECONDS)[0]:
                path = os.read(asked, 4096).decode().strip()
                os.write(answer, b"0\n" if self._read_and_hold(Path(path)) else b"1\n")
            child.step(monotonic())

    def _read_and_hold(self, path: Path) -> bool:
        """Return whether it holds of a text of ddSMT; a text that we can't read is not a result."""
        try:
            text = Text(path.read_text(encoding="utf-8", errors="surrogateescape"))
            return self._holds("".join(f"{write(command.term)}\n" for command in _commands(text)))
        except SexprError:
            return False


def _commands(text: Text) -> Sequence[Command]:
    """The commands of a text, if solvers may be given them.

    Raises:
        SexprError: if it is not a script, or asks for files or other output.
    """
    _ = text.asked  # which tells what solvers are not given
    return text.commands
