"""Running the command in this process, and fake solvers on its list."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import sys
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass, field, replace
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

import drivers.solvers
from drivers import SOLVERS, Solver
from drivers.fake import scripted
from fillomino.errors import Error
from tests.support import needs, processes
from tests.support.processes import MARK, marked
from tests.support.rows import validate_lines
from workbench.cli.app import call
from workbench.cli.output import sentence
from workbench.compare import work
from workbench.workers.worker import WorkError

ROOT = processes.ROOT
EXAMPLES = ROOT / "examples"


@dataclass(frozen=True, slots=True)
class Done:
    """What a command came to.

    Attributes:
        code: its exit status.
        out: its standard output.
        err: its standard error.
        errors: the errors that it told.
    """

    code: int
    out: str
    err: str
    errors: tuple[Error, ...] = field(default=(), compare=False)

    @property
    def faults(self) -> tuple[str, ...]:
        """The codes of the errors that it told, such as ``option-conflict``."""
        return tuple(error.code for error in self.errors)

    @property
    def place(self) -> tuple[int | None, int | None, str | None]:
        """Line, column and source of the last of them, where it has them."""
        last = self.errors[-1] if self.errors else None
        line, column, source = (getattr(last, name, None) for name in ("line", "column", "source"))
        return line, column, source

    @property
    def fault(self) -> str | None:
        """The code of the error that ended it, or of the last that it told; None where there is none."""
        return self.errors[-1].code if self.errors else None

    def ended(self, code: int, err: str | None = None) -> Done:
        """Assert the exit status, and all of standard error where it is given."""
        assert self.code == code, self
        assert err is None or self.err == err, self
        return self

    def refused(self, code: str, *place: object, status: int = 2) -> Done:
        """Assert that an error of this code ended it, in one line and nothing else.

        Its line, column and source are compared where they are given.
        """
        assert (self.fault, self.code, self.out) == (code, status, ""), self
        assert self.err.startswith("fillomino: "), self
        assert status != 2 or self.err.count("\n") == 1, self
        assert not place or self.place == place, self
        return self

    @property
    def warned(self) -> list[str]:
        """The codes of its warnings."""
        return re.findall(r"^fillomino: .* \[([a-z-]+)\]$", self.err, re.MULTILINE)

    @property
    def rows(self) -> list[dict[str, Any]]:
        """Its output with ``--json``."""
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def row(self) -> dict[str, Any]:
        """The only row of it."""
        [row] = self.rows
        return row


Command = tuple[str | Path, ...]
"""The words of a command line."""


def _written(stream: TextIOWrapper) -> str:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, BytesIO)
    return buffer.getvalue().decode()


class Runner:
    """``fillomino("solve", path)`` runs the command as a shell would, without a process of its own.

    Should the test fail where a command said that an extra has to be installed, it is skipped (`needs.told`).
    Whatever a command prints with ``--json`` must be a row as `workbench.texts.rows` has it.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or Path()

    def __call__(self, *arguments: str | Path, stdin: str | bytes = b"") -> Done:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        streams = {
            name: TextIOWrapper(BytesIO(given), encoding="utf-8", newline="")
            for name, given in (("stdin", data), ("stdout", b""), ("stderr", b""))
        }
        errors: list[Error] = []

        def noted(error: Error) -> str:
            errors.append(error)
            return sentence(error)

        with ExitStack() as stack:
            stack.enter_context(patch("workbench.cli.output.sentence", noted))
            for name, stream in streams.items():
                stack.enter_context(patch.object(sys, name, stream))
            code = call([str(argument) for argument in arguments])
        out, err = (_written(streams[name]) for name in ("stdout", "stderr"))
        if "--json" in arguments:
            validate_lines(str(arguments[0]), out)
        needs.said(err)
        done = Done(code, out, err, tuple(errors))
        if "unsupported-system" in done.faults:
            needs.accounts()
        return done

    def row(self, *arguments: str | Path, stdin: str | bytes = b"") -> dict[str, Any]:
        """The only row that a command prints with ``--json``."""
        return self(*arguments, "--json", stdin=stdin).row

    def rows(self, *arguments: str | Path, stdin: str | bytes = b"") -> list[dict[str, Any]]:
        """All rows that a command prints with ``--json``."""
        return self(*arguments, "--json", stdin=stdin).rows

    def write(self, name: str, text: str) -> Path:
        """A file in the folder of the test."""
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def encoded(self, *arguments: str | Path, name: str = "x.smt2") -> Path:
        """The file that `encode` writes."""
        path = self.folder / name
        self("encode", *arguments, "-o", path).ended(0)
        return path


@dataclass(frozen=True, eq=False)
class Here:
    """A task of a worker that is done in this process, when its result is asked for."""

    task: Callable[..., Any]
    given: tuple[Any, ...]

    def result(self) -> Any:
        """Do it; an error is told as a worker does."""
        try:
            return self.task(*self.given)
        except Error as error:
            raise WorkError(str(error)) from error


@pytest.fixture
def in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do the runs of comparisons in this process, one after another.

    Most of the time of a small comparison goes into a worker's start, and the measured start of its solver.
    """
    monkeypatch.setattr(work, "local", lambda _: nullcontext(lambda task, *given: Here(task, given)))
    monkeypatch.setattr(work, "as_completed", list)
    monkeypatch.setattr(work, "do_pinned", lambda job: work.do(job, None))


DENIER = """
import sys
quiet = False
for line in sys.stdin:
    if ":print-success" in line:
        quiet = "false" in line
    reply = "unsat" if "check-sat" in line else "()" if "(get" in line else "" if quiet else "success"
    if reply and line.strip():
        print(reply, flush=True)
"""


def denier(name: str) -> Solver:
    """A solver for sessions that takes every command, and finds everything unsatisfiable."""
    return replace(scripted(name=name), session_arguments=("-I", "-S", "-c", DENIER))


@pytest.fixture
def fillomino(tmp_path: Path) -> Runner:
    return Runner(tmp_path)


@pytest.fixture
def pretend(monkeypatch: pytest.MonkeyPatch) -> Callable[[Solver], str]:
    """Put a solver on the list; gives its name, for ``--solver``."""

    def add(solver: Solver) -> str:
        monkeypatch.setattr(drivers.solvers, "SOLVERS", (*SOLVERS, solver))
        return solver.name

    return add


@pytest.fixture(autouse=True)
def no_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal around the tests must make no difference."""
    monkeypatch.setattr(sys, "argv", ["fillomino"])
    monkeypatch.setenv("NO_COLOR", "1")


Package = Callable[..., Path]
"""Installs a package with entry points: their group, the file of the examples they are in, the points."""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Package:
    """Install a file of the examples as a package, where Python looks."""

    def install(group: str, file: str, **points: str) -> Path:
        folder = tmp_path / "site"
        info = folder / "own-1.0.dist-info"
        info.mkdir(parents=True)
        shutil.copy(EXAMPLES / file, folder)
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: own\nVersion: 1.0\n")
        lines = [f"{name} = {value}\n" for name, value in points.items()]
        (info / "entry_points.txt").write_text(f"[{group}]\n{''.join(lines)}")
        monkeypatch.syspath_prepend(str(folder))
        return folder

    return install


@pytest.fixture
def mark(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A mark in the environment of all processes that are started; whoever has it at the end is killed."""
    mine = uuid.uuid4().hex
    monkeypatch.setenv(MARK, mine)
    yield mine
    left = marked(mine)
    for number, _ in left:
        os.kill(number, signal.SIGKILL)
    assert left == []
